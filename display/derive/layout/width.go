package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file estimates how wide LaTeX is set, so that derivations are broken before they are too wide for a page. The
// widths are those of Computer Modern, for the commands that mathematics of this kind uses; others count as one sign.

// Ems is about how wide a piece of LaTeX is in displayed style, in em.
func Ems(tex string) float64 {
	m := &measure{rest: tex}
	w := 0.0
	for m.rest != "" {
		w += m.group()
	}
	return w
}

// measure takes tokens off the front of LaTeX.
type measure struct{ rest string }

// next is the next command, brace or sign, without the spaces before it.
func (m *measure) next() string {
	m.rest = strings.TrimLeft(m.rest, " \n\t")
	if m.rest == "" {
		return ""
	}
	_, n := utf8.DecodeRuneInString(m.rest)
	if m.rest[0] == '\\' && len(m.rest) > 1 {
		for n = 1; n < len(m.rest) && isLetter(m.rest[n]); n++ {
		}
		if n == 1 {
			_, size := utf8.DecodeRuneInString(m.rest[1:])
			n += size
		}
	}
	tok := m.rest[:n]
	m.rest = m.rest[n:]
	return tok
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// group is the width of what follows, up to the brace that closes it; of several rows that of the widest.
func (m *measure) group() float64 {
	widest, w := 0.0, 0.0
	script, below := 0.0, 0.0 // what the scripts of the last sign add; the width of that sign if they stand above and below
	for tok := m.next(); tok != "" && tok != "}"; tok = m.next() {
		if tok == "^" || tok == "_" {
			script = max(script, 0.7*m.arg()-below)
			continue
		}
		w += script
		script, below = 0, 0
		switch sign := m.width(tok); {
		case tok == `\\`:
			widest, w = max(widest, w), 0
		default:
			w += sign
			if stacks[tok] {
				below = sign
			}
		}
	}
	return max(widest, w+script)
}

// arg is the width of the next sign or group.
func (m *measure) arg() float64 { return m.width(m.next()) }

// raw is the text of the next group, not measured.
func (m *measure) raw() string {
	m.rest = strings.TrimLeft(m.rest, " ")
	if !strings.HasPrefix(m.rest, "{") {
		return m.next()
	}
	depth := 0
	for i := range len(m.rest) {
		switch m.rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				text := m.rest[1:i]
				m.rest = m.rest[i+1:]
				return text
			}
		}
	}
	text := m.rest
	m.rest = ""
	return text
}

// stacks has the signs whose scripts stand above and below them.
var stacks = words(`\sum \prod \int \bigcup \bigcap \max \min \sup \inf \lim \limsup \liminf \argmax \argmin \underbrace \overbrace \operatorname`)

// The signs by the room they take, that around them included.
var (
	nothing   = words(`\left \right \big \Big \bigl \bigr \Bigl \Bigr \bigg \Bigg \biggl \biggr \displaystyle \textstyle \limits \nolimits \mathbb \mathcal \mathbf \mathrm \mathsf \boldsymbol \bm \rm \bf \it \hat \bar \tilde \widehat \widetilde \overline \underline \vec \dot \small \footnotesize \not`)
	relations = words(`= < > \le \leq \ge \geq \ne \neq \approx \equiv \sim \simeq \cong \in \notin \subset \subseteq \supset \to \mapsto \iff \implies \Rightarrow \Leftrightarrow \ll \gg \propto \mid \preceq \succeq \perp`)
	binaries  = words(`+ - * \cdot \times \pm \mp \cup \cap \setminus \oplus \otimes \wedge \vee \circ \odot`)
	named     = words(`\log \ln \exp \sin \cos \tan \tanh \cosh \sinh \max \min \sup \inf \lim \limsup \liminf \arg \det \Pr \ker \dim \deg \gcd`)
	spaces    = map[string]float64{`\quad`: 1, `\qquad`: 2, `\,`: 0.17, `\:`: 0.22, `\;`: 0.28, `\!`: -0.17, `\ `: 0.25, "~": 0.25, "&": 0.8}
	thin      = words(`( ) [ ] | . , : ; ! / \{ \} \| \Vert \lvert \rvert \lVert \rVert \langle \rangle \lfloor \rfloor \lceil \rceil`)
)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// width is the width of a token together with its arguments.
func (m *measure) width(tok string) float64 {
	if w, ok := spaces[tok]; ok {
		return w
	}
	switch {
	case tok == "{":
		return m.group()
	case tok == "" || tok == "}" || nothing[tok]:
		return 0
	case relations[tok]:
		return 1.35
	case binaries[tok]:
		return 1.2
	case named[tok]:
		return 0.5*float64(len(tok)-1) + 0.2
	case thin[tok]:
		return 0.4
	}
	switch tok {
	case `\frac`, `\dfrac`, `\binom`, `\overset`, `\underset`, `\stackrel`:
		return max(m.arg(), m.arg()) + 0.25
	case `\tfrac`:
		return 0.7*max(m.arg(), m.arg()) + 0.25
	case `\text`, `\textbf`, `\textit`, `\operatorname`:
		return 0.48 * float64(utf8.RuneCountInString(m.raw()))
	case `\underbrace`, `\overbrace`:
		return m.arg()
	case `\sqrt`:
		return m.arg() + 0.9
	case `\begin`:
		if m.raw() == "array" {
			m.raw()
		}
		return 1.2
	case `\end`, `\tag`, `\color`, `\operatorname*`:
		m.raw()
		return 0
	case `\textcolor`:
		m.raw()
		return m.arg()
	case `\sum`, `\prod`, `\bigcup`, `\bigcap`:
		return 1.6
	}
	return letterWidth(tok)
}

func letterWidth(tok string) float64 {
	if r, _ := utf8.DecodeRuneInString(tok); unicode.IsDigit(r) {
		return 0.5
	}
	return 0.6
}
