package syntax

// operators are the spellings of probability, expectation, variance and covariance.
var operators = pairs(`P P \mathbb{P} P \Pr P E E \mathbb{E} E \Var Var \Cov Cov`)

// probability looks ahead whether a bracket follows, perhaps after an index.
func (p *parser) probability() bool {
	at := p.at
	defer func() { p.at = at }()
	if p.now().is("_") {
		p.at++
		switch {
		case p.now().is("{"):
			p.at = p.partner() + 1
		case p.now().kind == kAccent:
			return false
		default:
			p.at++
		}
	}
	return p.ahead(0).is("(", "[", `\{`)
}

// prob reads P(A \mid B), E_p[X] and the like, behind the operator t.
func (p *parser) prob(t token) Expr {
	x := &Prob{Op: operators[t.text]}
	if p.accept("_") {
		x.Law = p.tuple(p.index())
	}
	open := p.take()
	restore := p.inside(around{cond: true})
	x.Args = []Expr{p.statement()}
	for p.accept(",") {
		x.Args = append(x.Args, p.statement())
	}
	if p.accept(`\mid`, "|") {
		x.Given = p.conjunction()
	}
	restore()
	p.close(open, partners[open.text])
	x.Span = p.span(t.From)
	return x
}
