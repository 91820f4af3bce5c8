package linear

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Hyperplane is the set of points x of R^d with ⟨W, x⟩ + B = 0, and the linear classifier that it defines. (W, B) and
// (λW, λB) are the same hyperplane for every λ ≠ 0, and the same classifier for λ > 0. A zero W is no hyperplane; it is
// the constant classifier from which training algorithms start.
//
// Reference: M. Nussbaum, Topics in Statistical Learning Theory, (11). Curriculum: N3a, B2.1a, Y8a.
type Hyperplane struct {
	W []float64 // normal vector, length d
	B float64   // intercept; the threshold of Banisch's Definition 2.1 is θ = -B
}

// Dim returns the dimension d of the space.
func (h Hyperplane) Dim() int { return len(h.W) }

// Norm returns ‖W‖.
func (h Hyperplane) Norm() float64 { return floats.Norm(h.W, 2) }

// Score returns ⟨W, x⟩ + B, or NaN if x has not the length of W.
func (h Hyperplane) Score(x []float64) float64 {
	if len(x) != len(h.W) {
		return math.NaN()
	}
	return floats.Dot(h.W, x) + h.B
}

// Scores returns ⟨W, x⟩ + B for every row x of the n×d matrix X. The errors are those of input.Columns, and one that wraps
// input.ErrNotFinite where a score overflows or W or B are not finite.
func (h Hyperplane) Scores(x mat.Matrix) ([]float64, error) {
	if err := input.Columns("X", x, len(h.W)); err != nil {
		return nil, err
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	scores := make([]float64, n)
	for i := range scores {
		scores[i] = floats.Dot(h.W, data[i*stride:i*stride+d]) + h.B
		if s := scores[i]; s-s != 0 {
			return nil, input.Errorf(input.ErrNotFinite, "X", "row %d has the score %v", i, s)
		}
	}
	return scores, nil
}

// Classify returns the labels -1 and +1 of the rows of X; a score of 0 gets the label that tie says. The errors are
// those of Scores.
func (h Hyperplane) Classify(x mat.Matrix, tie label.Tie) ([]int, error) {
	scores, err := h.Scores(x)
	if err != nil {
		return nil, err
	}
	y := make([]int, len(scores))
	for i, s := range scores {
		y[i] = label.Sign(s, tie)
	}
	return y, nil
}

// Predict is Classify with sign(0) = +1: a Hyperplane, and what has one inside, is a learn.Model.
func (h Hyperplane) Predict(x mat.Matrix) ([]int, error) { return h.Classify(x, label.Positive) }

// Distance returns the Euclidean distance of x from the hyperplane, |⟨W, x⟩ + B| / ‖W‖. It is NaN if W is zero or x has
// another length. Curriculum: N3b, Y20b.
func (h Hyperplane) Distance(x []float64) float64 { return math.Abs(h.Score(x)) / h.nonzeroNorm() }

// Project returns the point of the hyperplane that is nearest to x, x - (⟨W, x⟩ + B) W / ‖W‖²; its entries are NaN if W
// is zero or x has another length.
func (h Hyperplane) Project(x []float64) []float64 {
	norm := h.nonzeroNorm()
	if square := norm * norm; square < 1e-280 || square > 1e280 { // the same hyperplane, without underflow or overflow
		h, norm = h.Unit(), 1
	}
	step := h.Score(x) / (norm * norm)
	p := make([]float64, len(h.W))
	for j := range p {
		p[j] = math.NaN()
		if j < len(x) {
			p[j] = x[j] - step*h.W[j]
		}
	}
	return p
}

func (h Hyperplane) nonzeroNorm() float64 {
	if norm := h.Norm(); norm > 0 {
		return norm
	}
	return math.NaN()
}

// Unit returns the same hyperplane with ‖W‖ = 1, or h itself if W is zero.
func (h Hyperplane) Unit() Hyperplane {
	norm := h.Norm()
	if norm == 0 {
		return h
	}
	if norm < 1e-290 || norm > 1e290 { // 1/norm or norm itself may be out of range
		largest := floats.Norm(h.W, math.Inf(1))
		h = h.over(largest)
		norm = h.Norm()
	}
	return h.Scale(1 / norm)
}

// over returns (W/c, B/c) in new memory.
func (h Hyperplane) over(c float64) Hyperplane {
	w := make([]float64, len(h.W))
	for j, v := range h.W {
		w[j] = v / c
	}
	return Hyperplane{W: w, B: h.B / c}
}

// Scale returns (cW, cB) in new memory.
func (h Hyperplane) Scale(c float64) Hyperplane {
	w := make([]float64, len(h.W))
	floats.ScaleTo(w, c, h.W)
	return Hyperplane{W: w, B: c * h.B}
}

// Augmented returns the vector (W; B/c) of R^(d+1) whose product with (x; c) is the score of x: the hyperplane through the
// origin that the intercept becomes when each observation gets one more coordinate c. It returns W alone for c = 0.
// Curriculum: N3g (c = R), B2.1c, V4 and Y17a (c = 1).
func (h Hyperplane) Augmented(c float64) []float64 {
	w := append([]float64(nil), h.W...)
	if c == 0 {
		return w
	}
	return append(w, h.B/c)
}

// Augment returns the n×d matrix X with one more column that holds the finite constant c. The errors are those of input.Matrix, and
// one that wraps input.ErrParam for another c.
func Augment(x mat.Matrix, c float64) (*mat.Dense, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(c-c == 0, "c", c, "a finite number")
	}
	if err != nil {
		return nil, err
	}
	out := mat.NewDense(n, d+1, nil)
	out.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
	for i := range n {
		out.Set(i, d, c)
	}
	return out, nil
}
