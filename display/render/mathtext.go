package render

import (
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// mathText sets texts in which formulas stand between dollar signs, as in "error at $\alpha_i = 2^{-k}$": titles, names in
// the legend, labels. A text without two dollar signs is set as it stands; \$ is a dollar sign.
type mathText struct{ text.Plain }

// Box implements text.Handler.
func (h mathText) Box(line string, f font.Font) (width, height, depth vg.Length) {
	_, height, depth = h.Plain.Box("", f)
	for _, p := range setLine(line) {
		w, _, _ := h.Plain.Box(p.text, p.font(f))
		width += w
	}
	return width, height, depth
}

// Draw implements text.Handler. Lines without a formula are set by the plain handler, pieces of the others one by one, with
// spaces that SVG does not drop at the ends.
func (h mathText) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	if !hasFormula(txt) {
		style.Handler = h.Plain
		h.Plain.Draw(c, strings.ReplaceAll(txt, `\$`, "$"), style, at)
		return
	}
	c.Push()
	defer c.Pop()
	c.Translate(at)
	c.Rotate(style.Rotation)
	c.SetColor(style.Color)
	lines := h.Lines(txt)
	y := style.Height(txt)*vg.Length(style.YAlign) - h.Extents(style.Font).Ascent
	for i, line := range lines {
		w, _, _ := h.Box(line, style.Font)
		x := vg.Length(style.XAlign) * w
		base := y + vg.Length(len(lines)-i)*style.Font.Size
		for _, p := range setLine(line) {
			f := p.font(style.Font)
			c.FillString(h.Fonts.Lookup(f, f.Size), vg.Point{X: x, Y: base + vg.Length(p.rise)*style.Font.Size}, strings.ReplaceAll(p.text, " ", "\u00a0"))
			w, _, _ := h.Plain.Box(p.text, f)
			x += w
		}
	}
}

// piece is a text in one font and at one height.
type piece struct {
	text string
	look
}

// look is how a piece is set, in parts of the size of the text around.
type look struct {
	size, rise float64
	italic     bool
	bold       bool
}

func (p look) font(f font.Font) font.Font {
	f.Size *= vg.Length(p.size)
	if p.italic {
		f.Style = xfont.StyleItalic
	}
	if p.bold {
		f.Weight = xfont.WeightBold
	}
	return f
}

// hasFormula says whether two dollar signs stand in a text.
func hasFormula(txt string) bool {
	return strings.Count(strings.ReplaceAll(txt, `\$`, ""), "$") >= 2
}

// setLine cuts a line into pieces.
func setLine(line string) []piece {
	const dollar = "\x00"
	plain := look{size: 1}
	if !hasFormula(line) {
		return []piece{{strings.ReplaceAll(line, `\$`, "$"), plain}}
	}
	parts := strings.Split(strings.ReplaceAll(line, `\$`, dollar), "$")
	var out []piece
	for i, part := range parts {
		part = strings.ReplaceAll(part, dollar, "$")
		switch {
		case i%2 == 0 && part != "":
			out = append(out, piece{part, plain})
		case i%2 == 1 && i == len(parts)-1: // the last one is alone
			out = append(out, piece{"$" + part, plain})
		case i%2 == 1:
			f := &formula{rest: part}
			f.all(plain)
			out = append(out, f.pieces...)
		}
	}
	return out
}

// formula is a formula being cut into pieces. What it does not understand it sets as it stands.
type formula struct {
	rest   string
	pieces []piece
	depth  int // of groups in one another
}

// maxDepth bounds the groups in one another: what lies deeper is set as it stands.
const maxDepth = 20

// all reads the whole formula, braces too many included.
func (f *formula) all(l look) {
	for f.read(l); f.rest != ""; f.read(l) {
		f.put(f.next(), l)
	}
}

// read reads to the end of the group.
func (f *formula) read(l look) {
	if f.depth++; f.depth > maxDepth {
		f.put(f.rest, l)
		f.rest = ""
	}
	for begun := false; f.rest != "" && f.rest[0] != '}'; begun = true {
		f.item(l, begun)
	}
	f.depth--
}

// item reads one sign, command or group. begun says that something stands before it, so that a minus is not a sign.
func (f *formula) item(l look, begun bool) {
	token := f.next()
	switch {
	case token == "^" || token == "_":
		f.script(l, token == "^")
	case token == "{":
		f.read(l)
		f.next() // the brace that closes it
	case token == `\sqrt`:
		f.put("√", l)
		f.bracketed(l)
	case token == `\frac` || token == `\tfrac` || token == `\dfrac`:
		f.bracketed(l)
		f.put("/", l)
		f.bracketed(l)
	case token == `\mathrm` || token == `\text` || token == `\operatorname`:
		f.put(f.group(), l)
	case token == `\mathbf` || token == `\boldsymbol`:
		l.bold = true
		f.put(f.group(), l)
	case token == `\mathbb` || token == `\mathcal`:
		f.put(doubled.Replace(f.group()), l)
	case accents[token] != "":
		f.accented(accents[token], l)
	default:
		f.sign(token, l, begun)
	}
}

