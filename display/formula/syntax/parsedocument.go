package syntax

import (
	"maps"
	"strconv"
	"strings"
)

// ParseDocument reads a derivation. The names given, in canonical spelling, are declared outside. The error is of type Errors and has
// at most one error for each line; the document then holds the lines that could be read.
func ParseDocument(text string, names ...string) (*Document, error) {
	p := newParser(text, names)
	if p.err != nil {
		return &Document{Text: text}, Errors{p.err}
	}
	d := &documentParser{parser: p, doc: &Document{Text: text}, lines: splitLines(p.tokens)}
	for d.at = range d.lines {
		d.line()
	}
	d.finishChain()
	if d.errs != nil {
		return d.doc, d.errs
	}
	return d.doc, nil
}

// documentParser reads line after line.
type documentParser struct {
	*parser
	doc    *Document
	lines  [][]token
	at     int    // the line that is read
	chain  *Chain // the chain that the next line may continue
	broken bool   // the line before has an error: what continues it is read, and left out
	errs   Errors
}

// line reads one line.
func (d *documentParser) line() {
	p := d.parser
	p.tokens, p.at, p.err, p.depth, p.around = d.lines[d.at], 0, nil, 0, around{}
	t := p.now()
	continues := t.kind == kRel
	if !continues {
		d.finishChain()
	}
	wasBroken := d.broken
	d.broken = false
	d.reportBad()
	if p.err == nil {
		switch {
		case continues && wasBroken:
			d.step(&Chain{})
		case continues:
			d.next(t)
		default:
			d.begin(t)
		}
	}
	if p.err != nil {
		d.errs = append(d.errs, p.err)
		d.broken, d.chain = true, nil
	} else if continues && wasBroken {
		d.broken = true
	}
}

// reportBad fails with what could not be read at all, before the grammar complains of something else.
func (d *documentParser) reportBad() {
	for _, t := range d.tokens {
		if t.kind == kBad {
			d.fail(t.Span, "%s", t.text)
			return
		}
	}
}

// begin reads a line that continues nothing.
func (d *documentParser) begin(t token) {
	switch {
	case t.kind == kText:
		d.prose()
	case t.kind == kHead && t.text == `\given`:
		d.given()
	case t.kind == kHead && t.text == `\let`:
		d.let()
	case t.kind == kHead:
		d.conclusion()
	case t.kind == kNote || t.is(`\refute`):
		d.fail(t.Span, "%s stands behind a step", d.spelled(t))
	default:
		d.first()
	}
}

func (d *documentParser) add(item Item) {
	if d.err == nil {
		d.doc.Items = append(d.doc.Items, item)
	}
}

// prose reads \text{…} alone on a line.
func (d *documentParser) prose() {
	from := d.now().From
	var parts []string
	for d.now().kind == kText {
		parts = append(parts, strings.TrimSpace(d.take().text))
	}
	if t := d.now(); t.kind != kEnd {
		d.fail(t.Span, `prose has a line of its own; mathematics in it stands between dollar signs within \text{…}`)
	}
	d.add(&Prose{d.span(from), strings.Join(parts, " ")})
}

// given reads \given with its clauses.
func (d *documentParser) given() {
	g := &Given{}
	from := d.take().From
	for d.err == nil {
		g.Clauses = append(g.Clauses, d.clause())
		switch t := d.now(); {
		case d.accept(",", ";"):
		case t.kind != kEnd && t.quad && !quantifies(t):
		case textIs(t, "and", "with", "where", "such that"):
			d.take()
		default:
			d.end()
			g.Span = d.span(from)
			d.add(g)
			return
		}
	}
}

