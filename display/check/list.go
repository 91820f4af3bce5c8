package check

import (
	"fmt"
	"math"
	"reflect"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// List collects checks that are shown as one table. Group makes one.
type List struct {
	title string
	rows  []row
}

// row is one check as it is shown.
type row struct {
	name                string
	got, want, dev, tol string
	load                float64 // the share of its tolerance that the check uses, above 1 where it fails; NaN without a tolerance
	ok                  bool
}

// Near states |got − want| ≤ tol.
func (l *List) Near(name string, got, want, tol float64) {
	l.add(name, beside(got, tol, want), num(want), apart(got, want), tol)
}

// apart is |a − b|, 0 for equal infinities.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a - b)
}

// beside writes a value, with two digits where it is 0 but for rounding: its other digits say nothing when it is as small as
// the tolerance or vanishes beside the numbers that it is compared with.
func beside(got, tol float64, with ...float64) string {
	scale := 0.0
	for _, x := range with {
		scale = max(scale, math.Abs(x))
	}
	if a := math.Abs(got); a < 1e-6 && (scale == 0 && a <= tol || a <= 1e-3*scale) {
		return numeral.Small(got)
	}
	return num(got)
}

// Relative states |got − want| ≤ tol·|want|.
func (l *List) Relative(name string, got, want, tol float64) {
	dev := 0.0
	if got != want {
		dev = math.Abs(got-want) / math.Abs(want)
	}
	l.rows = append(l.rows, row{name, num(got), num(want), inUnits(dev, tol), numeral.Small(tol) + " rel.", load(dev, tol), holds(dev, tol) && !math.IsInf(got, 0)})
}

// Equal states that got and want are the same, compared by == for what has it and entry by entry for slices, maps and
// structs. NaN is not equal to itself.
func (l *List) Equal(name string, got, want any) {
	l.addText(name, brief(got), brief(want), "", "exact", equal(got, want))
}

// True states that a condition holds.
func (l *List) True(name string, holds bool) {
	l.addText(name, fmt.Sprint(holds), "true", "", "", holds)
}

// NoError states that err is nil.
func (l *List) NoError(name string, err error) {
	got := "no error"
	if err != nil {
		got = brief(err)
	}
	l.addText(name, got, "no error", "", "", err == nil)
}

// Less states got < bound. The deviation that is shown is the slack bound − got.
func (l *List) Less(name string, got, bound float64) {
	l.addText(name, beside(got, 0, bound), "< "+num(bound), "slack "+numeral.Small(bound-got), "", got < bound)
}

// Greater states got > bound.
func (l *List) Greater(name string, got, bound float64) {
	l.addText(name, beside(got, 0, bound), "> "+num(bound), "slack "+numeral.Small(got-bound), "", got > bound)
}

// AtMost states got ≤ bound. A tolerance for rounding may be given.
func (l *List) AtMost(name string, got, bound float64, tol ...float64) {
	l.oneSided(name, "≤ ", got, bound, bound-got, total(tol), got <= bound+total(tol))
}

// AtLeast states got ≥ bound. A tolerance for rounding may be given.
func (l *List) AtLeast(name string, got, bound float64, tol ...float64) {
	l.oneSided(name, "≥ ", got, bound, got-bound, total(tol), got >= bound-total(tol))
}

// oneSided adds a check of a bound with a tolerance for rounding.
func (l *List) oneSided(name, sign string, got, bound, slack, tol float64, ok bool) {
	r := row{name, beside(got, tol, bound), sign + num(bound), "slack " + numeral.Small(slack), tolText(tol), math.NaN(), ok && tol >= 0 && !math.IsInf(tol, 0)}
	if tol != 0 {
		r.load = load(max(0, -slack), tol)
	}
	l.rows = append(l.rows, r)
}

// Within states lo ≤ got ≤ hi, as for a confidence interval.
func (l *List) Within(name string, got, lo, hi float64) {
	slack, half := min(got-lo, hi-got), (hi-lo)/2
	l.rows = append(l.rows, row{name, beside(got, 0, lo, hi), "in [" + num(lo) + ", " + num(hi) + "]", "slack " + numeral.Small(slack), "",
		load(half-slack, half), lo <= got && got <= hi})
}

