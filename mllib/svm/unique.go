package svm

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/convex"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// mostBorder is how many observations on the borders OtherAlpha takes.
const mostBorder = 500

// OtherAlpha returns coefficients other than Alpha that solve the dual problem as well, with the same w, or nil where Alpha is the only solution. gram is the n×n Gram matrix of
// the observations, as Kernel.Gram gives it.
//
// α can be changed at the observations on the borders f = ±1 alone, in directions v with Σ v_i y_i φ(x_i) = 0 and Σ v_i y_i = 0 that stay within the bounds; whether there is one is
// asked by two linear programs. Duplicate rows are the plainest example, more than d + 1 observations on the borders of a linear machine another.
//
// The errors are those of input.Symmetric, and one that wraps input.ErrParam where more than 500 observations are on the borders.
//
// Curriculum: N7.0h, S5.2d, B3.2.2f, Y28a.
func (m *Machine) OtherAlpha(gram mat.Matrix) ([]float64, error) {
	other, err := m.otherAlpha(gram)
	if err != nil {
		return nil, fmt.Errorf("svm: other coefficients: %w", err)
	}
	return other, nil
}

func (m *Machine) otherAlpha(gram mat.Matrix) ([]float64, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if _, _, err := input.Matrix("gram", gram); err != nil {
		return nil, err
	}
	k, err := input.Symmetric("gram", gram, len(m.Alpha))
	if err != nil {
		return nil, err
	}
	if m.Form == Squares { // the dual objective is strictly concave
		return nil, nil
	}
	var border []int
	for i, f := range m.F {
		if math.Abs(float64(m.Y[i])*f-1) <= max(1e-6, 10*m.Report.Gap) && m.bound(i) > 0 {
			border = append(border, i)
		}
	}
	if len(border) < 2 {
		return nil, nil
	}
	if len(border) > mostBorder {
		return nil, input.Param(false, "model", fmt.Sprintf("%d observations on the borders", len(border)), fmt.Sprintf("at most %d", mostBorder))
	}
	equations, err := m.sameFunction(k, border)
	if rows, n := equations.Dims(); err != nil || rows >= n {
		return nil, err
	}
	for _, sign := range []float64{1, -1} {
		v, err := m.change(equations, border, sign)
		if err != nil {
			return nil, err
		}
		if other := m.changed(border, v); other != nil {
			return other, nil
		}
	}
	return nil, nil
}

// sameFunction are the equations of changes of β, at the border, that leave f as it is: a basis of the span of the features, and the sum.
func (m *Machine) sameFunction(k *mat.SymDense, border []int) (*mat.Dense, error) {
	n := len(border)
	part := mat.NewSymDense(n, nil)
	for a, i := range border {
		for b, j := range border[:a+1] {
			part.SetSym(a, b, k.At(i, j))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(part, true) {
		return &mat.Dense{}, input.Errorf(input.ErrNotFinite, "gram", "its eigenvalues were not found")
	}
	values, vectors := e.Values(nil), mat.NewDense(n, n, nil)
	e.VectorsTo(vectors)
	equations := mat.NewDense(n+1, n, nil)
	rows := 0
	for j, v := range values {
		if math.Abs(v) > 1e-9*values[n-1] {
			equations.SetRow(rows, mat.Col(nil, j, vectors))
			rows++
		}
	}
	if !m.NoIntercept { // what of the sum the others do not say
		one := slices.Repeat([]float64{1}, n)
		for r := range rows {
			floats.AddScaled(one, -floats.Sum(equations.RawRowView(r)), equations.RawRowView(r))
		}
		if size := floats.Norm(one, 2); size > 1e-6*math.Sqrt(float64(n)) {
			floats.Scale(1/size, one)
			equations.SetRow(rows, one)
			rows++
		}
	}
	return equations.Slice(0, rows, 0, n).(*mat.Dense), nil
}

// change is the change of β, with entries in [−1, 1] and none out of the bounds, that is largest in a direction which is perpendicular to no other by chance.
func (m *Machine) change(equations *mat.Dense, border []int, sign float64) ([]float64, error) {
	rows, n := equations.Dims()
	p := convex.QP{Tolerance: 1e-7, Q: make([]float64, n), A: equations, B: make([]float64, rows), H: make([]float64, 2*n)}
	sides := mat.NewDense(2*n, n, nil)
	at := m.Positions()
	for a, i := range border {
		_, share := math.Modf(float64(a+1) * math.Phi)
		p.Q[a] = sign * (share - .5)
		grow := at[i] == Outside || at[i] == OnMargin
		fall := at[i] != Outside
		if m.Y[i] < 0 { // β_i = −α_i
			grow, fall = fall, grow
		}
		sides.Set(a, a, 1)
		sides.Set(n+a, a, -1)
		if grow {
			p.H[a] = 1
		}
		if fall {
			p.H[n+a] = 1
		}
	}
	p.G = sides
	s, err := p.Solve()
	if err != nil {
		return nil, err
	}
	return s.X, nil
}

// changed goes along a change as far as the bounds allow. It returns nil for a change that is none.
func (m *Machine) changed(border []int, v []float64) []float64 {
	step, size, largest := math.Inf(1), 0.0, 0.0
	for a, i := range border {
		d := v[a] * float64(m.Y[i])
		size, largest = max(size, math.Abs(d)), max(largest, m.Alpha[i])
		if d > 1e-9 {
			step = min(step, (m.bound(i)-m.Alpha[i])/d)
		} else if d < -1e-9 {
			step = min(step, m.Alpha[i]/-d)
		}
	}
	if size < 1e-6 || !(step*size > 1e-6*largest) || math.IsInf(step, 1) {
		return nil
	}
	other := append([]float64(nil), m.Alpha...)
	for a, i := range border {
		other[i] = min(max(other[i]+step*v[a]*float64(m.Y[i]), 0), m.bound(i))
	}
	return other
}
