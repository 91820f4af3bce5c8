package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// holds evaluates the conclusions of a text at drawn points, in floating point and, where that can be, exactly.
func holds(t *testing.T, text string, points int) (exact int) {
	t.Helper()
	doc, err := syntax.ParseDocument(text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	p, err := Compile(doc, Names{})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	m, q := NewFloat(p), NewRational(p)
	for range points {
		rational := true
		for _, v := range p.Vars {
			d, err := p.Domain(v, m, q)
			if err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			x, err := d.Exact(r, 20)
			if err != nil {
				rational = false
				m.Set(v, d.At(d.Draw(r)))
				continue
			}
			q.Set(v, x)
			m.Set(v, value.Convert(x, number.Rational{}.Value))
		}
		for _, part := range p.Parts {
			c, ok := part.(*Conclusion)
			if !ok {
				continue
			}
			got, err := m.Eval(c.Claim)
			if err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			if !got.Value.Truth {
				t.Fatalf("%s is false", text)
			}
			if got, err := q.Eval(c.Claim); rational && err == nil {
				exact++
				if !got.Value.Truth {
					t.Fatalf("%s is false in rational arithmetic", text)
				}
			}
		}
	}
	return exact
}

func TestGiven(t *testing.T) {
	for _, c := range []struct {
		text  string
		exact bool
	}{
		{`\given x, y \in \mathbb{R}^3
		  \therefore |\langle x, y\rangle| \le \|x\|\,\|y\|`, true},
		{`\given x, y \in \mathbb{R}^3, \quad a \in \mathbb{R}
		  \let m = \|x\|
		  \therefore (m > a \iff a < 0 \lor x^\top x > a^2) \land (0 \le 2m < 3 \iff 4 x^\top x < 9)`, true},
		{`\given x, y \in \mathbb{R}^3, \quad a > 0
		  \therefore -\sqrt{a}\,\|x\| \le \frac{x^\top y\sqrt{a}}{\|y\|} \land \sqrt{a} \ne -\|x\|`, true},
		{`\given A \in \mathbb{R}^{2\times 3}, \quad x \in \mathbb{R}^3
		  \therefore \|Ax\| \le \|A\|_F\|x\|`, true},
		{`\given A \in \mathbb{R}^{2\times 3}, \quad x \in \mathbb{R}^3
		  \therefore \|Ax\| \le \|A\|\|x\| + \tfrac{1}{1000}`, false},
		{`\given x, y \in \mathbb{R}^3
		  \therefore \|x + y\| \le \|x\| + \|y\| \land |\|x\| - \|y\|| \le \|x - y\|`, true},
		{`\given w, x \in \mathbb{R}^3
		  \therefore \|w\| > \|x\| + 1 \implies w^\top w > x^\top x + 1`, true},
		{`\given w \in \mathbb{R}^2
		  \therefore 2\|w\| > 0.2 + \|w\| \iff w^\top w > 0.04`, true},
		{`\given x, y \in \mathbb{R}^2
		  \therefore (\|x\| + \|y\|)^2 = \|x\|^2 + 2\|x\|\|y\| + \|y\|^2 \land \|x\|(\|x\| + 1) \ge \|x\|^2`, true},
		{`\given n \in \{1, \dots, 4\}, \quad x_1, \dots, x_n \in \mathbb{R}^2
		  \therefore \|\sum_i x_i\| \le \sum_i \|x_i\| \land \max(\|x_1\|, 0) + 1 > \|x_1\|`, true},
		{`\given a, b > 0
		  \therefore \frac{1}{\sqrt a + \sqrt{a + b}} = \frac{\sqrt{a + b} - \sqrt a}{b} \land \sqrt{a} + \sqrt{b} \in (0, 2\sqrt{a} + 2\sqrt b]`, true},
		{`\given x \in \mathbb{R}^2
		  \let f(z) = \|z\| + 1
		  \therefore f(x) \ge 1 \land (\|x\| - 1)_+ \le \|x\| \land \|x\| \notin [-1, 0)`, true},
		{`\given x \in \mathbb{R}^2
		  \therefore \sqrt{1 + \|x\|} \ge 1`, false},
		{`\given d \in \{1, \dots, 5\}, \quad x, y \in \mathbb{R}^d
		  \therefore \|x+y\|^2 = \|x\|^2 + 2 x^\top y + \|y\|^2`, true},
		{`\given x \in \mathbb{R}^3, \quad \Sigma \succ 0
		  \therefore (\Sigma^{-1} x)^\top \Sigma (\Sigma^{-1} x) = x^\top \Sigma^{-1} x`, true},
		{`\given Q \in O(3)
		  \therefore Q^\top Q = I`, true},
		{`\given n \in \{1, \dots, 4\}, \quad x_1, \dots, x_n \in \mathbb{R}^2, \quad \alpha \in \mathbb{R}^n
		  \let K = (\langle x_i, x_j\rangle)_{ij}
		  \therefore \alpha^\top K \alpha = \|\sum_i \alpha_i x_i\|^2`, true},
		{`\given p \in \Delta^{3}
		  \therefore \sum_i p_i = 1 \land \forall i \in \{1,\dots,4\} : p_i \ge 0`, true},
		{`\given \mathcal{X} \in \{\{1, 2, 3\}\}
		  \given p \in \mathcal{P}(\mathcal{X} \times \{0, 1\}), \quad g : \mathcal{X} \to \{0, 1\}
		  \given (X, Y) \sim p
		  \let \eta(x) = P(Y = 1 \mid X = x)
		  \therefore P(g(X) \ne Y) \ge E[\min(\eta(X), 1 - \eta(X))]`, true},
		{`\given f : \mathbb{R} \to \mathbb{R}, \quad x \in \mathbb{R}
		  \let g(u) = f(u)^2
		  \therefore g'(x) = 2 f(x) f'(x)`, true},
		{`\given f : \mathbb{R}^2 \to \mathbb{R}, \quad x, v \in \mathbb{R}^2
		  \let g(t) = f(x + t v)
		  \therefore g'(0) = \nabla f(x)^\top v \land g''(0) = v^\top \nabla^2 f(x) v`, true},
		{`\given \sigma \in \mathfrak{S}_4, \quad x \in \mathbb{R}^4
		  \therefore \sum_{i=1}^4 x_{\sigma(i)} = \sum_i x_i`, true},
		{`\given C : \{1,\dots,5\} \to \{1, 2\}, \quad x \in \mathbb{R}^5
		  \therefore \sum_{k=1}^2 \sum_{C(i) = k} x_i = \sum x_i`, true},
		{`\given 0 < \epsilon \le 1, \quad a, b > 0
		  \therefore \epsilon a + (1 - \epsilon) b \le \max(a, b)`, true},
		{`\given y \in \{-1, 1\}^4
		  \therefore \sum_i y_i^2 = 4`, true},
		{`\given n \in \{2, 4\}, \quad p \in \mathcal{P}(\{0, 1\})
		  \given X_1, \dots, X_n \sim p
		  \therefore \operatorname{Var}(\frac1n \sum_i X_i) = \frac1n p(1) p(0) \land E[\sum_{i=1}^n X_i] = n p(1)`, true},
	} {
		if exact := holds(t, c.text, 20); (exact > 0) != c.exact {
			t.Errorf("%s\nexact at %d points", c.text, exact)
		}
	}
}

// TestFailedDeclaration: names whose declaration has failed are not told to be undeclared, too.
func TestFailedDeclaration(t *testing.T) {
	doc, err := syntax.ParseDocument("\\given x \\in \\{1,\\dots\\}, \\quad y \\in \\mathbb{R}\nx = y \\because{a}\ny = z \\because{b}")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Compile(doc, Names{})
	if err == nil || !strings.Contains(err.Error(), "dots stand between") || strings.Contains(err.Error(), "x is not declared") || !strings.Contains(err.Error(), "z is not declared") {
		t.Errorf("%v", err)
	}
}

func TestBadDeclarations(t *testing.T) {
	for text, want := range map[string]string{
		`\given \sigma = 1/2`:                                 `\let \sigma = … defines one`,
		`\given A \in \mathbb{R}^{3x3}`:                       `write \times`,
		`\given a \in \mathbb{R}, \quad det > a`:              "",
		`\given x \in \mathbb{R}^0`:                           "at least 1",
		`\given t \in [2, 1]`:                                 "empty",
		`\given \Sigma \succ 0`:                               "the size of \\Sigma is not said",
		`\given x \in \mathbb{R}, \quad x \in \mathbb{R}^2`:   "",
		`\given k \in \{\}`:                                   "empty",
		`\given x_1, \dots, x_q \in \mathbb{R}`:               "q is not declared",
		`\given f : \mathbb{R} \to \{0, 1\}`:                  "functions are from a finite set",
		`\given X \sim \mathrm{Normal}(0, 1)`:                 "Bernoulli",
		`\given X_1, \dots, X_n \sim \mathrm{Bernoulli}(1/2)`: "n \\in \\{1,\\dots,5\\}",
	} {
		if want == "" {
			continue
		}
		doc, err := syntax.ParseDocument(text)
		if err == nil {
			var p *Program
			if p, err = Compile(doc, Names{}); err == nil {
				_, err = p.Domain(p.Vars[0], NewFloat(p), nil)
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
