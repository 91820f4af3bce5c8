package syntax

import "strings"

// statement reads a formula of any kind.
func (p *parser) statement() Expr {
	defer p.deeper()()
	from := p.now().start
	x := p.implies()
	for p.now().is(`\iff`) {
		op := p.take().text
		y := p.implies()
		x = &Logic{p.span(from), op, x, y}
	}
	for quantifies(p.now()) {
		p.take()
		b := p.quantified()
		x = &Big{p.span(from), `\forall`, b, x}
	}
	return x
}

// quantifies tells whether a token begins a quantifier behind a statement.
func quantifies(t token) bool {
	return t.kind == kBig && t.text == `\forall` || textIs(t, "for all", "for every", "for each")
}

func (p *parser) implies() Expr {
	defer p.deeper()()
	from := p.now().start
	x := p.or()
	if p.now().is(`\implies`) {
		op := p.take().text
		y := p.implies()
		return &Logic{p.span(from), op, x, y}
	}
	return x
}

func (p *parser) or() Expr {
	from := p.now().start
	x := p.and()
	for p.now().is(`\lor`) || textIs(p.now(), "or") {
		p.take()
		y := p.and()
		x = &Logic{p.span(from), `\lor`, x, y}
	}
	return x
}

func (p *parser) and() Expr {
	from := p.now().start
	x := p.not()
	for p.now().is(`\land`) || textIs(p.now(), "and") {
		p.take()
		y := p.not()
		x = &Logic{p.span(from), `\land`, x, y}
	}
	return x
}

// textIs tells whether the token is \text with one of the words in it.
func textIs(t token, words ...string) bool {
	if t.kind != kText {
		return false
	}
	got := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(t.text, "~", " ")), " "))
	for _, w := range words {
		if got == w {
			return true
		}
	}
	return false
}

func (p *parser) not() Expr {
	if p.now().is(`\neg`) || textIs(p.now(), "not") {
		defer p.deeper()()
		from := p.take().From
		x := p.not()
		return &Unary{p.span(from), `\neg`, x}
	}
	return p.comparison()
}

// comparison reads sums with relations between them.
func (p *parser) comparison() Expr {
	from := p.now().start
	x := p.sum()
	var rest []Link
	for isRelation(p.now()) {
		op := p.take()
		y := p.sum()
		rest = append(rest, Link{p.span(op.From), op.text, y})
	}
	if rest == nil {
		return x
	}
	return &Compare{p.span(from), x, rest}
}

// isRelation tells whether the token relates numbers or sets, not statements.
func isRelation(t token) bool { return t.kind == kRel && !t.is(`\implies`, `\iff`) }

// sum reads terms with signs between them.
func (p *parser) sum() Expr {
	defer p.deeper()()
	from := p.now().start
	var x Expr
	if p.now().is("-", "+") {
		op := p.take().text
		x = p.product()
		x = &Unary{p.span(from), op, x}
	} else {
		x = p.product()
	}
	for p.now().is("+", "-", `\cup`, `\setminus`) {
		op := p.take().text
		y := p.product()
		x = &Binary{p.span(from), op, x, y}
	}
	return x
}

// product reads factors side by side or with signs of multiplication.
func (p *parser) product() Expr {
	from := p.now().start
	x := p.factor()
	divided := false
	for p.err == nil {
		t := p.now()
		switch {
		case t.is(`\cdot`) && p.ahead(1).is("}", ","): // the last entry of an index: A_{i\cdot}
			return x
		case t.is(`\cdot`, `\times`, `\odot`, `\otimes`, `\circ`, `\cap`, "/"):
			p.take()
			if sign := p.now(); sign.is("-", "+") {
				p.fail(sign.Span, "after %s a sign wants a bracket: (%s…)", p.spelled(t), p.spelled(sign))
			}
			y := p.factor()
			if _, ok := bareWord(x); ok && t.text == "/" {
				p.fail(t.Span, `this can be read in two ways; write \frac, or brackets around the argument or the whole`)
			}
			x, divided = &Binary{p.span(from), t.text, x, y}, t.text == "/"
		case p.continues(t):
			if divided {
				p.fail(t.Span, `a/bc can be read in two ways; write \frac{a}{b} c or \frac{a}{bc}`)
			}
			p.sideBySide(x, t)
			y := p.factorOrCurly()
			p.noFactor(x)
			p.noFactor(y)
			x = &Binary{p.span(from), "", x, y}
		default:
			return x
		}
	}
	return x
}

// noFactor refuses an interval beside a factor: it multiplies nothing, and an operator or a bracket of another kind is missing.
func (p *parser) noFactor(x Expr) {
	if i, ok := x.(*Interval); ok {
		p.fail(i.Span, "the brackets are those of an interval, which is no factor")
	}
}

// factorOrCurly reads a factor behind another one, where \{a-b\} is (a-b).
func (p *parser) factorOrCurly() Expr {
	if open := p.now(); p.curlyAhead() {
		p.take()
		return p.scripts(open.From, &Paren{p.span(open.From), []Expr{p.curly(open)}})
	}
	return p.factor()
}

// bareWord tells whether a factor ends in a function word with an argument without bracket.
func bareWord(x Expr) (*Apply, bool) {
	for {
		b, ok := x.(*Binary)
		if !ok {
			break
		}
		x = b.Y
	}
	a, ok := x.(*Apply)
	return a, ok && a.Bracket == ""
}

// sideBySide refuses factors that cannot stand side by side.
func (p *parser) sideBySide(x Expr, t token) {
	for {
		b, ok := x.(*Binary)
		if !ok {
			break
		}
		x = b.Y
	}
	if _, ok := x.(*Number); ok && t.kind == kNumber {
		p.fail(t.Span, `two numbers side by side; write \cdot between them, or leave out the space`)
	}
	if a, ok := x.(*Apply); ok && a.Bracket == "" && t.is("(", "[") {
		p.fail(t.Span, "put the argument of %s into brackets: whether it ends here cannot be seen", Canon(a.Fun))
	}
}

// continues tells whether a token begins a factor that multiplies the one before.
func (p *parser) continues(t token) bool {
	switch {
	case t.quad || !startsFactor(t) || t.is("[") && p.around.bar == "[" || p.around.diff && p.differential():
		return false
	case t.is("|", `\|`):
		return p.barOpens(t)
	}
	return true
}

// startsFactor tells whether a token can begin a factor. A bar can, see barOpens.
func startsFactor(t token) bool {
	switch t.kind {
	case kNumber, kName, kWord, kAccent:
		return true
	case kBig:
		return t.text != `\forall` && t.text != `\exists`
	case kSign:
		return t.is("(", "[", "{", `\{`, "|", `\|`, `\langle`, `\lfloor`, `\lceil`, `\#`, `\emptyset`, `\frac`, `\binom`, `\sqrt`, `\int`, `\iint`,
			`\nabla`, `\partial`, `\begin`, `\arg`)
	}
	return false
}
