package special_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
)

// reference are the numbers of testdata/reference.py.
type reference struct {
	Phi     struct{ X, Phi, LogPhi []float64 }
	Inverse struct{ P, X []float64 }
	Softmax []struct {
		Z, Softmax, LogSoftmax []float64
		LogSumExp              float64
	}
	Sigmoid   struct{ T, Sigmoid, LogSigmoid []float64 }
	ChiSquare []struct{ X, K, Tail, Log float64 }
	Binomial  []struct {
		K, N         int
		P, Tail, Log float64
	}
}

// near compares with a tolerance relative to want.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) && got != want {
		t.Errorf("%s: got %.17g, want %.17g: relative deviation %.1e", what, got, want, math.Abs(got/want-1))
	}
}

func TestAgainstScipy(t *testing.T) {
	var r reference
	testkit.Reference(t, "testdata/scipy.json", &r)
	for i, x := range r.Phi.X {
		near(t, fmt.Sprintf("Phi(%v)", x), special.Phi(x), r.Phi.Phi[i], 1e-15*(1+x*x))
		near(t, fmt.Sprintf("LogPhi(%v)", x), special.LogPhi(x), r.Phi.LogPhi[i], tailTolerance(x))
	}
	for i, p := range r.Inverse.P {
		near(t, fmt.Sprintf("PhiInv(%v)", p), special.PhiInv(p), r.Inverse.X[i], 1e-14)
	}
	for _, s := range r.Softmax {
		near(t, fmt.Sprintf("LogSumExp(%v)", s.Z), special.LogSumExp(s.Z), s.LogSumExp, 1e-15)
		log := make([]float64, len(s.Z))
		special.LogSoftmaxTo(log, s.Z)
		for k, p := range special.Softmax(s.Z) {
			near(t, fmt.Sprintf("Softmax(%v)[%d]", s.Z, k), p, s.Softmax[k], 1e-15)
			near(t, fmt.Sprintf("LogSoftmaxTo(%v)[%d]", s.Z, k), log[k], s.LogSoftmax[k], 1e-15)
		}
	}
	for i, v := range r.Sigmoid.T {
		near(t, fmt.Sprintf("Sigmoid(%v)", v), special.Sigmoid(v), r.Sigmoid.Sigmoid[i], 1e-15)
		near(t, fmt.Sprintf("LogSigmoid(%v)", v), special.LogSigmoid(v), r.Sigmoid.LogSigmoid[i], 1e-15)
	}
	for _, c := range r.ChiSquare {
		near(t, fmt.Sprintf("LogChiSquareTail(%v, %v)", c.X, c.K), special.LogChiSquareTail(c.X, c.K), c.Log, 1e-13)
		near(t, fmt.Sprintf("ChiSquareTail(%v, %v)", c.X, c.K), special.ChiSquareTail(c.X, c.K), c.Tail, 2e-12)
	}
	for _, b := range r.Binomial {
		near(t, fmt.Sprintf("LogBinomialTail(%d, %d, %v)", b.K, b.N, b.P), special.LogBinomialTail(b.K, b.N, b.P), b.Log, 1e-13)
		near(t, fmt.Sprintf("BinomialTail(%d, %d, %v)", b.K, b.N, b.P), special.BinomialTail(b.K, b.N, b.P), b.Tail, 2e-12)
	}
}

// tailTolerance is 1e-14 for LogPhi, but where it is nearly -Φ(-x): there it is as exact as Phi.
func tailTolerance(x float64) float64 {
	if x > 0 {
		return 1e-15 * (1 + x*x)
	}
	return 1e-14
}

// TestLaws: symmetries, inverses and sums on random arguments.
func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		x := 6 * r.NormFloat64()
		near(t, "Phi(x) + Phi(-x)", special.Phi(x)+special.Phi(-x), 1, 1e-15)
		near(t, "exp LogPhi", math.Exp(special.LogPhi(x)), special.Phi(x), 1e-13*(1+x*x))
		p := math.Exp(-50 * r.Float64())
		near(t, "Phi(PhiInv(p))", special.Phi(special.PhiInv(p)), p, 1e-13)
		near(t, "Logit(Sigmoid(x)), x < 0", special.Logit(special.Sigmoid(-math.Abs(x))), -math.Abs(x), 1e-13)
		z := []float64{x, 3 * r.NormFloat64(), 30 * r.NormFloat64()}
		near(t, "Σ softmax", floats.Sum(special.Softmax(z)), 1, 1e-15)
		moved := []float64{z[0] + 7, z[1] + 7, z[2] + 7}
		near(t, "LogSumExp moves with z", special.LogSumExp(moved)-7, special.LogSumExp(z), 1e-13*(1+7/math.Abs(special.LogSumExp(z))))
		y, k := 20*r.Float64(), 1+r.IntN(20)
		near(t, "χ² of two degrees", special.LogChiSquareTail(y, 2), -y/2, 1e-13)
		near(t, "χ² of one degree", special.ChiSquareTail(y, 1), 2*special.Phi(-math.Sqrt(y)), 1e-13)
		n, q := k+r.IntN(30), r.Float64()
		near(t, "binomial tails", special.BinomialTail(k, n, q)+special.BinomialTail(n-k+1, n, 1-q), 1, 1e-13)
	}
}

