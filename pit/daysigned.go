package pit

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
)

// A Statement is what is signed of a gaming day of a table.
type Statement struct {
	GamingDay string   `json:"gaming_day" format:"date"`
	Table     int64    `json:"table"`
	Through   int64    `json:"through" doc:"Last page of the table's chain when the day was closed"`
	Head      string   `json:"head" doc:"Hash of that page's link, hex"`
	Note      string   `json:"note,omitempty" doc:"no activity, where nothing happened" example:"no activity"`
	Totals    []Totals `json:"totals" doc:"By currency"`
}

// A ClosedTable is the close of a gaming day of a table.
type ClosedTable struct {
	Statement Statement `json:"statement" doc:"What was signed, in canonical form"`
	Signer    string    `json:"signer" doc:"Public key, hex"`
	Signature string    `json:"signature" doc:"Ed25519, base64"`
	Seq       int64     `json:"seq" doc:"Page of the house's chain"`
	Actor     string    `json:"actor"`
	Approver  string    `json:"approver"`
	At        time.Time `json:"at"`
}

// A Day is a gaming day, and the tables it was closed for.
type Day struct {
	GamingDay string        `json:"gaming_day" format:"date"`
	Tables    []ClosedTable `json:"tables"`
}

// dayFormat is the form of a statement. What it says or how it is signed cannot
// change without another number.
const dayFormat = "croupier-day/1"

// dayMessage is what is signed: the format and the canonical statement, each
// behind its length in eight bytes, so that the signature means nothing elsewhere.
func dayMessage(canonical []byte) []byte {
	var b []byte
	for _, field := range [][]byte{[]byte(dayFormat), canonical} {
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(field))), field...)
	}
	return b
}

// signed is the signed statement, and the row that keeps it.
func (p *Pit) signed(s Statement, day time.Time) (ClosedTable, ledger.Row, error) {
	content, err := json.Marshal(s)
	if err == nil {
		content, err = ledger.Canonical(content)
	}
	if err != nil {
		return ClosedTable{}, ledger.Row{}, err
	}
	signer, signature := []byte(p.signing.Public().(ed25519.PublicKey)), ed25519.Sign(p.signing, dayMessage(content))
	row := ledger.Row{Of: "day_closes", Values: map[string]any{
		"gaming_day": ledger.Date(day), "table_no": s.Table, "through": s.Through, "content": json.RawMessage(content),
		"signer": signer, "signature": signature,
	}}
	return ClosedTable{Statement: s, Signer: hex.EncodeToString(signer), Signature: base64.StdEncoding.EncodeToString(signature)}, row, nil
}

const selectDay = `SELECT content, signer, signature, seq, actor, approver, at FROM day_closes WHERE gaming_day = $1 ORDER BY table_no`

// Day returns the closes of the gaming day: of no table where none was closed.
func (p *Pit) Day(ctx context.Context, day time.Time) (Day, error) {
	d := Day{GamingDay: day.Format(time.DateOnly)}
	rows, err := p.desk.Pool.Query(ctx, selectDay, calendar(day))
	if err != nil {
		return d, err
	}
	d.Tables, err = pgx.AppendRows([]ClosedTable{}, rows, scanClosed)
	return d, err
}

func scanClosed(row pgx.CollectableRow) (c ClosedTable, err error) {
	var content, signer, signature []byte
	if err = row.Scan(&content, &signer, &signature, &c.Seq, &c.Actor, &c.Approver, &c.At); err != nil {
		return c, err
	}
	c.Signer, c.Signature = hex.EncodeToString(signer), base64.StdEncoding.EncodeToString(signature)
	return c, json.Unmarshal(content, &c.Statement)
}

// A DayCount tells of how many tables a gaming day was closed.
type DayCount struct {
	GamingDay string `json:"gaming_day" format:"date"`
	Closed    int    `json:"closed" doc:"Tables the day was closed for"`
	Tables    int    `json:"tables" doc:"Tables of the house"`
}

// Days returns the gaming days that were closed for a table at least, the newest
// first, no more than the limit, before the day where one is given.
func (p *Pit) Days(ctx context.Context, before time.Time, limit int) ([]DayCount, error) {
	rows, err := p.desk.Pool.Query(ctx, `
		SELECT gaming_day, count(*), (SELECT count(*) FROM tables) FROM day_closes
		WHERE $1::date IS NULL OR gaming_day < $1 GROUP BY gaming_day ORDER BY gaming_day DESC LIMIT $2`, someDay(before), limit)
	if err != nil {
		return nil, err
	}
	return pgx.AppendRows([]DayCount{}, rows, func(row pgx.CollectableRow) (d DayCount, err error) {
		var day time.Time
		err = row.Scan(&day, &d.Closed, &d.Tables)
		d.GamingDay = day.Format(time.DateOnly)
		return d, err
	})
}

func someDay(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	day := calendar(t)
	return &day
}
