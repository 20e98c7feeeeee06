package web

import (
	"github.com/shopspring/decimal"

	"croupier/pit"
)

// A bandChart is what each bet came to, beside the band in which the exact count says
// it lies 95 times of 100. Each row has a scale of its own: the band is as wide in all.
type bandChart struct {
	Width, Height int64
	From, To, Mid int64 // of the band
	Rows          []band
	Outside       int // rows
}

// Wide is how wide the band is.
func (c *bandChart) Wide() int64 { return c.To - c.From }

// A band is a bet of a game.
type band struct {
	pit.Figures
	Game, Bet   string
	Y           int64
	X           int64 // of the win
	Out         bool  // outside the band
	Beyond      bool  // so far that the picture ends before
	Left, Right int64 // of the mark
	Top, Bottom int64
}

// The measures of the chart.
const (
	bandsWidth = 1200
	bandsRow   = 66
	bandsHead  = 34
	bandsMid   = 760
	bandsHalf  = 170 // of the band
	bandsReach = 420 // from the middle to the farthest mark
	markSize   = 8
)

// bands draws the bets whose edge is counted; nil where there are none.
func (v *visit) bands(figures []pit.Figures) *bandChart {
	c := &bandChart{Width: bandsWidth, From: bandsMid - bandsHalf, To: bandsMid + bandsHalf, Mid: bandsMid}
	for i := range figures {
		f := &figures[i]
		if f.Low == nil || f.High.Equal(*f.Low) {
			continue
		}
		r := band{Figures: *f, Game: f.Of["game"], Bet: f.Of["bet"], Y: bandsHead + int64(len(c.Rows))*bandsRow + bandsRow/2}
		r.place()
		if r.Out {
			c.Outside++
		}
		c.Rows = append(c.Rows, r)
	}
	if len(c.Rows) == 0 {
		return nil
	}
	c.Height = bandsHead + int64(len(c.Rows))*bandsRow + 8
	return c
}

// NameY is where the name of the game stands.
func (b band) NameY() int64 { return b.Y - 6 }

// BetY is where the name of the bet stands.
func (b band) BetY() int64 { return b.Y + 13 }

// BandY is the upper edge of the band.
func (b band) BandY() int64 { return b.Y - markSize }

// BandFoot is the lower edge of it.
func (b band) BandFoot() int64 { return b.Y + markSize }

// ValueY is where the win stands in figures.
func (b band) ValueY() int64 { return b.Y - markSize - 4 }

// EndsY is where the ends and the middle of the band stand in figures.
func (b band) EndsY() int64 { return b.Y + markSize + 15 }

// place puts the mark of the win where it lies by its distance from what was expected.
func (b *band) place() {
	half := b.High.Sub(*b.Low).Div(decimal.NewFromInt(2))
	away := b.Win.Sub(*b.Theoretical).Mul(decimal.NewFromInt(bandsHalf)).DivRound(half, 0).IntPart()
	b.Out = b.Win.LessThan(*b.Low) || b.Win.GreaterThan(*b.High)
	b.Beyond = away < -bandsReach || away > bandsReach
	b.X = bandsMid + min(max(away, -bandsReach), bandsReach)
	b.Left, b.Right, b.Top, b.Bottom = b.X-markSize, b.X+markSize, b.Y-markSize, b.Y+markSize
}
