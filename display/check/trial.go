package check

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file tries an answer on random inputs: a function, or a property of a value.

// Trials accepts an answer that n trials find nothing wrong with. A trial draws inputs, which are told where the answer is wrong there, and
// states what must hold of the answer:
//
//	check.Trials(100, func(distance func(w, x []float64, b float64) float64, t *check.Trial) {
//		w, x, b := t.Vector("w", 3), t.Vector("x", 3), t.Number("b")
//		t.Near("the distance", distance(w, x, b), linear.Hyperplane{W: w, B: b}.Distance(x), 1e-9)
//	})
//
// Trial i draws from rand.NewPCG(1, i), so that every reader gets the same. For a property of an answer without inputs, n is 1. The first trial in
// which something does not hold is told, with the number of all of them; what should have come out is not, only on which side of it the answer is.
func Trials[A any](n int, try func(answer A, t *Trial)) Rule {
	r := NewRule(func(answer any) (string, error) {
		a, err := as[A](answer)
		if err != nil {
			return "", err
		}
		var first *Trial
		wrong := 0
		for i := range n {
			t := &Trial{Rand: rand.New(rand.NewPCG(1, uint64(i)))}
			t.run(func() { try(a, t) })
			if t.err == nil && t.stated == 0 {
				t.err = errors.New("the trial states nothing")
			}
			if t.err != nil {
				if wrong++; first == nil {
					first = t
				}
			}
		}
		if n < 1 {
			return "", errors.New("no trial was made")
		}
		return verdict(n, wrong, first)
	})
	r.decimals = reflect.TypeFor[A]().Kind() == reflect.Float64
	return r
}

// verdict is what n trials have found.
func verdict(n, wrong int, first *Trial) (string, error) {
	switch {
	case wrong == 0 && n == 1:
		return "", nil
	case wrong == 0:
		return fmt.Sprintf("%d trials", n), nil
	case errors.Is(first.err, ErrUnanswered):
		return "", ErrUnanswered
	case n == 1:
		return "", errors.New(first.says())
	}
	return "", fmt.Errorf("%s; wrong in %d of %d trials", first.says(), wrong, n)
}

// Trial is one trial of an answer: it draws inputs and states what must hold. Of what does not hold, the first is kept.
type Trial struct {
	Rand   *rand.Rand // for inputs that Number, Vector, Sign and Int do not draw; Given tells them
	inputs []string
	stated int
	err    error
}

// run makes the trial; an answer may panic.
func (t *Trial) run(try func()) {
	defer func() {
		if p := recover(); p != nil {
			t.fail(panicked(p))
		}
	}()
	try()
}

func (t *Trial) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

func (t *Trial) says() string {
	if len(t.inputs) == 0 {
		return t.err.Error()
	}
	return "for " + strings.Join(t.inputs, ", ") + " " + t.err.Error()
}

// Given notes an input under its name, to be told where the answer is wrong.
func (t *Trial) Given(name string, input any) {
	if v := reflect.ValueOf(input); v.Kind() == reflect.Slice && v.CanConvert(reflect.TypeFor[[]float64]()) {
		input = v.Convert(reflect.TypeFor[[]float64]()).Interface()
	}
	t.inputs = append(t.inputs, name+" = "+brief(input))
}

// Number draws a standard normal number, rounded to two decimals so that a reader can compute with it.
func (t *Trial) Number(name string) float64 {
	x := t.number()
	t.Given(name, x)
	return x
}

func (t *Trial) number() float64 { return math.Round(100*t.Rand.NormFloat64()) / 100 }

// Vector draws a vector of d such numbers.
func (t *Trial) Vector(name string, d int) []float64 {
	v := make([]float64, d)
	for i := range v {
		v[i] = t.number()
	}
	t.Given(name, v)
	return v
}

// Sign draws −1 or 1.
func (t *Trial) Sign(name string) int {
	y := 2*t.Rand.IntN(2) - 1
	t.Given(name, y)
	return y
}

// Int draws a whole number from lo to hi, both included.
func (t *Trial) Int(name string, lo, hi int) int {
	k := lo + t.Rand.IntN(hi-lo+1)
	t.Given(name, k)
	return k
}

// Near states |got − want| ≤ tol of what is named, as "the distance".
func (t *Trial) Near(what string, got, want, tol float64) {
	t.stated++
	if !holds(apart(got, want), tol) {
		t.fail(fmt.Errorf("%s %s %s%s", what, num(got), astray(got, want), difference(got, want)))
	}
}

// difference is by how much two finite numbers differ.
func difference(got, want float64) string {
	if d := apart(got, want); d-d == 0 {
		return " (off by " + numeral.Small(d) + ")"
	}
	return ""
}

// Slice states |got[i] − want[i]| ≤ tol for every i, and equal lengths.
func (t *Trial) Slice(what string, got, want []float64, tol float64) {
	t.stated++
	err := entryByEntry(len(got), len(want), func(i int) string {
		if holds(apart(got[i], want[i]), tol) {
			return ""
		}
		return num(got[i]) + " " + astray(got[i], want[i])
	})
	if err != nil {
		t.fail(fmt.Errorf("%s is wrong: %w", what, err))
	}
}

// Equal states that got and want are the same.
func (t *Trial) Equal(what string, got, want any) {
	t.stated++
	if !equal(got, want) {
		t.fail(fmt.Errorf("%s %s is wrong", what, brief(got)))
	}
}

// AtMost states got ≤ bound. A tolerance for rounding may be given.
func (t *Trial) AtMost(what string, got, bound float64, tol ...float64) {
	t.stated++
	if !(got <= bound+total(tol)) {
		t.fail(fmt.Errorf("%s %s %s", what, num(got), astray(got, bound)))
	}
}

// AtLeast states got ≥ bound. A tolerance for rounding may be given.
func (t *Trial) AtLeast(what string, got, bound float64, tol ...float64) {
	t.stated++
	if !(got >= bound-total(tol)) {
		t.fail(fmt.Errorf("%s %s %s", what, num(got), astray(got, bound)))
	}
}

// True states that a condition holds, as "every point is on its side".
func (t *Trial) True(what string, holds bool) {
	t.stated++
	if !holds {
		t.fail(fmt.Errorf("this should hold and does not: “%s”", what))
	}
}
