package descent

import "math"

// Function is a differentiable function on R^p.
type Function interface {
	// Value returns f(b). It does not modify b.
	Value(b []float64) float64
	// Gradient writes ∇f(b) into dst, which has the length of b and no overlap with it. It does not modify b.
	Gradient(dst, b []float64)
}

// Joint is a Function that gives its value and its gradient together, at less than the cost of both. LBFGS uses it.
type Joint interface {
	Function
	// ValueGradient returns f(b) and writes ∇f(b) into dst.
	ValueGradient(dst, b []float64) float64
}

// Sum is the average f(b) = (1/n) Σ g_i(b) of n terms: an empirical risk, with one term for each observation.
//
// Curriculum: Y15a.
type Sum interface {
	Function
	// Len returns the number n of terms.
	Len() int
	// Term writes ∇g_i(b) into dst, for 0 <= i < n. It does not modify b.
	Term(dst, b []float64, i int)
}

// Quadratic is f(b) = ½ Σ Curvature_j b_j². It is l-smooth and μ-strongly convex with the largest and the smallest
// curvature. The curvatures are at least as many as the coordinates of b; else value and gradient are NaN.
//
// Curriculum: Y14b, Y14d.
type Quadratic struct {
	Curvature []float64 // second derivative in each coordinate
}

// Value returns f(b).
func (q Quadratic) Value(b []float64) float64 {
	if len(b) > len(q.Curvature) {
		return math.NaN()
	}
	sum := 0.0
	for j, v := range b {
		sum += q.Curvature[j] * v * v / 2
	}
	return sum
}

// Gradient writes (Curvature_j b_j) into dst.
func (q Quadratic) Gradient(dst, b []float64) {
	if len(b) > len(q.Curvature) || len(dst) != len(b) {
		undefined(dst)
		return
	}
	for j, v := range b {
		dst[j] = q.Curvature[j] * v
	}
}

// undefined fills dst with NaN.
func undefined(dst []float64) {
	for j := range dst {
		dst[j] = math.NaN()
	}
}

// Huber is f(b) = Σ h(b_j) with h(u) = u²/2 for |u| <= 1 and |u| - 1/2 beyond: convex and 1-smooth, but not strongly convex.
//
// Reference: P. J. Huber, Robust estimation of a location parameter (1964). Curriculum: Y14c.
type Huber struct{}

// Value returns f(b).
func (Huber) Value(b []float64) float64 {
	sum := 0.0
	for _, v := range b {
		if u := math.Abs(v); u <= 1 {
			sum += u * u / 2
		} else {
			sum += u - .5
		}
	}
	return sum
}

// Gradient writes the entries of b, clipped to [-1, 1], into dst.
func (Huber) Gradient(dst, b []float64) {
	if len(dst) != len(b) {
		undefined(dst)
		return
	}
	for j, v := range b {
		dst[j] = max(-1, min(1, v))
	}
}

// Points is the sum with the terms g_i(b) = (b - x_i)²/2 on the line; its minimiser is the mean of the points, and the steps
// η_t = 1/(t+1) make the iterate the mean of the points drawn so far. Without points, or for a b of another length than 1, value and
// gradients are NaN.
//
// Curriculum: Y15a, Y15c.
type Points []float64

// Len returns the number of points.
func (x Points) Len() int { return len(x) }

// Value returns (1/n) Σ (b - x_i)²/2.
func (x Points) Value(b []float64) float64 {
	if len(b) != 1 || len(x) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range x {
		sum += (b[0] - v) * (b[0] - v) / 2
	}
	return sum / float64(len(x))
}

// Gradient writes b - mean(x) into dst.
func (x Points) Gradient(dst, b []float64) {
	if len(b) != 1 || len(dst) != 1 || len(x) == 0 {
		undefined(dst)
		return
	}
	sum := 0.0
	for _, v := range x {
		sum += b[0] - v
	}
	dst[0] = sum / float64(len(x))
}

// Term writes b - x_i into dst.
func (x Points) Term(dst, b []float64, i int) {
	if len(b) != 1 || len(dst) != 1 || i < 0 || i >= len(x) {
		undefined(dst)
		return
	}
	dst[0] = b[0] - x[i]
}
