package la

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Add returns x + y + …
func Add(x []float64, more ...[]float64) []float64 {
	sum := slices.Clone(x)
	for _, y := range more {
		sameLength("Add", x, y)
		floats.Add(sum, y)
	}
	return sum
}

// Sub returns x - y.
func Sub(x, y []float64) []float64 {
	sameLength("Sub", x, y)
	return floats.SubTo(make([]float64, len(x)), x, y)
}

// Scale returns c·x.
func Scale(c float64, x []float64) []float64 { return floats.ScaleTo(make([]float64, len(x)), c, x) }

// Comb returns the linear combination c₀x₀ + c₁x₁ + … of vectors of equal length.
func Comb(c []float64, x ...[]float64) []float64 {
	if len(c) != len(x) || len(x) == 0 {
		fail("Comb", "got %d coefficients for %d vectors, want as many, and at least one", len(c), len(x))
	}
	sum := make([]float64, len(x[0]))
	for i, v := range x {
		sameLength("Comb", x[0], v)
		floats.AddScaled(sum, c[i], v)
	}
	return sum
}

// Map returns f of each entry.
func Map(f func(x float64) float64, x []float64) []float64 {
	if f == nil {
		fail("Map", "f is nil")
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = f(v)
	}
	return y
}

// Dot returns the inner product xᵀy.
func Dot(x, y []float64) float64 {
	sameLength("Dot", x, y)
	return floats.Dot(x, y)
}

// Norm returns the Euclidean norm ‖x‖.
func Norm(x []float64) float64 { return floats.Norm(x, 2) }

// Sq returns the square xᵀx = ‖x‖².
func Sq(x []float64) float64 { return floats.Dot(x, x) }

// NormP returns the norm ‖x‖_p for p ≥ 1; math.Inf(1) gives the largest absolute value.
func NormP(x []float64, p float64) float64 {
	if !(p >= 1) {
		fail("NormP", "got p = %v, want p ≥ 1", p)
	}
	largest := 0.0
	for _, v := range x {
		largest = math.Max(largest, math.Abs(v))
	}
	power := math.Pow(largest, p)
	if p <= 2 || math.IsInf(p, 1) || largest == 0 || largest-largest != 0 || power > 1e-250 && power < 1e250 {
		return floats.Norm(x, p)
	}
	return largest * floats.Norm(Map(func(v float64) float64 { return v / largest }, x), p) // powers overflow or get lost
}

// Dist returns ‖x - y‖.
func Dist(x, y []float64) float64 {
	sameLength("Dist", x, y)
	return floats.Distance(x, y, 2)
}

// Unit returns x/‖x‖, whatever the units of x.
func Unit(x []float64) []float64 {
	x = ordinary(x)
	norm := Norm(x)
	if norm == 0 {
		fail("Unit", "the vector of length %d is zero, it has no direction", len(x))
	}
	return Scale(1/norm, x)
}

// ordinary is x, or a multiple by a power of 2 whose squares neither overflow nor get lost.
func ordinary(x []float64) []float64 {
	largest := 0.0
	for _, v := range x {
		largest = math.Max(largest, math.Abs(v))
	}
	if largest == 0 || largest-largest != 0 || largest > 1e-140 && largest < 1e140 {
		return x
	}
	x = slices.Clone(x)
	scale(x, exponent(x))
	return x
}

// Cos returns the cosine xᵀy/(‖x‖‖y‖) of the angle of two vectors, in [-1, 1], whatever their units.
func Cos(x, y []float64) float64 {
	sameLength("Cos", x, y)
	x, y = ordinary(x), ordinary(y)
	if Norm(x) == 0 || Norm(y) == 0 {
		fail("Cos", "a vector of length %d is zero, it has no angle", len(x))
	}
	return math.Max(-1, math.Min(1, floats.Dot(x, y)/(Norm(x)*Norm(y))))
}

// Outer returns the matrix x yᵀ.
func Outer(x, y []float64) *mat.Dense {
	if len(x) == 0 || len(y) == 0 {
		fail("Outer", "x has length %d and y has length %d, want at least 1", len(x), len(y))
	}
	var a mat.Dense
	a.Outer(1, mat.NewVecDense(len(x), x), mat.NewVecDense(len(y), y))
	return &a
}
