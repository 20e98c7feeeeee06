package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math/big"
	"strings"
	"testing"

	"croupier/edge"
	"croupier/edge/chart"
)

// report is a small one, with values that are easy to find in a picture.
func report(choices ...string) *edge.Report {
	r := &edge.Report{Game: "a game/1 <&>", Wagers: []edge.Wager{{
		Name: "ante", EV: big.NewRat(-1, 50), Stake: big.NewRat(4, 1), Variance: big.NewRat(25, 1),
		Nets: []edge.Net{{Net: big.NewRat(-1, 1), How: big.NewRat(3, 5)}, {Net: big.NewRat(3, 2), How: big.NewRat(2, 5)}},
	}}}
	for i, high := range "23456789TJQKA" {
		for j, low := range "23456789TJQKA" {
			h := edge.Hand{Class: string([]rune{max(high, low), min(high, low)}), Combos: 1, Best: choices[(i+j)%len(choices)]}
			switch {
			case i > j:
				h.Class = string([]rune{high, low, 's'})
			case i < j:
				h.Class = string([]rune{low, high, 'o'})
			}
			for _, c := range choices {
				h.Choices = append(h.Choices, edge.Value{Choice: c, EV: big.NewRat(int64(i-j), 13)})
			}
			r.Chart = append(r.Chart, h)
		}
	}
	return r
}

func TestSVG(t *testing.T) {
	t.Parallel()
	for _, choices := range [][]string{{"check", "4x"}, {""}} {
		var b bytes.Buffer
		if err := chart.SVG(&b, report(choices...)); err != nil {
			t.Fatal(err)
		}
		boxes, text := 0, ""
		for d := xml.NewDecoder(&b); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				if e.Name.Local == "rect" {
					boxes++
				}
			case xml.CharData:
				text += string(e) + "|"
			}
		}
		for _, want := range []string{"a game/1 <&>", "|AA|", "|AKs|", "|32o|", "|+1.50|", "|60.000 %|", "2.000000 %"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q: no %q", choices, want)
			}
		}
		if boxes < 169+2 {
			t.Errorf("%q: %d boxes", choices, boxes)
		}
	}
}

// TestPNG looks for the colours of both choices in their cells.
func TestPNG(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := chart.PNG(&b, report("check", "4x")); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	colours := map[color.Color]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			colours[img.At(x, y)]++
		}
	}
	for _, c := range []color.RGBA{{206, 212, 218, 255}, {253, 216, 53, 255}} {
		if colours[c] < 50*3000 {
			t.Errorf("%v in %d points only", c, colours[c])
		}
	}
}
