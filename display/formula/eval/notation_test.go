package eval

import (
	"testing"
)

// TestNotation states what a name means where the letter stands for several things, in the ways of the curriculum.
func TestNotation(t *testing.T) {
	for name, text := range map[string]string{
		"a power with an exponent that varies": `\let r(\ell) = 2^{-\ell}
			\therefore r(1) = 2 r(2)`,
		"a law with a prime is no derivative": `\given q, q' \in \mathcal{P}(\{0,1\}), \quad Y' \sim q'
			\therefore P(Y' = 1) = q'(1)`,
		"an intercept beside a vector": `\given a, x \in \mathbb{R}^3, \quad a_0 \in \mathbb{R}
			\therefore a^\top x + a_0 = \sum_i a_i x_i + a_0`,
		"a point beside a sample": `\given x_1, \dots, x_4 \in \mathbb{R}^2, \quad x \in \mathbb{R}^2, \quad \alpha \in \mathbb{R}^4
			\let f(x) = \sum_i \alpha_i \langle x_i, x\rangle
			\therefore f(x) = \langle \sum_i \alpha_i x_i, x\rangle`,
		"a parameter beside a sample": `\given x_1, \dots, x_3 \in \mathbb{R}, \quad t \in \mathbb{R}
			\let f(x) = \sum_i (x - x_i)^2
			\therefore f(t) = (t-x_1)^2 + (t-x_2)^2 + (t-x_3)^2`,
		"components of a parameter beside a sample": `\given x_1, \dots, x_3 \in \mathbb{R}^2, \quad u \in \mathbb{R}^2
			\let \varphi(x) = (x_1^2, x_1 x_2)
			\let s(x) = \sum_{i=1}^2 x_i
			\therefore \varphi(u) = (u_1^2, u_1 u_2) \land s(u) = u_1 + u_2`,
		"labels in names": `\given w_{opt} \in \mathbb{R}^2, \quad \mathrm{err}_m \in (0,1)
			\let \hat w_{opt} = 2 w_{opt}
			\let \alpha_m = \frac{1}{\mathrm{err}_m}
			\let n_i = 4
			\let P_i = n_i^{-1} \mathbf 1_4 \mathbf 1_4^\top
			\therefore \hat w_{opt} - w_{opt} = w_{opt} \land \alpha_m \mathrm{err}_m = 1 \land P_i P_i = P_i`,
		"an entry of a step": `\given w^{(m)} \in [0,1]^3
			\therefore \sum_i w_i^{(m)} = w_1^{(m)} + w_2^{(m)} + w_3^{(m)}`,
		"a step as index": `\given b \in \mathbb{R}^3
			\let t^{(k)} = k b_k
			\therefore \sum_{k=1}^3 t^{(k)} = t^{(1)} + 2 b_2 + 3 b_3`,
		"primed indices": `\given x \in \mathbb{R}^4, \quad C : \{1,\dots,4\} \to \{1,2\}
			\let d_{ii'} = (x_i - x_{i'})^2
			\therefore \sum_{k=1}^2 \sum_{C(i)=k} \sum_{C(i')=k} d_{ii'} = \sum_{i,j} d_{ij} \mathbf 1\{C(i) = C(j)\}`,
		"a density and its conditional": `\given p \in \mathcal{P}(\{1,2\}\times\{1,2\}), \quad (X,Y) \sim p, \quad x, y \in \{1,2\}
			\let p_Y(y) = P(Y = y)
			\let p_Y(y \mid x) = P(Y = y \mid X = x)
			\therefore p(x,y) = p_Y(y \mid x) P(X = x)`,
		"a sum up to": `\given m \in \{1,\dots,6\}
			\therefore \sum_{j \le m} j = \frac{m(m+1)}{2}`,
		"eigenvalues beside a number": `\given \lambda > 0, \quad K \in \mathbb{S}^2_{++}
			\therefore \lambda + \lambda_1(K) + \lambda_2(K) = \lambda + \tr K`,
		"a box": `\given v \in [1,2]^3, \quad u \in (0,1)^3
			\therefore \forall i : v_i \ge 1 \land 0 < u_i < v_i`,
		"entries of a product": `\given A \in \mathbb{R}^{3\times 2}, \quad x \in \mathbb{R}^2
			\therefore \sum_i (Ax)_i^2 = \|Ax\|^2`,
		"names with some indices fixed": `\given K \in \mathbb{S}^2, \quad \alpha \in \{1,2\}, \quad \beta \in \mathbb{R}^2
			\let K^{(\alpha)}_{ij} = \alpha K_{ij}
			\let b_{0,k} = \beta_k
			\therefore K^{(\alpha)}_{1,2} = \alpha K_{21} \land \sum_{k=1}^2 b_{0,k} = \beta_1 + \beta_2`,
	} {
		t.Run(name, func(t *testing.T) { holds(t, text, 10) })
	}
}

// TestOverflowInTails integrates what is small far out and too large for floating point on the way there, and refuses what is not
// small.
func TestOverflowInTails(t *testing.T) {
	for text, want := range map[string]float64{
		`\int \frac{1}{1+e^{-u}} \phi(u)\,du`:         .5,
		`\int \frac{e^u}{1+e^u} \phi(u)\,du`:          .5,
		`\int_{10}^\infty \frac{u^9 e^{-u}}{9!}\,du`:  0.4579297144718523,
		`\int_{-\infty}^0 e^{-u}\cdot e^{-u^2/2}\,du`: 3.4770518, // √(2πe) Φ(1)
	} {
		r, err := first(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if off := r.Value.N - want; off > 1e-7 || off < -1e-7 {
			t.Errorf("%s = %v, want %v", text, r.Value.N, want)
		}
	}
	for _, text := range []string{`\int e^{u}\,du`, `\int_0^\infty \frac{1}{1+e^{-u}}\,du`, `\int_0^\infty e^{u}\,du`} {
		if r, err := first(t, text); err == nil {
			t.Errorf("%s = %v, it diverges", text, r.Value.N)
		}
	}
}

// A difference that cancels to rounding decides nothing.
func TestResidue(t *testing.T) {
	r, err := first(t, `\therefore 0 \le (0.1 + 0.2) - 0.3000000000000001`)
	if err != nil || !r.Close {
		t.Errorf("0 ≤ -1e-16 is decided as %v (close: %v, %v)", r.Value.Truth, r.Close, err)
	}
}
