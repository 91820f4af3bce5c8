package perceptron

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// Dual holds the parameters of Rosenblatt's algorithm in its dual form, the kernel perceptron: the weights are Σ α_i y_i φ(x_i) with α_i the corrections made with
// observation i, so that the Gram matrix K(x_i, x_j) is all it needs of the features φ. It makes the corrections of Rosenblatt with η = 1, the start 0 and the cyclic order on explicit features; a
// score of 0 is a mistake. The zero value has the inner product as kernel.
//
// Reference: M. Aizerman, E. Braverman and L. Rozonoer (1964); Nussbaum, section 5.2, which prints α in R^d for R^n and a sum without y_j. Curriculum: N5.2b, N5.4s, B3.1h.
type Dual struct {
	Kernel    kernels.Kernel // K of Fit; the zero value is the inner product. FitGram does not use it
	Intercept Intercept      // how b learns: steps of 1, of R² = max K(x_i, x_i) (RadiusStep), or not
	MaxEpochs int            // limit of the passes; 0 means 1000
}

// DualModel is a perceptron in dual form: its score is Σ Coef_i K(x_i, x) + B. It is plain data: it goes through JSON and back.
type DualModel struct {
	Alpha  []int     // corrections made with each of the n observations
	Coef   []float64 // α_i y_i
	B      float64
	Report Report // how the run ended; Stop is NoMistakes or EpochLimit
}

// KernelModel is a perceptron in dual form with its kernel and the observations, so that it predicts from points. It is plain data: it goes through JSON and back.
type KernelModel struct {
	Kernel kernels.Kernel
	X      [][]float64 // the n observations
	DualModel
}

// Fit trains on the n×d matrix X, one observation in each row, and n labels y in {-1, +1}: FitGram with the Gram matrix of X. The errors are those of FitGram and of
// kernels.Kernel.Gram.
func (p Dual) Fit(x mat.Matrix, y []int) (*KernelModel, error) {
	gram, err := p.Kernel.Gram(x)
	if err != nil {
		return nil, fmt.Errorf("perceptron: dual fit: %w", err)
	}
	m, err := p.FitGram(gram, y)
	if err != nil {
		return nil, err
	}
	k := &KernelModel{Kernel: p.Kernel, DualModel: *m}
	for i := range m.Coef {
		k.X = append(k.X, mat.Row(nil, i, x))
	}
	return k, nil
}

// FitGram trains on the n×n Gram matrix of the observations and n labels y in {-1, +1}. Reaching the limit of passes is not an error, see Report. A correction costs n additions, another
// look nothing. On whole numbers every score is exact.
//
// The errors are those of input.Symmetric and input.Signs, and wrap input.ErrParam for parameters out of range and input.ErrNotFinite where scores overflow.
func (p Dual) FitGram(gram mat.Matrix, y []int) (*DualModel, error) {
	k, err := input.Symmetric("gram", gram, len(y))
	err = errors.Join(err, input.Signs("y", y, len(y)), p.Intercept.Check("Dual.Intercept"),
		input.Param(p.MaxEpochs >= 0, "Dual.MaxEpochs", p.MaxEpochs, "a number >= 0"))
	if err != nil {
		return nil, fmt.Errorf("perceptron: dual fit: %w", err)
	}
	r := newDualRun(p, k, y)
	r.train()
	if err := input.Vector("scores", r.score, len(y)); err != nil {
		return nil, fmt.Errorf("perceptron: dual fit: %w", err)
	}
	return r.model(), nil
}

// dualRun is the state of a run: the scores of all observations are kept, so that a look costs nothing.
type dualRun struct {
	gram      *mat.SymDense
	y         []int
	step      float64 // of the intercept
	maxEpochs int
	m         DualModel
	score     []float64 // Σ_j α_j y_j K_ji, without the intercept
}

