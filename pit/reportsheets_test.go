package pit_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"croupier/pit"
)

// A report is the same on every sheet, however it is written, and each carries who
// asked, for what, and when.
func TestAReportInEveryForm(t *testing.T) {
	t.Parallel()
	k := played(t, 1, 20)
	r := report(t, reporter(k, day(1)), pit.Ask{From: day(0), To: day(0), By: []string{"table", "bet"}, Per: "day"})
	r.Operator = "ann, \"the\" auditor"
	var book bytes.Buffer
	must(t, r.XLSX(&book))
	f, err := excelize.OpenReader(&book)
	must(t, err)
	for _, name := range pit.SheetNames {
		var out bytes.Buffer
		must(t, r.CSV(&out, name))
		if !strings.HasSuffix(out.String(), "\r\n") || strings.Count(out.String(), "\n") != strings.Count(out.String(), "\r\n") {
			t.Errorf("%s: lines do not end as RFC 4180 has it", name)
		}
		records, err := csv.NewReader(&out).ReadAll() // which asks each record for the same fields
		must(t, err)
		rows, err := f.GetRows(name, excelize.Options{RawCellValue: true})
		must(t, err)
		if rows[0][1] != r.Operator || rows[5][1] != r.GeneratedAt.Format(time.RFC3339) {
			t.Errorf("%s of the workbook begins %v", name, rows[:6])
		}
		for i, record := range records {
			if i > 0 && (record[0] != r.Operator || record[2] != "2026-11-30") {
				t.Errorf("%s: record %d is of %q from %s", name, i, record[0], record[2])
			}
			if note := i > 0 && record[4] == pit.NoActivity; note {
				continue
			}
			const lead, above = 5, 8
			want := strings.TrimRight(strings.Join(record[lead:], "|"), "|")
			if got := strings.TrimRight(strings.Join(rows[above+i], "|"), "|"); got != want {
				t.Errorf("%s: row %d of the workbook is %s, of the CSV %s", name, i, got, want)
			}
		}
	}
	var out strings.Builder
	must(t, r.Text(&out))
	for _, want := range []string{r.Operator, "from          2026-11-30", "theoretical", "tops"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, &out)
		}
	}
	if err := r.CSV(&out, "colour"); !errors.Is(err, pit.ErrAsk) {
		t.Errorf("a sheet there is none of: %v", err)
	}
}

// Where nothing happened, every form says so.
func TestNoActivityIsSaid(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	r := report(t, reporter(k, day(9)), pit.Ask{From: day(5), To: day(8)})
	var out, book bytes.Buffer
	for _, name := range pit.SheetNames {
		out.Reset()
		must(t, r.CSV(&out, name))
		if !strings.Contains(out.String(), ",2026-12-05,2026-12-08,no activity,") {
			t.Errorf("%s: %s", name, &out)
		}
	}
	out.Reset()
	must(t, r.Text(&out))
	if !strings.Contains(out.String(), "no activity") {
		t.Errorf("text: %s", &out)
	}
	must(t, r.XLSX(&book))
	f, err := excelize.OpenReader(&book)
	must(t, err)
	if note, err := f.GetCellValue("figures", "B7"); err != nil || note != pit.NoActivity {
		t.Errorf("the workbook says %q, %v", note, err)
	}
}
