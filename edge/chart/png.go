package chart

import (
	"image"
	"image/draw"
	"image/png"
	"io"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"croupier/edge"
)

// PNG draws the report as a picture of pixels.
func PNG(w io.Writer, r *edge.Report) error {
	s := picture(r)
	img := image.NewRGBA(image.Rect(0, 0, s.width, s.height))
	for _, b := range s.boxes {
		draw.Draw(img, image.Rect(b.x, b.y, b.x+b.w, b.y+b.h), image.NewUniform(b.fill), image.Point{}, draw.Src)
	}
	f := faces{}
	for i := range s.words {
		if err := f.write(img, &s.words[i]); err != nil {
			return err
		}
	}
	return png.Encode(w, img)
}

type look struct {
	size int
	bold bool
}

// faces are the letters in use.
type faces map[look]font.Face

func (f faces) write(img draw.Image, t *words) error {
	face, err := f.face(look{t.size, t.bold})
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(t.ink), Face: face, Dot: fixed.P(t.x, t.y)}
	switch long := d.MeasureString(t.text); t.align {
	case middle:
		d.Dot.X -= long / 2
	case right:
		d.Dot.X -= long
	}
	d.DrawString(t.text)
	return nil
}

func (f faces) face(l look) (font.Face, error) {
	if face, ok := f[l]; ok {
		return face, nil
	}
	ttf := goregular.TTF
	if l.bold {
		ttf = gobold.TTF
	}
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(l.size), DPI: 72})
	f[l] = face
	return face, err
}