// clause reads a declaration or an assumption.
func (d *documentParser) clause() Clause {
	from, at := d.now().From, d.parser.at
	if t := d.now(); t.is(`\neg`) || t.kind == kText || t.kind == kBig && (t.text == `\forall` || t.text == `\exists`) {
		cond := d.statement()
		return Clause{Span: d.span(from), Cond: cond}
	}
	subjects := []Expr{d.sum()}
	for d.accept(",") {
		subjects = append(subjects, d.sum())
	}
	op := d.now()
	switch {
	case op.is(":"):
		d.take()
		object := d.arrow()
		d.declareAll(subjects)
		return Clause{Span: d.span(from), Subjects: subjects, Rel: ":", Object: object}
	case isRelation(op):
		d.take()
		object := d.sum()
		if d.clauseEnds() && d.areNames(subjects) {
			d.declareAll(subjects)
			return Clause{Span: d.span(from), Subjects: subjects, Rel: op.text, Object: object}
		}
	case len(subjects) > 1 && d.err == nil:
		d.fail(d.span(from), `these names want their domain, as in %s \in \mathbb{R}`, d.text[from:d.span(from).To])
	}
	if len(subjects) > 1 {
		d.fail(d.span(from), "a list of names with one relation declares them; other assumptions stand apart, with commas between them")
	}
	if d.err != nil {
		return Clause{}
	}
	d.parser.at = at
	return d.assumption(from)
}

// nameOr is the spelling of x where it is a name, else another one.
func nameOr(x Expr, other string) string {
	if IsName(x) {
		return Canon(x)
	}
	return other
}

// assumption reads a statement; the name in 0 < t \le 1 is declared by it.
func (d *documentParser) assumption(from int) Clause {
	cond := d.statement()
	switch c := cond.(type) {
	case *Compare:
		if IsName(c.Rest[0].Y) {
			d.declare(c.Rest[0].Y)
		}
	case *Logic, *Unary, *Big:
	default:
		if d.err == nil {
			d.fail(d.span(from), `a domain or a relation is missing, as in %s \in \mathbb{R} or a < b`, nameOr(cond, "x"))
		}
	}
	return Clause{Span: d.span(from), Cond: cond}
}

// clauseEnds tells whether a clause may end here.
func (d *documentParser) clauseEnds() bool {
	t := d.now()
	return t.kind == kEnd || t.is(",", ";") || t.quad && !quantifies(t) || textIs(t, "and", "with", "where", "such that")
}

// areNames tells whether a list can be declared: names, tuples of names, and dots between.
func (d *documentParser) areNames(list []Expr) bool {
	for i, x := range list {
		if !bindable(x) && !(isDots(x) && i > 0 && i < len(list)-1) {
			return false
		}
	}
	return true
}

func (d *documentParser) declareAll(names []Expr) {
	for _, n := range names {
		d.declare(n)
	}
}

// arrow reads A \to B.
func (d *documentParser) arrow() Expr {
	from := d.now().From
	x := d.sum()
	if d.accept(`\to`) {
		y := d.sum()
		return &Binary{d.span(from), `\to`, x, y}
	}
	d.fail(d.span(from), `a function is declared by its domain and range: f : A \to B`)
	return x
}

// let reads \let with one or more definitions.
func (d *documentParser) let() {
	d.take()
	for d.err == nil {
		d.definition()
		if d.accept(",", ";") || d.now().kind != kEnd && d.now().quad {
			continue
		}
		if t := d.now(); t.kind == kNote && d.err == nil {
			d.fail(t.Span, "a definition has no notes")
		}
		d.end()
		return
	}
}

// definition reads f(x) = …. The arguments of f are no longer known behind it.
func (d *documentParser) definition() {
	from := d.now().From
	if t := d.now(); operators[t.text] != "" { // P is what the text says
		d.known[t.text] = true
	}
	left := d.sum()
	if t := d.now(); d.err == nil && !d.accept("=", ":=") {
		d.unexpected(t, "a definition wants = behind what it defines")
	}
	outside := maps.Clone(d.known)
	d.declare(left)
	right := d.statement()
	if c, ok := right.(*Compare); ok && c.Rest[0].Op == "=" {
		d.fail(c.Rest[0].Span, "a definition has one =")
	}
	d.known = outside
	if a, ok := left.(*Apply); ok {
		left := a.Fun
		d.declare(left)
	} else {
		d.declare(left)
	}
	d.add(&Let{d.span(from), left, right})
}

