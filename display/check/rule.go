package check

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
)

// This file holds the rule of an exercise, and the rules for numbers, vectors and what is right or not.

// Rule says when an answer is right. Number, Vector, Exactly and Trials make rules; derive.Task makes those of derivations, and grade.Proof those of
// proofs that are graded.
type Rule struct {
	judge    func(answer any) (evidence string, detail Detail, err error)
	wrong    []slip
	decimals bool // the right answer is no whole number, or may be none
}

// slip is a usual wrong answer, and what is said to who gives it, or "".
type slip struct {
	answer any
	says   string
}

// NewRule makes a rule from a function. It returns nil for a right answer, with what it was tried on ("100 trials") or ""; ErrUnanswered
// for one that is still to be given; else an error that says in which way the answer is wrong, and does not say the right one.
func NewRule(judge func(answer any) (evidence string, err error)) Rule {
	return Rule{judge: func(answer any) (string, Detail, error) {
		evidence, err := judge(answer)
		return evidence, nil, err
	}}
}

// Detail is what a rule has found about the parts of an answer, as the steps of a proof.
type Detail interface {
	Text(most float64) string // lines of plain text, each with its end, for an answer of so many points
	HTML(most float64) string // the same for a page
}

// NewDetailedRule makes a rule as NewRule does, from a function that also returns what Points shows below its line about the answer; nil shows nothing.
func NewDetailedRule(judge func(answer any) (evidence string, detail Detail, err error)) Rule {
	return Rule{judge: judge}
}

// Refutes adds wrong answers: the usual slips. A rule that accepts one of them has no power, and the exercise fails for that, whatever the
// reader answers.
func (r Rule) Refutes(wrong ...any) Rule {
	for _, w := range wrong {
		r = r.Slip(w, "")
	}
	return r
}

// Slip adds a wrong answer as Refutes does, and a sentence that is said to a reader who gives it: what this number is the answer to. A
// number counts as given within 0.2 %, so that it may be rounded.
//
//	check.Number(.25, 1e-9).Slip(.5, "this is the mean of one rule alone")
func (r Rule) Slip(wrong any, says string) Rule {
	r.wrong = append(r.wrong[:len(r.wrong):len(r.wrong)], slip{wrong, says})
	return r
}

// known is what the rule says to the slip that the answer is, or "".
func (r Rule) known(answer any) string {
	for _, w := range r.wrong {
		if w.says != "" && alike(reflect.ValueOf(answer), reflect.ValueOf(w.answer)) {
			return w.says
		}
	}
	return ""
}

// alike tells whether two answers are the same: numbers within 0.2 %, words without regard to capitals, slices entry by entry. Functions
// are never alike.
func alike(a, b reflect.Value) bool {
	for a.Kind() == reflect.Interface {
		a = a.Elem()
	}
	for b.Kind() == reflect.Interface {
		b = b.Elem()
	}
	number := reflect.TypeFor[float64]()
	switch {
	case !a.IsValid() || !b.IsValid():
		return false
	case a.Kind() == reflect.Slice && b.Kind() == reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case a.Kind() != reflect.String && b.Kind() != reflect.String && a.CanConvert(number) && b.CanConvert(number):
		x, y := a.Convert(number).Float(), b.Convert(number).Float()
		return x == y || math.Abs(x-y) < 2e-3*math.Abs(y)
	}
	return sameWord(a.Interface(), b.Interface())
}

// fault is what is wrong with the rule itself, or "".
func (r Rule) fault() string {
	if r.judge == nil {
		return "it has no rule"
	}
	for i, w := range r.wrong {
		switch _, _, err := r.try(w.answer); {
		case err == nil:
			return fmt.Sprintf("wrong answer %d of Refutes is accepted", i+1)
		case errors.Is(err, ErrUnanswered):
			return fmt.Sprintf("wrong answer %d of Refutes is no answer", i+1)
		}
	}
	return ""
}

// try judges an answer that may be missing or panic.
func (r Rule) try(answer any) (evidence string, detail Detail, err error) {
	if missing(answer) {
		return "", nil, ErrUnanswered
	}
	defer func() {
		if p := recover(); p != nil {
			evidence, detail, err = "", nil, panicked(p)
		}
	}()
	return r.judge(answer)
}

// missing tells whether an answer is still to be given.
func missing(answer any) bool {
	v := reflect.ValueOf(answer)
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.String:
		s := strings.TrimSpace(v.String())
		return s == "" || s == Unanswered
	case reflect.Func, reflect.Slice, reflect.Map, reflect.Pointer:
		return v.IsNil()
	}
	return false
}

// panicked is the error for an answer that panics. It is called while the panic is recovered, so that the place is still on the stack.
func panicked(p any) error {
	if p == Unanswered {
		return ErrUnanswered
	}
	return fmt.Errorf("it panics%s: %v", place(), p)
}

// place is where a panic came from, or "".
func place() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(0, pc)])
	for panicking, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		system := strings.HasPrefix(f.Function, "runtime.")
		if strings.Contains(f.Function, "/display/grade/remote.") {
			return "" // the panic of another process, which has said where
		}
		if panicking && !system {
			return where(filepath.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
	}
	return ""
}

// where is a place in words. The name of a cell's file says nothing to its reader.
func where(file string, line int) string {
	if strings.HasPrefix(file, "cell_") {
		return fmt.Sprintf(" in line %d", line)
	}
	return fmt.Sprintf(" at %s:%d", file, line)
}

