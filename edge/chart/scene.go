// Package chart draws a report of the edge: the decision before the flop as a
// grid of 13 by 13, and how often a round comes to what. It works nothing out
// and knows no files.
package chart

import "image/color"

// A scene is what a picture shows, the same for every format: boxes and words,
// in pixels from the top left corner.
type scene struct {
	width, height int
	boxes         []box
	words         []words
}

type box struct {
	x, y, w, h int
	fill       color.RGBA
}

// words are a line of text; y is its base line.
type words struct {
	x, y  int
	size  int
	bold  bool
	align align
	ink   color.RGBA
	text  string
}

type align int

const (
	left align = iota
	middle
	right
)

func (s *scene) box(x, y, w, h int, fill color.RGBA) {
	s.boxes = append(s.boxes, box{x, y, w, h, fill})
}

func (s *scene) say(x, y, size int, text string) *words {
	s.words = append(s.words, words{x: x, y: y, size: size, ink: ink, text: text})
	return &s.words[len(s.words)-1]
}

var (
	paper = color.RGBA{255, 255, 255, 255}
	ink   = color.RGBA{33, 37, 41, 255}
	pale  = color.RGBA{108, 117, 125, 255}
	// fills tell choices apart, also for those who see no red or green.
	fills = []color.RGBA{
		{206, 212, 218, 255}, {253, 216, 53, 255}, {56, 142, 200, 255}, {230, 124, 60, 255}, {150, 110, 190, 255},
	}
)

// over is the ink that can be read on a fill.
func over(fill color.RGBA) color.RGBA {
	if int(fill.R)*299+int(fill.G)*587+int(fill.B)*114 < 140_000 {
		return paper
	}
	return ink
}