// conclusion reads \therefore S.
func (d *documentParser) conclusion() {
	from := d.take().From
	c := &Conclusion{Claim: d.statement()}
	d.notes(&c.Notes, true)
	c.Span = d.span(from)
	d.end()
	if d.err == nil && !isStatement(c.Claim) {
		if _, big := c.Claim.(*Big); !big {
			d.fail(c.Claim.Where(), "a conclusion is a statement: a relation is missing")
		}
	}
	d.add(c)
}

// finishChain fails where a chain has no step.
func (d *documentParser) finishChain() {
	if c := d.chain; c != nil && len(c.Steps) == 0 {
		d.errs = append(d.errs, &Error{d.text, c.Span, "this line states nothing: a relation is missing here or on the next line"})
		d.doc.Items = d.doc.Items[:len(d.doc.Items)-1]
	}
	d.chain = nil
}

// claims tells whether a formula is a statement that is made of others, or says something of all or some.
func claims(x Expr) bool {
	switch x := x.(type) {
	case *Logic:
		return true
	case *Big:
		return x.Op == `\forall` || x.Op == `\exists`
	}
	return false
}

// first reads a line that begins a chain.
func (d *documentParser) first() {
	from := d.now().From
	x := d.statement()
	c := &Chain{First: x, Span: d.span(from)}
	if d.err == nil && !(d.now().kind == kEnd && d.statementsFollow() && !isLower(x)) {
		d.splitStep(c, x)
	}
	if len(c.Steps) == 1 {
		d.notes(&c.Steps[0].Notes, isArrow(c.Steps[0].Rel))
		c.Steps[0].Span.To = d.span(from).To
	} else if t := d.now(); d.err == nil && (t.kind == kNote || t.is(`\refute`)) {
		if claims(x) {
			d.fail(t.Span, `write \therefore in front of a statement that is claimed as a whole: what stands here belongs to a step from one side of a relation to the other`)
		}
		d.fail(t.Span, `this belongs to a step, and the line has no relation; a statement that is claimed begins with \therefore`)
	}
	d.end()
	c.Span = d.span(from)
	d.add(c)
	d.chain = c
}

func isArrow(rel string) bool { return rel == `\iff` || rel == `\implies` }

// statementsFollow tells whether the next line begins with \implies or \iff.
func (d *documentParser) statementsFollow() bool {
	return d.at+1 < len(d.lines) && d.lines[d.at+1][0].is(`\implies`, `\iff`)
}

// splitStep makes a chain with a step of a line A = B.
func (d *documentParser) splitStep(c *Chain, x Expr) {
	switch x := x.(type) {
	case *Logic:
		if !isArrow(x.Op) {
			return
		}
		d.oneArrow(x.X)
		d.oneArrow(x.Y)
		rel := d.relationAt(x.X.Where().To, x.Op)
		c.First, c.Steps = x.X, []Step{{Span: Span{rel.From, x.To}, Rel: x.Op, RelSpan: rel, Right: x.Y}}
	case *Compare:
		if len(x.Rest) > 1 {
			d.twoRelations(d.relationAt(x.Rest[1].From, x.Rest[1].Op))
		}
		l := x.Rest[0]
		rel := d.relationAt(l.From, l.Op)
		c.First, c.Steps = x.X, []Step{{Span: l.Span, Rel: l.Op, RelSpan: rel, Right: l.Y}}
	}
}

func (d *documentParser) twoRelations(at Span) {
	d.fail(at, `a step has one relation; the next stands on a line of its own, and a statement that is claimed as a whole begins with \therefore`)
}

// oneArrow fails where a side of \implies or \iff is such a statement itself.
func (d *documentParser) oneArrow(x Expr) {
	if l, ok := x.(*Logic); ok && isArrow(l.Op) {
		d.twoRelations(d.relationAt(l.X.Where().To, l.Op))
	}
}

