package display_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/display"
	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/simulate"
)

// The two libraries fit together through small interfaces, though neither knows the other.
var (
	_ simulate.Progress    = (*display.Progress)(nil)
	_ figure.NormalClasses = (*discriminant.LinearModel)(nil)
	_ figure.NormalClasses = (*discriminant.QuadraticModel)(nil)
	_ figure.NormalClasses = (*bayes.Gaussians)(nil)
)

func TestProgressOfAStudy(t *testing.T) {
	p := display.NewProgress("runs", 200)
	defer p.Done()
	study := simulate.Study{Repeats: 200, Seed: 1, Progress: p}
	runs, err := simulate.Run(context.Background(), study, func(_ int, r *rand.Rand) (float64, error) { return r.Float64(), nil })
	if err != nil || len(runs) != 200 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}
