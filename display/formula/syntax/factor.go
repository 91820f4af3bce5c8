package syntax

// factor reads an atom with its scripts and arguments.
func (p *parser) factor() Expr {
	defer p.deeper()()
	from := p.now().start
	x := p.scripts(from, p.atom())
	for p.err == nil && callable(x) && p.continues(p.now()) && (p.now().is("(", "[") || p.curlyAhead()) {
		open := p.now()
		if open.is(`\{`) {
			p.take()
			args := []Expr{p.curly(open)}
			x = p.scripts(from, &Apply{p.span(from), x, args, open.text})
			continue
		}
		args, interval := p.arguments()
		if interval != nil {
			p.noFactor(interval)
			return x
		}
		x = p.scripts(from, &Apply{p.span(from), x, args, open.text})
	}
	return x
}

// curlyAhead tells whether a curly bracket follows that holds one formula: a\{b-c\} is a(b-c), while \{a, b\}, \{x : x > 0\} and
// \{x > 0\} are no brackets.
func (p *parser) curlyAhead() bool {
	if !p.now().is(`\{`) {
		return false
	}
	depth := 0
	for i, t := range p.tokens[p.at:] {
		depth += nesting(t)
		switch {
		case depth == 0:
			return i > 1
		case depth == 1 && (t.kind == kRel || t.is(",", ";", ":", `\mid`, `\neg`, `\land`, `\lor`, `\dots`)):
			return false
		}
	}
	return false
}

// curly reads the formula of a curly bracket that is open.
func (p *parser) curly(open token) Expr {
	defer p.inside(around{})()
	x := p.sum()
	p.close(open, `\}`)
	return x
}

// callable tells whether a bracket after x holds its arguments: x is a name with scripts, other than a transpose, or a derivative.
func callable(x Expr) bool {
	switch x := x.(type) {
	case *Name:
		return x.Text != `\infty`
	case *Index:
		return callable(x.X)
	case *Prime:
		return callable(x.X)
	case *Power:
		return callable(x.X) && !isName(x.Exp, `\top`)
	case *Diff:
		return true
	case *Nabla:
		_, bracket := x.Of.(*Paren)
		return bracket
	}
	return false
}

func isName(x Expr, text string) bool {
	n, ok := x.(*Name)
	return ok && n.Text == text
}

// arguments reads a bracket with the arguments of a function; (a, b] is an interval instead.
func (p *parser) arguments() (args []Expr, interval Expr) {
	b := p.round(true)
	switch b := b.(type) {
	case *Paren:
		return b.Items, nil
	case *Interval:
		if !b.OpenLo && !b.OpenHigh {
			return []Expr{b.Lo, b.Hi}, nil
		}
	}
	return nil, b
}

// atom reads the smallest formulas.
func (p *parser) atom() Expr {
	t := p.now()
	switch t.kind {
	case kNumber:
		p.take()
		return p.one(t)
	case kName:
		return p.name()
	case kAccent:
		return p.accented()
	case kWord:
		return p.word()
	case kBig:
		return p.big()
	case kSign:
		if read := signs[t.text]; read != nil {
			return read(p)
		}
	}
	p.unexpected(t, p.missing())
	return &Number{t.Span, "0"}
}

// signs are the signs that begin an atom.
var signs map[string]func(p *parser) Expr

func init() {
	signs = map[string]func(p *parser) Expr{
		"(": (*parser).plain, "[": (*parser).plain, "]": (*parser).french, "{": (*parser).braces, `\{`: (*parser).set, "|": (*parser).abs,
		`\|`: (*parser).norm, `\langle`: (*parser).inner, `\lfloor`: (*parser).floor, `\lceil`: (*parser).floor, `\frac`: (*parser).frac,
		`\binom`: (*parser).binom, `\sqrt`: (*parser).sqrt, `\int`: (*parser).integral, `\iint`: (*parser).integral,
		`\#`: (*parser).cardinality, `\nabla`: (*parser).nabla, `\partial`: (*parser).partial, `\begin`: (*parser).environment, `\arg`: (*parser).big,
		`\emptyset`: func(p *parser) Expr { return &Set{p.take().Span, nil} },
		`\dots`:     func(p *parser) Expr { return &Dots{p.take().Span} },
	}
}

