// Package mutate makes wrong variants of a derivation, by one small slip each: a sign, a factor 2, an index, an exponent, a relation
// that points the other way, a term left out. A derivation has power if it fails for them.
//
//	for _, v := range mutants { … v.Text is the derivation with the slip … }
package mutate

import (
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// Kind is the kind of a slip.
type Kind uint8

// The kinds.
const (
	Sign     Kind = iota // + for -, - for +
	Factor               // twice the right side
	Number               // another number
	Exponent             // another exponent
	Index                // another index
	Term                 // a term left out
	Extremum             // max for min
	Relation             // a relation that points the other way
	Strict               // < for ≤ and the like
	kinds
)

var kindNames = [kinds]string{"sign", "factor 2", "number", "exponent", "index", "term", "extremum", "relation", "strictness"}

// String is the kind in words.
func (k Kind) String() string { return kindNames[k] }

// Mutant is a text with one slip.
type Mutant struct {
	Kind     Kind
	Span     syntax.Span // what was changed in the original
	Was, Is  string      // what stood there, and what stands there now
	Text     string      // the whole text with the slip
	Line     int         // the line of the change, from 1
	Original string      // the formula that was changed
}

// Of lists the mutants of a text: of the right sides and relations of its steps, and of its conclusions. Definitions, declarations and
// the variants to be refuted stay as they are.
func Of(text string) ([]Mutant, error) {
	doc, err := syntax.ParseDocument(text)
	if err != nil {
		return nil, err
	}
	m := &mutator{text: text}
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Chain:
			for i := range item.Steps {
				s := &item.Steps[i]
				m.formula = s.Right.Where()
				m.relation(s.Rel, s.RelSpan)
				m.side(s.Right)
			}
		case *syntax.Conclusion:
			m.formula = item.Claim.Where()
			m.claim(item.Claim)
		}
	}
	return m.list, nil
}

// mutator collects the mutants of a text.
type mutator struct {
	text    string
	formula syntax.Span // that is being changed
	list    []Mutant
}

// replace adds the mutant in which a span reads otherwise. A mutant that does not parse is none.
func (m *mutator) replace(kind Kind, at syntax.Span, is string) {
	if at.From < 0 || at.To > len(m.text) || at.From > at.To {
		return
	}
	text := m.text[:at.From] + is + m.text[at.To:]
	if _, err := syntax.ParseDocument(text); err != nil {
		return
	}
	m.list = append(m.list, Mutant{Kind: kind, Span: at, Was: m.text[at.From:at.To], Is: is, Text: text,
		Line: 1 + strings.Count(m.text[:at.From], "\n"), Original: m.text[m.formula.From:m.formula.To]})
}

// opposite and strict are the relations that a slip makes of a relation, in canonical spelling.
var (
	opposite = map[string]string{`\le`: `\ge`, `\ge`: `\le`, "<": ">", ">": "<", `\subseteq`: `\supseteq`, `\preceq`: `\succeq`, `\succeq`: `\preceq`, `\in`: `\notin`, `\notin`: `\in`, "=": `\ne`, `\ne`: "="}
	strict   = map[string]string{`\le`: "<", `\ge`: ">", "<": `\le`, ">": `\ge`}
)

// relation changes a relation.
func (m *mutator) relation(op string, at syntax.Span) {
	if is := opposite[op]; is != "" && op != "=" { // a = b and a ≠ b differ by more than a slip
		m.replace(Relation, at, is+" ")
	}
	if is := strict[op]; is != "" {
		m.replace(Strict, at, is+" ")
	}
}

// side changes the right side of a step: a value, or a statement.
func (m *mutator) side(e syntax.Expr) {
	switch e.(type) {
	case *syntax.Compare, *syntax.Logic, *syntax.Big:
		m.claim(e)
		return
	}
	m.doubled(e)
	m.inside(e)
}

// claim changes a statement: the right sides and the relations of its comparisons.
func (m *mutator) claim(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Logic:
		if e.X != nil {
			m.claim(e.X)
		}
		if e.Y != nil {
			m.claim(e.Y)
		}
	case *syntax.Compare:
		for _, l := range e.Rest {
			m.relation(l.Op, m.operator(l))
			m.doubled(l.Y)
			m.inside(l.Y)
		}
		m.inside(e.X)
	case *syntax.Big:
		m.claim(e.Body)
	case *syntax.Paren:
		for _, x := range e.Items {
			m.claim(x)
		}
	default:
		m.inside(e)
	}
}

// operator is the place of a relation: a Link begins with it.
func (m *mutator) operator(l syntax.Link) syntax.Span {
	return syntax.Span{From: l.From, To: l.From + len(strings.TrimRight(m.text[l.From:l.Y.Where().From], " \t\n({["))}
}

