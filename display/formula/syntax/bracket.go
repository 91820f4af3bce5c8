package syntax

import "strings"

var partners = pairs(`( ) [ ] { } \{ \} \langle \rangle \lfloor \rfloor \lceil \rceil`)

// partner is where the bracket that begins here is closed, by brackets of its kind alone, or the end.
func (p *parser) partner() int {
	open := p.now().text
	depth := 0
	for i := p.at; i < len(p.tokens); i++ {
		switch t := p.tokens[i]; {
		case t.is(open):
			depth++
		case t.is(partners[open]):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(p.tokens) - 1
}

// close takes the bracket that closes open.
func (p *parser) close(open token, want string) {
	t := p.now()
	switch {
	case t.is(want):
		p.take()
	case t.kind == kEnd || t.kind == kLine || t.kind == kNote || t.is(`\refute`):
		p.fail(open.Span, "%s is not closed", p.named(open))
	case t.is(")", "]", "}", `\}`, `\rangle`, `\rfloor`, `\rceil`):
		p.fail(t.Span, "%s is closed by %s, not by %s", p.named(open), want, p.spelled(t))
	default:
		p.unexpected(t, "")
	}
}

// named is an open bracket in words.
func (p *parser) named(open token) string {
	switch open.text {
	case "{":
		return "the brace {"
	case "|", `\|`:
		return "the bar " + open.text
	}
	return "the bracket " + p.spelled(open)
}

// list reads formulas with commas between them; a semicolon counts as one, and so does a bar as in f(y | x).
func (p *parser) list() []Expr {
	items := []Expr{p.statement()}
	for p.accept(",", ";") || p.around.cond && p.accept(`\mid`, "|") {
		items = append(items, p.statement())
	}
	return items
}

// plain reads a bracket that holds no arguments.
func (p *parser) plain() Expr { return p.round(false) }

// round reads (x), a tuple, or an interval; in arguments a bar may stand for a comma.
func (p *parser) round(arguments bool) Expr {
	open := p.take()
	if p.now().is(")", "]") {
		p.fail(Span{open.From, p.now().To}, "the bracket is empty")
	}
	restore := p.inside(around{cond: arguments})
	items := p.list()
	restore()
	shut := p.now()
	if len(items) == 2 && shut.is(")", "]") && (open.text == "[" || shut.text == "]") {
		p.take()
		return &Interval{p.span(open.start), items[0], items[1], open.text == "(", shut.text == ")"}
	}
	p.close(open, partners[open.text])
	return &Paren{p.span(open.start), items}
}

// french reads an interval that is open at the left, ]a, b] or ]a, b[.
func (p *parser) french() Expr {
	open := p.take()
	restore := p.inside(around{bar: "["})
	items := p.list()
	restore()
	shut := p.now()
	if len(items) != 2 || !shut.is("]", "[") {
		p.fail(open.Span, "] opens an interval ]a, b[ only, and none follows")
		return &Paren{open.Span, items}
	}
	p.take()
	return &Interval{p.span(open.start), items[0], items[1], true, shut.text == "["}
}

// braces reads {…} that no command asks for. The reader does not see them, so they must not change the meaning.
func (p *parser) braces() Expr {
	open := p.take()
	if p.now().is("}") {
		p.fail(Span{open.From, p.now().To}, "the braces are empty")
	}
	restore := p.inside(around{})
	x := p.statement()
	restore()
	p.close(open, "}")
	whole := p.span(open.start)
	if !p.same(x) {
		p.fail(whole, "these braces are not seen; use brackets ( )")
	}
	return x
}

// same tells whether x reads the same without the braces around it.
func (p *parser) same(x Expr) bool {
	next := p.now()
	if next.is("(", "[", `\{`) || isName(x, "d") || isName(x, `\mathrm{d}`) {
		return false
	}
	switch x := x.(type) {
	case *Binary, *Unary, *Compare, *Logic, *Big, *Diff, *Nabla, *Integral, *Dots:
		return false
	case *Apply:
		return x.Bracket != ""
	case *Power:
		a, ok := x.X.(*Apply)
		return (!next.is("_", "^", "'") || IsName(x)) && !(ok && a.Bracket == "")
	case *Index, *Prime:
		return !next.is("_", "^", "'") || IsName(x)
	}
	return true
}

// set reads \{a, b\} or \{x \in A : …\}.
func (p *parser) set() Expr {
	open := p.take()
	if p.now().is(`\}`) {
		p.take()
		return &Set{p.span(open.start), nil}
	}
	defer p.inside(around{cond: true})()
	items := []Expr{p.statement()}
	for p.accept(",", ";") {
		items = append(items, p.statement())
	}
	if len(items) == 1 && p.accept(":", `\mid`, "|") {
		bind := p.builder(items[0])
		p.close(open, `\}`)
		return &Builder{p.span(open.start), builderItem(items[0], bind), bind}
	}
	p.close(open, `\}`)
	return &Set{p.span(open.start), items}
}

// barOpens tells whether a bar behind a formula opens another one; else it closes or separates.
func (p *parser) barOpens(t token) bool {
	switch {
	case t.side == 'l':
		return true
	case t.side == 'r' || t.side == 'm' || t.text == p.around.bar:
		return false
	case p.around.cond && t.text == "|":
		return p.barsAhead()%2 == 0
	}
	return true
}

// barsAhead counts the bars up to the end of the bracket around.
func (p *parser) barsAhead() int {
	n, depth := 0, 0
	for _, t := range p.tokens[p.at:] {
		switch {
		case t.is("(", "[", "{", `\{`):
			depth++
		case t.is(")", "]", "}", `\}`):
			if depth--; depth < 0 {
				return n
			}
		case t.is("|") && depth == 0:
			n++
		}
	}
	return n
}

// between reads a formula between two equal bars.
func (p *parser) between() (Expr, Span) {
	open := p.take()
	if open.side == 'r' || open.side == 'm' {
		p.fail(open.Span, "this bar closes what was not opened")
	}
	if p.now().is(open.text) && p.now().side != 'l' && (open.side == 'l' || open.text == `\|`) {
		p.fail(Span{open.From, p.now().To}, "there is nothing between the bars")
	}
	if p.now().is("_") && open.text == "|" {
		p.fail(open.Span, "a bar with bounds, as F(t)|_a^b, is not in the language: write F(b) - F(a)")
	}
	restore := p.inside(around{bar: open.text})
	x := p.statement()
	restore()
	p.close(open, open.text)
	return x, p.span(open.start)
}

func (p *parser) abs() Expr {
	x, span := p.between()
	return &Abs{span, x}
}

func (p *parser) norm() Expr {
	x, span := p.between()
	return &Norm{span, x}
}

// inner reads \langle x, y\rangle.
func (p *parser) inner() Expr {
	open := p.take()
	defer p.inside(around{})()
	x := p.statement()
	if !p.accept(",") {
		p.fail(p.now().Span, `an inner product wants a comma: \langle x, y\rangle`)
	}
	y := p.statement()
	p.close(open, `\rangle`)
	return &Inner{p.span(open.start), x, y}
}

// floor reads \lfloor x\rfloor and \lceil x\rceil.
func (p *parser) floor() Expr {
	open := p.take()
	defer p.inside(around{})()
	x := p.statement()
	p.close(open, partners[open.text])
	if open.text == `\lceil` {
		return &Ceil{p.span(open.start), x}
	}
	return &Floor{p.span(open.start), x}
}

// frac reads \frac{a}{b}, or a derivative.
func (p *parser) frac() Expr {
	if d := p.derivative(); d != nil {
		return d
	}
	t := p.take()
	x := p.argument(p.spelled(t))
	y := p.argument(p.spelled(t))
	return &Frac{p.span(t.From), x, y}
}

func (p *parser) binom() Expr {
	t := p.take()
	x := p.argument(p.spelled(t))
	y := p.argument(p.spelled(t))
	return &Binom{p.span(t.From), x, y}
}

// sqrt reads \sqrt{x} and \sqrt[n]{x}.
func (p *parser) sqrt() Expr {
	t := p.take()
	var n Expr
	if open := p.now(); open.is("[") && p.text[t.From] == '\\' {
		p.take()
		restore := p.inside(around{})
		n = p.statement()
		restore()
		p.close(open, "]")
	}
	if open := p.now(); open.is("(") && p.text[t.From] != '\\' { // √(x)
		x := p.plain()
		return &Sqrt{p.span(t.From), n, x}
	}
	x := p.argument(p.spelled(t))
	return &Sqrt{p.span(t.From), n, x}
}

// environment reads a matrix or cases.
func (p *parser) environment() Expr {
	t := p.take()
	name := p.environmentName()
	defer p.inside(around{})()
	switch name {
	case "cases", "dcases", "rcases":
		c := p.cases()
		p.endOf(name)
		return &Cases{p.span(t.From), c}
	case "array":
		p.environmentName() // the columns
	case "pmatrix", "bmatrix", "vmatrix", "matrix", "smallmatrix", "psmallmatrix", "bsmallmatrix":
	case "align", "align*", "aligned", "equation", "equation*", "gather", "gather*", "split", "eqnarray":
		p.fail(p.span(t.From), "leave %s out: each line of the text is a step, without & and \\\\", name)
		return &Matrix{Span: t.Span}
	default:
		p.fail(p.span(t.From), "the environment %s is not known; there are pmatrix, bmatrix, vmatrix, matrix, smallmatrix, array and cases", name)
		return &Matrix{Span: t.Span}
	}
	rows := p.rows()
	p.endOf(name)
	return &Matrix{p.span(t.From), rows, name == "vmatrix"}
}

// environmentName reads {pmatrix}, or the columns {cc|c} of an array.
func (p *parser) environmentName() string {
	if !p.accept("{") {
		p.unexpected(p.now(), "a name in braces is wanted")
	}
	var b strings.Builder
	for p.now().kind == kName || p.now().is("|", "*") {
		b.WriteString(p.take().text)
	}
	if !p.accept("}") {
		p.unexpected(p.now(), "a name in braces is wanted")
	}
	return b.String()
}

func (p *parser) endOf(name string) {
	t := p.now()
	if !p.accept(`\end`) {
		if t.kind == kEnd {
			p.fail(t.Span, `\begin{%s} is not closed by \end{%s}`, name, name)
		}
		p.unexpected(t, "")
	}
	if end := p.environmentName(); p.err == nil && end != name {
		p.fail(p.span(t.From), `\begin{%s} is closed by \end{%s}`, name, end)
	}
}

// rows reads the entries of a matrix.
func (p *parser) rows() [][]Expr {
	var rows [][]Expr
	for p.err == nil && !p.now().is(`\end`) {
		from := p.now().start
		row := []Expr{p.statement()}
		for p.accept("&") {
			row = append(row, p.statement())
		}
		rows = append(rows, row)
		if len(row) != len(rows[0]) {
			p.fail(p.span(from), "the first row of the matrix has %d entries, this one %d", len(rows[0]), len(row))
		}
		if !p.accept(`\\`) {
			break
		}
	}
	if len(rows) == 0 {
		p.fail(p.now().Span, "the matrix has no entries")
	}
	return rows
}

// cases reads the lines of a cases environment.
func (p *parser) cases() []Case {
	var all []Case
	for p.err == nil && !p.now().is(`\end`) {
		if n := len(all); n > 0 && all[n-1].Cond == nil {
			p.fail(p.now().Span, "only the last case can be without condition")
		}
		c := Case{Value: p.statement()}
		p.accept(",", ";")
		if p.accept("&") {
			c.Cond = p.condition()
		}
		all = append(all, c)
		if !p.accept(`\\`) {
			break
		}
	}
	if len(all) == 0 {
		p.fail(p.now().Span, "there are no cases")
	}
	return all
}

// condition reads the condition of a case; it is nil for "otherwise".
func (p *parser) condition() Expr {
	if textIs(p.now(), "otherwise", "else", "otherwise.", "otherwise,") {
		p.take()
		return nil
	}
	if textIs(p.now(), "if", "for", "when", "where", "if", "falls") {
		p.take()
	}
	x := p.conjunction()
	p.accept(";")
	return x
}

// cardinality reads \# A and \#\{…\}.
func (p *parser) cardinality() Expr {
	from := p.take().From
	for range 3 { // it is printed as bars, which are so much deeper
		defer p.deeper()()
	}
	x := p.factor()
	return &Abs{p.span(from), x}
}