// missing says what is wanted after the token before.
func (p *parser) missing() string {
	if p.at == 0 {
		return ""
	}
	before := p.tokens[p.at-1]
	switch {
	case before.is("+", "-"):
		return "after " + p.spelled(before) + " a term is missing"
	case before.is("/", `\cdot`, `\times`, `\odot`, `\otimes`, `\circ`):
		return "after " + p.spelled(before) + " a factor is missing"
	case before.kind == kRel:
		return "after " + p.spelled(before) + " a side is missing"
	case before.kind == kWord:
		return "the argument of " + p.spelled(before) + " is missing"
	case before.is("(", "[", `\{`, "|", `\|`, "{"):
		return "a formula is missing after " + p.spelled(before)
	}
	return ""
}

// one reads an indicator 1{A} or 1_{A}; otherwise the number is a number.
func (p *parser) one(t token) Expr {
	n := &Number{t.Span, t.text}
	if t.text != "1" {
		return n
	}
	if p.now().is(`\{`) {
		return p.indicator(t.From)
	}
	return n
}

// name reads a letter, or what has a fixed meaning: an indicator, a probability.
func (p *parser) name() Expr {
	t := p.take()
	n := &Name{t.Span, t.text}
	switch t.text {
	case `\mathbf{1}`:
		if p.now().is(`\{`) || p.now().is("(", "[") && p.truthInside() {
			return p.indicator(t.From)
		}
	case "P", "E", `\mathbb{P}`, `\mathbb{E}`:
		if !p.known[t.text] && p.probability() {
			return p.prob(t)
		}
		if t.text[0] == '\\' && !p.known[t.text] && startsFactor(p.now()) {
			p.fail(t.Span, "%s wants its argument in brackets", p.spelled(t))
		}
	}
	return n
}

// truthInside looks ahead whether the bracket that follows holds a relation.
func (p *parser) truthInside() bool {
	depth := 0
	for i := p.at; i < len(p.tokens); i++ {
		switch t := p.tokens[i]; {
		case t.is("(", "[", "{", `\{`):
			depth++
		case t.is(")", "]", "}", `\}`):
			if depth--; depth == 0 {
				return false
			}
		case t.kind == kRel && depth == 1:
			return true
		}
	}
	return false
}

// indicator reads the bracket of \mathbf 1\{A, B\}.
func (p *parser) indicator(from int) Expr {
	open := p.take()
	defer p.inside(around{})()
	cond := p.conjunction()
	p.close(open, map[string]string{`\{`: `\}`, "(": ")", "[": "]"}[open.text])
	return &Indicator{p.span(from), cond}
}

// conjunction reads statements with commas, all of which must hold.
func (p *parser) conjunction() Expr {
	x := p.statement()
	for p.accept(",") {
		x = p.both(x, p.statement())
	}
	return x
}

// both is x \land y for statements with a comma between them.
func (p *parser) both(x, y Expr) Expr {
	if reaches(x) || isLower(y) {
		p.fail(Span{x.Where().From, y.Where().To}, "a comma between statements reads as \\land; put them into brackets")
	}
	if l, ok := y.(*Logic); ok && l.Op == `\land` {
		x, y = p.both(x, l.X), l.Y
	}
	return &Logic{Span{x.Where().From, y.Where().To}, `\land`, x, y}
}

// isLower tells whether x binds less than \land does.
func isLower(x Expr) bool {
	l, ok := x.(*Logic)
	return ok && l.Op != `\land`
}

