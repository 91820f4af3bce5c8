package syntax

import (
	"fmt"
	"strings"
)

// The grammar, from what binds least to what binds most; each level is a function of its own:
//
//	statement   iff, implies, or, and, not, then a comparison        A \land B \implies C
//	comparison  sums with relations between them                     a < b \le c
//	sum         terms with + - \cup \setminus, the first with a sign -a + b
//	product     factors side by side or with \cdot / \times …        2ab
//	factor      an atom with scripts, primes, !, and arguments       f_1(x)^2
//
// A function word without a bracket (\log 2x) and a derivative (\frac{d}{dx} f(x) g(x)) take the factors that follow side by side, up
// to a sign or another such word; the body of a big operator is the product that follows.

// maxDepth limits how deep formulas are nested, maxText how long a text is.
const (
	maxDepth = 150
	maxText  = 1 << 17
)

// parser reads the tokens of one formula or line. After the first error it stands at the end, and what is read is worthless.
type parser struct {
	text   string
	tokens []token // the last is kEnd
	at     int
	depth  int
	known  map[string]bool // names that are declared, in canonical spelling
	around around
	err    *Error
}

// around is what the brackets around the place mean for the signs at it.
type around struct {
	bar  string // the sign | or \| or [ that closes here
	cond bool   // a bar separates: P(A | B), {x | A}
	diff bool   // dx closes here
}

// ParseExpr reads a formula or a statement. The names given, in canonical spelling, are known to be declared: P(x) is an application
// where P is one of them, else a probability. The error is an *Error.
func ParseExpr(text string, names ...string) (Expr, error) {
	p := newParser(text, names)
	if p.err != nil {
		return nil, p.err
	}
	tokens := p.tokens[:0]
	for _, t := range p.tokens {
		if t.kind != kLine {
			tokens = append(tokens, t)
		}
	}
	p.tokens = tokens
	e := p.statement()
	p.end()
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

func newParser(text string, names []string) *parser {
	p := &parser{text: text, known: map[string]bool{}}
	for _, n := range names {
		p.declareName(n)
	}
	if len(text) > maxText {
		p.err = &Error{text, Span{0, 1}, fmt.Sprintf("the text is longer than %d bytes", maxText)}
		return p
	}
	p.tokens = lex(text)
	return p
}

// fail notes the first error and goes to the end.
func (p *parser) fail(where Span, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{p.text, where, fmt.Sprintf(format, args...)}
	}
	p.at = len(p.tokens) - 1
}

// now is the token at the place, ahead the one n further.
func (p *parser) now() token { return p.ahead(0) }

func (p *parser) ahead(n int) token { return p.tokens[min(p.at+n, len(p.tokens)-1)] }

// take goes over a token.
func (p *parser) take() token {
	t := p.now()
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// accept goes over the token if it is one of the signs.
func (p *parser) accept(signs ...string) bool {
	if p.now().is(signs...) {
		p.take()
		return true
	}
	return false
}

// span is from a place of the text to the end of the token taken last.
func (p *parser) span(from int) Span {
	if p.at == 0 {
		return Span{from, from}
	}
	return Span{from, max(from, p.tokens[p.at-1].To)}
}

// deeper counts how deep formulas are nested; the function it returns is to be deferred.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.now().Span, "the formula is nested deeper than %d levels", maxDepth)
	}
	return func() { p.depth-- }
}

// inside sets what the brackets around mean; the function it returns is to be called after.
func (p *parser) inside(a around) func() {
	before := p.around
	p.around = a
	return func() { p.around = before }
}

// end fails where something is left.
func (p *parser) end() {
	if t := p.now(); t.kind != kEnd {
		p.unexpected(t, "")
	}
}

// typed is the relation that is typed as in a program: \le for <=, or "".
func (p *parser) typed(t token) string {
	if p.at == 0 || !t.is("=", ">") {
		return ""
	}
	before := p.tokens[p.at-1]
	if before.To != t.From {
		return ""
	}
	return map[string]string{"<=": `\le for <=`, ">=": `\ge for >=`, "==": "= for ==", "!=": `\ne for !=`, "=>": `\implies for =>`}[before.text+t.text]
}

// unexpected says what is wrong about a token; wanted is what would fit, or "".
func (p *parser) unexpected(t token, wanted string) {
	if wanted != "" {
		wanted = ": " + wanted
	}
	switch {
	case t.kind == kBad:
		p.fail(t.Span, "%s", t.text)
	case t.kind == kEnd || t.kind == kLine:
		p.fail(t.Span, "the formula ends here too early%s", wanted)
	case t.is(")", "]", "}", `\}`, `\rangle`, `\rfloor`, `\rceil`):
		p.fail(t.Span, "%s closes what was not opened%s", p.spelled(t), wanted)
	case t.is("&", `\\`):
		p.fail(t.Span, "%s belongs into a matrix or cases%s", p.spelled(t), wanted)
	case t.kind == kHead:
		p.fail(t.Span, "%s begins a line%s", t.text, wanted)
	case t.kind == kNote || t.is(`\refute`):
		p.fail(t.Span, "%s does not belong here%s", p.spelled(t), wanted)
	case t.kind == kText:
		p.fail(t.Span, `\text{%s} is not part of a formula: prose has lines of its own, and a word that is a name is \operatorname{%s}%s`, t.text, t.text, wanted)
	case wanted == "" && t.quad && startsFactor(t):
		p.fail(t.Span, "after so much space a new formula begins; a comma or a line should stand between")
	case p.typed(t) != "":
		p.fail(t.Span, "write %s", p.typed(t))
	default:
		p.fail(t.Span, "%s does not fit here%s", p.spelled(t), wanted)
	}
}

// spelled is how the author wrote a token.
func (p *parser) spelled(t token) string {
	s := strings.TrimSpace(p.text[t.From:t.To])
	if t.kind == kNote {
		return t.note
	}
	if len(s) > 30 {
		s = s[:strings.IndexByte(s+" ", ' ')]
	}
	return s
}

// declareName notes that a name is declared, by itself and by its innermost letter.
func (p *parser) declareName(canonical string) {
	p.known[canonical] = true
	base := canonical
	for i, c := range canonical {
		if i > 0 && (c == '_' || c == '^' || c == '\'' || c == '(') {
			base = canonical[:i]
			break
		}
	}
	p.known[base] = true
}

// declare notes what stands left in a definition or declaration.
func (p *parser) declare(x Expr) {
	switch x := x.(type) {
	case *Apply:
		p.declare(x.Fun)
		for _, a := range x.Args {
			p.declare(a)
		}
	case *Paren:
		for _, item := range x.Items {
			p.declare(item)
		}
	default:
		if n := Base(x); n != nil {
			p.known[n.Text] = true
			p.known[Canon(x)] = true
		}
	}
}
