package derive

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// relation joins a line to the one before.
type relation byte

const (
	first relation = iota
	equal
	approx
	atMost
	atLeast
	less
	greater
	states // a statement, true or false
)

var relationLatex = map[relation]string{equal: "=", approx: `\approx`, atMost: `\le`, atLeast: `\ge`, less: "<", greater: ">"}
var relationText = map[relation]string{equal: "=", approx: "≈", atMost: "≤", atLeast: "≥", less: "<", greater: ">"}

// line is a line as it was found at all points.
type line struct {
	rel    relation
	arrow  string // of a statement
	latex  string
	reason string
	prose  bool
	open   bool // a statement that claims nothing by itself
	tol    float64

	ok      bool
	dev     float64 // of equalities: the largest deviation, absolute
	slack   float64 // of inequalities: the smallest
	seen    bool    // dev or slack hold
	counter string  // the point that refutes the line, with both values
}

// Matrix is what a derivation needs of a matrix; gonum's matrices have it.
type Matrix interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// entries are the numbers of a value, and its shape.
func entries(v any) ([]float64, string) {
	switch v := v.(type) {
	case float64:
		return []float64{v}, "number"
	case []float64:
		return v, "vector of " + strconv.Itoa(len(v))
	case Matrix:
		r, c := v.Dims()
		all := make([]float64, 0, r*c)
		for i := range r {
			for j := range c {
				all = append(all, v.At(i, j))
			}
		}
		return all, fmt.Sprintf("%d×%d matrix", r, c)
	}
	return []float64{math.NaN()}, "nothing"
}

func allFinite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// compare notes whether before and now are related as the line says. Both are finite and of one shape.
func (l *line) compare(k int, p any, before, now []float64) {
	scale := 1.0
	if largest := max(norm(before), norm(now)); largest > 0 {
		scale += largest
	}
	ok := true
	for i := range now {
		d := now[i] - before[i]
		switch l.rel {
		case equal, approx:
			l.noteDev(math.Abs(d))
			ok = ok && math.Abs(d) <= l.tol*scale
		case atMost:
			l.noteSlack(rounded(d, scale))
			ok = ok && d >= -l.tol*scale
		case atLeast:
			l.noteSlack(rounded(-d, scale))
			ok = ok && -d >= -l.tol*scale
		case less:
			l.noteSlack(d)
			ok = ok && d > 0
		case greater:
			l.noteSlack(-d)
			ok = ok && d < 0
		}
	}
	if !ok {
		l.refutePoint(k, p, before, now, "")
	}
}

// rounded is a slack without what is rounding only: on another processor it would differ.
func rounded(slack, scale float64) float64 {
	if math.Abs(slack) <= 1e-15*scale {
		return 0
	}
	return slack
}

func (l *line) noteDev(d float64) {
	l.dev, l.seen = max(l.dev, d), true
}

func (l *line) noteSlack(s float64) {
	if !l.seen || s < l.slack {
		l.slack = s
	}
	l.seen = true
}

func norm(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m = max(m, math.Abs(v))
	}
	return m
}

// refutePoint notes the first point at which the line does not hold.
func (l *line) refutePoint(k int, p any, before, now []float64, why string) {
	if l.counter == "" {
		point := fmt.Sprintf("point %d: %s", k, numeral.Cut(fmt.Sprintf("%+v", p), 400))
		l.refute(point, values(before, now), why)
	}
	l.ok = false
}

// refute notes that the line does not hold: the point, the values there, and why.
func (l *line) refute(point, values, why string) {
	l.ok = false
	var all []string
	for _, s := range []string{point, values, why} {
		if s != "" {
			all = append(all, s)
		}
	}
	l.counter = strings.Join(all, "\n")
}

// values are both sides at a point.
func values(before, now []float64) string {
	if before == nil {
		return "value: " + list(now)
	}
	return "before: " + list(before) + "\nhere:   " + list(now)
}

func list(x []float64) string {
	var parts []string
	for i, v := range x {
		if i == 8 {
			parts = append(parts, fmt.Sprintf("… (%d entries)", len(x)))
			break
		}
		parts = append(parts, strconv.FormatFloat(v, 'g', 12, 64))
	}
	return strings.Join(parts, ", ")
}
