package main

import (
	"encoding/csv"
	"strings"
	"testing"
)

// The demo is reported on, exported and settled again beside the running server.
func TestReportAndExport(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	p := start(t, "DATABASE_URL=", "CROUPIER_DATA="+data)
	p.demo()
	env := map[string]string{"CROUPIER_DATA": data, "USER": "ann"}
	status, says, errs := inProcess("", env, "report", "life", "--by", "table")
	if status != 0 || !strings.Contains(says, "operator      ann") || strings.Count(says, "-42000") != 2 {
		t.Errorf("report: status %d, want the win of -42000 by the book and by the count\n%s%s", status, says, errs)
	}
	status, says, _ = inProcess("", env, "report", "day", "--date", "2020-01-01", "--format", "csv")
	if records, err := csv.NewReader(strings.NewReader(says)).ReadAll(); status != 0 || err != nil || len(records) != 2 || records[1][4] != "no activity" {
		t.Errorf("a day without rounds: status %d, %v\n%s", status, err, says)
	}
	_, rounds, said := inProcess("", env, "export", "rounds")
	if status, says, _ = inProcess(rounds, env, "settle", "-"); status != 0 || !strings.Contains(says, `"net":"62000"`) || !strings.HasPrefix(said, "1 rounds") {
		t.Errorf("export: %s%s, settled: status %d\n%s", rounds, said, status, says)
	}
	if status, says, _ = inProcess("", env, "export", "entries"); status != 0 || !strings.Contains(says, ",settle,KRW,dealer-1,") {
		t.Errorf("entries: status %d\n%s", status, says)
	}
	for _, wrong := range [][]string{
		{"report", "week"}, {"report", "--by", "colour"}, {"report", "--format", "pdf"}, {"report", "--date", "today"}, {"export", "people"}, {"export"},
	} {
		if status, _, errs = inProcess("", env, wrong...); status != 1 || errs == "" {
			t.Errorf("%v: status %d, %s", wrong, status, errs)
		}
	}
	p.stop()
}