// relationAt is where a relation stands, at or behind a place.
func (d *documentParser) relationAt(from int, op string) Span {
	for _, t := range d.tokens {
		if t.From >= from && t.is(op) {
			return t.Span
		}
	}
	return Span{from, from}
}

// next reads a line that continues a chain.
func (d *documentParser) next(t token) {
	if d.chain == nil {
		d.fail(t.Span, "this line begins with a relation, and there is no chain above that it continues")
		return
	}
	if n := len(d.chain.Steps); n > 0 && isArrow(t.text) && !isArrow(d.chain.Steps[n-1].Rel) {
		d.relateLine(t)
	}
	d.step(d.chain)
}

// relateLine begins a chain with the line above as its first statement, A \le B \because{…} and then \iff …: that line is a step, and what follows
// relates to all of it.
func (d *documentParser) relateLine(t token) {
	above := d.chain
	if len(above.Steps) > 1 {
		d.fail(t.Span, `%s relates statements, and the chain above has several relations: write the statement that is meant on a line of its own`, d.spelled(t))
		return
	}
	s := above.Steps[0]
	span := Span{above.First.Where().From, s.Right.Where().To}
	d.finishChain()
	d.chain = &Chain{First: &Compare{span, above.First, []Link{{s.Span, s.Rel, s.Right}}}, Span: span}
	d.add(d.chain)
}

// step reads a relation with its right side and adds it to the chain.
func (d *documentParser) step(c *Chain) {
	rel := d.take()
	s := Step{Rel: rel.text, RelSpan: rel.Span}
	if isArrow(rel.text) {
		s.Right = d.statement()
		d.oneArrow(s.Right)
	} else {
		s.Right = d.sum()
	}
	if t := d.now(); t.kind == kRel && d.err == nil {
		d.twoRelations(t.Span)
	}
	d.notes(&s.Notes, isArrow(rel.text))
	d.end()
	s.Span = d.span(rel.From)
	if d.err == nil {
		c.Steps = append(c.Steps, s)
		c.Span.To = s.Span.To
	}
}

// notes reads \because, \refute, \tol and \tag behind a step or, where statements are related or claimed, behind a statement.
func (d *documentParser) notes(n *Notes, statements bool) {
	for d.err == nil {
		t := d.now()
		if t.is(`\refute`) {
			n.Refutes = append(n.Refutes, d.refute(statements))
			continue
		}
		if t.kind != kNote {
			return
		}
		d.take()
		text := strings.Join(strings.Fields(t.text), " ")
		field := map[string]*string{`\because`: &n.Reason, `\tol`: &n.Tol, `\tag`: &n.Label}[t.note]
		switch {
		case *field != "":
			d.fail(t.Span, "a second %s", t.note)
		case text == "":
			d.fail(t.Span, "%s is empty", t.note)
		}
		if f, err := strconv.ParseFloat(text, 64); t.note == `\tol` && (err != nil || !(f > 0 && f < 1)) {
			d.fail(t.Span, `\tol wants a number between 0 and 1, as in \tol{1e-6}`)
		}
		*field = text
	}
}

// refute reads a variant, with a relation in front if it has another one than the step.
func (d *documentParser) refute(statements bool) Refute {
	t := d.take()
	open := d.now()
	if !d.accept("{") {
		d.fail(t.Span, `\refute wants the variant in braces`)
		return Refute{}
	}
	var r Refute
	if d.now().kind == kRel {
		r.Rel = d.take().text
	}
	if statements && (r.Rel == "" || isArrow(r.Rel)) || isArrow(r.Rel) {
		r.Right = d.statement()
	} else {
		r.Right = d.sum()
	}
	if at := d.now(); isRelation(at) {
		d.fail(at.Span, `\refute states another right side, perhaps with its relation in front, and no further relation`)
	}
	d.close(open, "}")
	r.Span = d.span(t.From)
	return r
}
