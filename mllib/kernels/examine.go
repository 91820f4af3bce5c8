package kernels

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Verdict is what an examination of a symmetric matrix shows.
type Verdict = enum.Of[verdicts]

const (
	Semidefinite Verdict = iota // no form vᵀKv is negative by more than rounding: it could be that of a kernel
	Definite                    // positive definite: all forms are positive, shown by a Cholesky factor
	Indefinite                  // a form is negative, by more than rounding: shown by a vector
)

type verdicts struct{}

func (verdicts) Names() (string, []string) {
	return "kernels.Verdict", []string{Semidefinite: "positive semidefinite, but for rounding", Definite: "positive definite", Indefinite: "indefinite"}
}

// Certificate shows that a matrix K is positive definite, or that it is not positive semidefinite, so that who doubts it can compute it again.
type Certificate struct {
	Verdict   Verdict
	Smallest  float64   // the smallest eigenvalue of K
	Largest   float64   // the largest
	Vector    []float64 // a unit eigenvector v of the smallest
	Form      float64   // vᵀKv, summed from the entries of K
	Tolerance float64   // forms and eigenvalues within it of 0 are taken for rounding: 4n·2⁻⁵²·‖K‖, with the Frobenius norm
}

// Examine finds out whether a symmetric matrix is positive definite, positive semidefinite but for rounding, or neither, from its eigenvalues. Where it says
// Definite, K − Tolerance·I has a Cholesky factor; where it says Indefinite, Form is less than −Tolerance. The errors wrap input.ErrEmpty or
// ErrNotFinite.
//
// Curriculum: B3.1c, N5.3b, V7c, S7.1b.
func Examine(gram mat.Symmetric) (*Certificate, error) {
	n, _, err := input.Matrix("gram", gram)
	if err != nil {
		return nil, fmt.Errorf("kernels: examine: %w", err)
	}
	c := &Certificate{Tolerance: 4 * float64(n) * 0x1p-52 * mat.Norm(gram, 2)}
	var e mat.EigenSym
	if !finite(c.Tolerance) || !e.Factorize(gram, true) {
		return nil, fmt.Errorf("kernels: examine: %w", input.Errorf(input.ErrNotFinite, "gram", "its eigenvalues are too large to be computed"))
	}
	values := e.Values(nil)
	c.Smallest, c.Largest = values[0], values[n-1]
	var q mat.Dense
	e.VectorsTo(&q)
	v := q.ColView(0)
	c.Vector = mat.Col(nil, 0, &q)
	c.Form = mat.Inner(v, gram, v)
	switch {
	case c.Form < -c.Tolerance:
		c.Verdict = Indefinite
	case c.Smallest > c.Tolerance && hasFactor(gram, c.Tolerance):
		c.Verdict = Definite
	}
	return c, nil
}

// hasFactor tells whether K − shift·I has a Cholesky factor. Then K is positive definite, rounding included: the factor is that of a matrix nearer
// to K − shift·I than shift.
func hasFactor(gram mat.Symmetric, shift float64) bool {
	n := gram.SymmetricDim()
	k := mat.NewSymDense(n, nil)
	k.CopySym(gram)
	for i := range n {
		k.SetSym(i, i, k.At(i, i)-shift)
	}
	var c mat.Cholesky
	return c.Factorize(k)
}

// String says the verdict and by what.
func (c *Certificate) String() string {
	if c == nil {
		return "no certificate"
	}
	text := fmt.Sprintf("%v: smallest eigenvalue %.4g, largest %.4g", c.Verdict, c.Smallest, c.Largest)
	if c.Verdict == Indefinite {
		text += fmt.Sprintf(", vᵀKv = %.4g for a unit vector v", c.Form)
	}
	if math.Abs(c.Smallest) <= c.Tolerance {
		text += fmt.Sprintf(", rounding %.1g", c.Tolerance)
	}
	return text
}
