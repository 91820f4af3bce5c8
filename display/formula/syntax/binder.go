package syntax

import "slices"

// big reads an operator with what stands below and above it, and its body.
func (p *parser) big() Expr {
	t := p.take()
	op := t.text
	if op == `\arg` {
		m := p.take()
		if m.kind != kBig || m.text != `\max` && m.text != `\min` {
			p.fail(t.Span, `\arg stands before \max and \min only`)
			return &Name{t.Span, "?"}
		}
		op = `\arg` + m.text[1:]
	}
	if op == `\forall` || op == `\exists` {
		bind := p.quantified()
		p.accept(":", ",", `\mid`)
		body := p.statement()
		return &Big{p.span(t.From), op, bind, body}
	}
	bind, found := p.limits(op)
	if !found && op != `\sum` && op != `\prod` { // \sum \alpha_i y_i binds the free indices of its body
		return p.withoutBinder(t, op)
	}
	if sign := p.now(); sign.is("-", "+") {
		p.fail(sign.Span, "what stands behind %s begins with a sign: put it into brackets", op)
	}
	if !startsFactor(p.now()) {
		p.unexpected(p.now(), "what stands behind "+op+" is missing")
	}
	body := p.product()
	if s, ok := body.(*Set); ok && len(s.Items) == 1 && op != `\bigcup` && op != `\bigcap` {
		body = &Paren{s.Span, s.Items} // \max_i \{x_i\}
	}
	return &Big{p.span(t.From), op, bind, body}
}

// withoutBinder reads \max(a, b), \min\{a, b\} and \sup A.
func (p *parser) withoutBinder(t token, op string) Expr {
	fun := &Name{p.span(t.From), op}
	switch op {
	case `\max`, `\min`, `\sup`, `\inf`:
	default:
		p.fail(fun.Span, "%s wants its index below it, as in %s_{i=1}^n", op, op)
		return fun
	}
	if p.now().is("(", "[", `\{`) {
		return p.applied(t.From, fun)
	}
	arg := p.bare(op)
	return &Apply{p.span(t.From), fun, []Expr{arg}, ""}
}

// limits reads what stands below and above an operator, in any order.
func (p *parser) limits(op string) (Binder, bool) {
	from := p.now().start
	var bind Binder
	var hi Expr
	below := false
	for p.err == nil && p.now().is("_", "^") {
		if p.take().text == "^" {
			hi = p.exponentOf(op)
			continue
		}
		below = true
		bind = p.below()
	}
	bind.Span = p.span(from)
	switch {
	case hi != nil && (!below || bind.Lo == nil || bind.Hi != nil):
		p.fail(hi.Where(), "an upper bound wants a lower one: %s_{i=1}^n", op)
	case hi != nil:
		bind.Hi = hi
	case below && bind.Lo != nil && bind.Hi == nil:
		p.fail(bind.Span, "the upper bound is missing: %s_{i=1}^n", op)
	}
	return bind, below
}

// exponentOf reads an upper bound.
func (p *parser) exponentOf(op string) Expr {
	if p.now().is("{") {
		return p.groupOf(op)
	}
	return p.argument("^")
}

// below reads what stands below an operator.
func (p *parser) below() Binder {
	if !p.now().is("{") {
		x := p.argument("_")
		return p.bind(x.Where().From, []Expr{x}, true)
	}
	open := p.take()
	defer p.inside(around{})()
	if p.now().is("}") {
		p.fail(p.span(open.From), "the index is empty")
	}
	if p.now().is(`\substack`) {
		return p.substack(open)
	}
	bind := p.bindings(p.now().From, true)
	p.close(open, "}")
	return bind
}

// substack reads \substack{i \in S \\ i \ne j} within an index.
func (p *parser) substack(open token) Binder {
	p.take()
	inner := p.now()
	if !p.accept("{") {
		p.unexpected(inner, `\substack wants braces`)
	}
	bind := p.bindings(inner.From, true)
	p.close(inner, "}")
	p.close(open, "}")
	return bind
}

// bindings reads names, the sets they are in, bounds and conditions, with commas between them. Behind names and a colon stands a
// condition: i : y_i = k.
func (p *parser) bindings(from int, bounds bool) Binder {
	var items []Expr
	var cond Expr
	for p.err == nil {
		items = append(items, p.statement())
		if p.now().is(":", `\mid`) && allBindable(items) {
			p.take()
			cond = p.conjunction()
			p.wantStatement(cond)
			break
		}
		if !p.accept(",", ";", ":", `\mid`, `\\`) {
			break
		}
	}
	b := p.bind(from, items, bounds)
	if cond != nil {
		b.Cond, b.Span = cond, p.span(from)
	}
	return b
}

func allBindable(items []Expr) bool {
	for _, x := range items {
		if !bindable(x) {
			return false
		}
	}
	return true
}

