package eval

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// Domain is the domain of a variable at the present point of two machines, which must have the values of the variables declared
// before: of the one in floating point, and of the exact one where exact is not nil and the point is rational; else finite sets
// have no exact elements. It is nil for a variable that is bound from outside.
func (p *Program) Domain(v *Var, m Machine[float64], exact Machine[*big.Rat]) (domain.Domain, error) {
	if v.domain == nil {
		return nil, nil
	}
	e, _ := exact.(*machine[*big.Rat])
	return m.(*machine[float64]).domainOf(v, e)
}

func (m *machine[T]) domainOf(v *Var, exact *machine[*big.Rat]) (d domain.Domain, err error) {
	defer m.recover(&err)
	m.steps = 0
	return m.domain(v.domain, exact)
}

// Constant tells whether the domain of a variable is the same at all points: it is made of literals.
func (v *Var) Constant() bool { return v.domain != nil && v.domain.constant() }

func (s *setting) constant() bool {
	if s.elem != nil && !s.elem.constant() {
		return false
	}
	fixed := true
	for _, a := range s.args {
		walk(a, func(n node) bool {
			switch n.(type) {
			case *literal, *setOf, *tuple, *unary, *binary, *power:
			default:
				fixed = false
			}
			return fixed
		})
	}
	return fixed
}

// domain makes a domain of a setting. An error of package domain gets the place in the text.
func (m *machine[T]) domain(s *setting, exact *machine[*big.Rat]) (domain.Domain, error) {
	d, err := m.sized(s, exact)
	if err == nil {
		return d, nil
	}
	var placed *Fault
	if errors.As(err, &placed) {
		return nil, err
	}
	return nil, &Fault{&syntax.Error{Text: m.p.Text, Span: s.span, Msg: err.Error()}, err}
}

func (m *machine[T]) sized(s *setting, exact *machine[*big.Rat]) (domain.Domain, error) {
	switch s.kind {
	case inReals:
		return domain.Reals(), nil
	case inNaturals:
		return domain.Naturals(), nil
	case inIntegers:
		return domain.Integers(), nil
	case inInterval:
		return domain.Interval(m.end(s.args[0], math.Inf(-1)), m.end(s.args[1], math.Inf(1)), s.openLo, s.openHi)
	case inBox:
		elem, err := domain.Interval(m.end(s.args[0], math.Inf(-1)), m.end(s.args[1], math.Inf(1)), s.openLo, s.openHi)
		if err != nil {
			return nil, err
		}
		return domain.Entries(m.integer(s.args[2]), elem)
	case inFinite, inFinitePower, inFiniteMatrix, inLaws, inSubsets, inMaps:
		return m.onSet(s, exact)
	case inFamily:
		elem, err := m.domain(s.elem, exact)
		if err != nil {
			return nil, err
		}
		lo, hi := m.integer(s.args[0]), m.integer(s.args[1])
		if hi < lo {
			return nil, fmt.Errorf("the family has no members: its indices run from %d to %d", lo, hi)
		}
		return domain.Family(lo, hi-lo+1, elem)
	case inFunctions:
		if s.args == nil {
			return domain.Functions(), nil
		}
	case inMatrices:
		return domain.Matrices(m.integer(s.args[0]), m.integer(s.args[1]))
	}
	return ofDimension[s.kind](m.integer(s.args[0]))
}

// ofDimension are the domains that have one size.
var ofDimension = map[settingKind]func(d int) (domain.Domain, error){
	inVectors: domain.Vectors, inSymmetric: domain.Symmetric, inDefinite: domain.Definite, inSemidefinite: domain.Semidefinite,
	inOrthogonal: domain.Orthogonal, inSimplex: domain.Simplex, inSphere: domain.Sphere, inBall: domain.Ball,
	inPermutations: domain.Permutations, inFunctions: domain.FunctionsOn,
}

// end is the end of an interval.
func (m *machine[T]) end(n node, infinite float64) float64 {
	if n == nil {
		return infinite
	}
	return m.f.Value(m.number(n))
}

// onSet is a domain that is made of a finite set.
func (m *machine[T]) onSet(s *setting, exact *machine[*big.Rat]) (domain.Domain, error) {
	items, err := m.bothWays(s.args[0], exact)
	if err != nil {
		return nil, err
	}
	switch s.kind {
	case inFinite:
		return domain.Finite(items)
	case inFinitePower:
		return domain.Power(items, m.integer(s.args[1]))
	case inFiniteMatrix:
		return domain.PowerMatrix(items, m.integer(s.args[1]), m.integer(s.args[2]))
	case inLaws:
		return domain.Laws(items)
	case inSubsets:
		return domain.Subsets(items)
	}
	elem, err := m.domain(s.elem, exact)
	if err != nil {
		return nil, err
	}
	return domain.Maps(items, elem)
}

// bothWays is a finite set in both fields.
func (m *machine[T]) bothWays(n node, exact *machine[*big.Rat]) (items domain.Items, err error) {
	for _, x := range m.set(n) {
		items.Floats = append(items.Floats, value.Convert(x, m.f.Value))
	}
	if exact == nil {
		return items, nil
	}
	rational, err := exact.elements(n)
	if err == nil && len(rational) == len(items.Floats) {
		items.Exact = rational
	}
	return items, nil
}

// elements are the elements of a finite set, or an error.
func (m *machine[T]) elements(n node) (items []value.Value[T], err error) {
	defer m.recover(&err)
	m.steps = 0
	return m.set(n), nil
}

// Degree bounds the degree of an exact draw of the variable in the numbers that are drawn.
func (v *Var) Degree(m Machine[float64]) Degree {
	if v.domain == nil {
		return Degree{}
	}
	s := v.domain
	for s.kind == inFamily || s.kind == inMaps {
		s = s.elem
	}
	switch s.kind {
	case inNaturals, inIntegers, inFinite, inFinitePower, inFiniteMatrix, inPermutations, inSubsets:
		return Degree{}
	case inDefinite, inSemidefinite:
		return Degree{2, 0}
	case inSimplex, inLaws:
		return Degree{1, 1}
	case inSphere, inBall:
		return Degree{2, 2}
	case inOrthogonal:
		d := m.Get(v).Rows
		return Degree{d, d}
	}
	return Degree{1, 0}
}

// Weights says that the values are weights with sum 1, or families of such, which are exact after a division by their sum.
func (v *Var) Weights() bool {
	s := v.domain
	for s != nil && s.kind == inFamily {
		s = s.elem
	}
	return s != nil && (s.kind == inSimplex || s.kind == inLaws)
}

// Sampled says, for a variable whose domain is larger than what is drawn from it, from where it is drawn: "1 to 8" of ℕ; else "".
func (v *Var) Sampled() string {
	s := v.domain
	for s != nil && (s.kind == inFamily || s.kind == inMaps) {
		s = s.elem
	}
	if s == nil {
		return ""
	}
	switch s.kind {
	case inNaturals:
		return "the numbers from 1 to 8"
	case inIntegers:
		return "the numbers from −8 to 8"
	case inFunctions:
		if s.args == nil {
			return "the polynomials of degree 4"
		}
		return "the quadratic functions with a cosine"
	}
	return ""
}
