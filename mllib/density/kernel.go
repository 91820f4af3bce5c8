package density

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
)

// Kernel is the form of the bumps whose mean is the estimate: a density on R^d that depends on the length u of its argument alone, here without its constant.
// The zero value is the normal density. All but Exponential have what the sources ask of a kernel: mean 0 and a finite variance > 0; so has Exponential, which has a
// cusp.
//
// Curriculum: Y38b, Y38c.
type Kernel = enum.Of[kernels]

const (
	Gaussian     Kernel = iota // exp(-u²/2)
	Epanechnikov               // 1 - u² for u < 1
	Tophat                     // 1 for u < 1
	Triangular                 // 1 - u for u < 1 (scikit-learn: linear)
	Cosine                     // cos(πu/2) for u < 1
	Exponential                // exp(-u)
	Biweight                   // (1 - u²)² for u < 1
	Triweight                  // (1 - u²)³ for u < 1
)

type kernels struct{}

func (kernels) Names() (string, []string) {
	return "density.Kernel", []string{Gaussian: "gaussian", Epanechnikov: "epanechnikov", Tophat: "tophat", Triangular: "triangular", Cosine: "cosine",
		Exponential: "exponential", Biweight: "biweight", Triweight: "triweight"}
}

// This file's functions of a kernel cannot be methods, for Kernel is an enumeration.

// Value returns K(u) of the kernel on the line. It is NaN for a kernel that has no name.
func Value(k Kernel, u float64) float64 {
	if math.IsNaN(u) {
		return u
	}
	return onLine(k)(u)
}

// onLine is the kernel on the line as a function.
func onLine(k Kernel) func(u float64) float64 {
	if k.Check("") != nil {
		return func(float64) float64 { return math.NaN() }
	}
	constant := logConstant(k, 1)
	if isTailed(k) {
		return func(u float64) float64 { return math.Exp(tail(k, u*u) + constant) }
	}
	constant = math.Exp(constant)
	return func(u float64) float64 {
		s := [1]float64{u * u}
		bump(k, s[:])
		return s[0] * constant
	}
}

// Variance returns μ₂ = ∫u²K(u)du of the kernel on the line.
func Variance(k Kernel) float64 { return variance(k, 1) }

// SD returns √μ₂, by which a bandwidth here is multiplied to be that of the kernel scaled to variance 1.
func SD(k Kernel) float64 { return math.Sqrt(variance(k, 1)) }

// Roughness returns R(K) = ∫K(u)²du of the kernel on the line.
func Roughness(k Kernel) float64 { return roughness(k, 1) }

// Convolution returns (K * K)(u) = ∫K(t)K(u-t)dt of the kernel on the line, the density of the sum of two independent draws from K. Curriculum: Y38c, Y40b.
func Convolution(k Kernel, u float64) float64 {
	u = math.Abs(u)
	switch k {
	case Exponential:
		if math.IsInf(u, 1) {
			return 0
		}
		return (1 + u) * math.Exp(-u) / 4
	case Gaussian:
		return math.Exp(-u*u/4) / math.Sqrt(4*math.Pi)
	}
	if u >= 2 && k.Check("") == nil {
		return 0
	}
	return overlap(k, u)
}

// overlap is the convolution of a kernel that lives on [-1, 1], for 0 <= u < 2.
func overlap(k Kernel, u float64) float64 {
	r := 2 - u
	switch k {
	case Epanechnikov:
		return 3. / 160 * r * r * r * (u*u + 6*u + 4)
	case Tophat:
		return r / 4
	case Triangular:
		if u > 1 {
			return r * r * r / 6
		}
		return 2./3 - u*u + u*u*u/2
	case Cosine:
		return math.Pi * math.Pi / 32 * (r*math.Cos(math.Pi*u/2) + 2/math.Pi*math.Sin(math.Pi*u/2))
	case Biweight:
		return 5. / 3584 * math.Pow(r, 5) * (16 + u*(40+u*(36+u*(10+u))))
	case Triweight:
		return 35. / 1757184 * math.Pow(r, 7) * (320 + u*(1120+u*(1616+u*(1176+u*(404+u*(70+5*u))))))
	}
	return math.NaN()
}

// isTailed says that the kernel is positive everywhere; then tail is its logarithm.
func isTailed(k Kernel) bool { return k == Gaussian || k == Exponential }

// tail is the logarithm of a kernel that is positive everywhere, without its constant, at the squared length s.
func tail(k Kernel, s float64) float64 {
	if k == Exponential {
		return -math.Sqrt(s)
	}
	return -s / 2
}

// bump replaces squared lengths by the values of a kernel that lives on the unit ball, without its constant.
func bump(k Kernel, s []float64) {
	for i, v := range s {
		if v >= 1 {
			s[i] = 0
			continue
		}
		switch k {
		case Epanechnikov:
			s[i] = 1 - v
		case Tophat:
			s[i] = 1
		case Triangular:
			s[i] = 1 - math.Sqrt(v)
		case Cosine:
			s[i] = math.Cos(math.Pi / 2 * math.Sqrt(v))
		case Biweight:
			s[i] = (1 - v) * (1 - v)
		case Triweight:
			s[i] = (1 - v) * (1 - v) * (1 - v)
		}
	}
}
