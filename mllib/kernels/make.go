package kernels

import (
	"math"
	"slices"
)

var inf = math.Inf(1)

// Linear is the inner product ⟨x, y⟩.
//
// Curriculum: V7d, B3.1g.
func Linear() Kernel { return Kernel{} }

// Constant is the same number c ≥ 0 for all points: added to a kernel it is the square of a free constant's scale.
func Constant(c float64) Kernel { return Kernel{Kind: KindConstant, Scale: c} }

// Polynomial is (scale·⟨x, y⟩ + offset)^degree with a degree of 1 to 1000, offset ≥ 0, scale > 0. Its features are the monomials up to that degree, for offset 0
// those of that degree.
//
// Curriculum: N5.3a, N5.3c, S7.1f, V7b, B3.1g (which prints xᵀx for xᵀx').
func Polynomial(degree int, offset, scale float64) Kernel {
	return Kernel{Kind: KindPolynomial, Degree: degree, Offset: offset, Scale: scale}
}

// Sigmoid is tanh(scale·⟨x, y⟩ + offset), scale ≠ 0. It is not positive definite: on the points 1 and 2 of the line, tanh(xy) has the eigenvalue
// −0.09.
//
// Curriculum: N5.3a, N5.3b, S7.1f.
func Sigmoid(scale, offset float64) Kernel {
	return Kernel{Kind: KindSigmoid, Scale: scale, Offset: offset}
}

// Gaussian is exp(−‖x−y‖²/(2σ²)) with the width σ > 0.
//
// Curriculum: S7.1f, N5.3a (c = 2σ²), N6.4o (ℓ = σ; it prints 2ℓ for 2ℓ²), B3.1g (there σ is 2σ² of here).
func Gaussian(width float64) Kernel { return Kernel{Kind: KindGaussian, Width: width} }

// GaussianGamma is exp(−γ‖x−y‖²), the Gaussian kernel of width 1/√(2γ), γ > 0. exp(−‖x−y‖²/c) is GaussianGamma(1/c).
func GaussianGamma(gamma float64) Kernel {
	if gamma > 1e300 { // twice that may be no number
		return Gaussian(math.Sqrt(.5) / math.Sqrt(gamma))
	}
	return Gaussian(1 / math.Sqrt(2*gamma))
}

// Gamma is γ = 1/(2σ²) for the width of k, that of Gaussian written as exp(−γ‖x−y‖²), and NaN for a kernel without a width.
func (k Kernel) Gamma() float64 {
	if k.Check() != nil || k.Width == 0 {
		return math.NaN()
	}
	return .5 / k.Width / k.Width
}

// Laplacian is exp(−‖x−y‖/σ) with the Euclidean distance, σ > 0. Other programs call Manhattan by this name.
//
// Curriculum: S7.1f.
func Laplacian(width float64) Kernel { return Kernel{Kind: KindLaplacian, Width: width} }

// Manhattan is exp(−Σ|x_j − y_j|/σ), the product of Laplacian kernels of the coordinates, σ > 0. It is scikit-learn's laplacian_kernel with
// gamma = 1/σ.
func Manhattan(width float64) Kernel { return Kernel{Kind: KindManhattan, Width: width} }

// Matern is Matérn's kernel of smoothness ν and width σ, with t = √(2ν)·‖x−y‖/σ: exp(−t) for ν = 1/2, (1 + t)·exp(−t) for 3/2, (1 + t + t²/3)·exp(−t)
// for 5/2, and so on, a polynomial of degree p times exp(−t) for ν = p + 1/2, p = 0..30. Other ν need Bessel functions, and are not here. For
// ν → ∞ it is Gaussian(width).
//
// Reference: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), equation (4.16).
func Matern(nu, width float64) Kernel { return Kernel{Kind: KindMatern, Shape: nu, Width: width} }

// RationalQuadratic is (1 + ‖x−y‖²/(2ασ²))^(−α) with shape α > 0 and width σ > 0: a mixture of Gaussian kernels of many widths.
//
// Reference: Rasmussen and Williams (2006), equation (4.19).
func RationalQuadratic(shape, width float64) Kernel {
	return Kernel{Kind: KindRationalQuadratic, Shape: shape, Width: width}
}

// Min is min(s, t) for numbers s, t ≥ 0, the covariance of Brownian motion.
//
// Curriculum: N5.4i, N6.4f.
func Min() Kernel { return Kernel{Kind: KindMin} }

// BrownianBridge is min(s, t) − st on [0, 1], the covariance of Brownian motion that returns to 0 at time 1.
func BrownianBridge() Kernel { return Kernel{Kind: KindBrownianBridge} }

// IntegratedBrownian is ∫₀^∞ (s−w)₊(t−w)₊ dw = ts²/2 − s³/6 for 0 ≤ s ≤ t, the covariance of the integral of Brownian motion. It is the kernel of
// the cubic smoothing spline.
//
// Curriculum: N6.2r, N6.4k.
func IntegratedBrownian() Kernel { return Kernel{Kind: KindIntegratedBrownian} }

// Sum is the sum of one or more kernels.
//
// Curriculum: V7.3a, S7.1l.
func Sum(parts ...Kernel) Kernel { return Kernel{Kind: KindSum, Parts: slices.Clone(parts)} }

// Product is the product of one or more kernels. That of Gaussian kernels on single coordinates, each with its width, is the Gaussian
// kernel with relevances:
//
//	kernels.Product(kernels.On(kernels.Gaussian(2), 0), kernels.On(kernels.Gaussian(.1), 1))
//
// Curriculum: V7.3a, S7.1l.
func Product(parts ...Kernel) Kernel { return Kernel{Kind: KindProduct, Parts: slices.Clone(parts)} }

// Scaled is factor·K(x, y), factor ≠ 0. A negative factor makes a function that is not positive definite.
func Scaled(factor float64, k Kernel) Kernel {
	return Kernel{Kind: KindScaled, Scale: factor, Parts: []Kernel{k}}
}

// Exp is exp(K(x, y)).
//
// Curriculum: V7.3b, S7.1l.
func Exp(k Kernel) Kernel { return Kernel{Kind: KindExp, Parts: []Kernel{k}} }

// Normalised is K(x, y)/√(K(x, x)·K(y, y)), the cosine of the angle between the features. Points with K(x, x) ≤ 0 are an error.
//
// Curriculum: V7.2a (without the condition), V7.3c.
func Normalised(k Kernel) Kernel { return Kernel{Kind: KindNormalised, Parts: []Kernel{k}} }

// Mapped is K(Ax, Ay) for the matrix A with the given rows, each as long as x. Mapped(Linear(), A) is xᵀBy with B = AᵀA.
//
// Curriculum: S7.1l.
func Mapped(k Kernel, rows ...[]float64) Kernel {
	a := make([][]float64, len(rows))
	for i, r := range rows {
		a[i] = slices.Clone(r)
	}
	return Kernel{Kind: KindMapped, Matrix: a, Parts: []Kernel{k}}
}

// Stretched is K(x', y') with x'_j = factors[j]·x_j, as many factors as coordinates.
func Stretched(k Kernel, factors ...float64) Kernel {
	return Kernel{Kind: KindStretched, Factors: slices.Clone(factors), Parts: []Kernel{k}}
}

// On is K of some coordinates of x and y alone, counted from 0.
func On(k Kernel, columns ...int) Kernel {
	return Kernel{Kind: KindOn, Columns: slices.Clone(columns), Parts: []Kernel{k}}
}
