package kernels

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// exact numbers have 600 bits.
func exact(v float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(v) }

func add(a, b *big.Float) *big.Float      { return exact(0).Add(a, b) }
func multiply(a, b *big.Float) *big.Float { return exact(0).Mul(a, b) }
func divide(a, b *big.Float) *big.Float   { return exact(0).Quo(a, b) }

func exactPower(a *big.Float, n int) *big.Float {
	p := exact(1)
	for range n {
		p = multiply(p, a)
	}
	return p
}

// exactExp is the series at a/2²⁰, squared twenty times.
func exactExp(a *big.Float) *big.Float {
	small := exact(0).SetMantExp(a, -20)
	sum, term := exact(1), exact(1)
	for j := 1; j < 60; j++ {
		term = divide(multiply(term, small), exact(float64(j)))
		sum = add(sum, term)
	}
	for range 20 {
		sum = multiply(sum, sum)
	}
	return sum
}

// exactValue is the definition of a kernel.
func exactValue(k Kernel, x, y []float64) *big.Float {
	inner, square := exact(0), exact(0)
	for j := range x {
		inner = add(inner, multiply(exact(x[j]), exact(y[j])))
		d := add(exact(x[j]), exact(-y[j]))
		square = add(square, multiply(d, d))
	}
	part := func(i int, x, y []float64) *big.Float { return exactValue(k.Parts[i], x, y) }
	low, high := exact(min(x[0], y[0])), exact(max(x[0], y[0]))
	switch k.Kind {
	case KindLinear:
		return inner
	case KindConstant:
		return exact(k.Scale)
	case KindPolynomial:
		return exactPower(add(multiply(exact(k.Scale), inner), exact(k.Offset)), k.Degree)
	case KindGaussian:
		return exactExp(divide(square, multiply(exact(-2*k.Width), exact(k.Width))))
	case KindLaplacian:
		return exactExp(divide(exact(0).Sqrt(square), exact(-k.Width)))
	case KindMatern:
		t := divide(exact(0).Sqrt(multiply(exact(2*k.Shape), square)), exact(k.Width))
		p, c, sum := int(k.Shape), exact(1), exact(0)
		for j := 0; j <= p; j++ {
			sum = add(sum, multiply(c, exactPower(t, j)))
			c = divide(multiply(c, exact(float64(2*(p-j)))), exact(float64(max(1, 2*p-j)*(j+1))))
		}
		return multiply(sum, exactExp(exact(0).Neg(t)))
	case KindRationalQuadratic: // of a whole shape
		u := add(exact(1), divide(square, multiply(exact(2*k.Shape*k.Width), exact(k.Width))))
		return divide(exact(1), exactPower(u, int(k.Shape)))
	case KindMin:
		return low
	case KindBrownianBridge:
		return multiply(low, add(exact(1), exact(0).Neg(high)))
	case KindIntegratedBrownian:
		return divide(multiply(multiply(low, low), add(multiply(exact(3), high), exact(0).Neg(low))), exact(6))
	case KindSum:
		return add(part(0, x, y), part(1, x, y))
	case KindProduct:
		return multiply(part(0, x, y), part(1, x, y))
	case KindScaled:
		return multiply(exact(k.Scale), part(0, x, y))
	case KindExp:
		return exactExp(part(0, x, y))
	case KindNormalised:
		return divide(part(0, x, y), exact(0).Sqrt(multiply(part(0, x, x), part(0, y, y))))
	}
	panic(k.String())
}

// TestDistanceDigits holds Distance against arithmetic of 600 bits, for points near and far from each other.
func TestDistanceDigits(t *testing.T) {
	kinds := []Kernel{
		Linear(), Constant(3), Polynomial(1, 2, 1), Polynomial(2, 0, 1), Polynomial(3, 1, 1), Polynomial(4, .5, .1), Polynomial(7, 0, 1), Gaussian(1.5), Laplacian(2),
		Matern(.5, 1), Matern(1.5, 1), Matern(4.5, 2), Matern(30.5, 1), RationalQuadratic(2, 1), Min(), BrownianBridge(), IntegratedBrownian(),
		Sum(Linear(), Gaussian(1)), Product(Polynomial(2, 1, 1), Gaussian(.7)), Product(Linear(), Matern(1.5, 3)), Scaled(3, Polynomial(2, 1, 1)), Exp(Linear()),
		Exp(Polynomial(2, .1, .3)), Normalised(Linear()), Normalised(Gaussian(1)), Sum(Min(), Product(Min(), BrownianBridge())),
	}
	rng := rand.New(rand.NewPCG(31, 7))
	for _, k := range kinds {
		d := 3
		if slices.Contains([]Kind{KindMin, KindBrownianBridge, KindIntegratedBrownian}, k.Kind) || k.Kind == KindSum && k.Parts[0].Kind == KindMin {
			d = 1
		}
		for _, step := range []float64{1e-14, 1e-9, 1e-5, 1e-2, .5} {
			for range 20 {
				x, y := make([]float64, d), make([]float64, d)
				for j := range x {
					x[j] = .1 + .4*rng.Float64()
					y[j] = x[j] + step*rng.Float64()
					if d > 1 && rng.IntN(2) == 0 {
						x[j], y[j] = -x[j], -y[j]
					}
				}
				square := add(add(exactValue(k, x, x), exactValue(k, y, y)), multiply(exact(-2), exactValue(k, x, y)))
				if square.Sign() < 0 {
					square = exact(0)
				}
				want, _ := exact(0).Sqrt(square).Float64()
				tol := 1e-13 * want
				if k.Kind == KindNormalised {
					tol = 1e-15
				}
				if got := k.Distance(x, y); !(math.Abs(got-want) <= tol) {
					t.Fatalf("%v: the distance of %v and %v is %v, want %v", k, x, y, got, want)
				}
			}
		}
	}
}

func TestDistanceAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		k         Kernel
		x, y      []float64
		want, tol float64
	}{
		{Linear(), []float64{1e8}, []float64{1e8 + 1}, 1, 0},
		{Linear(), []float64{1e200}, []float64{-1e200}, 2e200, 1e-15},
		{Gaussian(1), []float64{0}, []float64{1e-9}, 1e-9, 1e-15},
		{Gaussian(1), []float64{0}, []float64{1e-300}, 1e-300, 1e-15},
		{Gaussian(1e-300), []float64{0}, []float64{1e300}, math.Sqrt2, 1e-15},
		{Matern(2.5, 1), []float64{0}, []float64{1e-200}, math.Sqrt(5./3) * 1e-200, 1e-15},
		{Matern(2.5, 1), []float64{0}, []float64{1e9}, math.Sqrt2, 1e-15},
		{Product(Gaussian(1), Matern(1.5, 1)), []float64{0}, []float64{1e-200}, 2e-200, 1e-15}, // √(1 + 3)
		{Exp(Gaussian(1)), []float64{0}, []float64{1e-200}, math.Sqrt(math.E) * 1e-200, 1e-15},
		{Polynomial(2, 0, 1), []float64{1, 2}, []float64{-1, -2}, 0, 0}, // the same features
		{Polynomial(3, 0, 1), []float64{1}, []float64{-1}, 2, 1e-15},
		{Exp(Linear()), []float64{20}, []float64{-1}, math.Exp(200), 1e-13},
		{On(Linear(), 1), []float64{5, 1e8}, []float64{7, 1e8 + 1}, 1, 0},
		{Stretched(Gaussian(1), 2), []float64{0}, []float64{1e-9}, 2e-9, 1e-15},
		{Manhattan(1), []float64{0, 0}, []float64{1e-18, 1e-18}, 2e-9, 1e-15},
	} {
		if got := c.k.Distance(c.x, c.y); !(math.Abs(got-c.want) <= c.tol*c.want) {
			t.Errorf("%v: the distance of %v and %v is %v, want %v", c.k, c.x, c.y, got, c.want)
		}
	}
}

// TestGradientBits holds the bits of derivatives, which do not depend on the instructions that the processor has: package math has an exponential that does.
func TestGradientBits(t *testing.T) {
	h := fnv.New64a()
	for _, k := range []Kernel{Matern(2.5, 1), Matern(12.5, 2), Sigmoid(.3, -.2)} {
		_, by, err := k.Gradient(cloud(5, 40, 3))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range by {
			for i := range 40 {
				for j := range i {
					binary.Write(h, binary.LittleEndian, m.At(i, j))
				}
			}
		}
	}
	if got, want := fmt.Sprintf("%x", h.Sum64()), "15e463ef34e63500"; got != want {
		t.Errorf("bits of the derivatives: %s, want %s", got, want)
	}
}

func TestNamesOfFeaturesAreDistinct(t *testing.T) {
	_, names, err := On(Polynomial(2, 1, 1), 1, 1).Features(cloud(1, 3, 2))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(names, " "), "1 √2·x2 √2·x2 (2) x2² √2·x2·x2 x2² (2)"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
}

func TestDeepKernelIsNamedBriefly(t *testing.T) {
	k := Linear()
	for range 101 {
		k = Scaled(2, k)
	}
	if err := k.Check(); err == nil || len(err.Error()) > 200 || !strings.Contains(err.Error(), "more than 100 levels") {
		t.Errorf("a kernel of 101 levels: %v", err)
	}
}