func TestEnds(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"Phi(-Inf)", special.Phi(-inf), 0}, {"Phi(+Inf)", special.Phi(inf), 1},
		{"LogPhi(-Inf)", special.LogPhi(-inf), -inf}, {"LogPhi(+Inf)", special.LogPhi(inf), 0}, {"LogPhi(NaN)", special.LogPhi(nan), nan},
		{"PhiInv(0)", special.PhiInv(0), -inf}, {"PhiInv(1)", special.PhiInv(1), inf}, {"PhiInv(2)", special.PhiInv(2), nan}, {"PhiInv(NaN)", special.PhiInv(nan), nan},
		{"LogSumExp()", special.LogSumExp(nil), -inf}, {"LogSumExp(-Inf)", special.LogSumExp([]float64{-inf, -inf}), -inf},
		{"LogSumExp(+Inf)", special.LogSumExp([]float64{1, inf}), inf}, {"LogSumExp(NaN)", special.LogSumExp([]float64{1, nan, 2}), nan},
		{"Softmax(NaN)", special.Softmax([]float64{1, nan})[0], nan}, {"Softmax(+Inf)", special.Softmax([]float64{inf, 0})[0], nan},
		{"SoftmaxTo of other length", special.SoftmaxTo(make([]float64, 1), []float64{0, 0}), math.Ln2},
		{"SoftmaxTo(-Inf)", special.SoftmaxTo(make([]float64, 1), []float64{-inf}), -inf},
		{"χ² of 0 degrees", special.ChiSquareTail(1, 0), nan}, {"χ² at NaN", special.ChiSquareTail(nan, 1), nan},
		{"χ² at -1", special.ChiSquareTail(-1, 3), 1}, {"χ² at +Inf", special.ChiSquareTail(inf, 3), 0},
		{"χ² of +Inf degrees", special.ChiSquareTail(1, inf), 1}, {"χ² of +Inf degrees at +Inf", special.ChiSquareTail(inf, inf), nan},
		{"χ² of 5e-324 degrees", special.ChiSquareTail(1, 5e-324), 0}, {"χ² of 1e308 degrees", special.ChiSquareTail(1e308, 1e308), .5},
		{"χ² far below its mean", special.ChiSquareTail(5e-324, 1e308), 1}, {"χ² far above its mean", special.ChiSquareTail(1e308, 1e11), 0},
		{"binomial, k = 0", special.BinomialTail(0, 5, .5), 1}, {"binomial, k > n", special.BinomialTail(6, 5, .5), 0},
		{"binomial, n = 0", special.BinomialTail(1, 0, .5), 0}, {"binomial, n < 0", special.BinomialTail(0, -1, .5), nan},
		{"binomial, p = 0", special.BinomialTail(1, 5, 0), 0}, {"binomial, p = 1", special.BinomialTail(5, 5, 1), 1},
		{"binomial, p > 1", special.BinomialTail(5, 5, 1.1), nan}, {"binomial, all", special.BinomialTail(5, 5, .5), 1. / 32},
		{"Logit(0)", special.Logit(0), -inf}, {"Logit(1)", special.Logit(1), inf}, {"Logit(2)", special.Logit(2), nan},
	} {
		if c.got != c.want && !(math.IsNaN(c.got) && math.IsNaN(c.want)) && !(math.Abs(c.got-c.want) <= 1e-16) {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
	dst := make([]float64, 1)
	if special.LogSoftmaxTo(dst, []float64{1, 2}); !math.IsNaN(dst[0]) {
		t.Errorf("LogSoftmaxTo of other length: %v", dst)
	}
}

// TestExtremes: the smallest arguments, few and very many degrees of freedom, many trials. The numbers are sums, integrals and roots in 40 to 120 digits.
func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		what                 string
		got, want, tolerance float64
	}{
		{"Logit(1e-310)", special.Logit(1e-310), -713.801378828154165, 1e-15}, {"Logit(5e-324)", special.Logit(5e-324), -744.440071921381262, 1e-15},
		{"PhiInv(1e-310)", special.PhiInv(1e-310), -37.6630603319495237, 1e-15}, {"PhiInv(5e-324)", special.PhiInv(5e-324), -38.4674056171443463, 1e-15},
		{"PhiInv(3e-309)", special.PhiInv(3e-309), -37.5727097191647437, 1e-15},
		{"LogBinomialTail(1, 1, 1e-310)", special.LogBinomialTail(1, 1, 1e-310), -713.801378828154165, 1e-15},
		{"LogBinomialTail(3, 3, 5e-324)", special.LogBinomialTail(3, 3, 5e-324), 3 * -744.440071921381262, 1e-15},
		{"LogBinomialTail(1, 3, 1e-310)", special.LogBinomialTail(1, 3, 1e-310), -712.702766539486055, 1e-15},
		{"ChiSquareTail(1, 1e-300)", special.LogChiSquareTail(1, 1e-300), -692.04889795081843795, 1e-15},
		{"ChiSquareTail(1, 1e-10)", special.LogChiSquareTail(1, 1e-10), -24.299220982518984358, 1e-14},
		{"ChiSquareTail(5, 1e-9)", special.LogChiSquareTail(5, 1e-9), -25.10870156028533478, 1e-14},
		{"ChiSquareTail(30, .5)", special.LogChiSquareTail(30, .5), -18.365136289768744293, 1e-14},
		{"ChiSquareTail(.5, .1)", special.LogChiSquareTail(.5, .1), -2.950927567894906333, 1e-14},
		{"ChiSquareTail(1.4, .9)", special.LogChiSquareTail(1.4, .9), -1.5593737659802997643, 1e-14},
		{"ChiSquareTail(2.9, .99)", special.LogChiSquareTail(2.9, .99), -2.4376142719753153113, 1e-14},
		{"ChiSquareTail(5e-324, 1e-5)", special.LogChiSquareTail(5e-324, 1e-5), -5.5951453803849565099, 1e-14},
		{"ChiSquareTail(1e-310, .3)", special.LogChiSquareTail(1e-310, .3), -3.05453288179738975e-47, 1e-13},
		{"ChiSquareTail(1e12+4e6, 1e12)", special.LogChiSquareTail(1e12+4e6, 1e12), -6.05807813616673131, 1e-12},
		{"ChiSquareTail(1e12-3e6, 1e12)", special.LogChiSquareTail(1e12-3e6, 1e12), -.0170926072539408688, 1e-12},
		{"ChiSquareTail(1e12, 1e12)", special.LogChiSquareTail(1e12, 1e12), -.693147556686405077, 1e-14},
		{"ChiSquareTail(2e10+1e5, 2e10)", special.LogChiSquareTail(2e10+1e5, 2e10), -1.17591461429151915, 1e-13},
		{"ChiSquareTail(1e18+3e9, 1e18)", special.LogChiSquareTail(1e18+3e9, 1e18), -4.0776392660178971, 1e-13},
		{"ChiSquareTail, many degrees", special.ChiSquareTail(10914.206488700627, 6620), 1.85131739654838664e-216, 1e-12},
		{"ChiSquareTail, many degrees", special.ChiSquareTail(6513.062403427047, 4494), 8.83682177063166901e-79, 1e-12},
		{"ChiSquareTail, many degrees", special.ChiSquareTail(10977.312762987287, 9868), 1.23794780565019551e-14, 1e-12},
		{"BinomialTail, many trials", special.BinomialTail(8910, 76272, .10511092244904979), 1.63469053022510944e-25, 1e-11},
		{"BinomialTail, many trials", special.BinomialTail(147962, 191949, .763936177138546), 4.53397250327517052e-13, 1e-11},
		{"BinomialTail, many trials", special.BinomialTail(63360, 509443, .11025107336785522), 1.52471917556530591e-219, 1e-11},
	} {
		near(t, c.what, c.got, c.want, c.tolerance)
	}
}

// TestAllocations: what is written in place allocates nothing.
func TestAllocations(t *testing.T) {
	z, dst := []float64{1, 2, 3}, make([]float64, 3)
	if n := testing.AllocsPerRun(100, func() {
		special.SoftmaxTo(dst, z)
		special.LogSoftmaxTo(dst, z)
		special.LogSumExp(z)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func Example() {
	fmt.Printf("%.6f %.4f %.2f\n", special.Phi(-1), special.PhiInv(.975), special.LogPhi(-100))
	fmt.Printf("%.3f %.3g\n", special.Softmax([]float64{1, 2, 3}), special.LogSumExp([]float64{0, -40}))
	fmt.Printf("%.4f %.3g\n", special.ChiSquareTail(3.841, 1), special.BinomialTail(90, 100, .5))
	// Output:
	// 0.158655 1.9600 -5005.52
	// [0.090 0.245 0.665] 4.25e-18
	// 0.0500 1.53e-17
}

func BenchmarkSoftmaxTo(b *testing.B) {
	for _, k := range []int{3, 10} {
		z := make([]float64, k)
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			for b.Loop() {
				special.SoftmaxTo(z, z)
			}
		})
	}
}
