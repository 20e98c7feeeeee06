package ledger_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/ledger"
)

// TestAnAuditorGetsTheSameHash runs the statement of docs/book.md for each
// posting of a page and finds the result in the page's marks.
func TestAnAuditorGetsTheSameHash(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/book.md")
	must(t, err)
	block := regexp.MustCompile("(?s)```sql\n(.*?);\n```").FindSubmatch(page)
	if block == nil {
		t.Fatal("docs/book.md has no statement")
	}
	sql, found := strings.CutSuffix(string(block[1]), "table_id = 7 AND seq = 15 AND posting = 3")
	if !found {
		t.Fatalf("statement of docs/book.md ends otherwise: %s", block[1])
	}
	b := newBook(t, 1, 1)
	rows, err := b.Query(t.Context(), sql+`table_id = 1 AND seq = 2 ORDER BY posting`)
	must(t, err)
	var marks []byte
	for rows.Next() {
		var hash []byte
		must(t, rows.Scan(&hash))
		marks = append(append(marks, 0x16), hash[:7]...)
	}
	must(t, rows.Err())
	var stored []byte
	must(t, b.QueryRow(t.Context(), `SELECT marks FROM links WHERE table_id = 1 AND seq = 2`).Scan(&stored))
	if len(marks) != 8*8 || !bytes.Contains(stored, marks) {
		t.Errorf("marks %x are not among %x", marks, stored)
	}
}

// TestThePageNamesEveryColumn compares the columns that docs/book.md lists with
// those that are hashed, in their order.
func TestThePageNamesEveryColumn(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/book.md")
	must(t, err)
	listed := map[string][]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `[0-9a-f]{2}` \\| (\\w+) \\| (.*) \\|$").FindAllSubmatch(page, -1) {
		listed[string(m[1])] = strings.Split(string(m[2]), ", ")
	}
	hashed := ledger.Hashed()
	delete(hashed, "links") // described in words
	if diff := cmp.Diff(hashed, listed); diff != "" {
		t.Errorf("columns (-hashed +docs/book.md):\n%s", diff)
	}
}
