package domain

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// Tiny and huge corner cases.
const (
	tiny = 1e-8
	huge = 1e6
)

// Reals is ℝ; the coordinate is the number.
func Reals() Domain { return reals{} }

type reals struct{}

func (reals) String() string                       { return "the real numbers" }
func (reals) Coordinates() int                     { return 1 }
func (reals) Choices() []int                       { return nil }
func (reals) At(p Point) value.Value[float64]      { return floats.Number(p.X[0]) }
func (reals) Draw(r *rand.Rand) Point              { return Point{X: normal(r, 1)} }
func (reals) Contains(v value.Value[float64]) bool { return v.Kind == value.Number && finite(v.N) }

func (reals) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return exact.Number(rational(r, bits)), nil
}

func (reals) Corners() []Point {
	return points([]float64{0}, []float64{1}, []float64{-1}, []float64{tiny}, []float64{-tiny}, []float64{huge}, []float64{-huge})
}

func finite(x float64) bool { return x-x == 0 }

// interval has the numbers from lo to hi, at least one of them finite.
type interval struct {
	lo, hi         float64
	openLo, openHi bool
}

// Interval is the set of numbers between lo and hi, which may be infinite; an open end does not belong to it. Of a bounded interval
// the coordinate t runs from lo (at 0) to hi (at 1) and back; of a half-line it is the logarithm of the distance from an open end,
// and the distance from a closed one up to sign.
func Interval(lo, hi float64, openLo, openHi bool) (Domain, error) {
	if math.IsNaN(lo) || math.IsNaN(hi) {
		return nil, fmt.Errorf("an end of the interval is not a number")
	}
	openLo, openHi = openLo || math.IsInf(lo, 0), openHi || math.IsInf(hi, 0)
	d := interval{lo, hi, openLo, openHi}
	if lo > hi || lo == hi && (openLo || openHi) || math.IsInf(lo, 1) || math.IsInf(hi, -1) || d.below(hi) < d.above(lo) {
		return nil, fmt.Errorf("%s is empty", d)
	}
	if math.IsInf(lo, -1) && math.IsInf(hi, 1) {
		return reals{}, nil
	}
	return d, nil
}

// String is like "the interval (0, 1]".
func (d interval) String() string {
	left, right := "[", "]"
	if d.openLo {
		left = "("
	}
	if d.openHi {
		right = ")"
	}
	return fmt.Sprintf("the interval %s%s, %s%s", left, bound(d.lo), bound(d.hi), right)
}

func bound(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	return fmt.Sprintf("%.6g", x)
}

func (interval) Coordinates() int { return 1 }
func (interval) Choices() []int   { return nil }

// bounded reports whether both ends are finite.
func (d interval) bounded() bool { return finite(d.lo) && finite(d.hi) }

// above is the least number of the interval.
func (d interval) above(lo float64) float64 {
	if d.openLo {
		return math.Nextafter(lo, math.Inf(1))
	}
	return lo
}

// below is the largest number of the interval.
func (d interval) below(hi float64) float64 {
	if d.openHi {
		return math.Nextafter(hi, math.Inf(-1))
	}
	return hi
}

func (d interval) At(p Point) value.Value[float64] { return floats.Number(d.inside(d.number(p.X[0]))) }

// inside moves what is on an open end, or beyond an end by rounding, into the interval.
func (d interval) inside(x float64) float64 {
	switch margin := min(1e-12, 1e-9*(d.hi-d.lo)); {
	case x <= d.lo && d.openLo && finite(d.lo):
		return max(d.lo+margin, d.above(d.lo))
	case x >= d.hi && d.openHi && finite(d.hi):
		return min(d.hi-margin, d.below(d.hi))
	}
	return min(max(x, d.lo), d.hi)
}

func (d interval) number(x float64) float64 {
	switch {
	case d.bounded():
		t := math.Abs(math.Mod(x, 2))
		if t > 1 {
			t = 2 - t
		}
		return d.lo + float64(t*(d.hi-d.lo))
	case finite(d.lo):
		return d.lo + distance(x, d.openLo)
	}
	return d.hi - distance(x, d.openHi)
}

// distance is from the end of a half-line.
func distance(x float64, open bool) float64 {
	if open {
		return math.Exp(min(max(x, -600), 600))
	}
	return math.Abs(x)
}

func (d interval) Draw(r *rand.Rand) Point {
	special := r.IntN(12)
	x := math.Exp(normal(r, 1)[0]) // a distance from a closed end
	open := d.openLo
	if !finite(d.lo) {
		open = d.openHi
	}
	switch {
	case d.bounded():
		x = r.Float64()
		switch special {
		case 0:
			x = math.Round(x)
		case 1:
			x = math.Round(4*x) / 4
		}
	case open:
		x = normal(r, 1)[0]
	case special == 0:
		x = 0
	}
	return Point{X: []float64{x}}
}

// Exact draws a number that is within the interval also where it is rounded to a float64, which of an interval of a few such numbers may be an open end.
func (d interval) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	x := d.rational(fraction(r, bits))
	if v := value.Convert(exact.Number(x), number.Rational{}.Value); !d.Contains(v) {
		x = exact.F.Float(d.inside(v.N))
	}
	return exact.Number(x), nil
}

// rational is the number at the share t of a bounded interval, or at the distance 4t from the end of a half-line.
func (d interval) rational(t *big.Rat) *big.Rat {
	lo, hi := exact.F.Float(d.lo), exact.F.Float(d.hi)
	switch {
	case d.bounded():
		return exact.F.Add(lo, exact.F.Mul(t, exact.F.Sub(hi, lo)))
	case finite(d.lo):
		return exact.F.Add(lo, exact.F.Mul(exact.F.Int(4), t))
	}
	return exact.F.Sub(hi, exact.F.Mul(exact.F.Int(4), t))
}

func (d interval) Corners() []Point {
	switch {
	case d.bounded():
		return points([]float64{0}, []float64{1}, []float64{0.5}, []float64{tiny}, []float64{1 - tiny})
	case finite(d.lo) && d.openLo, finite(d.hi) && d.openHi:
		return points([]float64{0}, []float64{math.Log(tiny)}, []float64{math.Log(huge)}, []float64{math.Log(2)})
	}
	return points([]float64{0}, []float64{1}, []float64{tiny}, []float64{huge})
}

func (d interval) Contains(v value.Value[float64]) bool {
	if v.Kind != value.Number || !finite(v.N) {
		return false
	}
	x := v.N
	return (x > d.lo || x == d.lo && !d.openLo) && (x < d.hi || x == d.hi && !d.openHi)
}
