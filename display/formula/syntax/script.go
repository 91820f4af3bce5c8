package syntax

import "strings"

// scripts reads the indices, exponents, primes and factorials behind x.
func (p *parser) scripts(from int, x Expr) Expr {
	hasIndex, hasPower := false, false
	var exp Expr // an exponent that is an operation: it applies to x with all its indices
	apply := func() {
		if exp != nil {
			x, exp = &Power{p.span(from), x, exp}, nil
		}
	}
	for p.err == nil {
		t := p.now()
		switch {
		case t.is("_"):
			p.take()
			if hasIndex || indexIn(x) {
				p.fail(t.Span, "a second index; write x_{i,j} or (x_i)_j")
			}
			hasIndex = true
			x = p.indexed(from, x)
			p.noBounds(from, x)
		case t.is("^"):
			p.take()
			if hasPower {
				p.fail(t.Span, `a second exponent; write (x^a)^b, or x^{ab}`)
			}
			hasPower = true
			e := p.exponent()
			x, exp = p.raised(from, x, e)
		case t.is("'"):
			if exp != nil {
				p.fail(t.Span, "a prime behind an exponent; the prime comes first")
			}
			n := 0
			for p.accept("'") {
				n++
			}
			x = primed(p.span(from), x, n)
		case t.is("!"):
			apply()
			p.take()
			x = &Factorial{p.span(from), x}
		default:
			apply()
			return x
		}
	}
	return x
}

// noBounds refuses [F]_a^b, which is not F_a to the power b.
func (p *parser) noBounds(from int, x Expr) {
	i, ok := x.(*Index)
	if !ok || !p.now().is("^") {
		return
	}
	if b, ok := i.X.(*Paren); !ok || len(b.Items) != 1 || p.text[b.From] != '[' {
		return
	}
	if next := p.ahead(1); next.kind != kNumber && !next.is(`\top`) {
		p.fail(p.span(from), "a bracket with bounds, as [F]_a^b, is not in the language: write F(b) - F(a)")
	}
}

// indexIn tells whether a name has an index already.
func indexIn(x Expr) bool {
	for {
		switch n := x.(type) {
		case *Index:
			return true
		case *Power:
			x = n.X
		case *Prime:
			x = n.X
		default:
			return false
		}
	}
}

// indexed is x with the index that follows; a number 1 with a statement as index is an indicator.
func (p *parser) indexed(from int, x Expr) Expr {
	sub := p.index()
	if len(sub) == 1 && isStatement(sub[0]) && (isNumber(x, "1") || isName(x, `\mathbf{1}`)) {
		return &Indicator{p.span(from), sub[0]}
	}
	if n, ok := x.(*Number); ok {
		p.fail(p.span(from), "the number %s cannot have an index", n.Text)
	}
	return &Index{p.span(from), x, sub}
}

// primed is x with n more primes.
func primed(span Span, x Expr, n int) Expr {
	if p, ok := x.(*Prime); ok {
		return &Prime{span, p.X, p.N + n}
	}
	return &Prime{span, x, n}
}

func isStatement(x Expr) bool {
	switch x := x.(type) {
	case *Compare, *Logic:
		return true
	case *Unary:
		return x.Op == `\neg`
	}
	return false
}

func isNumber(x Expr, text string) bool {
	n, ok := x.(*Number)
	return ok && n.Text == text
}

// raised is x with an exponent that is part of its name (w^*, x^{(i)}, x^\prime) on it, and what is left of the exponent.
func (p *parser) raised(from int, x, e Expr) (Expr, Expr) {
	switch e := e.(type) {
	case *marked:
		if !IsName(x) && (len(e.marks) > 1 || e.rest != nil) {
			p.fail(e.Span, "two exponents on what is no name; write brackets")
		}
		for _, m := range e.marks {
			if pr, ok := m.(*Prime); ok {
				x = primed(p.span(from), x, pr.N)
			} else {
				x = p.withMark(from, x, m)
			}
		}
		return x, e.rest
	case *Unary:
		if e.Op == "-" && isName(e.X, `\top`) {
			return &Power{p.span(from), x, &Unary{e.Span, "-", &Number{e.Span, "1"}}}, e.X
		}
	}
	return x, e
}