// Slice states |got[i] − want[i]| ≤ tol for every i and equal lengths. The largest deviation is shown.
func (l *List) Slice(name string, got, want []float64, tol float64) {
	if len(got) != len(want) {
		l.addText(name, brief(got), brief(want), fmt.Sprintf("lengths %d and %d", len(got), len(want)), numeral.Small(tol), false)
		return
	}
	l.add(name, brief(got), brief(want), worst(got, want), tol)
}

// Matrix is what a check needs of a matrix; gonum's matrices have it.
type Matrix interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// Matrix states |got(i, j) − want(i, j)| ≤ tol for every entry and equal shapes. The largest deviation is shown.
func (l *List) Matrix(name string, got, want Matrix, tol float64) {
	if isNil(got) || isNil(want) {
		l.addText(name, brief(got), brief(want), "nil matrix", numeral.Small(tol), false)
		return
	}
	r, c := got.Dims()
	r2, c2 := want.Dims()
	g, w := fmt.Sprintf("%d×%d matrix", r, c), fmt.Sprintf("%d×%d matrix", r2, c2)
	if r != r2 || c != c2 {
		l.addText(name, g, w, "shapes differ", numeral.Small(tol), false)
		return
	}
	if r*c <= 9 {
		g, w = brief(entries(got)), brief(entries(want))
	}
	l.add(name, g, w, worst(entries(got), entries(want)), tol)
}

// OK says that every check so far holds.
func (l *List) OK() bool {
	for _, r := range l.rows {
		if !r.ok {
			return false
		}
	}
	return true
}

// add adds a check of a deviation against a tolerance.
func (l *List) add(name, got, want string, dev, tol float64) {
	l.rows = append(l.rows, row{name, got, want, inUnits(dev, tol), numeral.Small(tol), load(dev, tol), holds(dev, tol)})
}

// holds says that a deviation is within a tolerance; comparisons with NaN are false, so NaN fails.
func holds(dev, tol float64) bool { return dev <= tol && !math.IsInf(dev, 0) && !math.IsInf(tol, 0) }

func (l *List) addText(name, got, want, dev, tol string, ok bool) {
	l.rows = append(l.rows, row{name, got, want, dev, tol, math.NaN(), ok})
}

// worst is the largest |a[i] − b[i]|, NaN when one is NaN.
func worst(a, b []float64) float64 {
	dev := 0.0
	for i := range a {
		if a[i] != b[i] {
			dev = max(dev, math.Abs(a[i]-b[i])) // max of NaN is NaN
		}
	}
	return dev
}

func entries(m Matrix) []float64 {
	r, c := m.Dims()
	var all []float64
	for i := range r {
		for j := range c {
			all = append(all, m.At(i, j))
		}
	}
	return all
}

func isNil(m Matrix) bool {
	if m == nil {
		return true
	}
	v := reflect.ValueOf(m)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func total(tol []float64) float64 {
	sum := 0.0
	for _, t := range tol {
		sum += t
	}
	return sum
}

func tolText(t float64) string {
	if t == 0 {
		return ""
	}
	return numeral.Small(t)
}

// equal is reflect.DeepEqual, but numbers of different integer types compare by value.
func equal(got, want any) bool {
	if a, ok := integer(got); ok {
		if b, ok := integer(want); ok {
			return a == b
		}
	}
	if a, ok := got.(float64); ok {
		if b, ok := integer(want); ok {
			return a == float64(b)
		}
	}
	return reflect.DeepEqual(got, want)
}

func integer(v any) (int64, bool) {
	r := reflect.ValueOf(v)
	switch {
	case !r.IsValid():
		return 0, false
	case r.CanInt():
		return r.Int(), true
	case r.CanUint() && r.Uint() <= math.MaxInt64:
		return int64(r.Uint()), true
	}
	return 0, false
}
