package syntax

import (
	"strings"
	"testing"
)

const bayes = `
    \given  x, m_0, m_1 \in \mathbb{R}^3, \quad \Sigma \succ 0
    \let    r_i^2 = (x-m_i)^\top \Sigma^{-1} (x-m_i)
    \let    f_i(x) = (2\pi)^{-3/2} |\Sigma|^{-1/2} \exp(-\tfrac12 r_i^2)
    \log\frac{f_1(x)}{f_0(x)} = \tfrac12 (r_0^2 - r_1^2)                 \because{equal determinants}
        = x^\top \Sigma^{-1}(m_1-m_0) - \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)   \because{$x^\top\Sigma^{-1}x$ cancels}
    f_1(x) > f_0(x) \iff r_1^2 < r_0^2   \because{the logarithm is increasing}  \refute{r_1^2 > r_0^2}
    \therefore f_1(x) > f_0(x) \iff x^\top \Sigma^{-1}(m_1-m_0) > \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)
`

// outline is a document as one line an item, with what the notes say.
func outline(doc *Document) string {
	var b strings.Builder
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *Given:
			for _, c := range item.Clauses {
				if c.Cond != nil {
					b.WriteString("assume " + SExpr(c.Cond) + "\n")
					continue
				}
				b.WriteString("given " + head(c.Rel, append(c.Subjects, c.Object)...) + "\n")
			}
		case *Let:
			b.WriteString("let " + SExpr(item.Left) + " " + SExpr(item.Right) + "\n")
		case *Chain:
			b.WriteString("chain " + SExpr(item.First) + "\n")
			for _, s := range item.Steps {
				b.WriteString("  " + s.Rel + " " + SExpr(s.Right) + notesOutline(s.Notes) + "\n")
			}
		case *Conclusion:
			b.WriteString("therefore " + SExpr(item.Claim) + notesOutline(item.Notes) + "\n")
		case *Prose:
			b.WriteString("text " + item.Text + "\n")
		}
	}
	return b.String()
}

func notesOutline(n Notes) string {
	s := ""
	for name, text := range map[string]string{"because": n.Reason} {
		if text != "" {
			s += " [" + name + " " + text + "]"
		}
	}
	for _, r := range n.Refutes {
		s += " [refute " + strings.TrimSpace(r.Rel+" "+SExpr(r.Right)) + "]"
	}
	if n.Tol != "" {
		s += " [tol " + n.Tol + "]"
	}
	if n.Label != "" {
		s += " [tag " + n.Label + "]"
	}
	return s
}

