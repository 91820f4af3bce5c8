package judge

import (
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// This file spells the sides of steps, where the question asks for it.

// speller spells the sides of steps, with the notation written out that the text defines from a place on.
type speller struct {
	syntax.Speller
	constants
	ordered syntax.Speller
	own     []*syntax.Let
	lets    []*syntax.Let   // all
	wholes  []syntax.Expr   // the sides of the conclusion
	claimed map[string]bool // their factors, which do not cancel
	goal    string          // and their difference, collected
	lines   []equation      // of the answer so far
	first   syntax.Expr     // the beginning of the chain
	above   syntax.Expr     // the right side of the line above
	collect syntax.Speller  // of what is collected: it has factors in order where the conclusion's sides are alike but for that
}

// newSpeller is nil where no spellings are asked for.
func newSpeller(q *proof.Question, doc *syntax.Document) *speller {
	if !q.Spells {
		return nil
	}
	s := &speller{Speller: syntax.Speller{Numbers: map[string]bool{}},
		constants: constants{doc.Text, map[string]bool{}}}
	s.ordered = syntax.Speller{Numbers: s.Numbers, Ordered: true, Scalars: map[string]bool{}}
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Let:
			s.declares(item.Left)
			s.lets = append(s.lets, item)
			if item.From >= q.Own {
				s.own = append(s.own, item)
			}
		case *syntax.Given:
			for _, c := range item.Clauses {
				for _, x := range append(slices.Clone(c.Subjects), c.Cond) {
					s.declares(x)
				}
				s.addNumbers(c)
			}
		}
	}
	s.claimed, s.collect = map[string]bool{}, s.Speller
	if end, ok := doc.Items[len(doc.Items)-1].(*syntax.Conclusion); ok {
		s.conclude(end.Claim)
	}
	return s
}

// conclude takes in what is to be concluded.
func (s *speller) conclude(claim syntax.Expr) {
	switch c := claim.(type) {
	case *syntax.Logic:
		s.wholes = []syntax.Expr{s.written(c.X), s.written(c.Y)}
	case *syntax.Compare:
		x, y := s.written(c.X), s.written(c.Rest[0].Y)
		s.wholes = []syntax.Expr{x, y}
		maps.Copy(s.claimed, s.Factors(x))
		maps.Copy(s.claimed, s.Factors(y))
		if s.Collected(x, y, s.claimed) == "" {
			s.collect = s.ordered
		}
		s.goal = s.collect.Collected(x, y, s.claimed)
	}
}

// written is a formula with the notation of the answer written out and constants computed.
func (s *speller) written(x syntax.Expr) syntax.Expr {
	return s.folded(syntax.Expand(x, s.own))
}

// addNumbers notes the names of a declaration that are no functions: neither f : A → B nor laws, permutations or random variables.
func (s *speller) addNumbers(c syntax.Clause) {
	if c.Rel == ":" || c.Rel == `\sim` {
		return
	}
	if c.Object != nil {
		if object := syntax.Canon(c.Object); strings.Contains(object, `\mathcal`) || strings.Contains(object, `\mathfrak`) {
			return
		}
	}
	for _, x := range c.Subjects {
		s.Numbers[syntax.Canon(x)] = true
		if isScalar(c) {
			s.ordered.Scalars[syntax.Canon(x)] = true
		}
	}
	if compare, ok := c.Cond.(*syntax.Compare); ok && len(compare.Rest) == 2 && syntax.IsName(compare.Rest[0].Y) { // 0 < t \le 1
		s.Numbers[syntax.Canon(compare.Rest[0].Y)] = true
		s.ordered.Scalars[syntax.Canon(compare.Rest[0].Y)] = true
	}
}

// isScalar tells whether a declaration is one of numbers.
func isScalar(c syntax.Clause) bool {
	switch c.Rel {
	case "<", ">", `\le`, `\ge`:
		return true
	case `\in`:
		_, interval := c.Object.(*syntax.Interval)
		return interval || c.Object != nil && slices.Contains([]string{`\mathbb{R}`, `\mathbb{N}`, `\mathbb{Z}`}, syntax.Canon(c.Object))
	}
	return false
}

// step spells a step.
func (s *speller) step(left syntax.Expr, rel string, right syntax.Expr) *proof.Spelling {
	if s == nil {
		return nil
	}
	x, y := syntax.Expand(left, s.own), syntax.Expand(right, s.own)
	out := &proof.Spelling{From: s.side(left, x), To: s.side(right, y)}
	out.From.Ordered, out.To.Ordered = s.ordered.Side(x), s.ordered.Side(y)
	a, b := s.folded(x), s.folded(y)
	out.Dressed = s.OnlyOf(a, s.wholes, s.isConstantName) && s.OnlyOf(b, s.wholes, s.isConstantName)
	if rel == `\iff` || rel == `\implies` {
		out.Whole = proof.Side{Spelled: s.Side(&syntax.Logic{Op: rel, X: x, Y: y})}
		return out
	}
	out.Whole = s.whole(left, rel, right)
	out.Dressed = out.Dressed || s.byConclusion(a, b)
	out.OneRule = s.collect.MultipliedOut(a, b) || rel != "=" && s.DifferInOneFactor(x, y)
	if !out.OneRule && s.goal != "" && s.collect.Collected(a, b, s.claimed) == s.goal {
		out.OneRule = s.byLine(a, b) || s.byLine(b, a)
	}
	s.remember(left, a, b, rel == "=" && !out.Dressed)
	s.above = right
	out.Detour = s.Collected(a, b, s.claimed) == "" && s.ordered.Collected(a, b, s.claimed) == ""
	out.From.Terms, out.To.Terms = s.terms(left), s.terms(right)
	return out
}

// terms are the terms of a sum as they are grouped, a bracket being one.
func (s *speller) terms(x syntax.Expr) []string {
	tex := func(x syntax.Expr) string { return syntax.Latex(s.text, x.Where()) }
	switch e := x.(type) {
	case *syntax.Binary:
		switch e.Op {
		case "+":
			return append(s.terms(e.X), tex(e.Y))
		case "-":
			return append(s.terms(e.X), `-\left(`+tex(e.Y)+`\right)`)
		}
	}
	return []string{tex(x)}
}

// conclusion spells a statement that is claimed.
func (s *speller) conclusion(x syntax.Expr) *proof.Spelling {
	if s == nil {
		return nil
	}
	return &proof.Spelling{Whole: s.side(x, syntax.Expand(x, s.own))}
}

// side spells an expression or a statement, expanded as written out; of a relation between two sides its parts as well.
func (s *speller) side(x, expanded syntax.Expr) proof.Side {
	if c, ok := syntax.Unbracketed(x).(*syntax.Compare); ok && len(c.Rest) == 1 {
		return s.whole(c.X, c.Rest[0].Op, c.Rest[0].Y)
	}
	return proof.Side{Spelled: s.Side(expanded)}
}

// whole spells a relation between two sides.
func (s *speller) whole(left syntax.Expr, rel string, right syntax.Expr) proof.Side {
	x, y := syntax.Expand(left, s.own), syntax.Expand(right, s.own)
	a, b := s.folded(x), s.folded(y)
	return proof.Side{
		Spelled:    s.Side(&syntax.Compare{X: x, Rest: []syntax.Link{{Op: rel, Y: y}}}),
		Difference: s.Difference(x, y), Collected: s.collect.Collected(a, b, s.claimed),
		Simplified: s.collect.Simplified(a, b, s.claimed),
		Left:       syntax.Latex(s.text, left.Where()), Relation: rel, Right: syntax.Latex(s.text, right.Where()),
	}
}
