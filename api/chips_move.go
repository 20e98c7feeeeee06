package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/floor"
	"croupier/house/roles"
)

// pairOf returns who asks and who stands by as the pair chips move under, or the
// problem two_persons. Where each may be either, asks says whether who asks deals.
func pairOf(c echo.Context, asks bool) (floor.Pair, error) {
	who := whoOf(c)
	second, ok := secondOf(c)
	mine, other := pairs(who.Roles, second.Roles), pairs(second.Roles, who.Roles)
	switch {
	case ok && mine && (asks || !other):
		return floor.Pair{Dealer: who.Person.Name, Supervisor: second.Name}, nil
	case ok && other:
		return floor.Pair{Dealer: second.Name, Supervisor: who.Person.Name}, nil
	}
	return floor.Pair{}, problem("two_persons", "want a dealer and a supervisor: one asks, the other stands by with "+headerApprover)
}

func pairs(deals, oversees []roles.Role) bool {
	return slices.Contains(deals, roles.Dealer) && slices.Contains(oversees, roles.Supervisor)
}

// A moving is what a request to move chips is about.
type moving struct {
	ctx   context.Context
	who   desk.Caller
	table int64
	pair  floor.Pair
}

// moved reads a request to move chips into b, and answers what do makes of it. A
// dealer is held to the own table by the desk: one who has just closed it and
// sends the request again is still answered.
func (a *api) moved(c echo.Context, b any, do func(moving) (desk.Answer, error)) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	asks := whoOf(c)
	if asks.KeyTable != 0 && asks.KeyTable != table {
		return problem("other_table", "another table than the key's")
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	if err := a.decode(body, b); err != nil {
		return err
	}
	deals := asks.Table == table
	if opening, ok := b.(*openBody); ok {
		deals = opening.Dealer == asks.Person.Name
	}
	pair, err := pairOf(c, deals)
	if err != nil {
		return err
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	answer, err := do(moving{c.Request().Context(), who, table, pair})
	if err != nil {
		return err
	}
	return reply(c, answer)
}

func openTable(a *api, c echo.Context) error {
	var b openBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		if m.pair.Dealer != b.Dealer {
			return desk.Answer{}, problem("two_persons", "the dealer is none of the two, or may not be: want a dealer and a supervisor")
		}
		return a.floor.OpenTable(m.ctx, m.who, m.table, m.pair, b.Float)
	})
}

func fillTable(a *api, c echo.Context) error {
	var b slipBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		return a.floor.FillTable(m.ctx, m.who, m.table, m.pair, b.Slip, b.Chips)
	})
}

func creditTable(a *api, c echo.Context) error {
	var b slipBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		return a.floor.CreditTable(m.ctx, m.who, m.table, m.pair, b.Slip, b.Chips)
	})
}

func dropTable(a *api, c echo.Context) error {
	var b dropBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		return a.floor.DropTable(m.ctx, m.who, m.table, m.pair, b.Drop)
	})
}

func closeTable(a *api, c echo.Context) error {
	var b closeBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		if b.Drop == nil {
			return desk.Answer{}, invalid("body.drop", `want what lay in the drop box: pieces by denomination, or "0"`)
		}
		return a.floor.CloseTable(m.ctx, m.who, m.table, m.pair, b.Float, floor.Counts(*b.Drop), b.Reason)
	})
}

// changeDealer puts a person on a table who may deal.
func changeDealer(a *api, c echo.Context) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	var b dealerBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	dealer, err := a.people.Get(c.Request().Context(), b.Dealer)
	if err != nil {
		return err
	}
	if !dealer.Active || !slices.Contains(dealer.Roles, roles.Dealer) {
		return problem("no_dealer", "want an active person with the role of a dealer", Fault{"body.dealer", "does not deal"})
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	answer, err := a.floor.ChangeDealer(c.Request().Context(), who, table, dealer.Name)
	if err != nil {
		return err
	}
	return reply(c, answer)
}

// showSheet answers the result sheet of a session of a table.
func showSheet(a *api, c echo.Context) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	var opening int64
	if text := c.QueryParam("opening"); text != "" {
		if opening, err = strconv.ParseInt(text, 10, 64); err != nil || opening < 1 {
			return badQuery("opening", "want the seq of the entry the session opened with, as 15")
		}
	}
	sheet, err := a.floor.Result(c.Request().Context(), table, opening)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, sheet)
}