// TestDocuments compares documents with their outline.
func TestDocuments(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"declarations", "\\given x, y \\in A, \\quad 0 < t \\le 1, \\quad p \\ne q \\quad z \\in \\{1,\\dots,n\\}; a \\ge 0 \\quad \\forall i",
			"given (\\in x y A)\nassume (compare 0 < t \\le 1)\ngiven (\\ne p q)\ngiven (\\in z (set 1 … n))\nassume (\\forall (bind i) (compare a \\ge 0))\n"},
		{"functions", "\\given f : \\mathbb R^d \\to \\mathbb R, (X, Y) \\sim p, x_1,\\dots,x_n \\in A, \\Sigma \\succ 0",
			"given (: f (\\to (^ \\mathbb{R} d) \\mathbb{R}))\ngiven (\\sim (paren X Y) p)\ngiven (\\in (_ x 1) … (_ x n) A)\ngiven (\\succ \\Sigma 0)\n"},
		{"an interval from France and a line after it", "\\given t \\in ]0,1[\n\\let a = t", "given (\\in t (][ 0 1))\nlet a t\n"},
		{"definitions", "\\let f(x) = x^2, \\quad \\hat w := f(2)\n\\let \\|f\\|_H = 3", "let (apply( f x) (^ x 2)\nlet \\hat{w} (apply( f 2)\nlet (_ (norm f) H) 3\n"},
		{"P declared", "P(x)=x\\because{a}\n\\let P(x) = x\nP(x) = x\\because{b}",
			"chain (P (of x))\n  = x [because a]\nlet (apply( P x) x\nchain (apply( P x)\n  = x [because b]\n"},
		{"an argument P is known in the definition only", "\\let f(P) = P(1)\nP(x) = 1", "let (apply( f P) (apply( P 1)\nchain (P (of x))\n  = 1\n"},
		{"notes", "a = b \\because{two  $x_{1}$\n words} \\refute{c} \\refute{\\le d}\n \\tol{1e-6}\n \\tag{18}",
			"chain a\n  = b [because two $x_{1}$ words] [refute c] [refute \\le d] [tol 1e-6] [tag 18]\n"},
		{"continuation", "a\n + b = c +\n d \\because{so}\n\\le e", "chain (+ a b)\n  = (+ c d) [because so]\n  \\le e\n"},
		{"a step and statements", "a < b \\because{r}\n\\iff c < d\n\\implies e < f", "chain a\n  < b [because r]\nchain (compare a < b)\n  \\iff (compare c < d)\n  \\implies (compare e < f)\n"},
		{"statements", "a < b\n\\iff c < d\n\\implies e < f \\refute{e > f}", "chain (compare a < b)\n  \\iff (compare c < d)\n  \\implies (compare e < f) [refute (compare e > f)]\n"},
		{"brackets over lines", "a = (b\n + c)\n% a comment\n\\text{so $x$ is}\n\\text{free}\n\\therefore \\forall i : x_i = 0 \\because{all}",
			"chain a\n  = (paren (+ b c))\ntext so $x$ is\ntext free\ntherefore (\\forall (bind i) (compare (_ x i) = 0)) [because all]\n"},
		{"a positive part at the end", "\\let \\xi = (1-m)_+\n\\xi > 0", "let \\xi (_ (paren (- 1 m)) +)\nchain \\xi\n  > 0\n"},
		{"cases over lines", "f = \\begin{cases} a & x > 0 \\\\\n b & x = 0 \\\\\n c & \\text{else}\\end{cases}", "chain f\n  = (cases (case a (compare x > 0)) (case b (compare x = 0)) (case c nil))\n"},
	} {
		doc, err := ParseDocument(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := outline(doc); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestBadDocuments lists what is said about lines that cannot be read. All errors are reported, one for each line.
func TestBadDocuments(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"= a \\because{b}", "line 1, column 1: this line begins with a relation, and there is no chain above that it continues"},
		{"a = b = c \\because{d}", "line 1, column 7: a step has one relation; the next stands on a line of its own, and a statement that is claimed as a whole begins with \\therefore"},
		{"a = b \\because{c}\n= d \\le e", "line 2, column 5: a step has one relation; the next stands on a line of its own, and a statement that is claimed as a whole begins with \\therefore"},
		{"a = b \\because{r}\n\\le c \\because{r}\n\\iff c < d", "line 3, column 1: \\iff relates statements, and the chain above has several relations: write the statement that is meant on a line of its own"},
		{"a \\iff b \\iff c", "line 1, column 3: a step has one relation; the next stands on a line of its own, and a statement that is claimed as a whole begins with \\therefore"},
		{"a + b", "line 1, column 1: this line states nothing: a relation is missing here or on the next line"},
		{"a + b \\because{c}", "line 1, column 7: this belongs to a step, and the line has no relation; a statement that is claimed begins with \\therefore"},
		{"x = 1 \\lor x = 2 \\because{c}", "line 1, column 18: write \\therefore in front of a statement that is claimed as a whole: what stands here belongs to a step from one side of a relation to the other"},
		{"\\exists k \\in A: k = 2 \\because{c}", "line 1, column 24: write \\therefore in front of a statement that is claimed as a whole: what stands here belongs to a step from one side of a relation to the other"},
		{"\\therefore a", "line 1, column 12: a conclusion is a statement: a relation is missing"},
		{"\\given x, y", "line 1, column 8: these names want their domain, as in x, y \\in \\mathbb{R}"},
		{"\\given x", "line 1, column 8: a domain or a relation is missing, as in x \\in \\mathbb{R} or a < b"},
		{"\\given x+1, y \\in A", "line 1, column 8: a list of names with one relation declares them; other assumptions stand apart, with commas between them"},
		{"\\given f : A", "line 1, column 12: a function is declared by its domain and range: f : A \\to B"},
		{"\\let x", "line 1, column 7: the formula ends here too early: a definition wants = behind what it defines"},
		{"\\let x = a = b", "line 1, column 12: a definition has one ="},
		{"\\let x = a \\because{b}", "line 1, column 12: a definition has no notes"},
		{"a = b \\because{}", "line 1, column 7: \\because is empty"},
		{"a = b \\because{c} \\because{d}", "line 1, column 19: a second \\because"},
		{"a = b \\tol{0}", "line 1, column 7: \\tol wants a number between 0 and 1, as in \\tol{1e-6}"},
		{"a = b \\refute c", "line 1, column 7: \\refute wants the variant in braces"},
		{"a = b \\refute{c = d}", "line 1, column 17: \\refute states another right side, perhaps with its relation in front, and no further relation"},
		{"\\text{so} x = 1", "line 1, column 11: prose has a line of its own; mathematics in it stands between dollar signs within \\text{…}"},
		{"\\because{so}", "line 1, column 1: \\because stands behind a step"},
		{"a = (b\n\\let c = 1", "line 1, column 5: the bracket ( is not closed"},
		{"a = \\frac{n}{2 \\because{halving}", "line 1, column 13: the brace { is not closed"},
		{"\\given n \\in \\{1..10\\}", "line 1, column 17: write \\dots between commas, as in \\{1,\\dots,n\\}"},
		{"a = \\foo\n= b\nc = d/ef\n\\given x \\in", "line 1, column 5: \\foo is not known\nline 3, column 8: a/bc can be read in two ways; write \\frac{a}{b} c or \\frac{a}{bc}\nline 4, column 13: the formula ends here too early: after \\in a side is missing"},
	} {
		_, err := ParseDocument(c.text)
		if err == nil {
			t.Errorf("%q: no error", c.text)
		} else if err.Error() != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, err, c.want)
		}
	}
}