// doubled puts a factor 2 before a value.
func (m *mutator) doubled(e syntax.Expr) {
	if n, ok := e.(*syntax.Number); ok && isZero(n) {
		return
	}
	switch e.(type) {
	case *syntax.Set, *syntax.Interval, *syntax.Builder:
		return
	}
	s := e.Where()
	m.replace(Factor, s, `2\left(`+m.text[s.From:s.To]+`\right)`)
}

func isZero(n *syntax.Number) bool { return strings.Trim(n.Text, "0.") == "" }

// inside changes what stands inside of a formula, one thing at a time.
func (m *mutator) inside(e syntax.Expr) {
	syntax.Walk(e, func(e syntax.Expr) bool {
		switch e := e.(type) {
		case *syntax.Binary:
			m.binary(e)
		case *syntax.Unary:
			if e.Op == "-" {
				m.replace(Sign, syntax.Span{From: e.From, To: e.X.Where().From}, "+")
			}
		case *syntax.Number:
			m.number(Number, e)
		case *syntax.Power:
			m.power(e)
			m.inside(e.X)
			return false
		case *syntax.Index:
			m.index(e)
			m.inside(e.X)
			return false
		case *syntax.Big:
			m.big(e)
			m.inside(e.Body)
			return false
		case *syntax.Apply:
			m.extremum(e)
		case *syntax.Compare:
			for _, l := range e.Rest {
				m.relation(l.Op, m.operator(l))
			}
		}
		return true
	})
}

func (m *mutator) binary(e *syntax.Binary) {
	between := syntax.Span{From: e.X.Where().To, To: e.Y.Where().From}
	if e.Op != "+" && e.Op != "-" || between.From > between.To {
		return
	}
	gap := m.text[between.From:between.To]
	other := map[string]string{"+": "-", "-": "+"}[e.Op]
	for _, sign := range []string{e.Op, "−"} {
		if i := strings.Index(gap, sign); i >= 0 {
			at := between.From + i
			m.replace(Sign, syntax.Span{From: at, To: at + len(sign)}, other)
			break
		}
	}
	m.replace(Term, syntax.Span{From: e.X.Where().To, To: e.Y.Where().To}, "")
}

// number changes a literal: an integer by one, another one by a factor 2.
func (m *mutator) number(kind Kind, e *syntax.Number) {
	if k, err := strconv.Atoi(e.Text); err == nil {
		m.replace(kind, e.Span, strconv.Itoa(k+1))
		return
	}
	if x, err := strconv.ParseFloat(e.Text, 64); err == nil {
		m.replace(kind, e.Span, strconv.FormatFloat(2*x, 'f', -1, 64))
	}
}

// power changes an exponent: a number, or the sign of an inverse.
func (m *mutator) power(e *syntax.Power) {
	switch x := e.Exp.(type) {
	case *syntax.Number:
		m.number(Exponent, x)
	case *syntax.Unary:
		if n, ok := x.X.(*syntax.Number); ok && x.Op == "-" {
			m.replace(Exponent, x.Span, n.Text)
		}
	default:
		m.inside(e.Exp)
	}
}

// index changes a number that is an index by one, and swaps two letters.
func (m *mutator) index(e *syntax.Index) {
	for i, s := range e.Sub {
		switch s := s.(type) {
		case *syntax.Number:
			if k, err := strconv.Atoi(s.Text); err == nil && len(s.Text) == 1 {
				m.replace(Index, s.Span, strconv.Itoa(map[bool]int{true: 1, false: k - 1}[k == 0]))
			}
		case *syntax.Name:
			if i == 1 {
				if first, ok := e.Sub[0].(*syntax.Name); ok && first.Text != s.Text {
					m.replace(Index, s.Span, first.Text+" ")
				}
			}
		default:
			m.inside(s)
		}
	}
}

// extrema are the operators that a slip takes for one another.
var extrema = map[string]string{`\max`: `\min`, `\min`: `\max`, `\sup`: `\inf`, `\inf`: `\sup`, `\forall`: `\exists`, `\argmax`: `\argmin`, `\argmin`: `\argmax`}

func (m *mutator) big(e *syntax.Big) {
	if is := extrema[e.Op]; is != "" && strings.HasPrefix(m.text[e.From:], e.Op) {
		m.replace(Extremum, syntax.Span{From: e.From, To: e.From + len(e.Op)}, is)
	}
	if lo, ok := e.Bind.Lo.(*syntax.Number); ok {
		m.number(Number, lo)
	}
	if e.Bind.Cond != nil {
		m.inside(e.Bind.Cond)
	}
}

func (m *mutator) extremum(e *syntax.Apply) {
	if n, ok := e.Fun.(*syntax.Name); ok && extrema[n.Text] != "" && m.text[n.From:n.To] == n.Text {
		m.replace(Extremum, n.Span, extrema[n.Text])
	}
}
