package api

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house"
	"croupier/house/roles"
)

// proposalRoutes are of what management would put on the felt.
var proposalRoutes = []route{
	{
		method: "GET", path: "/v1/proposals", id: "list-proposals", action: roles.ProposalRead, tag: "proposals", summary: "Proposals, the newest first",
		params: []*huma.Param{
			queryParam("before", "Only those with a smaller number: to read on", "12", versionNumber),
			queryParam("limit", fmt.Sprintf("At most so many, %d where left out", proposalPage), "20", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[proposalList](), problems: []int{400}, handle: listProposals,
	},
	{
		method: "POST", path: "/v1/proposals", id: "draft-proposal", action: roles.ProposalWrite, tag: "proposals", summary: "Draft a proposal",
		about: "A change of tables' settings, with the keys tables are set up with, or a policy of the house. Nothing of it is in force before it was priced, " +
			"submitted, approved by another manager, and scheduled.",
		body: reflect.TypeFor[draftBody](), status: 201, answer: reflect.TypeFor[house.Proposal](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(draftProposal),
	},
	{
		method: "POST", path: "/v1/proposals/import", id: "import-proposal", action: roles.ProposalWrite, tag: "proposals", summary: "Draft a proposal from a signed file",
		about: "The file must be signed by a key this server trusts. Its tables are those of the house it came from: name others beside it where they are not the same here.",
		body:  reflect.TypeFor[importBody](), status: 201, answer: reflect.TypeFor[house.Proposal](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(importProposal),
	},
	{
		method: "POST", path: "/v1/proposals/try", id: "try-proposal", action: roles.EdgeRead, tag: "proposals", asks: true, slow: true,
		summary: "What a draft would cost the players, and what the gate would have against it",
		about:   "The answer a proposal would get if it were drafted and priced now, with what it would change. Nothing of it is kept.",
		body:    reflect.TypeFor[draftBody](), status: 200, answer: reflect.TypeFor[house.Trial](), problems: []int{400, 404, 413, 415, 422}, handle: try,
	},
	{
		method: "GET", path: "/v1/proposals/{proposal}", id: "get-proposal", action: roles.ProposalRead, tag: "proposals", summary: "One proposal, with what it was priced at",
		params: []*huma.Param{proposalParam}, status: 200, answer: reflect.TypeFor[house.Proposal](), problems: []int{400, 404},
		handle: proposalAnswer(func(a *api, c echo.Context, id int64) (any, error) {
			return a.office.Proposal(c.Request().Context(), id)
		}),
	},
	{
		method: "GET", path: "/v1/proposals/{proposal}/diff", id: "compare-proposal", action: roles.ProposalRead, tag: "proposals", summary: "What a proposal changes, table by table", slow: true,
		params: []*huma.Param{proposalParam}, status: 200, answer: reflect.TypeFor[diffList](), problems: []int{400, 404, 422},
		handle: proposalAnswer(func(a *api, c echo.Context, id int64) (any, error) {
			diffs, err := a.office.ProposalDiff(c.Request().Context(), id)
			return diffList{diffs}, err
		}),
	},
	{
		method: "GET", path: "/v1/proposals/{proposal}/export", id: "export-proposal", action: roles.ProposalRead, tag: "proposals", summary: "A proposal as a signed file",
		params: []*huma.Param{proposalParam}, status: 200, answer: reflect.TypeFor[signedFile](), problems: []int{400, 404},
		handle: proposalAnswer(func(a *api, c echo.Context, id int64) (any, error) {
			file, err := a.office.Export(c.Request().Context(), id)
			return jsontext.Value(file), err
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/backtest", id: "backtest-proposal", action: roles.Backtest, tag: "proposals", asks: true, slow: true,
		summary: "Recorded rounds of its tables, settled again under a proposal", about: "The cards as they fell and the decisions as they were made; nothing is changed.",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[spanBody](), status: 200, answer: reflect.TypeFor[house.Backtested](),
		problems: []int{400, 404, 413, 415, 422}, handle: backtest,
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/revisions", id: "revise-proposal", action: roles.ProposalWrite, tag: "proposals", summary: "Write another revision of a draft",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[draftBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: stepProblems, handle: step(func(a *api, s taking, b draftBody) (desk.Answer, error) {
			d, err := b.draft()
			if err != nil {
				return desk.Answer{}, err
			}
			return a.office.Revise(s.ctx(), s.who, s.id, d)
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/price", id: "price-proposal", action: roles.ProposalWrite, tag: "proposals", slow: true,
		summary: "Find out what a proposal costs the players, exactly, and what the gate has against it",
		params:  []*huma.Param{proposalParam}, body: reflect.TypeFor[emptyBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: stepProblems, handle: step(func(a *api, s taking, _ emptyBody) (desk.Answer, error) {
			return a.office.Price(s.ctx(), s.who, s.id)
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/submit", id: "submit-proposal", action: roles.ProposalSubmit, tag: "proposals", summary: "Submit a proposal to another manager", slow: true,
		about: "It is priced anew. The gate refuses what favours the player, lies outside the policy or lacks a house rule a paytable needs, unless it is overridden: " +
			"with the caller's name and a reason. After that the proposal does not change any more.",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[submitBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: stepProblems, handle: step(func(a *api, s taking, b submitBody) (desk.Answer, error) {
			return a.office.Submit(s.ctx(), s.who, s.id, b.Override)
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/approve", id: "approve-proposal", action: roles.ProposalApprove, tag: "proposals", summary: "Approve what another person drafted and submitted",
		about:  "Its settings become versions of its tables. They are scheduled at once where now or from says so; a policy is in force at once.",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[approveBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: append([]int{403}, stepProblems...), handle: step(func(a *api, s taking, b approveBody) (desk.Answer, error) {
			if b.Now && b.From != nil {
				return desk.Answer{}, invalid("body.now", "now and from, want either")
			}
			return a.office.Approve(s.ctx(), s.who, s.id, house.Approval{Begins: b.From, Now: b.Now})
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/reject", id: "reject-proposal", action: roles.ProposalApprove, tag: "proposals", summary: "Reject what another person drafted and submitted",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[reasonBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: append([]int{403}, stepProblems...), handle: step(func(a *api, s taking, b reasonBody) (desk.Answer, error) {
			return a.office.Reject(s.ctx(), s.who, s.id, b.Reason)
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/schedule", id: "schedule-proposal", action: roles.ProposalSubmit, tag: "proposals", summary: "Put an approved proposal in force, now or from a moment on",
		about:  "At each table from the next round that opens then, never within one.",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[scheduleBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: stepProblems, handle: step(func(a *api, s taking, b scheduleBody) (desk.Answer, error) {
			return a.office.Schedule(s.ctx(), s.who, s.id, b.From)
		}),
	},
	{
		method: "POST", path: "/v1/proposals/{proposal}/withdraw", id: "withdraw-proposal", action: roles.ProposalSubmit, tag: "proposals", summary: "Take back a proposal that is not scheduled yet",
		params: []*huma.Param{proposalParam}, body: reflect.TypeFor[reasonBody](), status: 200, answer: reflect.TypeFor[house.Proposal](),
		problems: stepProblems, handle: step(func(a *api, s taking, b reasonBody) (desk.Answer, error) {
			return a.office.Withdraw(s.ctx(), s.who, s.id, b.Reason)
		}),
	},
}

var (
	proposalParam = pathParam("proposal", "The proposal's number", "12")
	stepProblems  = []int{400, 404, 409, 413, 415, 422}
)

// proposalPage is how many proposals a list has that does not say.
const proposalPage = 50

// proposalID reads the number of a proposal.
func proposalID(c echo.Context) (int64, error) {
	text := c.Param("proposal")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != text {
		return 0, problem("bad_id", "a proposal is named by its number, as 12")
	}
	return id, nil
}

// proposalAnswer answers what there is to know of the proposal.
func proposalAnswer(know func(a *api, c echo.Context, id int64) (any, error)) func(*api, echo.Context) error {
	return func(a *api, c echo.Context) error {
		id, err := proposalID(c)
		if err != nil {
			return err
		}
		answer, err := know(a, c, id)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer)
	}
}

type proposalList struct {
	Proposals []house.Proposal `json:"proposals"`
}

type diffList struct {
	Tables []house.TableDiff `json:"tables"`
}

func listProposals(a *api, c echo.Context) error {
	var before int64
	var err error
	if text := c.QueryParam("before"); text != "" {
		if before, err = strconv.ParseInt(text, 10, 64); err != nil || before < 1 {
			return badQuery("before", "want the number of a proposal, as 12")
		}
	}
	limit := proposalPage
	if text := c.QueryParam("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > maxLimit {
			return badQuery("limit", fmt.Sprintf("want 1 to %d", maxLimit))
		}
	}
	list, err := a.office.Proposals(c.Request().Context(), before, limit)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, proposalList{append([]house.Proposal{}, list...)})
}

// A taking is a request for a step of a proposal.
type taking struct {
	echo.Context
	who desk.Caller
	id  int64
}

func (t taking) ctx() context.Context { return t.Request().Context() }

// step answers a changing request about the proposal that is named in the path.
func step[B any](take func(*api, taking, B) (desk.Answer, error)) func(*api, echo.Context) error {
	return changes(func(a *api, c echo.Context, who desk.Caller, b B) (desk.Answer, error) {
		id, err := proposalID(c)
		if err != nil {
			return desk.Answer{}, err
		}
		return take(a, taking{c, who, id}, b)
	})
}
