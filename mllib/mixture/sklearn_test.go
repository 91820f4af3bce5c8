package mixture

import (
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// reference is made by testdata/reference.py.
type reference struct {
	Version string
	Cases   []struct {
		X, Means, Probe, Posteriors      [][]float64
		Covs                             [][][]float64
		Form                             Covariance
		Start                            Start
		Steps                            []int
		LogLikelihood, Weights, LogProbs []float64
		AIC, BIC                         float64
	}
}

// TestAgainstScikitLearn: from equal starts, equal numbers of steps lead to the same log likelihood and parameters, for all forms of covariances.
func TestAgainstScikitLearn(t *testing.T) {
	var ref reference
	testkit.Reference(t, "testdata/sklearn.json", &ref)
	if len(ref.Cases) != 16 {
		t.Fatalf("%d cases, want 16", len(ref.Cases))
	}
	for i, c := range ref.Cases {
		start := c.Start
		if c.Form == Tied {
			start.Covs = start.Covs[:1]
		}
		x := testkit.Matrix(t, c.X)
		var m *Model
		for j, steps := range c.Steps {
			m = mustFit(t, Gaussian{Covariance: c.Form, Start: &start, MaxIter: steps, Tol: math.SmallestNonzeroFloat64}, x)
			if math.Abs(m.LogLikelihood-c.LogLikelihood[j]) > 1e-8 {
				t.Errorf("case %d, %v: log likelihood after %d steps %.12g, %s has %.12g", i, c.Form, steps, m.LogLikelihood, ref.Version, c.LogLikelihood[j])
			}
			if m.Objective[len(m.Objective)-1] != m.LogLikelihood {
				t.Errorf("case %d: the last objective is %v, the log likelihood %v", i, m.Objective[len(m.Objective)-1], m.LogLikelihood)
			}
		}
		near := func(what string, got, want []float64) {
			t.Helper()
			testkit.Near(t, c.Form.String()+": "+what, got, want, 1e-6) // a hundred steps end where rounding hides the gain of the next
		}
		near("weights", m.Weights, c.Weights)
		near("means", slices.Concat(m.Means...), slices.Concat(c.Means...))
		for k := range m.Covs {
			near("covariance", m.Covs[k].Data, slices.Concat(c.Covs[k]...))
		}
		near("AIC, BIC", []float64{m.AIC(), m.BIC()}, []float64{c.AIC, c.BIC})
		r, err := m.Posteriors(testkit.Matrix(t, c.Probe))
		if err != nil {
			t.Fatal(err)
		}
		near("posteriors", r.RawMatrix().Data, slices.Concat(c.Posteriors...))
		logs, err := m.LogProbs(testkit.Matrix(t, c.Probe))
		if err != nil {
			t.Fatal(err)
		}
		near("log densities", logs, c.LogProbs)
	}
}

// TestSevenPoints: the numbers of the curriculum, V12d.
func TestSevenPoints(t *testing.T) {
	x := mat.NewDense(7, 1, []float64{-2, -1.5, -1, 1, 1.5, 2, 2.5})
	start := &Start{Weights: []float64{.5, .5}, Means: [][]float64{{-1}, {1}}, Covs: [][][]float64{{{1}}}}
	m := mustFit(t, Gaussian{Start: start, Tol: 1e-13, Trace: true}, x)
	testkit.Near(t, "log likelihoods", m.Objective[:3], []float64{-13.265554, -11.159053, -9.724304}, 1e-7)
	first := m.Trace[1]
	testkit.Near(t, "the first step", []float64{first.Weights[0], first.Means[0][0], first.Means[1][0], first.Covs[0].Data[0], first.Covs[1].Data[0]},
		[]float64{.429528, -1.340556, 1.635396, .628110, .695661}, 5e-7)
	testkit.Near(t, "the limit", []float64{m.Weights[0], m.Means[0][0], m.Means[1][0], m.Covs[0].Data[0], m.Covs[1].Data[0], m.LogLikelihood},
		[]float64{.428570, -1.500002, 1.749992, .166666, .312521, -9.698974}, 1e-6)
	if !slices.Equal(m.Labels, []int{0, 0, 0, 1, 1, 1, 1}) || m.Report.Stop != Converged || len(m.Trace) != m.Report.Iterations+1 || len(m.Objective) != len(m.Trace) {
		t.Errorf("labels %v, %v, %d steps kept", m.Labels, m.Report, len(m.Trace))
	}
}
