package derive

import (
	"fmt"
	"reflect"

	"github.com/mercer-go/mercer/display/derive/proof"
)

// DefaultTol is the tolerance of a derivation that does not state one, relative and absolute (see the package comment).
const DefaultTol = 1e-9

// Option says where and how a derivation in the language of formulas is evaluated; see Prove.
type Option func(s *settings)

// settings are the options of a derivation: the question, and the functions that it asks back for.
type settings struct {
	question proof.Question
	funcs    []reflect.Value
}

func newSettings(title, text string, options []Option) *settings {
	s := &settings{question: proof.Question{Title: title, Text: text, Seed: 1, Draws: 300, Tol: DefaultTol, Effort: 1500}}
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *settings) fail(format string, args ...any) {
	s.question.Faults = append(s.question.Faults, fmt.Sprintf(format, args...))
}

// Seed is the seed of the points that are drawn; without it, it is 1.
func Seed(seed uint64) Option { return func(s *settings) { s.question.Seed = seed } }

// Draws is the number of points that are drawn, 1 to 100000; without it, 300.
func Draws(n int) Option {
	return func(s *settings) { s.question.Draws = n }
}

// Tol is the tolerance of lines that do not state one, relative and absolute, in (0, 1); without it, DefaultTol.
func Tol(tol float64) Option {
	return func(s *settings) { s.question.Tol = tol }
}

// Effort is the number of evaluations with which a counterexample to an inequality, or the difference of a variant that is refuted, is
// hunted for; without it, 1500. 0 leaves it at the points.
func Effort(evaluations int) Option {
	return func(s *settings) { s.question.Effort = evaluations }
}

// Work is the most operations of formulas that a derivation may take in all, in millions, counted and not timed; without it, or with 0,
// as many as it takes. A text that takes more cannot be judged, and says so. Ten million take about a second.
func Work(millions int) Option {
	return func(s *settings) {
		if millions < 0 {
			s.fail("Work: %d million operations; it must be at least 0", millions)
			return
		}
		s.question.Work = millions * 1_000_000 / 4096
	}
}

// Bind gives a name of the text, in LaTeX, the value of a Go variable: a number, a []float64 (a vector), a matrix of gonum, a
// rectangular [][]float64 (a matrix), a bool; Family makes a family. The name needs no \given.
func Bind(name string, v any) Option {
	return func(s *settings) {
		if b, ok := s.bind("Bind", name, reflect.ValueOf(v)); ok {
			s.question.Values = append(s.question.Values, b)
		}
	}
}

// At gives the points in Go instead of drawing them: points is a slice of structs, whose fields have the names of the text, or the name
// in LaTeX as a tag, as in
//
//	Sigma *mat.SymDense `tex:"\\Sigma"`
//
// Unexported fields and fields with the tag "-" are left out. Names that the text declares by \given are drawn beside them.
func At(points any) Option {
	return func(s *settings) {
		v := reflect.ValueOf(points)
		if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Struct {
			s.fail("At: the points are a %T; a slice of structs is wanted", points)
			return
		}
		if v.Len() == 0 {
			s.fail("At: there is no point")
		}
		for i := range v.Len() {
			s.question.Points = append(s.question.Points, s.fields(v.Index(i)))
		}
	}
}

// fields are the names and values of a point.
func (s *settings) fields(v reflect.Value) []proof.Binding {
	var all []proof.Binding
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name := f.Tag.Get("tex")
		if name == "" {
			name = f.Name
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if b, ok := s.bind("At: field "+f.Name, name, v.Field(i)); ok {
			all = append(all, b)
		}
	}
	return all
}

// bind makes a binding.
func (s *settings) bind(of, name string, v reflect.Value) (proof.Binding, bool) {
	x, err := fromGo(v)
	if err != nil {
		s.fail("%s: %s: %v", of, name, err)
		return proof.Binding{}, false
	}
	return proof.Binding{Option: of, Name: name, Value: x}, true
}
