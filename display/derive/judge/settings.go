package judge

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// settings are the options of a question, in the terms of the language of formulas.
type settings struct {
	seed   uint64
	draws  int
	tol    float64
	hunt   int
	values []binding    // names with one value
	at     [][]binding  // or with a value at each point
	funcs  []*eval.Func // functions in Go
	faults []string
	asker  *asker
	names  map[string]string // in canonical spelling
}

// binding is a name with a value from Go.
type binding struct {
	name  string // in canonical spelling
	value value.Value[float64]
}

func newSettings(q *proof.Question, ask proof.Answerer) *settings {
	s := &settings{seed: q.Seed, draws: q.Draws, tol: q.Tol, hunt: q.Effort, faults: slices.Clone(q.Faults), asker: newAsker(ask), names: map[string]string{}}
	s.check()
	s.values = s.bindings(q.Values)
	for _, row := range q.Points {
		s.at = append(s.at, s.bindings(row))
	}
	for i, f := range q.Funcs {
		s.funcs = append(s.funcs, &eval.Func{Name: s.canonical("Func", f.Name), Args: f.Args, Call: caller(i, s.asker), Doc: f.Doc})
	}
	return s
}

// check notes numbers that are out of range.
func (s *settings) check() {
	if s.draws < 1 || s.draws > 100000 {
		s.fail("Draws: %d points; it must be 1 to 100000", s.draws)
	}
	if !(s.tol > 0 && s.tol < 1) {
		s.fail("Tol: the tolerance is %g; it must be between 0 and 1", s.tol)
	}
	if s.hunt < 0 {
		s.fail("Effort: %d evaluations; it must be at least 0", s.hunt)
	}
}

func (s *settings) fail(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

func (s *settings) bindings(all []proof.Binding) []binding {
	var bound []binding
	for _, b := range all {
		bound = append(bound, binding{s.canonical(b.Option, b.Name), toFormula(b.Value)})
	}
	return bound
}

// canonical is a name in canonical spelling; what is none is noted as a fault, once.
func (s *settings) canonical(option, name string) string {
	canonical, known := s.names[name]
	if known {
		return canonical
	}
	canonical, err := canonicalName(name)
	if err != nil {
		s.fail("%s: %v", option, err)
	}
	s.names[name] = canonical
	return canonical
}

// canonicalName is a name in canonical spelling.
func canonicalName(name string) (string, error) {
	e, err := syntax.ParseExpr(name)
	if err != nil {
		return "", fmt.Errorf("the name %q: %w", name, err)
	}
	if !syntax.IsName(e) {
		return "", fmt.Errorf("%q is no name: a letter or word is wanted, perhaps with indices", name)
	}
	return syntax.Canon(e), nil
}

var floats = &value.Ops[float64]{F: number.Float{}}

// toFormula is a value from Go as formulas have it.
func toFormula(x proof.Value) value.Value[float64] {
	switch x.Kind {
	case proof.Truth:
		return floats.Bool(x.N != 0)
	case proof.Vector:
		return floats.Vector(x.Entries...)
	case proof.Matrix:
		return floats.Matrix(len(x.Entries)/x.Cols, x.Cols, x.Entries)
	case proof.Family:
		items := make([]value.Value[float64], len(x.Items))
		for i, item := range x.Items {
			items[i] = toFormula(item)
		}
		return floats.Family(x.First, items...)
	}
	return floats.Number(x.N)
}

// fromFormula is a value of formulas for a function in Go. It shares nothing with it, since the function may change its arguments.
func fromFormula(x value.Value[float64]) proof.Value {
	switch x.Kind {
	case value.Number:
		return proof.Value{N: x.N}
	case value.Truth:
		if x.Truth {
			return proof.Value{Kind: proof.Truth, N: 1}
		}
		return proof.Value{Kind: proof.Truth}
	case value.Vector, value.Row:
		return proof.Value{Kind: proof.Vector, Entries: append([]float64(nil), x.A...)}
	case value.Matrix:
		return proof.Value{Kind: proof.Matrix, Entries: append([]float64(nil), x.A...), Cols: x.Cols}
	}
	return proof.Value{Kind: proof.Other}
}

// caller is function k of a question.
func caller(k int, asker *asker) func(args []value.Value[float64]) (value.Value[float64], error) {
	return func(args []value.Value[float64]) (value.Value[float64], error) {
		c := proof.Call{Func: k, Args: make([]proof.Value, len(args))}
		for i, a := range args {
			c.Args[i] = fromFormula(a)
		}
		a, err := asker.answer(c)
		switch {
		case err != nil:
			return value.Value[float64]{}, err
		case a.Arg > 0 && a.Arg <= len(args):
			return value.Value[float64]{}, fmt.Errorf("argument %d: the function wants a %s, and the value is a %s", a.Arg, a.Fault, args[a.Arg-1].Shape())
		case a.Fault != "":
			return value.Value[float64]{}, errors.New(a.Fault)
		case a.Value.Kind == proof.Number && a.Value.N-a.Value.N != 0:
			return value.Value[float64]{}, fmt.Errorf("%w: the function returns %g", eval.ErrNoValue, a.Value.N)
		}
		return toFormula(a.Value), nil
	}
}
