package syntax

// This file reads \int \frac{dt}{1+t^2} and \int \frac{t\,dt}{1+t^2}: the dt at the end of the numerator is moved behind the fraction.

// bringDifferential moves the dx at the end of the numerator of a fraction of the integrand behind the fraction, if no dx stands in the
// integrand itself. The fractions of derivatives, \frac{df}{dx}, stay.
func (p *parser) bringDifferential() {
	for i := p.at; i < len(p.tokens); i = p.behind(i) {
		t := p.tokens[i]
		switch {
		case t.kind == kEnd || t.kind == kLine || t.kind == kNote || t.is("}", ")", "]") || isD(t) && p.namesAt(i+1):
			return
		case t.text != `\frac` || !p.tokens[i+1].is("{"):
			continue
		}
		closes := p.behind(i+1) - 1
		d := closes - 2
		if d > i+1 && isD(p.tokens[d]) && p.namesAt(d+1) && p.tokens[closes+1].is("{") && !(isD(p.tokens[closes+2]) && p.namesAt(closes+3)) {
			p.moveBehind(d, closes, p.behind(closes+1))
			return
		}
	}
}

// namesAt tells whether token i is a name.
func (p *parser) namesAt(i int) bool { return i < len(p.tokens) && p.tokens[i].kind == kName }

// behind is the token behind the one at i, or behind the group that it opens.
func (p *parser) behind(i int) int {
	closing := map[string]string{"{": "}", "(": ")", "[": "]"}
	if p.tokens[i].kind == kEnd || closing[p.tokens[i].text] == "" {
		return i + 1
	}
	for depth := 0; i < len(p.tokens)-1; i++ {
		switch {
		case p.tokens[i].is("{", "(", "["):
			depth++
		case p.tokens[i].is("}", ")", "]"):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// moveBehind moves the tokens d and x, at d, which end the numerator that closes at closes, to before the token at end. A numerator that was
// nothing else becomes 1.
func (p *parser) moveBehind(d, closes, end int) {
	place := Span{p.tokens[end-1].To, p.tokens[end-1].To}
	moved := append([]token(nil), p.tokens[:d]...)
	if p.tokens[d-1].is("{") {
		moved = append(moved, token{Span: Span{p.tokens[d].From, p.tokens[d].From}, kind: kNumber, text: "1", start: p.tokens[d].From})
	}
	moved = append(moved, p.tokens[closes:end]...)
	for _, t := range p.tokens[d:closes] {
		t.Span, t.start = place, place.From
		moved = append(moved, t)
	}
	p.tokens = append(moved, p.tokens[end:]...)
}