// sign sets a letter, a number, a named sign or operator.
func (f *formula) sign(token string, l look, begun bool) {
	if token == "" {
		return
	}
	name, command := strings.CutPrefix(token, `\`)
	sign, named := signs[name]
	switch {
	case command && named:
		token = sign
	case command && spaces[name] != "":
		token = " "
	case command:
		token = name // a function such as \log
	case token == "-":
		token = "−"
	case token == "'":
		token = "′"
	}
	if strings.Contains("=<>≤≥≠≈∈→∼∝⊂⊆", token) || begun && f.operandBefore() && strings.Contains("+−·×±", token) {
		token = " " + token + " "
	}
	l.italic = len([]rune(token)) == 1 && (token >= "a" && token <= "z" || token >= "A" && token <= "Z" || token >= "α" && token <= "ω")
	f.put(token, l)
}

// operandBefore says that an operator between two would join what stands before it, and is no sign of what follows.
func (f *formula) operandBefore() bool {
	n := len(f.pieces)
	return n > 0 && !strings.ContainsAny(f.pieces[n-1].text[len(f.pieces[n-1].text)-1:], " ([{|,")
}

// readable is a text without what only tells how to set it, for those who do not see it.
func readable(txt string) string {
	var b strings.Builder
	for _, p := range setLine(txt) {
		b.WriteString(p.text)
	}
	return b.String()
}

// script reads what is raised or lowered.
func (f *formula) script(l look, up bool) {
	if up {
		l.rise += 0.38 * l.size
	} else {
		l.rise -= 0.2 * l.size
	}
	l.size *= 0.72
	if f.depth++; f.depth > maxDepth {
		f.put(f.rest, l)
		f.rest = ""
	}
	f.item(l, false)
	f.depth--
}

// bracketed sets a group in brackets, if it is more than one sign.
func (f *formula) bracketed(l look) {
	text := f.group()
	part := f.part(text, l)
	if len(part) == 1 && len([]rune(part[0].text)) == 1 {
		f.add(part)
		return
	}
	f.put("(", l)
	f.add(part)
	f.put(")", l)
}

// accented sets a group with an accent on its last sign.
func (f *formula) accented(mark string, l look) {
	part := f.part(f.group(), l)
	if n := len(part); n > 0 {
		part[n-1].text += mark
	}
	f.add(part)
}

// part cuts the text of a group into pieces.
func (f *formula) part(text string, l look) []piece {
	part := &formula{rest: text, depth: f.depth + 1}
	part.all(l)
	return part.pieces
}

func (f *formula) add(pieces []piece) {
	for _, p := range pieces {
		f.put(p.text, p.look)
	}
}

// put adds a text, to the last piece if that looks the same.
func (f *formula) put(text string, l look) {
	if text == "" {
		return
	}
	if n := len(f.pieces); n > 0 && f.pieces[n-1].look == l {
		f.pieces[n-1].text += text
		return
	}
	f.pieces = append(f.pieces, piece{text, l})
}

// next takes the next token: a command, a brace, or a sign. Spaces mean nothing.
func (f *formula) next() string {
	f.rest = strings.TrimLeft(f.rest, " ")
	if f.rest == "" {
		return ""
	}
	n := len(string([]rune(f.rest)[:1]))
	if f.rest[0] == '\\' {
		for n < len(f.rest) && (f.rest[n]|32 >= 'a' && f.rest[n]|32 <= 'z') {
			n++
		}
		if n == 1 {
			n = min(2, len(f.rest))
		}
	}
	token := f.rest[:n]
	f.rest = f.rest[n:]
	return token
}

// group takes the text of a group, or one token.
func (f *formula) group() string {
	token := f.next()
	if token != "{" {
		return token
	}
	depth, i := 1, 0
	for ; i < len(f.rest); i++ {
		if f.rest[i] == '{' {
			depth++
		} else if f.rest[i] == '}' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	text := f.rest[:i]
	f.rest = f.rest[min(i+1, len(f.rest)):]
	return text
}

// signs are what commands stand for.
var signs = pairs(`alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν
	xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ
	Psi Ψ Omega Ω ell ℓ infty ∞ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ in ∈ to → rightarrow → sim ∼ propto ∝ subset ⊂ subseteq ⊆
	cdot · times × pm ± sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ top ⊤ mid | | ‖ Vert ‖ lVert ‖ rVert ‖ langle ⟨ rangle ⟩ ldots … dots …
	cdots ⋯ circ ∘ ast ∗ star ⋆ prime ′ { { } } % %`)

// spaces are the commands that only space a formula.
var spaces = map[string]string{"": " ", " ": " ", ",": " ", ";": " ", ":": " ", "!": " ", "quad": " ", "qquad": " "}

// accents are combining marks, which stand behind the letter.
var accents = pairs(`\hat ` + "\u0302" + ` \tilde ` + "\u0303" + ` \bar ` + "\u0304" + ` \overline ` + "\u0304" + ` \dot ` + "\u0307")

// doubled are the letters of sets.
var doubled = strings.NewReplacer("R", "ℝ", "N", "ℕ", "Z", "ℤ", "E", "E", "P", "P", "C", "ℂ", "Q", "ℚ")

func pairs(list string) map[string]string {
	m, words := map[string]string{}, strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}
