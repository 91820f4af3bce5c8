package eval

import (
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// symbol is what a name stands for. Exactly one of def, fn and random is set, or none: then it is the value of a slot.
type symbol struct {
	slot     int
	name     string
	def      *definition
	fn       *Func
	random   bool
	callable calling
	elem     calling // of the members of a family
	family   bool    // declared as x_1, …, x_n

	// beside is the family of the same letter, which x_i means, as in f(x) = \sum_i a_i k(x_i, x); components says that an index that
	// is a number means a component of x itself, as in φ(x) = (x_1, x_1 x_2).
	beside     *symbol
	components bool
}

// calling says whether a name before a bracket is a function.
type calling uint8

const (
	unknown   calling = iota // a parameter: its value tells
	function_                // a function, a law, a permutation
	factor                   // a number, a vector, a matrix: a product
)

// scope holds the names of a place of the text, and those of the scopes around it.
type scope struct {
	outer *scope
	names map[string]*symbol
	// members are the names with a number as index, by their base: m_0 and m_1 under m.
	members map[string]map[int]*symbol
}

func newScope(outer *scope) *scope {
	return &scope{outer: outer, names: map[string]*symbol{}, members: map[string]map[int]*symbol{}}
}

// lookup finds a name by its key.
func (s *scope) lookup(key string) *symbol {
	for ; s != nil; s = s.outer {
		if sym := s.names[key]; sym != nil {
			return sym
		}
	}
	return nil
}

// family returns the names that are the base with a number as index.
func (s *scope) family(base string) map[int]*symbol {
	for ; s != nil; s = s.outer {
		if m := s.members[base]; m != nil {
			return m
		}
	}
	return nil
}

// declare adds a name under its key.
func (s *scope) declare(e syntax.Expr, sym *symbol) {
	s.names[syntax.Canon(e)] = sym
	x, ok := e.(*syntax.Index)
	if !ok || len(x.Sub) != 1 {
		return
	}
	if n, ok := x.Sub[0].(*syntax.Number); ok {
		if k, err := strconv.Atoi(n.Text); err == nil {
			base := syntax.Canon(x.X)
			if s.members[base] == nil {
				s.members[base] = map[int]*symbol{}
			}
			s.members[base][k] = sym
		}
	}
}

// keyOf spells the left side of a definition, or a formula that may be the use of one, with a dot for each index and argument,
// which it returns in their order: r_i^2 is r_·^2 with i. An index for which literal is true stays in the key. The key is "" for
// what cannot be defined.
func keyOf(e syntax.Expr, literal func(syntax.Expr) bool) (key string, args []syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		return e.Text, nil
	case *syntax.Index:
		return indexKey(e, literal)
	case *syntax.Power:
		key, args = keyOf(e.X, literal)
		if p, ok := e.Exp.(*syntax.Paren); ok && key != "" && len(p.Items) == 1 && !literal(p.Items[0]) { // t^{(k)}
			return key + "^(·)", append(args, p.Items[0])
		}
		if key != "" {
			key += "^" + syntax.Canon(e.Exp)
		}
		return key, args
	case *syntax.Prime:
		key, args = keyOf(e.X, literal)
		if key != "" {
			key += strings.Repeat("'", e.N)
		}
		return key, args
	case *syntax.Apply:
		key, args = keyOf(e.Fun, literal)
		if key == "" {
			return "", nil
		}
		return key + bracket(len(e.Args)), append(args, e.Args...)
	case *syntax.Norm:
		return "‖·‖", []syntax.Expr{e.X}
	case *syntax.Inner:
		return "⟨·,·⟩", []syntax.Expr{e.X, e.Y}
	}
	return "", nil
}

func bracket(n int) string { return "(" + strings.TrimSuffix(strings.Repeat("·,", n), ",") + ")" }

// indexKey is keyOf for what has an index. The index of a norm or an inner product names its space.
func indexKey(e *syntax.Index, literal func(syntax.Expr) bool) (string, []syntax.Expr) {
	key, args := keyOf(e.X, literal)
	if key == "" {
		return "", nil
	}
	space := strings.HasPrefix(key, "‖") || strings.HasPrefix(key, "⟨")
	for i, sub := range e.Sub {
		key += map[bool]string{true: "_", false: ","}[i == 0]
		if _, number := sub.(*syntax.Number); number && literal(sub) || space || literal(sub) {
			key += syntax.Canon(sub)
			continue
		}
		key += "·"
		args = append(args, sub)
	}
	return key, args
}
