package main

import (
	"os"

	"github.com/schollz/progressbar/v3"
)

// A progress shows how far long work is, on a terminal only.
type progress struct{ bar *progressbar.ProgressBar }

const progressSteps = 1000

func (env environment) progress(doing string) progress {
	f, ok := env.stderr.(*os.File)
	if !ok {
		return progress{}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 || env.getenv("TERM") == "dumb" {
		return progress{}
	}
	return progress{progressbar.NewOptions(progressSteps,
		progressbar.OptionSetWriter(f), progressbar.OptionSetDescription(doing),
		progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))}
}

// show is told how much is done, from 0 to 1.
func (p progress) show(done float64) {
	if p.bar != nil {
		_ = p.bar.Set(int(done * progressSteps))
	}
}

func (p progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
