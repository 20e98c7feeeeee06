package api

import (
	"testing"

	"croupier/words"
)

// Whoever stands before a screen is told in plain words what each problem is.
func TestEveryProblemIsSaid(t *testing.T) {
	t.Parallel()
	for _, l := range words.Languages() {
		w := words.In(l)
		said := w.Table("problem")
		for code := range kinds {
			if _, ok := said["problem."+code]; !ok || w.Name("problem", code) == code {
				t.Errorf("%s has no words for the problem %s", l, code)
			}
			delete(said, "problem."+code)
		}
		if delete(said, "problem.offline"); len(said) > 0 { // of a request that never arrived
			t.Errorf("%s has words for problems there are none of: %v", l, said)
		}
	}
}
