package syntax

import "strconv"

// integral reads \int_a^b f\,dx and its relatives.
func (p *parser) integral() Expr {
	t := p.take()
	x := &Integral{}
	for p.err == nil && p.now().is("_", "^") {
		if p.take().text == "_" {
			x.Lo = p.bound()
		} else {
			x.Hi = p.bound()
		}
	}
	switch {
	case x.Hi != nil && x.Lo == nil:
		p.fail(x.Hi.Where(), "the integral has an upper bound and no lower one")
	case x.Hi != nil && t.text == `\iint`:
		p.fail(x.Hi.Where(), `a double integral has a domain and no bounds; write \int_a^b\int_c^d`)
	case x.Hi == nil:
		x.Lo, x.Over = nil, x.Lo
	}
	nested := p.around.diff
	p.bringDifferential()
	if p.differential() {
		x.Body = &Number{Span{p.now().From, p.now().From}, "1"}
	} else {
		restore := p.inside(around{p.around.bar, p.around.cond, true})
		x.Body = p.sum()
		restore()
	}
	p.variables(t, x, nested)
	x.Span = p.span(t.From)
	return x
}

// bound reads a bound of an integral.
func (p *parser) bound() Expr {
	if p.now().is("{") {
		return p.groupOf(`\int`)
	}
	return p.argument("_")
}

// variables reads dx, or dx\,dy. Within another integral each takes one, so that \int\int f\,dx\,dy nests.
func (p *parser) variables(t token, x *Integral, nested bool) {
	most := 1
	switch {
	case t.text == `\iint`:
		most = 2
	case !nested && x.Lo == nil:
		most = 3
	}
	for p.err == nil && p.differential() && len(x.Vars) < most {
		p.take()
		v, times := p.variable()
		if times != 1 {
			p.fail(v.Where(), "an integral is over a variable, not over its power")
		}
		x.Vars = append(x.Vars, v)
	}
	switch {
	case p.err != nil:
	case len(x.Vars) == 0:
		p.fail(p.span(t.From), "the integral wants its dx, behind what is integrated")
	case t.text == `\iint` && len(x.Vars) != 2:
		p.fail(p.span(t.From), "a double integral wants dx and dy")
	}
}

// differential tells whether dx stands here.
func (p *parser) differential() bool {
	next := p.ahead(1)
	return isD(p.now()) && (next.kind == kName || next.kind == kAccent)
}

func isD(t token) bool { return t.kind == kName && (t.text == "d" || t.text == `\mathrm{d}`) }

// variable reads a name with its index, and how often it is taken: x^2 in \partial x^2 is twice.
func (p *parser) variable() (Expr, int) {
	from := p.now().start
	var x Expr
	switch t := p.now(); t.kind {
	case kName:
		p.take()
		x = &Name{t.Span, t.text}
	case kAccent:
		x = p.accented()
	default:
		p.unexpected(t, "a variable is wanted")
		return &Name{t.Span, "?"}, 1
	}
	times := 1
	for p.err == nil {
		switch t := p.now(); {
		case t.is("_"):
			p.take()
			sub := p.index()
			x = &Index{p.span(from), x, sub}
		case t.is("'"):
			p.take()
			x = primed(p.span(from), x, 1)
		case t.is("^"):
			p.take()
			e := p.exponent()
			if x, e = p.raised(from, x, e); e != nil {
				times = p.times(e)
			}
		default:
			return x, times
		}
	}
	return x, times
}

// order reads the exponent of a derivative.
func (p *parser) order() int { return p.times(p.exponent()) }

// times is the order of a derivative.
func (p *parser) times(e Expr) int {
	if n, ok := e.(*Number); ok {
		if k, err := strconv.Atoi(n.Text); err == nil && k >= 1 && k <= 4 {
			return k
		}
	}
	p.fail(e.Where(), "the order of a derivative is a number from 1 to 4")
	return 1
}

// derivative reads \frac{\partial f}{\partial x} or \frac{d}{dx} f; it is nil where the fraction is none.
func (p *parser) derivative() Expr {
	braces, ok := p.isDerivative()
	if !ok {
		return nil
	}
	t := p.take()
	if braces {
		p.take()
	}
	p.take() // d
	order := 1
	if p.accept("^") {
		order = p.order()
	}
	x := &Diff{}
	if braces {
		if !p.now().is("}") {
			restore := p.inside(around{})
			x.Of = p.product()
			restore()
		}
		if !p.accept("}") {
			p.unexpected(p.now(), "")
		}
	}
	p.denominator(x)
	if p.err == nil && len(x.By) != order {
		p.fail(p.span(t.From), "the derivative is of order %d above and %d below", order, len(x.By))
	}
	if x.Of == nil {
		x.Of = p.operand("the derivative")
	}
	x.Span = p.span(t.From)
	return x
}

