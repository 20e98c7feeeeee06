package pit

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/shopspring/decimal"
)

// The sheets of a report.
const (
	SheetFigures = "figures"
	SheetChips   = "chips"
	SheetTops    = "tops"
	SheetAmended = "amended"
)

// SheetNames are the sheets of every report, in order.
var SheetNames = []string{SheetFigures, SheetChips, SheetTops, SheetAmended}

// A sheet is part of a report as a table of texts. Numbers are as they are in the
// book, without a separator.
type sheet struct {
	name    string
	columns []column
	rows    [][]string
}

// A column has a name, and tells whether there are numbers in it.
type column struct {
	name   string
	number bool
}

func textual(names ...string) []column { return columnsOf(false, names) }

func numeric(names ...string) []column { return columnsOf(true, names) }

func columnsOf(number bool, names []string) []column {
	list := make([]column, len(names))
	for i, name := range names {
		list[i] = column{name, number}
	}
	return list
}

// sheet returns the sheet of the name. Each says of each row what of the report it
// takes; a nil is an empty cell.
func (r *Report) sheet(name string) sheet {
	switch name {
	case SheetChips:
		return lay(name, append(textual("period", "table", "currency"),
			numeric("opens", "closes", "opening", "fills", "credits", "drop", "closing", "variance", "win")...), r.Chips, (*Chips).cells)
	case SheetTops:
		return lay(name, append(textual("gaming_day", "round", "seat", "dealer", "wager", "row", "currency"),
			append(numeric("stake", "amount"), textual("reversed")...)...), r.Tops, (*Top).cells)
	case SheetAmended:
		return lay(name, textual("gaming_day", "round", "round_day", "reversed", "correction", "code"), r.Amended, (*Amended).cells)
	}
	return lay(SheetFigures, slices.Concat(textual("period"), textual(r.By...), textual("currency"), numeric(
		"rounds", "lines", "wins", "losses", "pushes", "handle", "taken", "paid", "win", "hold", "theoretical", "deviations", "low", "high", "top",
		"voids", "reversals", "corrections")), r.Figures, func(f *Figures) []any { return f.cells(r.By) })
}

func lay[T any](name string, columns []column, of []T, cells func(*T) []any) sheet {
	s := sheet{name: name, columns: columns}
	for i := range of {
		var row []string
		for _, v := range cells(&of[i]) {
			row = append(row, cell(v))
		}
		s.rows = append(s.rows, row)
	}
	return s
}

func (f *Figures) cells(by []string) []any {
	list := []any{f.Period}
	for _, name := range by {
		list = append(list, f.Of[name])
	}
	return append(list, f.Currency, f.Rounds, f.Lines, f.Wins, f.Losses, f.Pushes, f.Handle, f.Taken, f.Paid, f.Win, f.Hold,
		f.Theoretical, f.Deviations, f.Low, f.High, f.Top, f.Voids, f.Reversals, f.Corrections)
}

func (c *Chips) cells() []any {
	return []any{c.Period, c.Table, c.Currency, c.Opens, c.Closes, c.Opening, c.Fills, c.Credits, c.Drop, c.Closing, c.Variance, c.Win}
}

func (t *Top) cells() []any {
	reversed := ""
	if t.Reversed {
		reversed = "reversed"
	}
	return []any{t.GamingDay, t.Round, t.Seat, t.Dealer, t.Wager, t.Row, t.Currency, t.Stake, t.Amount, reversed}
}

func (a *Amended) cells() []any {
	return []any{a.GamingDay, a.Round, a.RoundDay, a.Reversed, a.Correction, a.Code}
}

func cell(v any) string {
	switch v := v.(type) {
	case *int64:
		if v == nil {
			return ""
		}
		return strconv.FormatInt(*v, 10)
	case *decimal.Decimal:
		if v == nil {
			return ""
		}
		return v.String()
	}
	return fmt.Sprint(v)
}

// head is what the report says of itself.
func (r *Report) head() [][2]string {
	by := strings.Join(r.By, ", ")
	if by == "" {
		by = "nothing"
	}
	return [][2]string{
		{"operator", r.Operator}, {"from", r.From}, {"to", r.To}, {"per", r.Per}, {"by", by},
		{"generated_at", r.GeneratedAt.UTC().Format(time.RFC3339)}, {"note", r.Note},
	}
}

// CSV writes a sheet of the report as RFC 4180 has it, with a header. What the
// report says of itself is on each record, since all records have the same fields;
// where the sheet is empty, on the one that says "no activity". It fails with
// ErrAsk on a sheet there is none of.
func (r *Report) CSV(w io.Writer, name string) error {
	if !slices.Contains(SheetNames, name) {
		return fmt.Errorf("sheet %.40q, want one of %s: %w", name, strings.Join(SheetNames, ", "), ErrAsk)
	}
	s := r.sheet(name)
	header := []string{"operator", "generated_at", "from", "to", "note"}
	for _, c := range s.columns {
		header = append(header, c.name)
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	records := [][]string{header}
	lead := []string{r.Operator, r.GeneratedAt.UTC().Format(time.RFC3339), r.From, r.To}
	for _, row := range s.rows {
		records = append(records, slices.Concat(lead, []string{""}, row))
	}
	if len(s.rows) == 0 {
		records = append(records, slices.Concat(lead, []string{NoActivity}, make([]string, len(s.columns))))
	}
	return out.WriteAll(records)
}

// Text writes the report for a terminal: columns that are empty all the way down
// are left out.
func (r *Report) Text(w io.Writer) error {
	for _, line := range r.head() {
		if line[1] != "" {
			fmt.Fprintf(w, "%-14s%s\n", strings.ReplaceAll(line[0], "_", " "), line[1])
		}
	}
	for _, name := range SheetNames {
		s := r.sheet(name)
		if len(s.rows) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", name)
		if err := s.text(w); err != nil {
			return err
		}
	}
	return nil
}

func (s *sheet) text(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	shown := func(i int) bool {
		return slices.ContainsFunc(s.rows, func(row []string) bool { return row[i] != "" })
	}
	for n := -1; n < len(s.rows); n++ {
		for i, c := range s.columns {
			switch {
			case !shown(i):
			case n < 0:
				fmt.Fprintf(out, "%s\t", strings.ReplaceAll(c.name, "_", " "))
			default:
				fmt.Fprintf(out, "%s\t", s.rows[n][i])
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
