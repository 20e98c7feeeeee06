package chart

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strings"

	"croupier/edge"
)

// SVG draws the report as a picture that scales.
func SVG(w io.Writer, r *edge.Report) error {
	s := picture(r)
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\">\n", s.width, s.height, s.width, s.height)
	for _, x := range s.boxes {
		fmt.Fprintf(&b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x.x, x.y, x.w, x.h, hex(x.fill))
	}
	for _, t := range s.words {
		weight := ""
		if t.bold {
			weight = " font-weight=\"bold\""
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\"%s>", t.x, t.y, t.size, hex(t.ink), [...]string{"start", "middle", "end"}[t.align], weight)
		if err := xml.EscapeText(&b, []byte(t.text)); err != nil {
			return err
		}
		b.WriteString("</text>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
