package pit

import (
	"context"
	"fmt"

	"croupier/sight"
)

// differs raises that a round, settled again, does not come to what was posted.
func (p *Pit) differs(ctx context.Context, d Difference) error {
	p.log.Error("a settled round does not come to what was posted", "difference", d.String())
	s, err := p.scene(ctx)
	if err != nil {
		return err
	}
	f := s.alarm(AlertResettlement, fmt.Sprintf("entry %d:%d settled again", d.Table, d.Entry), d.Table, d)
	f.subject = "round " + sight.RoundID{Table: d.Table, Number: d.Round}.String()
	return p.raise(ctx, f)
}