func newDualRun(p Dual, gram *mat.SymDense, y []int) *dualRun {
	n := len(y)
	r := &dualRun{gram: gram, y: y, maxEpochs: p.MaxEpochs, score: make([]float64, n),
		m: DualModel{Alpha: make([]int, n), Coef: make([]float64, n)}}
	if r.maxEpochs == 0 {
		r.maxEpochs = 1000
	}
	switch p.Intercept {
	case UnitStep:
		r.step = 1
	case RadiusStep:
		for i := range n {
			r.step = max(r.step, gram.At(i, i))
		}
	}
	return r
}

func (r *dualRun) train() {
	for r.m.Report.Epochs < r.maxEpochs {
		r.m.Report.Epochs++
		before := r.m.Report.Updates
		for i, y := range r.y {
			if float64(y)*(r.score[i]+r.m.B) <= 0 {
				r.update(i)
			}
		}
		if r.m.Report.Updates == before {
			r.m.Report.Stop = NoMistakes
			return
		}
	}
	r.m.Report.Stop = EpochLimit
}

func (r *dualRun) update(i int) {
	y := float64(r.y[i])
	r.m.Alpha[i]++
	r.m.Coef[i] += y
	r.m.B += y * r.step
	r.m.Report.Updates++
	for j := range r.score {
		r.score[j] += y * r.gram.At(i, j)
	}
}

func (r *dualRun) model() *DualModel {
	for i, y := range r.y {
		switch s := r.score[i] + r.m.B; {
		case s == 0:
			r.m.Report.Ties++
			r.m.Report.Mistakes++
		case float64(y)*s < 0:
			r.m.Report.Mistakes++
		}
	}
	return &r.m
}

// Scores returns Σ Coef_i K(x_i, x) + B for the m×n matrix of kernel values of new points, one in each row, with the n observations. The errors are those of input.Matrix, and one that wraps
// input.ErrShape for another number of columns or a model that FitGram did not make.
func (m *DualModel) Scores(cross mat.Matrix) ([]float64, error) {
	if m == nil || len(m.Coef) == 0 {
		return nil, fmt.Errorf("perceptron: scores: %w", input.NoModel("perceptron.DualModel"))
	}
	rows, _, err := input.Matrix("cross", cross)
	if err == nil {
		err = input.Columns("cross", cross, len(m.Coef))
	}
	if err != nil {
		return nil, fmt.Errorf("perceptron: scores: %w", err)
	}
	s := make([]float64, rows)
	v := mat.NewVecDense(rows, s)
	v.MulVec(cross, mat.NewVecDense(len(m.Coef), m.Coef))
	for i := range s {
		s[i] += m.B
	}
	return s, nil
}

// Predict returns -1 or +1 for each row of cross; a score of 0 is +1. The errors are those of Scores.
func (m *DualModel) Predict(cross mat.Matrix) ([]int, error) {
	s, err := m.Scores(cross)
	return signs(s), err
}

// signs returns +1 for scores of 0 or more, else -1.
func signs(s []float64) []int {
	var labels []int
	for _, v := range s {
		if v >= 0 {
			labels = append(labels, 1)
		} else {
			labels = append(labels, -1)
		}
	}
	return labels
}

// Scores returns the score of each row of X. The errors are those of kernels.Kernel.Cross and DualModel.Scores.
func (m *KernelModel) Scores(x mat.Matrix) ([]float64, error) {
	if m == nil || len(m.X) == 0 || len(m.X[0]) == 0 {
		return nil, fmt.Errorf("perceptron: scores: %w", input.NoModel("perceptron.KernelModel"))
	}
	z := mat.NewDense(len(m.X), len(m.X[0]), nil)
	for i, p := range m.X {
		if err := input.Vector(fmt.Sprintf("X[%d] of the model", i), p, len(m.X[0])); err != nil {
			return nil, fmt.Errorf("perceptron: scores: %w", err)
		}
		z.SetRow(i, p)
	}
	cross, err := m.Kernel.Cross(x, z)
	if err != nil {
		return nil, fmt.Errorf("perceptron: scores: %w", err)
	}
	return m.DualModel.Scores(cross)
}

// Predict returns -1 or +1 for each row of X; a score of 0 is +1. The errors are those of Scores.
func (m *KernelModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Scores(x)
	return signs(s), err
}