// withMark is x with a mark of its name: w_i^{(t)} is entry i of w^{(t)}.
func (p *parser) withMark(from int, x, mark Expr) Expr {
	if i, ok := x.(*Index); ok {
		return &Index{p.span(from), p.withMark(from, i.X, mark), i.Sub}
	}
	return &Power{p.span(from), x, mark}
}

// marked is an exponent with marks of a name in front: ^{*2}, ^{(i)\top}, ^{\prime}.
type marked struct {
	Span
	marks []Expr
	rest  Expr
}

// exponent reads what stands behind ^.
func (p *parser) exponent() Expr {
	t := p.now()
	if t.is("*", "+", "-", `\top`, `\perp`, `\prime`) { // without braces
		p.take()
		switch t.text {
		case `\top`:
			return &Name{t.Span, t.text}
		case `\prime`:
			return &marked{t.Span, []Expr{&Prime{t.Span, nil, 1}}, nil}
		}
		return &marked{t.Span, []Expr{&Name{t.Span, t.text}}, nil}
	}
	if !t.is("{") {
		return p.argument("^")
	}
	open := p.take()
	defer p.inside(around{})()
	e := p.exponentInside(open)
	p.close(open, "}")
	return e
}

// exponentInside reads an exponent within its braces.
func (p *parser) exponentInside(open token) Expr {
	from := p.now().start
	var marks []Expr
	for p.err == nil {
		t := p.now()
		switch next := p.ahead(1); {
		case t.is("*"), t.is("+", "-", `\perp`) && next.is("}"):
			p.take()
			marks = append(marks, &Name{t.Span, t.text})
		case t.is("'", `\prime`):
			p.take()
			marks = append(marks, &Prime{t.Span, nil, 1})
		case t.is("("):
			if end := p.partner(); marks != nil || !p.tokens[min(end+1, len(p.tokens)-1)].is("}", `\top`) {
				return p.marked(from, marks, p.statementOrTop())
			}
			b := p.plain()
			if paren, ok := b.(*Paren); !ok || len(paren.Items) > 1 {
				p.fail(b.Where(), "one formula is wanted in the bracket of the exponent")
			}
			marks = append(marks, b)
		case t.is("}"):
			if marks == nil {
				p.fail(p.span(open.From), "the exponent is empty")
			}
			return p.marked(from, marks, nil)
		default:
			return p.marked(from, marks, p.statementOrTop())
		}
	}
	return &Number{open.Span, "0"}
}

func (p *parser) marked(from int, marks []Expr, rest Expr) Expr {
	if marks == nil {
		return rest
	}
	return &marked{p.span(from), marks, rest}
}

// statementOrTop reads an exponent: a formula, \top or -\top, or a word.
func (p *parser) statementOrTop() Expr {
	t := p.now()
	if t.is("-") && p.ahead(1).is(`\top`) {
		p.take()
		top := p.take()
		return &Unary{p.span(t.From), "-", &Name{top.Span, `\top`}}
	}
	if t.is(`\top`) {
		p.take()
		return &Name{t.Span, `\top`}
	}
	if w, ok := p.lone(); ok {
		return w
	}
	return p.statement()
}

// lone reads a script that is one sign or word alone: \max, \cdot, +, *, >0, \text{opt}.
func (p *parser) lone() (Expr, bool) {
	t, next := p.now(), p.ahead(1)
	switch {
	case next.is("}", ",") && (t.kind == kBig || t.kind == kWord || t.is("+", "-", "*", `\cdot`, `\dots`, `\parallel`)):
		p.take()
		if t.is(`\dots`) {
			return &Dots{t.Span}, true
		}
		return &Name{t.Span, t.text}, true
	case t.kind == kText:
		p.take()
		word := strings.TrimSpace(t.text)
		for _, r := range word {
			if r != '-' && !isDigit(r) && !isLetter(byte(min(r, 127))) {
				p.fail(t.Span, "a script of words is one word, as in w_{opt}")
			}
		}
		return &Name{t.Span, `\mathrm{` + word + `}`}, true
	case t.kind == kRel || t.is("+", "-"):
		from, at, s := t.From, p.at, ""
		for p.now().kind == kRel || p.now().is("+", "-") || p.now().kind == kNumber && s != "" {
			s += p.take().text
		}
		if p.now().is("}") && len(s) > 1 && !isDigit(rune(s[1])) || t.kind == kRel {
			return &Name{p.span(from), s}, true
		}
		p.at = at
	}
	return nil, false
}

