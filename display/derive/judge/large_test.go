package judge

import (
	"context"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/proof"
)

// question has the defaults of package derive.
func question(text string) *proof.Question {
	return &proof.Question{Title: "T", Text: text, Seed: 1, Draws: 300, Tol: 1e-9, Effort: 1500}
}

// square is an n×n matrix that is far from singular.
func square(n int) proof.Value {
	x := proof.Value{Kind: proof.Matrix, Cols: n, Entries: make([]float64, n*n)}
	for i := range x.Entries {
		x.Entries[i] = float64(i*i%17) / 16
		if i%(n+1) == 0 {
			x.Entries[i] += float64(n)
		}
	}
	return x
}

// TestLarge has texts whose values would take gigabytes or hours: a sentence says so, or the line is not evaluated exactly.
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int // A is an n×n matrix, if not 0
		want string
	}{
		{`A A^{-1} = I \because{the inverse}`, 60, ""},
		{`\det(A^\top A) = (\det A)^2 \because{determinants multiply}`, 80, ""},
		{`AAAAA = A^5 \because{the power}`, 600, "the values are too large"},
		{"\\given x \\in \\mathbb{R}^{10000}\n" + `xx^\top = xx^\top \because{the outer product}`, 0, "the values are too large"},
		{`I_{100000} = I_{100000} \because{the identity}`, 0, "the values are too large"},
		{`\mathbf 1_{1000000000}^\top \mathbf 1_{1000000000} = 1000000000 \because{the ones}`, 0, "the values are too large"},
		{"\\given B \\in \\mathbb{R}^{10\\times 10}\n" + `\operatorname{tr}(B\otimes B\otimes B\otimes B) = (\operatorname{tr} B)^4 \because{Kronecker}`, 0, "the values are too large"},
		{`|\{2 i : i \in \{1,\dots,100000\}\}| = 100000 \because{doubling}`, 0, "the values are too large"},
		{"\\given Q \\in O(90)\n" + `Q^\top Q = I \because{orthogonal}`, 0, ""},
	} {
		q := question(c.text)
		q.Draws, q.Effort = 3, 4
		if c.n > 0 {
			q.Values = []proof.Binding{{Option: "Bind", Name: "A", Value: square(c.n)}}
		}
		got := Judge(context.Background(), q, nil).Rendering.Failure
		if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// countdown is a context that ends when it has been asked a few times.
type countdown struct {
	context.Context
	left int
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStopped checks that whatever is computed asks whether to stop, and ends.
func TestStopped(t *testing.T) {
	for _, text := range []string{
		`\sum_{i=1}^{100000} \sum_{j=1}^{100000} ij = 1 \because{the triangle numbers}`,
		"\\given x \\in \\mathbb{R}, x^2 < 0\n" + `x = x \because{there is none}`,
		"\\given x \\in [0,1]\n" + `\int_0^1\int_0^1\int_0^1 |\sin(100xst)|\,ds\,dt\,du \le 1 \because{the sine is at most 1}`,
		"\\given \\Sigma \\in \\mathbb{S}^{60}_{++}\n" + `\lambda_{\max}(\Sigma) \le \operatorname{tr}\Sigma \because{the eigenvalues are positive}`,
	} {
		for left := range 5 {
			v := Judge(&countdown{context.Background(), left * left}, question(text), nil)
			if len(v.Problems) != 1 || !strings.Contains(v.Problems[0].Message, "stopped") {
				t.Errorf("%s: stopped when asked %d times: %+v", text, left*left, v.Problems)
			}
		}
	}
}
