package api

import (
	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"
)

// draftBody is what a proposal says.
type draftBody struct {
	Title string `json:"title" maxLength:"120" doc:"What it is for, in a line" example:"Trips 3 in the north pit"`
	ScopeRequest
	Change *patchBody       `json:"change,omitempty" doc:"Of the settings; what is left out stays as it is"`
	Band   *house.Band      `json:"band,omitempty" doc:"When in the week it is in force; always where left out"`
	Policy *housePolicyBody `json:"policy,omitempty" doc:"The whole policy of the house, in the place of a change"`
}

// A ScopeRequest is the tables a proposal is for, said in one of three ways.
type ScopeRequest struct {
	Tables []int64 `json:"tables,omitempty" doc:"By number"`
	Pit    string  `json:"pit,omitzero" doc:"All tables that stand in the pit when it is priced"`
	All    bool    `json:"all,omitzero" doc:"All tables with settings in force or scheduled"`
}

func (s ScopeRequest) none() bool { return len(s.Tables) == 0 && s.Pit == "" && !s.All }

func (b *draftBody) draft() (house.Draft, error) {
	d := house.Draft{Title: b.Title, Tables: b.Tables, Pit: b.Pit, All: b.All, Band: b.Band}
	if b.Policy != nil {
		d.Policy = b.Policy.policy()
	}
	if b.Change == nil {
		return d, nil
	}
	change, err := b.Change.patch(b.Change.Game, "change.")
	d.Change = &change
	return d, err
}

func draftProposal(a *api, c echo.Context, who desk.Caller, b draftBody) (desk.Answer, error) {
	d, err := b.draft()
	if err != nil {
		return desk.Answer{}, err
	}
	return a.office.Draft(c.Request().Context(), who, d)
}

// try answers what a draft would come to. It changes nothing.
func try(a *api, c echo.Context) error {
	body, err := read(c)
	if err != nil {
		return err
	}
	var b draftBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	d, err := b.draft()
	if err != nil {
		return err
	}
	found, err := a.office.Try(c.Request().Context(), d)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

// importBody is a signed file, and the tables it is for here.
type importBody struct {
	File signedValue `json:"file" doc:"As it was exported"`
	ScopeRequest
}

// signedFile is a proposal that was exported.
type signedFile struct {
	Format    string      `json:"format" example:"croupier-proposal/1"`
	Content   house.Draft `json:"content"`
	Signer    string      `json:"signer" doc:"Public key, hex"`
	Signature string      `json:"signature" doc:"Ed25519, base64"`
}

// signedValue is a signed file as it came: what was signed must not be written
// anew before the signature was looked at.
type signedValue jsontext.Value

// UnmarshalJSONFrom keeps the value as it stands.
func (v *signedValue) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	*v = signedValue(raw.Clone())
	return err
}

// Schema describes a signed file.
func (signedValue) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[signedFile](), true, "")
}

func importProposal(a *api, c echo.Context, who desk.Caller, b importBody) (desk.Answer, error) {
	content, signer, err := a.office.Open(b.File)
	if err != nil {
		return desk.Answer{}, err
	}
	var d draftBody
	if err := a.decode(content, &d); err != nil {
		return desk.Answer{}, err
	}
	if !b.none() {
		d.ScopeRequest = b.ScopeRequest
	}
	draft, err := d.draft()
	if err != nil {
		return desk.Answer{}, err
	}
	return a.office.Import(c.Request().Context(), who, draft, signer)
}

// spanBody is which rounds are settled again.
type spanBody struct {
	Days int    `json:"days,omitzero" minimum:"1" maximum:"3660" doc:"The last so many gaming days, today's among them"`
	From string `json:"from,omitzero" format:"date" doc:"Or from a gaming day"`
	To   string `json:"to,omitzero" format:"date" doc:"on to another; the last there is where left out"`
}

func (b *spanBody) span(today time.Time) (s ledger.Span, err error) {
	if (b.Days != 0) == (b.From != "") {
		return s, invalid("body.days", "want days, or from and to")
	}
	if b.Days != 0 {
		if b.Days < 1 || b.Days > 3660 || b.To != "" {
			return s, invalid("body.days", "want 1 to 3660, and no to")
		}
		s.From = today.AddDate(0, 0, 1-b.Days)
		return s, nil
	}
	if s.From, err = time.Parse(time.DateOnly, b.From); err != nil {
		return s, invalid("body.from", "want a day such as 2026-11-30")
	}
	if b.To != "" {
		if s.To, err = time.Parse(time.DateOnly, b.To); err != nil || s.To.Before(s.From) {
			return s, invalid("body.to", "want a day such as 2026-11-30, not before from")
		}
	}
	return s, nil
}

func backtest(a *api, c echo.Context) error {
	id, err := proposalID(c)
	if err != nil {
		return err
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	var b spanBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	span, err := b.span(time.Now().UTC())
	if err != nil {
		return err
	}
	found, err := a.office.Backtest(c.Request().Context(), id, span)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

type submitBody struct {
	Override string `json:"override,omitzero" maxLength:"500" doc:"Why it may go on although the gate refuses it; kept with the caller's name"`
}

type approveBody struct {
	Now  bool       `json:"now,omitzero" doc:"Schedule it at once, for now"`
	From *time.Time `json:"from,omitempty" nullable:"true" doc:"Schedule it at once, from a moment to come on"`
}

type scheduleBody struct {
	From *time.Time `json:"from,omitempty" nullable:"true" doc:"A moment to come; now where left out"`
}
