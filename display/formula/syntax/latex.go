package syntax

import (
	"strings"
	"unicode/utf8"
)

// shown are the commands that renderers of mathematics in notebooks do not have, as they are shown.
var shown = map[string]string{
	`\argmax`: `\operatorname*{argmax}`, `\argmin`: `\operatorname*{argmin}`, `\sgn`: `\operatorname{sgn}`, `\sign`: `\operatorname{sign}`,
	`\erf`: `\operatorname{erf}`, `\tr`: `\operatorname{tr}`, `\Tr`: `\operatorname{Tr}`, `\trace`: `\operatorname{trace}`,
	`\diag`: `\operatorname{diag}`, `\rank`: `\operatorname{rank}`, `\Var`: `\operatorname{Var}`, `\Cov`: `\operatorname{Cov}`,
	`\R`: `\mathbb{R}`, `\N`: `\mathbb{N}`, `\Z`: `\mathbb{Z}`, `\Q`: `\mathbb{Q}`, `\mathds`: `\mathbf`, `\mathbbm`: `\mathbf`,
	`\coloneqq`: ":=", `\indep`: `\perp`, `\textnormal`: `\text`, `\mbox`: `\text`, `\given`: "", `\let`: "", `\therefore`: "",
	`\bm`: `\boldsymbol`, `\lbrace`: `\{`, `\rbrace`: `\}`, `\Exp`: `\exp`, `\notag`: "", `\nonumber`: "",
}

// Latex is a part of the text as it is shown: the author's own signs and spaces, with commands that are the language's own replaced by
// LaTeX that notebooks render, Unicode by commands, and without comments and line ends.
func Latex(text string, span Span) string {
	var b strings.Builder
	rest := text[max(0, min(span.From, len(text))):max(0, min(span.To, len(text)))]
	for rest != "" {
		n := 0
		switch r, size := utf8.DecodeRuneInString(rest); {
		case r == '%':
			for n < len(rest) && rest[n] != '\n' {
				n++
			}
		case r == '\n' || r == '\r' || r == '\t' || r == ' ':
			for n < len(rest) && strings.IndexByte("\n\r\t ", rest[n]) >= 0 {
				n++
			}
			if !strings.HasSuffix(b.String(), " ") {
				b.WriteByte(' ')
			}
		case r == '\\':
			n = commandEnd(rest)
			writeCommand(&b, rest[:n], rest[n:])
		case r >= utf8.RuneSelf:
			n = writeUnicode(&b, rest, rest[:size])
		default:
			n = 1
			b.WriteByte(rest[0])
		}
		rest = rest[n:]
	}
	return strings.TrimSpace(b.String())
}

// commandEnd is the length of the command at the beginning of s; \text comes with its text, which stays as it is.
func commandEnd(s string) int {
	l := &lexer{text: s}
	word := l.word()
	if aliases[word] == "" && (word == `\text` || word == `\textrm`) {
		l.group()
	}
	return l.at
}

// writeCommand writes a command as it is shown; next is what follows it.
func writeCommand(b *strings.Builder, word, next string) {
	out, ok := shown[word]
	if !ok {
		out = word
	}
	if word == `\mathbb` {
		if inside := strings.TrimLeft(next, " {"); strings.HasPrefix(inside, "1") {
			out = `\mathbf` // fonts have no such digit
		}
	}
	b.WriteString(out)
	separate(b, out, next)
}

// separate keeps a command apart from a letter that follows.
func separate(b *strings.Builder, out, next string) {
	if out != "" && isLetter(out[len(out)-1]) && strings.Contains(out, `\`) && next != "" && isLetter(next[0]) {
		b.WriteByte(' ')
	}
}

// writeUnicode writes a sign that is no ASCII at the beginning of rest, and says how many bytes it took.
func writeUnicode(b *strings.Builder, rest, sign string) int {
	out := sign
	for mark, signs := range map[string]map[string]string{"^": raised, "_": lowered} {
		if signs[sign] != "" {
			return writeScript(b, rest, mark, signs)
		}
	}
	switch {
	case doubled[sign] != "":
		out = doubled[sign]
	case aliases[sign] != "":
		out = aliases[sign]
	}
	b.WriteString(out)
	separate(b, out, rest[len(sign):])
	return len(sign)
}

// writeScript writes x² as x^{2}.
func writeScript(b *strings.Builder, rest, mark string, signs map[string]string) int {
	b.WriteString(mark + "{")
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		s := signs[string(r)]
		if s == "" {
			break
		}
		b.WriteString(s)
		n += size
	}
	b.WriteString("}")
	return n
}

// unicodes are the signs of commands, of letters first.
var unicodes = func() map[string]string {
	m := map[string]string{`\cdot`: "·", `\top`: "⊤", `\nabla`: "∇", `\dots`: "…", `\mid`: "|", `\mathbf{1}`: "𝟏", `\lvert`: "|", `\rvert`: "|", `\lVert`: "‖", `\rVert`: "‖", `\|`: "‖",
		`\{`: "{", `\}`: "}", `\quad`: " ", `\qquad`: " ", `\,`: "", `\;`: " ", `\:`: " ", `\!`: "", `\ `: " ", `\left`: "", `\right`: "", `\varphi`: "φ",
		`\varepsilon`: "ε", `\mu`: "μ", `\Delta`: "Δ", `\phi`: "ϕ", `\leq`: "≤", `\geq`: "≥", `\neq`: "≠", `\implies`: "⇒", `\iff`: "⇔", `\perp`: "⊥",
		`\tfrac`: `\frac`, `\dfrac`: `\frac`, `\preceq`: "⪯", `\succeq`: "⪰", `\sim`: "∼", `\hat`: `\hat`, `\setminus`: "∖", `\Rightarrow`: "⇒", `\Leftrightarrow`: "⇔"}
	for sign, command := range aliases {
		if r, _ := utf8.DecodeRuneInString(sign); r >= utf8.RuneSelf && m[command] == "" && command[0] == '\\' {
			m[command] = sign
		}
	}
	for sign, name := range doubled {
		if r, _ := utf8.DecodeRuneInString(sign); r >= utf8.RuneSelf && m[name] == "" {
			m[name] = sign
		}
	}
	for size := range sides {
		m[size] = ""
	}
	return m
}()

// Plain is LaTeX as text for a terminal: signs stand for the commands that have one, sizes and fine spaces are left out, and other
// commands stay.
func Plain(latex string) string {
	var b strings.Builder
	for rest := latex; rest != ""; {
		n := 1
		if rest[0] == '\\' {
			l := &lexer{text: rest}
			word := l.word()
			n = l.at
			b.WriteString(plainCommand(&n, word, rest))
		} else {
			b.WriteByte(rest[0])
		}
		rest = rest[n:]
	}
	return strings.TrimSpace(b.String())
}

// plainCommand is what stands for a command; n grows by what it takes of the rest.
func plainCommand(n *int, word, rest string) string {
	if word == `\text` || word == `\mathrm` || word == `\operatorname` {
		l := &lexer{text: rest, at: *n}
		if inside, ok := l.group(); ok {
			*n = l.at
			return inside
		}
	}
	if styles[word] != "" {
		l := &lexer{text: rest, at: *n}
		inside, ok := l.group()
		if !ok {
			inside = l.letters(false)
		}
		*n = l.at
		if sign := unicodes[styles[word]+"{"+inside+"}"]; sign != "" {
			return sign
		}
		return Plain(inside)
	}
	sign, ok := unicodes[word]
	switch {
	case !ok && (commands[word] == kWord || commands[word] == kBig):
		return word[1:]
	case !ok:
		return word
	}
	return sign
}
