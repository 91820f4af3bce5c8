package check

import (
	"fmt"
	"math"
	"strconv"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file checks a bound of a theorem against runs, and tells how tight it is.

// BoundOption adds to what Bound checks and tells: [Where] and [Attained].
type BoundOption func(*bound)

type bound struct {
	where    func(i int) string
	attained []attained
}

type attained struct {
	name            string
	got, bound, tol float64
}

// Where names the run with index i, as "n = 100, seed 3"; without it the run is named by its index.
func Where(name func(i int) string) BoundOption { return func(b *bound) { b.where = name } }

// Attained adds a case of which the theory says that the bound is attained there: |got − bound| ≤ tol.
func Attained(name string, got, limit, tol float64) BoundOption {
	return func(b *bound) { b.attained = append(b.attained, attained{name, got, limit, tol}) }
}

// rounding is what a run may be above its bound, relative to it, because both are rounded.
const rounding = 1e-12

// Bound states got[i] ≤ bound[i] for all runs, up to a relative 1e-12 for rounding, and tells the best ratio got[i]/bound[i] and in
// which run it was reached: a bound that is loose everywhere is seen to be. Where no bound is positive it tells the least slack instead.
// For a lower bound give the two lists in the other order. It fails without runs, for lists of different lengths, for
// NaN, and where all bounds are infinite.
func (l *List) Bound(name string, got, limit []float64, opts ...BoundOption) {
	var b bound
	for _, set := range opts {
		set(&b)
	}
	l.rows = append(l.rows, b.row(name, got, limit))
	for _, a := range b.attained {
		l.Near("  attained: "+a.name, a.got, a.bound, a.tol)
	}
}

func (b *bound) row(name string, got, limit []float64) row {
	r := row{name: name, want: fmt.Sprintf("≤ the bound in %d runs", len(got)), load: math.NaN()}
	if len(got) != len(limit) || len(got) == 0 {
		r.got, r.dev = fmt.Sprintf("%d runs, %d bounds", len(got), len(limit)), "nothing to compare"
		return r
	}
	t := tightest(got, limit)
	r.got, r.ok = b.words(t, got, limit), t.above == 0 && t.finite > 0
	switch {
	case t.above > 0:
		r.dev = fmt.Sprintf("%d above", t.above)
	case t.finite == 0:
		r.dev = "no bound is finite"
	default:
		r.dev = "slack " + numeral.Small(limit[t.at]-got[t.at])
	}
	return r
}

// tight is the run that comes nearest to its bound, or is furthest above it.
type tight struct {
	at            int
	ratio         float64 // got/bound there, NaN where no bound is positive
	above, finite int     // runs above their bound, and runs with a finite bound
}

func tightest(got, limit []float64) tight {
	t := tight{at: -1, ratio: math.NaN()}
	for i, g := range got {
		b := limit[i]
		fails := !(g <= b+rounding*math.Abs(b)) || math.IsInf(g, 0)
		if fails {
			t.above++
		}
		if math.IsInf(b, 1) && !fails {
			continue
		}
		t.finite++
		if t.at < 0 || nearer(g, b, got[t.at], limit[t.at]) {
			t.at = i
		}
	}
	t.at = max(t.at, 0)
	if limit[t.at] > 0 {
		t.ratio = got[t.at] / limit[t.at]
	}
	return t
}

// nearer says that g is nearer to its bound b than h is to c: by the ratios where both bounds are positive, and by the differences
// otherwise. NaN is the nearest of all.
func nearer(g, b, h, c float64) bool {
	if math.IsNaN(h - c) {
		return false
	}
	if math.IsNaN(g - b) {
		return true
	}
	if b > 0 && c > 0 {
		return g/b > h/c
	}
	return g-b > h-c
}

func (b *bound) words(t tight, got, limit []float64) string {
	where := fmt.Sprintf("run %d", t.at)
	if b.where != nil {
		where = b.where(t.at)
	}
	if math.IsNaN(t.ratio) {
		return num(got[t.at]) + " ≤ " + num(limit[t.at]) + " at best, " + where
	}
	return "best ratio " + numeral.Minus(strconv.FormatFloat(t.ratio, 'g', 3, 64)) + ", " + where
}
