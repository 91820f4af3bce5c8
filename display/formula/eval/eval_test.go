package eval

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

var ops = value.Ops[float64]{F: number.Float{}}

// values are the variables that the formulas of the tables use.
func values() map[string]value.Value[float64] {
	fam := ops.Family(1, ops.Vector(1, 0), ops.Vector(0, 2), ops.Vector(-1, 3))
	return map[string]value.Value[float64]{
		"x": ops.Vector(1, 2, 3), "y": ops.Vector(4, 5, 6), "a": ops.Number(2), "b": ops.Number(-3), "n": ops.Number(3),
		`\Sigma`: ops.Matrix(3, 3, []float64{2, 1, 0, 1, 2, 0, 0, 0, 1}), `A`: ops.Matrix(2, 3, []float64{1, 2, 3, 4, 5, 6}),
		"m_0": ops.Vector(0, 0, 1), "m_1": ops.Vector(1, 1, 0), "z": fam, "t": ops.Number(0.5), `\hat w`: ops.Vector(3, 0, 4),
	}
}

// program compiles a text in which the names of values are bound.
func program(t testing.TB, text string) (*Program, Machine[float64]) {
	t.Helper()
	doc, err := syntax.ParseDocument(text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	var names Names
	for name := range values() {
		names.Values = append(names.Values, name)
	}
	p, err := Compile(doc, names)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	m := NewFloat(p)
	for _, v := range p.Vars {
		if v.Bound {
			m.Set(v, values()[v.Name])
		}
	}
	return p, m
}

// stating makes a statement of the formula on the last line of a text.
func stating(text string) string {
	if strings.Contains(text, `\therefore`) {
		return text
	}
	return text + ` = 0 \because{a test}`
}

// first is the value of the first chain's first formula.
func first(t testing.TB, text string) (Result[float64], error) {
	t.Helper()
	p, m := program(t, stating(text))
	for _, part := range p.Parts {
		switch part := part.(type) {
		case *Chain:
			return m.Eval(part.First)
		case *Conclusion:
			return m.Eval(part.Claim)
		}
	}
	t.Fatalf("%s: no formula", text)
	return Result[float64]{}, nil
}

func TestNumbers(t *testing.T) {
	e, pi := math.E, math.Pi
	for _, c := range []struct {
		text string
		want float64
	}{
		{`1 + 2 \cdot 3`, 7},
		{`\frac12 a^2`, 2},
		{`2ab`, -12},
		{`a(b + 1)^2`, 8}, // a product: the power belongs to the bracket
		{`-a^2`, -4},
		{`\sqrt{16} + \sqrt[3]{27}`, 7},
		{`e^{a} \pi`, e * e * pi},
		{`\log(8) / \log 2`, 3},
		{`\log_2 8`, 3},
		{`\max(a, b) + \min\{a, b\}`, -1},
		{`|b|`, 3},
		{`(b)_+ + (a)_+`, 2},
		{`\binom{5}{2} + 4!`, 34},
		{`\lfloor t \rfloor + \lceil t \rceil`, 1},
		{`\Phi(0)`, .5},
		{`\sgn(b)`, -1},
		// vectors and matrices
		{`x^\top y`, 32},
		{`\langle x, y\rangle`, 32},
		{`x \cdot y`, 32},
		{`\|x\|^2`, 14},
		{`\|\hat w\|`, 5},
		{`\|x\|_1 + \|y\|_\infty`, 12},
		{`|\Sigma|`, 3},
		{`\det \Sigma`, 3},
		{`\tr\Sigma`, 5},
		{`x^\top \Sigma^{-1} x`, 11},
		{`x_2 + \Sigma_{12} + A_{2,3}`, 9},
		{`\tr(A A^\top)`, 91},
		{`\|A\|_F^2`, 91},
		{`(1, 2, 3)^\top y`, 32},
		{`\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}_{21}`, 3},
		{`\mathbf 1^\top x`, 6},
		{`(\Sigma + a I)_{11}`, 4},
		{`\lambda_{\max}(\Sigma) + \lambda_{\min}(\Sigma)`, 4},
		{`\|z_2\|^2`, 4},
		{`(x - m_1)^\top (x - m_0)`, 0*1 + 1*2 + 3*2},
		{`a (x + y)^\top x`, 2 * (5 + 14 + 27)},
		{`y^\top \Sigma(x y^\top)^\top x`, 158 * 14},
		{`a n (x - y)^T (x - y)`, 6 * 27},
		// binders
		{`\sum_{i=1}^n i^2`, 14},
		{`\sum_i x_i y_i`, 32},
		{`\sum x_i y_i`, 32},
		{`\sum_{i \ne j} x_i x_j`, 22},
		{`\sum_{i < j} x_i x_j`, 11},
		{`\prod_{k=1}^{4} k`, 24},
		{`\max_i x_i + \min_{i} y_i`, 7},
		{`\argmax_{k \in \{1,2,3\}} x_k`, 3},
		{`\sum_{k=0}^{1} \|m_k\|^2`, 3},
		{`\sum_{i=1}^{3} \|z_i\|^2`, 15},
		{`\sum_{x \in \{1, 2, 4\}} x^2`, 21},
		{`|\{i \in \{1, \dots, 10\} : i > 7\}|`, 3},
		{`|\{1, 2\} \cup \{2, 3\}|`, 3},
		{`\sum_{i=1}^{3} \mathbf 1\{x_i \ge 2\}`, 2},
		{`\begin{cases} 1 & a < 0 \\ 2 & \text{otherwise} \end{cases}`, 2},
		// derivatives
		{`\frac{d}{da} a^3`, 12},
		{`\frac{d}{da} (a+1)^2`, 6},
		{`\frac{d}{da} (a+1)(a+2)`, 7},
		{`\frac{d}{da} \frac12 (a-1)^2`, 1},
		{`\frac{\partial^2 a^4}{\partial a^2}`, 48},
		{`\nabla_x (x^\top \Sigma x)_1`, math.NaN()},
	} {
		if math.IsNaN(c.want) {
			continue
		}
		r, err := first(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if r.Value.Kind != value.Number || math.Abs(r.Value.N-c.want) > 1e-12*(1+math.Abs(c.want)) {
			t.Errorf("%s = %v %v, want %v", c.text, r.Value.Kind, r.Value.N, c.want)
		}
	}
}

func TestStatements(t *testing.T) {
	for text, want := range map[string]bool{
		`a > b`:                               true,
		`0 < t \le 1`:                         true,
		`a = 2 \land b = 3`:                   false,
		`a \in \{1, 2\}`:                      true,
		`t \in [0, 1)`:                        true,
		`\forall i \in \{1, 2, 3\} : x_i > 0`: true,
		`\exists i : x_i > 2`:                 true,
		`\nabla_x (\tfrac12 x^\top \Sigma x) = \Sigma x`: true,
		`\nabla^2_x (\tfrac12 x^\top \Sigma x) = \Sigma`: true,
		`\Sigma \Sigma^{-1} = I`:                         true,
		`\Sigma \succ 0`:                                 true,
		`a > b \implies b > a`:                           false,
		`a > b \iff b < a`:                               true,
	} {
		r, err := first(t, `\therefore `+text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if r.Value.Kind != value.Truth || r.Value.Truth != want {
			t.Errorf("%s is %v %v, want %v", text, r.Value.Kind, r.Value.Truth, want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	for text, want := range map[string]float64{
		"\\let f(u) = u^2 + 1\nf(a) + f(f(1))":                                    10,
		"\\let f_i(u) = i u\nf_2(3)":                                              6,
		"\\let r_i^2 = \\|x - m_i\\|^2\nr_0^2 - r_1^2":                            9 - 10,
		"\\let f(u) = u^3\nf'(a) + f''(a)":                                        24,
		"\\let g(u) = \\|u\\|^2\n\\nabla g(x)^\\top y":                            64,
		"\\let s_n = \\sum_{i=1}^n x_i\ns_n":                                      6,
		"\\let \\bar x = \\frac1n \\sum_i x_i\n\\bar x":                           2,
		"\\let \\bar x_k = \\|z_k\\|^2\n\\sum_k \\bar x_k":                        15,
		"\\let w_{\\mathrm{opt}} = 3\nw_{\\mathrm{opt}}^2":                        9,
		"\\let k(u, v) = (1 + u^\\top v)^2\n\\let K = (k(z_i, z_j))_{ij}\n\\tr K": 4 + 25 + 121,
		"\\let \\|f\\|_H^2 = f^\\top \\Sigma f\n\\|x\\|_H^2":                      2 + 4 + 8 + 9 - 0,
		"\\let R(h) = \\sum_{i=1}^3 h(x_i)\n\\let q(u) = u^2\nR(q)":               14,
	} {
		r, err := first(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if math.Abs(r.Value.N-want) > 1e-12 {
			t.Errorf("%s = %v, want %v", text, r.Value.N, want)
		}
	}
}

func TestIntegrals(t *testing.T) {
	for text, want := range map[string]float64{
		`\int_0^1 u^2\,du`:                                      1. / 3,
		`\int_0^\infty e^{-a u}\,du`:                            .5,
		`\int \phi(u)\,du`:                                      1,
		`\int_{-\infty}^{t} \phi(u)\,du - \Phi(t)`:              0,
		`\int_0^1 \int_0^1 \min(u, v)\,dv\,du`:                  1. / 3,
		`\int_0^1 \int_0^u v\,dv\,du`:                           1. / 6,
		`\int_{-1}^1 |u - t|\,du`:                               1.25,
		`\int_{\mathbb{R}^2} \exp(-\tfrac12 \|u\|^2)\,du`:       2 * math.Pi,
		`\int_{\mathbb{R}^2} \exp(-u_1^2-u_2^2+1.99u_1u_2)\,du`: 2 * math.Pi / math.Sqrt(4-1.99*1.99),
		`\int_{\mathbb{R}^2} u_1^2 \exp(-\tfrac12 \|u\|^2)\,du`: 2 * math.Pi,
		`\int_{\mathbb{R}^2} \min(\exp(-\tfrac12 \|u\|^2), \exp(-\tfrac12 \|u-\mathbf 1\|^2))\,du`: 4 * math.Pi * 0.23975006109347674,  // Φ(-1/√2)
		`\int_{\mathbb{R}^2} \mathbf 1\{u_1 > a\}\exp(-\tfrac12 \|u\|^2)\,du`:                      2 * math.Pi * 0.022750131948179195, // Φ(-2)
		`\int_{\mathbb{R}^2} (1+\|u\|^2)^{-2}\,du`:                                                 math.Pi,
		`\int\int \phi(u-t)\phi(v)\,du\,dv`:                                                        1,
		`\int \min(\phi(u), \phi(u-1))\,du`:                                                        0.6170750774519738, // 2Φ(-1/2)
		`\frac{d}{da} \int_0^1 e^{a u}\,du`:                                                        (math.Exp(2) + 1) / 4,
		`\frac{d}{da} \int_0^a u^2\,du`:                                                            4,
		`\int \frac{1}{b^2} \phi(\frac{u - 40a}{b^2})\,du`:                                         1,
	} {
		r, err := first(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if off := math.Abs(r.Value.N - want); off > 1e-9 || off > r.Err+1e-12 {
			t.Errorf("%s = %v ± %v, want %v", text, r.Value.N, r.Err, want)
		}
	}
	if _, err := first(t, `\int_0^1 \frac1u\,du`); !IsDivergent(err) {
		t.Errorf("a divergent integral: error %v", err)
	}
}

func TestProbability(t *testing.T) {
	for text, want := range map[string]float64{
		"\\given X \\sim \\mathrm{Bin}(3, t)\nE[X]":                                                 1.5,
		"\\given X \\sim \\mathrm{Bin}(3, t)\n\\Var(X)":                                             .75,
		"\\given X \\sim \\mathrm{Bin}(3, t)\nP(X \\ge 2)":                                          .5,
		"\\given X, Y \\sim \\mathrm{Unif}(\\{1,\\dots,6\\})\nP(X + Y = 7)":                         1. / 6,
		"\\given X, Y \\sim \\mathrm{Unif}(\\{1,\\dots,6\\})\nP(X = 6 \\mid X + Y = 10)":            1. / 3,
		"\\given X, Y \\sim \\mathrm{Unif}(\\{1,\\dots,6\\})\nE[X \\mid X + Y = 4]":                 2,
		"\\given X, Y \\sim \\mathrm{Unif}(\\{1,2,3\\})\nE[E[X Y \\mid X]] - E[XY]":                 0,
		"\\given X, Y \\sim \\mathrm{Unif}(\\{1,2,3\\})\n\\Cov(X, X + Y)":                           2. / 3,
		"\\given X \\sim \\mathrm{Bernoulli}(t)\n\\let \\eta = P(X = 1)\n\\eta":                     .5,
		"\\given X_1, \\dots, X_3 \\sim \\mathrm{Bernoulli}(t)\nP(\\sum_{i=1}^3 X_i = 3)":           .125,
		"\\given X \\sim \\mathrm{Unif}(\\{1,2\\})\n\\let Z = X^2\nE[Z] + E[\\mathbf 1\\{Z > 2\\}]": 3,
	} {
		r, err := first(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if math.Abs(r.Value.N-want) > 1e-12 {
			t.Errorf("%s = %v, want %v", text, r.Value.N, want)
		}
	}
}

// A rational machine gives exact values, and says where there are none.
func TestExact(t *testing.T) {
	doc, err := syntax.ParseDocument("\\let f(u) = u^3\n\\frac{1}{3} + \\frac{1}{6} + f'(\\tfrac12) = \\exp(0) \\because{values}")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(doc, Names{})
	if err != nil {
		t.Fatal(err)
	}
	chain := p.Parts[0].(*Chain)
	r, err := NewRational(p).Eval(chain.First)
	if err != nil || r.Value.N.Cmp(big.NewRat(5, 4)) != 0 {
		t.Errorf("got %v %v, want 5/4", r.Value.N, err)
	}
}

func TestBadInput(t *testing.T) {
	for text, want := range map[string]string{
		`\int_{+\infty}^1 u\,du`:          "wrong order",
		`det(A)`:                          `did you mean \det?`,
		`1 + 2 + \dots + n`:               `a sum is \sum_{i=1}^n`,
		`q + 1`:                           "q is not declared",
		`x + A`:                           "x is a vector with 3 components, A is a 2×3 matrix",
		`A x_1 y y`:                       "",
		`\Sigma m`:                        "m has the members m_0, m_1 only",
		`m_2`:                             "m_2 is not declared: there are m_0, m_1",
		`x_4`:                             "no index 4",
		`\frac{1}{a - 2}`:                 "division by zero",
		`\log(b)`:                         "log at -3",
		`\sum_k a`:                        "the range of k is not clear",
		"\\let f(u) = u\nf(1, 2)":         "f(u) takes 1 argument, here are 2",
		"\\let a = 2\na":                  "a is declared already",
		`P(a = 1)`:                        "nothing is random here",
		`A^{-1}`:                          "A is a 2×3 matrix",
		`\nabla (x^\top x)`:               "say by what is differentiated",
		`\sum_{k=1}^\infty a`:             "infinite sums are not in the language",
		`\sum_{k=1}^{10^{10}} a`:          "1e+10, which is too many",
		`e_2^\top x`:                      "unit vectors are the columns",
		`\lambda_{\max} B`:                `wants its matrix in a bracket: \lambda_{\max}(A)`,
		`|\{C : C \subseteq \{1,2\}\}|`:   "sets of subsets are not in the language",
		"\\let f(u) = f(u-1)+1\nf(3)":     "f is defined by itself: recursion is not in the language",
		"\\given q \\in \\mathbb{Q}\nq":   "the rational numbers are no domain here",
		"\\given q \\in \\mathbb{C}\nq":   "no set that is known here: there are",
		"\\given q \\in \\mathbb{N}_0\nq": "say \\{0,\\dots,20\\}",
		"\\given q \\in R\nq":             "did you mean \\mathbb{R}?",
		"\\given X \\sim \\mathrm{Unif}(\\{1,2\\})\nX + 1": "X is random",
	} {
		if want == "" {
			continue
		}
		doc, err := syntax.ParseDocument(stating(text))
		if err == nil {
			var names Names
			for name := range values() {
				names.Values = append(names.Values, name)
			}
			var p *Program
			if p, err = Compile(doc, names); err == nil {
				m := NewFloat(p)
				for _, v := range p.Vars {
					if v.Bound {
						m.Set(v, values()[v.Name])
					}
				}
				_, err = m.Eval(p.Parts[0].(*Chain).First)
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
			continue
		}
		var place *syntax.Error
		if !errors.As(err, &place) {
			t.Errorf("%s: the error has no place", text)
		}
	}
}
