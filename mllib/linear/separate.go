package linear

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Separation answers whether two classes are strictly linearly separable, with a proof of the answer.
//
// Reference: P. Gordan (1873), for the alternative. Curriculum: B2.1d, Y17a.
type Separation struct {
	Separable bool // whether a hyperplane has all of +1 strictly on one side and all of -1 on the other
	// Hyperplane separates the classes if Separable; it is then the solution of the linear program, not that of largest margin.
	Hyperplane
	// Slack is the optimum of the linear program, min_i y_i(⟨W, x_i⟩ + B) with all |W_j| <= 1 and |B| <= 1 for the data as Separate
	// scaled them. It is positive exactly if the classes are separable.
	Slack float64
	// Weights prove that the classes are not separable: they are >= 0, sum to 1, and Σ Weights_i y_i (x_i; 1) = 0, so that
	// a point lies in the convex hulls of both classes (without intercept: Σ Weights_i y_i x_i = 0). nil if Separable.
	Weights []float64
}

// Separate decides whether a hyperplane, or one through the origin if throughOrigin is set, separates the rows of the
// n×d matrix X with label +1 strictly from those with label -1. It solves the linear program
//
//	maximise s  subject to  y_i(⟨w, x_i⟩ + b) >= s,  |w_j| <= 1,  |b| <= 1
//
// whose optimum is positive exactly if the classes are separable; its multipliers are the weights of the contrary case
// (Gordan's theorem of the alternative). The cost of a pivot is O(nd), and O(n+d) pivots are usual. The program is scaled to
// max |x_ij| = 1, and an optimum below 1e-9 is taken for 0; where it is, and the columns are of very different size or far from 0,
// the program is solved again with each column brought to [-1, 1]. Where pivots do not come to an end soon, the hyperplane of largest margin
// is returned in the place of the program's, if there is one; Slack is then what it has. A constant y is separable. Separate returns the errors
// of input.Matrix and input.Signs.
//
// Curriculum: N3c, B2.1d, V4a, V4b, Y17a.
func Separate(x mat.Matrix, y []int, throughOrigin bool) (*Separation, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Signs("y", y, n)
	}
	if err != nil {
		return nil, fmt.Errorf("linear: separability: %w", err)
	}
	r := newRows(x, y)
	scale := r.largest()
	k := d + 1 // unknowns with a sign: w, b
	if throughOrigin {
		k = d
	}
	s, err := solveSeparation(r, k, scale, 20*(n+d))
	if err != nil {
		if s = byMargin(x, y, throughOrigin, scale); s != nil {
			return s, nil
		}
		s, err = solveSeparation(r, k, scale, 1000*(n+d))
	}
	if err == nil && !s.Separable {
		if u, centre, size := r.columnwise(k > d); u.n > 0 {
			if s, err = solveSeparation(u, k, 1, 1000*(n+d)); err == nil && s.Separable {
				s.inUnits(centre, size)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("linear: separability: %w", err)
	}
	return s, nil
}

// byMargin is the hyperplane of largest margin, brought to the bounds of the linear program, or nil if there is none.
func byMargin(x mat.Matrix, y []int, throughOrigin bool, scale float64) *Separation {
	m, err := HardMargin{ThroughOrigin: throughOrigin}.Fit(x, y)
	if err != nil {
		return nil
	}
	most := max(floats.Norm(m.W, math.Inf(1))*scale, math.Abs(m.B))
	s := &Separation{Separable: true, Slack: m.Margin / most, Hyperplane: m.Hyperplane}
	floats.Scale(1/most, s.W)
	s.B /= most
	return s
}

func solveSeparation(r rows, k int, scale float64, limit int) (*Separation, error) {
	p := separationProgram(r, k, scale)
	if !p.maximize(limit) {
		return nil, fmt.Errorf("no optimum within %d pivots", limit)
	}
	return separation(p, r, k, scale), nil
}

// columnwise returns the data with column j as (x_j - centre_j)/size_j in [-1, 1], where each centre is 0 unless free. It returns no
// rows where that is little else than one scale for all.
func (r rows) columnwise(free bool) (u rows, centre, size []float64) {
	centre, size = make([]float64, r.d), make([]float64, r.d)
	odd, largest := false, r.largest()
	for j := range r.d {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range r.n {
			lo, hi = min(lo, r.row(i)[j]), max(hi, r.row(i)[j])
		}
		if free {
			centre[j] = lo/2 + hi/2
		}
		size[j] = max(hi/2-centre[j]/2, centre[j]/2-lo/2) * 2
		odd = odd || size[j] < 1e-3*largest
		if size[j] == 0 || math.IsInf(size[j], 0) {
			size[j] = 1
		}
	}
	if !odd {
		return rows{}, nil, nil
	}
	u = rows{n: r.n, d: r.d, stride: r.d, data: make([]float64, r.n*r.d), y: r.y}
	for i := range r.n {
		for j, v := range r.row(i) {
			u.row(i)[j] = (v - centre[j]) / size[j]
		}
	}
	return u, centre, size
}

// inUnits takes the hyperplane from the units of columnwise to those of the data.
func (s *Separation) inUnits(centre, size []float64) {
	smallest := floats.Min(size)
	for j := range s.W { // times the smallest size, so that nothing overflows
		s.W[j] *= smallest / size[j]
	}
	s.B = s.B*smallest - floats.Dot(s.W, centre)
}

// separationProgram has the variables w+ (k), w- (k), s and the constraints s - y_i⟨w+ - w-, (x_i; 1)⟩ <= 0, w+ <= 1,
// w- <= 1. The origin satisfies all of them.
func separationProgram(r rows, k int, scale float64) *program {
	p := newProgram(r.n+2*k, 2*k+1)
	for i := range r.n {
		row := p.row(i)
		for j := range k {
			v := float64(r.y[i])
			if j < r.d {
				v *= r.row(i)[j] / scale
			}
			row[j], row[k+j] = -v, v
		}
		row[2*k] = 1
	}
	for j := range 2 * k {
		row := p.row(r.n + j)
		row[j], row[2*k+1] = 1, 1
	}
	p.row(p.m)[2*k] = -1
	return p
}

func separation(p *program, r rows, k int, scale float64) *Separation {
	z := p.primal()
	s := &Separation{Slack: z[2*k], Hyperplane: Hyperplane{W: make([]float64, r.d)}}
	if s.Slack <= 1e-9 {
		s.Slack = 0
		s.Weights = p.dual()[:r.n]
		floats.Scale(1/floats.Sum(s.Weights), s.Weights)
		return s
	}
	s.Separable = true
	for j := range r.d {
		s.W[j] = z[j] - z[k+j]
	}
	if k > r.d {
		s.B = z[r.d] - z[k+r.d]
	}
	if scale < 1e-300 { // W/scale would overflow: take the same hyperplane times the scale
		s.B *= scale
		return s
	}
	for j := range s.W {
		s.W[j] /= scale
	}
	return s
}

// largest returns max |x_ij|, or 1 if all entries are 0.
func (r rows) largest() float64 {
	largest := 0.0
	for i := range r.n {
		largest = max(largest, floats.Norm(r.row(i), math.Inf(1)))
	}
	if largest == 0 {
		return 1
	}
	return largest
}
