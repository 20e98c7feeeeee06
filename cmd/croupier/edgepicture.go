package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"croupier/edge"
	"croupier/edge/chart"
)

// pictureOf returns how a file of the name is drawn, nil where there is none.
func pictureOf(file string) (func(io.Writer, *edge.Report) error, error) {
	switch filepath.Ext(file) {
	case ".svg":
		return chart.SVG, nil
	case ".png":
		return chart.PNG, nil
	}
	if file == "" {
		return nil, nil
	}
	return nil, fmt.Errorf("--chart %q: want a file that ends in .svg or .png", file)
}

// draw leaves a whole picture or none.
func draw(file string, report *edge.Report, picture func(io.Writer, *edge.Report) error) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(picture(f, report), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
