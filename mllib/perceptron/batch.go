package perceptron

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Batch holds the parameters of the batch perceptron: steepest descent on the perceptron criterion, which adds the
// examples of all mistakes at once, (w, b) ← (w, b) + η Σ y_i (x_i; 1).
//
// With the strict test γ_i < 0 of the printed criterion, the start (0, 0) makes no mistake and the method never moves; the
// zero value therefore counts γ_i <= 0 as a mistake, as Rosenblatt does.
//
// Reference: Nussbaum, section 3.1. Curriculum: N3.1c, N3.1e.
type Batch struct {
	Eta    float64 // step η > 0; 0 means 1
	Strict bool    // only γ_i < 0 is a mistake
	// OnSphere keeps ‖w‖ = 1: each step moves w along the tangent of the unit sphere and then back to it, as the criterion's
	// constraint asks. It needs a start W0 ≠ 0.
	OnSphere   bool
	W0         []float64 // start of w, length d; nil means 0
	B0         float64   // start of b
	MaxUpdates int       // 0 means 1000
	Trace      bool      // keep every step, see BatchModel.Trace
}

// BatchModel is what the batch perceptron found. It is plain data: it goes through JSON and back.
type BatchModel struct {
	linear.Hyperplane
	Trace  []BatchUpdate // every step, if it was asked for
	Report Report        // Epochs equals Updates, plus one if the last pass made no mistake; Cycle is nil

	learn.Named
}

// BatchUpdate is one step of the batch perceptron.
type BatchUpdate struct {
	Mistakes  int       // observations that were wrong before the step
	Criterion float64   // J before the step
	W         []float64 // w after the step
	B         float64   // b after the step
}

// Fit descends until no observation is a mistake. The errors are those of Rosenblatt.Fit.
func (p Batch) Fit(x mat.Matrix, y []int) (*BatchModel, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = errors.Join(input.Signs("y", y, n), p.check(d), checkSquares(x))
	}
	if err != nil {
		return nil, fmt.Errorf("perceptron: batch fit: %w", err)
	}
	if p.Eta == 0 {
		p.Eta = 1
	}
	if p.MaxUpdates == 0 {
		p.MaxUpdates = 1000
	}
	m := &BatchModel{Hyperplane: linear.Hyperplane{W: make([]float64, d), B: p.B0}}
	copy(m.W, p.W0)
	if p.OnSphere {
		m.Hyperplane = m.Unit()
	}
	p.descend(m, x, y)
	if err := checkWeights(m.Hyperplane); err != nil {
		return nil, fmt.Errorf("perceptron: batch fit: %w", err)
	}
	return m, nil
}

func (p Batch) check(d int) error {
	const name = "Batch."
	errs := []error{
		input.Param(p.Eta >= 0 && !math.IsInf(p.Eta, 0), name+"Eta", p.Eta, "a positive number, or 0 for 1"),
		input.Param(p.MaxUpdates >= 0, name+"MaxUpdates", p.MaxUpdates, "a number >= 0"),
		input.Param(!math.IsNaN(p.B0) && !math.IsInf(p.B0, 0), name+"B0", p.B0, "a finite number"),
	}
	if p.W0 != nil {
		errs = append(errs, input.Vector(name+"W0", p.W0, d))
	}
	if p.OnSphere {
		errs = append(errs, input.Param(len(p.W0) > 0 && floats.Norm(p.W0, 2) > 0, name+"W0", p.W0, "a vector other than 0 with OnSphere"))
	}
	return errors.Join(errs...)
}

func (p Batch) descend(m *BatchModel, x mat.Matrix, y []int) {
	data, stride := input.Rows(x)
	d := m.Dim()
	direction := make([]float64, d+1)
	for {
		m.Report.Epochs++
		clear(direction)
		criterion := 0.0
		m.Report.Mistakes, m.Report.Ties = 0, 0
		for i := range y {
			row := data[i*stride : i*stride+d]
			margin := float64(y[i]) * m.Score(row)
			if margin == 0 {
				m.Report.Ties++
			}
			if margin > 0 || margin == 0 && p.Strict {
				continue
			}
			m.Report.Mistakes++
			criterion -= margin
			addExample(direction, 1, row, y[i])
		}
		if m.Report.Mistakes == 0 {
			m.Report.Stop = NoMistakes
			return
		}
		if m.Report.Updates == p.MaxUpdates {
			m.Report.Stop = UpdateLimit
			return
		}
		p.move(m, direction)
		if p.Trace {
			m.Trace = append(m.Trace, BatchUpdate{m.Report.Mistakes, criterion, slices.Clone(m.W), m.B})
		}
	}
}

// move takes one step along the direction (of w; of b).
func (p Batch) move(m *BatchModel, direction []float64) {
	d := m.Dim()
	m.Report.Updates++
	m.B += p.Eta * direction[d]
	if !p.OnSphere {
		floats.AddScaled(m.W, p.Eta, direction[:d])
		return
	}
	tangent := direction[:d]
	floats.AddScaled(tangent, -floats.Dot(tangent, m.W), m.W)
	floats.AddScaled(m.W, p.Eta, tangent)
	floats.Scale(1/floats.Norm(m.W, 2), m.W)
}