// reaches tells whether x would take what follows into itself: a quantifier, or what binds less than \land.
func reaches(x Expr) bool {
	switch x := x.(type) {
	case *Logic:
		return x.Op != `\land` || reaches(x.Y)
	case *Big:
		return x.Op == `\forall` || x.Op == `\exists` || reaches(x.Body)
	case *Unary:
		return reaches(x.X)
	case *Binary:
		return reaches(x.Y)
	case *Compare:
		return reaches(x.Rest[len(x.Rest)-1].Y)
	}
	return false
}

// accented reads \hat w and the like: a name of its own.
func (p *parser) accented() Expr {
	t := p.take()
	x := p.argument(p.spelled(t))
	if p.err == nil && !IsName(x) {
		p.fail(x.Where(), "%s stands over a name only", t.text)
	}
	if p.err != nil {
		return &Name{t.Span, "?"}
	}
	return &Name{p.span(t.From), t.text + "{" + Canon(x) + "}"}
}

// word reads a function word with its argument: \log x, \log_2(x), \sin^2 x.
func (p *parser) word() Expr {
	t := p.take()
	if t.text == `\Var` || t.text == `\Cov` || t.text == `\Pr` {
		switch {
		case p.known[t.text]:
			return &Name{t.Span, t.text}
		case p.probability():
			return p.prob(t)
		}
		p.fail(t.Span, "%s wants its argument in brackets", p.spelled(t))
	}
	var fun Expr = &Name{t.Span, t.text}
	var exp Expr
	for p.err == nil && p.now().is("_", "^") {
		if p.take().text == "_" {
			sub := p.index()
			fun = &Index{p.span(t.From), fun, sub}
		} else {
			exp = p.exponent()
		}
	}
	if m, ok := exp.(*marked); ok {
		p.fail(m.Span, "a star, a sign or a bracket as exponent belongs to a name, and %s is a function of the language", t.text)
	}
	if u, ok := exp.(*Unary); ok {
		p.fail(u.Span, "%s with a negative exponent can be read in two ways; write the inverse function by its name or a fraction", t.text)
	}
	var x Expr
	if p.now().is("(", "[", `\{`) {
		x = p.applied(t.From, fun)
	} else {
		arg := p.bare(Canon(fun))
		x = &Apply{p.span(t.From), fun, []Expr{arg}, ""}
	}
	if exp != nil {
		x = &Power{p.span(t.From), x, exp}
	}
	return x
}

// applied reads the bracket after a function word or \max.
func (p *parser) applied(from int, fun Expr) Expr {
	open := p.now()
	if open.is(`\{`) {
		items := []Expr{p.set()}
		if s, ok := items[0].(*Set); ok {
			items = s.Items
		}
		if len(items) == 0 {
			p.fail(p.span(open.From), "the argument of %s is empty", Canon(fun))
		}
		return &Apply{p.span(from), fun, items, `\{`}
	}
	args, interval := p.arguments()
	if interval != nil {
		p.fail(interval.Where(), "an interval is no argument of %s", Canon(fun))
	}
	return &Apply{p.span(from), fun, args, open.text}
}

// bare reads an argument without bracket: factors side by side, up to a sign, a bracket or another word.
func (p *parser) bare(of string) Expr {
	from := p.now().start
	if t := p.now(); t.is("-", "+") {
		p.fail(t.Span, "the argument of %s begins with a sign: put it into brackets", of)
	}
	if t := p.now(); !startsFactor(t) || t.quad && t.kind == kBig {
		p.unexpected(t, "the argument of "+of+" is missing")
	}
	x := p.factor()
	for p.err == nil {
		t := p.now()
		if !p.continues(t) || t.kind == kWord || t.kind == kBig || t.is("(", "[", `\int`, `\iint`, `\nabla`, `\arg`, `\partial`) {
			break
		}
		p.sideBySide(x, t)
		if a, ok := bareWord(x); ok && a != nil {
			break
		}
		y := p.factor()
		x = &Binary{p.span(from), "", x, y}
	}
	return x
}