// index reads what stands behind _: entries with commas; letters side by side are entries of their own.
func (p *parser) index() []Expr {
	t := p.now()
	if t.is("*", "+", "-", `\cdot`, `\perp`, `\parallel`) || t.kind == kBig || t.kind == kWord {
		p.take()
		return []Expr{&Name{t.Span, t.text}}
	}
	if !t.is("{") {
		return []Expr{p.argument("_")}
	}
	open := p.take()
	defer p.inside(around{})()
	if p.now().is("}") {
		p.fail(p.span(open.From), "the index is empty")
		return []Expr{&Number{open.Span, "0"}}
	}
	var sub []Expr
	for p.err == nil {
		sub = append(sub, p.entries()...)
		if !p.accept(",") {
			break
		}
	}
	p.close(open, "}")
	return sub
}

// entries reads one part of an index: i+1, or ij as two.
func (p *parser) entries() []Expr {
	if p.now().is(`\cdot`) {
		t := p.take()
		first := []Expr{&Name{t.Span, t.text}}
		if p.now().is("}", ",") {
			return first
		}
		return append(first, p.entries()...)
	}
	if w, ok := p.lone(); ok {
		return []Expr{w}
	}
	x := p.statement()
	sub := []Expr{x}
	if letters, ok := adjacent(x, nil); ok {
		sub = letters
	}
	if p.now().is(`\cdot`) {
		t := p.take()
		sub = append(sub, &Name{t.Span, t.text})
	}
	return sub
}

// adjacent are the names side by side in x, the first of which is no number.
func adjacent(x Expr, after []Expr) ([]Expr, bool) {
	switch x := x.(type) {
	case *Binary:
		if x.Op != "" {
			return nil, false
		}
		_, number := x.Y.(*Number)
		if !number && !IsName(x.Y) {
			return nil, false
		}
		return adjacent(x.X, append([]Expr{x.Y}, after...))
	}
	if !IsName(x) {
		return nil, false
	}
	return append([]Expr{x}, after...), true
}

// argument reads the argument of a command or script: a group in braces, a digit, a letter or a command with its own.
func (p *parser) argument(of string) Expr {
	defer p.deeper()()
	t := p.now()
	switch {
	case t.is("{"):
		return p.groupOf(of)
	case t.kind == kNumber && t.text[0] != '.':
		return p.digit(of)
	case t.kind == kName:
		p.take()
		return &Name{t.Span, t.text}
	case t.kind == kAccent:
		return p.accented()
	case t.is(`\frac`):
		return p.frac()
	case t.is(`\sqrt`):
		return p.sqrt()
	case t.is(`\binom`):
		return p.binom()
	case t.is(`\emptyset`):
		return &Set{p.take().Span, nil}
	}
	p.unexpected(t, of+" wants a letter, a digit, or a formula in braces")
	return &Number{t.Span, "0"}
}

// groupOf reads {…} as the argument of a command.
func (p *parser) groupOf(of string) Expr {
	open := p.take()
	if p.now().is("}") {
		p.fail(Span{open.From, p.now().To}, "the braces after %s are empty", of)
	}
	defer p.inside(around{diff: false})()
	x := p.statement()
	p.close(open, "}")
	return x
}

// digit takes a number of one digit as argument; TeX would take the first digit of a longer one alone.
func (p *parser) digit(of string) Expr {
	t := p.take()
	if len(t.text) > 1 {
		p.fail(t.Span, "only the first digit of %s would be set behind %s; write {%s}", t.text, of, t.text)
	}
	return &Number{t.Span, t.text}
}