// Number accepts a number within tol of want. A wrong one is told whether it is too large or too small, and roughly by how much.
func Number(want, tol float64) Rule {
	r := NewRule(func(answer any) (string, error) {
		got, err := as[float64](answer)
		if err == nil && !holds(apart(got, want), tol) {
			err = fmt.Errorf("%s %s", num(got), astray(got, want))
		}
		return "", err
	})
	r.decimals = want != math.Trunc(want)
	return r
}

// Vector accepts a vector, a []float64 or a slice of other numbers, each entry within tol of that of want.
func Vector(want []float64, tol float64) Rule {
	return NewRule(func(answer any) (string, error) {
		got, err := as[[]float64](answer)
		if err != nil {
			return "", err
		}
		return "", entryByEntry(len(got), len(want), func(i int) string {
			if holds(apart(got[i], want[i]), tol) {
				return ""
			}
			return num(got[i]) + " " + astray(got[i], want[i])
		})
	})
}

// Exactly accepts what is the same as want: a class, a count, a truth value, a word (capitals and blanks around it do not matter), or a slice
// of such, entry by entry.
func Exactly(want any) Rule {
	return NewRule(func(answer any) (string, error) {
		g, w := reflect.ValueOf(answer), reflect.ValueOf(want)
		if w.Kind() == reflect.Slice && g.Kind() == reflect.Slice {
			return "", entryByEntry(g.Len(), w.Len(), func(i int) string {
				if sameWord(g.Index(i).Interface(), w.Index(i).Interface()) {
					return ""
				}
				return brief(g.Index(i).Interface()) + " is wrong"
			})
		}
		if !sameWord(answer, want) {
			return "", fmt.Errorf("%s is wrong", brief(answer))
		}
		return "", nil
	})
}

func sameWord(got, want any) bool {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if g.Kind() == reflect.String && w.Kind() == reflect.String {
		return strings.EqualFold(strings.TrimSpace(g.String()), strings.TrimSpace(w.String()))
	}
	return equal(got, want)
}

// entryByEntry is nil where no entry is wrong, or says how many are and the first of them.
func entryByEntry(got, want int, wrong func(i int) string) error {
	if got != want {
		return fmt.Errorf("it has %d entries, %d are wanted", got, want)
	}
	first, count := "", 0
	for i := range got {
		if w := wrong(i); w != "" {
			if count++; first == "" {
				first = fmt.Sprintf("entry [%d] = %s", i, w)
			}
		}
	}
	switch {
	case count == 0:
		return nil
	case count > 1:
		first += fmt.Sprintf("; %d of %d entries are wrong", count, got)
	}
	return errors.New(first)
}

// astray says on which side of the right number another one is and roughly how far, without saying the right one.
func astray(got, want float64) string {
	if got-got != 0 {
		return "is no finite number"
	}
	side := "is too large"
	if got < want {
		side = "is too small"
	}
	switch ratio := got / want; {
	case got == 0 || want == 0 || math.IsNaN(ratio):
		return side
	case ratio < 0 && math.Abs(1+ratio) < 1e-6:
		return "has the wrong sign"
	case ratio < 0:
		return side + "; its sign is wrong"
	default:
		return side + ", by " + roughly(ratio)
	}
}

// roughly is in words by how much a number that is so many times the right one is off.
func roughly(ratio float64) string {
	factor := max(ratio, 1/ratio)
	switch off := math.Abs(ratio - 1); {
	case off <= .01:
		return "less than 1 %"
	case off <= .1:
		return "less than 10 %"
	case off <= .5:
		return "10 to 50 %"
	case factor <= 2:
		return "50 to 100 %"
	case factor <= 10:
		return "a factor of 2 to 10"
	}
	return "a factor of more than 10"
}

// as returns an answer as the type that a rule is made for: the type itself, one that has the same values under another name, integers for
// numbers, slices of numbers for vectors.
func as[A any](answer any) (A, error) {
	if a, ok := answer.(A); ok {
		return a, nil
	}
	var a A
	dst, v := reflect.ValueOf(&a).Elem(), reflect.ValueOf(answer)
	if !convert(dst, v) {
		return a, fmt.Errorf("a %s is wanted, and this is a %T", kindWords(dst.Type()), answer)
	}
	return a, nil
}

// convert sets dst to v where nothing is lost, and tells whether it could.
func convert(dst, v reflect.Value) bool {
	t := dst.Type()
	isFloat := t.Kind() == reflect.Float64
	switch {
	case t.Kind() == reflect.Slice && v.Kind() == reflect.Slice:
		list := reflect.MakeSlice(t, v.Len(), v.Len())
		for i := range v.Len() {
			if !convert(list.Index(i), v.Index(i)) {
				return false
			}
		}
		dst.Set(list)
	case v.Kind() == reflect.Interface:
		return convert(dst, v.Elem())
	case isFloat && (v.CanInt() || v.CanUint() || v.CanFloat()), v.IsValid() && v.Kind() == t.Kind() && v.CanConvert(t):
		dst.Set(v.Convert(t))
	case t.Kind() == reflect.Int && v.CanFloat() && v.Float() == math.Trunc(v.Float()) && math.Abs(v.Float()) < 1<<53:
		dst.SetInt(int64(v.Float()))
	default:
		return false
	}
	return true
}

func kindWords(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Float64:
		return "number"
	case t.Kind() == reflect.Int:
		return "whole number"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Float64:
		return "vector, as []float64{1, 2},"
	}
	return t.String()
}