// bind sorts the parts of a binder. Where only a condition stands (i \ne j, 1 \le i < j \le n), Names stays empty: which names it binds
// depends on those declared outside.
func (p *parser) bind(from int, items []Expr, bounds bool) Binder {
	b := Binder{Span: p.span(from)}
	for i := 0; i < len(items); i++ {
		x := items[i]
		c, _ := x.(*Compare)
		switch {
		case bindable(x) && b.In == nil && b.Lo == nil && b.Cond == nil:
			b.Names = append(b.Names, x)
		case isDots(x) && i+1 < len(items) && (b.Lo != nil && b.Hi == nil): // i = 1, \dots, n
			b.Hi = items[i+1]
			i++
		case isDots(x) && len(b.Names) > 0 && b.In == nil && b.Lo == nil && b.Cond == nil:
			b.Names = append(b.Names, x)
		case c != nil && len(c.Rest) == 1 && c.Rest[0].Op == `\in` && bindable(c.X) && b.In == nil && b.Lo == nil:
			b.Names, b.In = append(b.Names, c.X), c.Rest[0].Y
		case bounds && c != nil && len(c.Rest) == 1 && c.Rest[0].Op == "=" && bindable(c.X) && b.In == nil && b.Lo == nil && b.Cond == nil:
			b.Names, b.Lo = append(b.Names, c.X), c.Rest[0].Y
		case bounds && isRange(c) && b.Names == nil && b.Cond == nil:
			b.Names, b.Lo, b.Hi = []Expr{c.Rest[0].Y}, c.X, c.Rest[1].Y
		case c != nil && len(c.Rest) == 1 && c.Rest[0].Op == `\subseteq` && bindable(c.X) && b.Names == nil && b.Cond == nil:
			b.Names, b.Cond = []Expr{c.X}, x
		case b.Cond == nil:
			p.wantStatement(x)
			b.Cond = x
		default:
			p.wantStatement(x)
			b.Cond = p.both(b.Cond, x)
		}
	}
	return b
}

// wantStatement fails where a condition states nothing.
func (p *parser) wantStatement(x Expr) {
	if big, ok := x.(*Big); isStatement(x) || ok && (big.Op == `\forall` || big.Op == `\exists`) {
		return
	}
	p.fail(x.Where(), "an index or a condition is wanted here, as in i, i \\in S or i < j")
}

// isRange tells whether a comparison is 1 \le i \le n.
func isRange(c *Compare) bool {
	return c != nil && len(c.Rest) == 2 && c.Rest[0].Op == `\le` && c.Rest[1].Op == `\le` && IsName(c.Rest[0].Y) && !IsName(c.X)
}

// bindable tells whether x can be bound: a name, or a tuple of names.
func bindable(x Expr) bool {
	t, ok := x.(*Paren)
	if !ok {
		return IsName(x)
	}
	for _, item := range t.Items {
		if !IsName(item) {
			return false
		}
	}
	return len(t.Items) > 1
}

func isDots(x Expr) bool {
	_, ok := x.(*Dots)
	return ok
}

// builder reads what stands behind the colon of \{x \in A : …\} or \{f(x) : x \in A\}.
func (p *parser) builder(left Expr) Binder {
	from := p.now().start
	if c, ok := left.(*Compare); ok {
		if len(c.Rest) != 1 || c.Rest[0].Op != `\in` || !bindable(c.X) {
			p.fail(c.Span, `before the colon of a set stands a formula, or x \in A`)
		}
		cond := p.conjunction()
		return Binder{p.span(c.From), []Expr{c.X}, nil, nil, c.Rest[0].Y, cond}
	}
	b := p.bindings(from, false)
	if b.Names == nil && bindable(left) {
		b.Names = []Expr{left}
	}
	return b
}

// builderItem is what a set consists of: of x \in A before the colon it is x.
func builderItem(left Expr, b Binder) Expr {
	if c, ok := left.(*Compare); ok {
		return c.X
	}
	return left
}

// quantified reads what stands behind \forall: names, the set they are in, or a condition.
func (p *parser) quantified() Binder {
	p.colonAtGap()
	from := p.now().start
	items := []Expr{p.comparison()}
	for p.err == nil && p.now().is(",") && (p.namesAhead() || p.ahead(1).is(`\dots`) || len(items) > 1 && isDots(items[len(items)-1])) {
		p.take()
		items = append(items, p.comparison())
	}
	b := p.bind(from, items, true)
	if b.Lo != nil && b.Hi == nil {
		p.fail(b.Span, `the upper bound is missing: i = 1, \dots, n`)
	}
	return b
}

// namesAhead looks whether names with commas and then \in follow.
func (p *parser) namesAhead() bool {
	for i := p.at; i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.is(`\in`):
			return true
		case t.kind == kName, t.kind == kAccent, t.kind == kNumber, t.is(",", "_", "^", "{", "}", "'", "*", `\dots`):
		default:
			return false
		}
	}
	return false
}

// colonAtGap sets a colon where a space ends what stands behind \forall: \forall i \; a_i > 0.
func (p *parser) colonAtGap() {
	depth := 0
	for i := p.at; i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case depth == 0 && (t.kind == kEnd || t.is(":", ",", `\mid`)):
			return
		case depth == 0 && i > p.at && t.gap && (startsFactor(t) || t.is("-")):
			colon := token{Span: Span{t.From, t.From}, start: t.From, kind: kSign, text: ":"}
			p.tokens = slices.Insert(slices.Clone(p.tokens), i, colon)
			return
		}
		depth += nesting(t)
	}
}
