package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// normalRule is the derivation of the language's page.
const normalRule = `
\let    r_i^2 = (x-m_i)^\top \Sigma^{-1} (x-m_i)
\let    f_i(x) = (2\pi)^{-3/2} |\Sigma|^{-1/2} \exp(-\tfrac12 r_i^2)
\log\frac{f_1(x)}{f_0(x)} = \tfrac12 (r_0^2 - r_1^2)                 \because{equal determinants}
    = x^\top \Sigma^{-1}(m_1-m_0) - \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)   \because{$x^\top\Sigma^{-1}x$ cancels}
f_1(x) > f_0(x) \iff r_1^2 < r_0^2   \because{the logarithm is increasing}
\therefore f_1(x) > f_0(x) \iff x^\top \Sigma^{-1}(m_1-m_0) > \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)
`

// BenchmarkPoints evaluates all formulas of the derivation, eight of them, at 300 points.
func BenchmarkPoints(b *testing.B) {
	doc, err := syntax.ParseDocument(normalRule)
	if err != nil {
		b.Fatal(err)
	}
	p, err := Compile(doc, Names{Values: []string{"x", "m_0", "m_1", `\Sigma`}})
	if err != nil {
		b.Fatal(err)
	}
	var formulas []*Formula
	for _, part := range p.Parts {
		switch part := part.(type) {
		case *Chain:
			formulas = append(formulas, part.First)
			for _, s := range part.Steps {
				formulas = append(formulas, s.Right)
			}
		case *Conclusion:
			formulas = append(formulas, part.Claim)
		}
	}
	m := NewFloat(p)
	r := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		for range 300 {
			for _, v := range p.Vars {
				if v.Name == `\Sigma` {
					m.Set(v, ops.Matrix(3, 3, []float64{2 + r.Float64(), 1, 0, 1, 2, 0, 0, 0, 1}))
					continue
				}
				m.Set(v, ops.Vector(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()))
			}
			for _, f := range formulas {
				if _, err := m.Eval(f); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