// TestLimits checks that texts that are deep or long are errors or trees, and no overflow.
func TestLimits(t *testing.T) {
	for _, part := range []string{"(", "{", "x^{", "|", `\frac{`, `\sqrt{`, "-", `\neg `, `\log `, `\sum_i `, `\sum_{i\in\{`, `\hat{`, "f(", `\nabla `, `\partial_x`, `\begin{cases}`,
		`\forall x:`, `a\implies `, `\int `, `\underbrace{`, `P(`, "x_{", `\{`, `\frac{d}{dx}`, "x!", "x+", "x ", "x'", "f(x)", "|x|", `\left`, `\text{`, "x,", `\frac12`, "x²", "1 < ", `\iff`} {
		text := strings.Repeat(part, 20000/len(part))
		if e, err := ParseExpr(text); err == nil {
			Print(e)
		}
		ParseDocument(text)
		ParseDocument("a = " + text)
	}
	if _, err := ParseExpr(strings.Repeat(" ", maxText+1)); err == nil {
		t.Error("a text that is too long: no error")
	}
}

// TestCanon checks that spellings of one name agree.
func TestCanon(t *testing.T) {
	for _, c := range []struct{ want, spellings string }{
		{`\hat{w}_{t}`, `\hat w_t; \hat{w}_{t}; \widehat w_t; \hat{w}_t`},
		{`w_{t}^{*}`, `w^*_t; w_t^*; w^\ast_{t}; w_t^{*}; w^\star_t`},
		{`x_{i}'`, `x'_i; x_i'; x_i^\prime; x^{\prime}_i`},
		{`r_{i}^{2}`, `r_i^2; r^2_i; r_{i}^{2}`},
		{`A_{i,j}`, `A_{ij}; A_{i,j}; A_{i j}`},
		{`\mathrm{opt}`, `\mathrm{opt}; \operatorname{opt}; \mathrm{o p t}; {\rm opt}`},
		{`\mathbf{1}`, `\mathbf 1; \mathbb{1}; 𝟙; \mathds 1; \bm{1}`},
		{`f(x, y)`, `f(x,y); f\left(x,\,y\right)`},
		{`\lVert f\rVert_{H}`, `\|f\|_H; \lVert f\rVert_{H}; ‖f‖_H; \left\|f\right\|_H`},
		{`\Sigma`, `\Sigma; Σ`},
		{`x^{(i)}`, `x^{(i)}; x^{ ( i ) }`},
	} {
		for _, s := range strings.Split(c.spellings, "; ") {
			e, err := ParseExpr(s)
			if err != nil {
				t.Errorf("%s: %v", s, err)
			} else if got := Canon(e); got != c.want {
				t.Errorf("%s: got %s, want %s", s, got, c.want)
			}
		}
	}
}

// TestLatex checks what is shown of the author's text.
func TestLatex(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`x^\top \Sigma^{-1}\,(m_1-m_0)`, `x^\top \Sigma^{-1}\,(m_1-m_0)`},
		{`\tr A + \argmax_k f`, `\operatorname{tr} A + \operatorname*{argmax}_k f`},
		{"Σ⁻¹x ≤ λ₁₂y", `\Sigma^{-1}x \le \lambda_{12}y`},
		{"αx", `\alpha x`},
		{"a % no\n  + b", "a + b"},
		{`\text{Größe ≤ 5} + \mathbb 1\{x\}`, `\text{Größe ≤ 5} + \mathbf 1\{x\}`},
		{`x ∈ ℝ^d`, `x \in \mathbb{R}^d`},
	} {
		if got := Latex(c.text, Span{0, len(c.text)}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestNestedCardinality: \# is printed as bars, which nest as deep: what can be read is read again as it is printed.
func TestNestedCardinality(t *testing.T) {
	read := 0
	for n := range 80 {
		text := strings.Repeat(`\#`, n) + "0"
		if e, err := ParseExpr(text); err == nil {
			checkPrint(t, text, e)
			read++
		}
	}
	if read < 30 {
		t.Errorf("%d levels are read", read)
	}
}