// isDerivative looks ahead for \frac{d …}{dx …}, and whether the numerator has braces.
func (p *parser) isDerivative() (braces, ok bool) {
	first, end := p.at+1, p.at+2
	if p.ahead(1).is("{") {
		braces, first = true, p.at+2
		at := p.at
		p.at++
		end = p.partner() + 1
		p.at = at
	}
	if end+2 >= len(p.tokens) || !p.tokens[end].is("{") {
		return false, false
	}
	d, below, name := p.tokens[first], p.tokens[end+1], p.tokens[end+2]
	if d.is(`\partial`) {
		return braces, below.is(`\partial`)
	}
	if t := p.tokens[first+1]; !t.is("{", "}", "^") && !startsFactor(t) { // \frac{d-1}{dn}
		return false, false
	}
	found := isD(d) && isD(below) && (name.kind == kName || name.kind == kAccent)
	if found && d.text == "d" && p.known["d"] {
		p.ofDeclaredD(d, name, (!braces || p.tokens[first+1].is("}")) && p.tokens[min(end+3, len(p.tokens)-1)].is("}"))
		return false, false
	}
	return braces, found
}

// ofDeclaredD refuses \frac{d}{ds} where d is declared: it can be read in two ways. Fractions with more in them are what they look like.
func (p *parser) ofDeclaredD(d, name token, whole bool) {
	if whole {
		p.fail(Span{d.From, name.To}, "d is declared, so that this can be read in two ways: write \\frac{\\partial}{\\partial %s} for the derivative, \\frac{1}{%s} for the fraction", name.text, name.text)
	}
}

// denominator reads {\partial x^2\,\partial y}.
func (p *parser) denominator(x *Diff) {
	open := p.take()
	for p.err == nil && (p.now().is(`\partial`) || isD(p.now())) {
		p.take()
		v, times := p.variable()
		for range times {
			x.By = append(x.By, v)
		}
	}
	p.close(open, "}")
}

// operand reads what a derivative is taken of: the factors side by side that follow, a bracket with its exponent among them.
func (p *parser) operand(of string) Expr {
	if !startsFactor(p.now()) {
		p.unexpected(p.now(), "what "+of+" is taken of is missing")
	}
	return p.product()
}

// nabla reads \nabla f(x), \nabla_w L(w, b), \nabla^2 f(x).
func (p *parser) nabla() Expr {
	t := p.take()
	x := &Nabla{Order: 1}
	for p.err == nil && p.now().is("_", "^") {
		if p.take().text == "_" {
			x.By = p.tuple(p.index())
		} else if x.Order = p.order(); x.Order > 2 {
			p.fail(p.span(t.From), `there are \nabla and \nabla^2`)
		}
	}
	x.Of = p.differentiated(`\nabla`)
	x.Span = p.span(t.From)
	return x
}

// tuple is a list of names as one formula.
func (p *parser) tuple(items []Expr) Expr {
	if len(items) == 1 {
		return items[0]
	}
	return &Paren{Span{items[0].Where().From, items[len(items)-1].Where().To}, items}
}

// partial reads \partial_x f(x, y).
func (p *parser) partial() Expr {
	t := p.take()
	if !p.accept("_") {
		p.fail(t.Span, `write \partial_x f or \frac{\partial f}{\partial x}`)
		return &Name{t.Span, "?"}
	}
	by := p.index()
	if p.accept("^") {
		if times := p.order(); times > 1 && len(by) == 1 {
			for range times - 1 {
				by = append(by, by[0])
			}
		}
	}
	for _, v := range by {
		if !IsName(v) || len(by) > 4 {
			p.fail(v.Where(), "a derivative is taken by variables, up to four times")
		}
	}
	of := p.differentiated(`\partial`)
	return &Diff{p.span(t.From), of, by}
}

// transposes tells whether the exponent that follows is \top, in braces or without.
func (p *parser) transposes() bool {
	return p.ahead(1).is(`\top`) || p.ahead(1).is("{") && p.ahead(2).is(`\top`) && p.ahead(3).is("}")
}

// goesOn refuses \nabla_w (y - w^\top x)^2: it can be read in two ways.
func (p *parser) goesOn(of string) {
	if t := p.now(); t.is("^") && !p.transposes() || startsFactor(t) && t.kind != kBad && !t.is("|", `\|`) && !t.is(",", ")") {
		p.fail(t.Span, "it is not clear where %s ends: put all that it is taken of into one bracket, as in %s \\big( (…)^2 \\big), or the derivative itself, as in (%s (…))^2", of, of, of)
	}
}

// differentiated reads what \nabla is applied to: a function with its argument, without the exponent behind it, so that
// \nabla f(x)^\top y is a product; or a bracket or norm with its exponent.
func (p *parser) differentiated(of string) Expr {
	from := p.now().start
	t := p.now()
	if !startsFactor(t) {
		p.unexpected(t, "what "+of+" is applied to is missing")
	}
	defer p.deeper()()
	x := p.atom()
	if !callable(x) {
		if _, paren := x.(*Paren); paren {
			p.goesOn(of)
			return x
		}
		return p.scripts(from, x)
	}
	for p.err == nil {
		switch {
		case p.now().is("_"):
			p.take()
			x = p.indexed(from, x)
		case p.now().is("'"):
			p.take()
			x = primed(p.span(from), x, 1)
		case p.now().is("^") && p.ahead(1).is("*"):
			p.take()
			star := p.take()
			x = &Power{p.span(from), x, &Name{star.Span, "*"}}
		case p.now().is("("):
			args, interval := p.arguments()
			if interval != nil {
				p.fail(interval.Where(), "an interval is no argument")
			}
			return &Apply{p.span(from), x, args, "("}
		default:
			return x
		}
	}
	return x
}
