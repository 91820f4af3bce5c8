package cluster

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/metrics"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestAgainstScikitLearn: equal starts give equal labels and passes, and inertia, centres and Rand indices that agree up to
// rounding. The reference is made by testdata/reference.py.
func TestAgainstScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/sklearn.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		Version string
		Cases   []struct {
			X, Start, Centers  [][]float64
			Labels, Truth      []int
			Inertia            float64
			Iterations         int
			AdjustedRand, Rand float64
			Silhouettes        []float64
		}
	}
	if err := json.Unmarshal(text, &reference); err != nil {
		t.Fatal(err)
	}
	for k, c := range reference.Cases {
		x := mat.NewDense(len(c.X), len(c.X[0]), slices.Concat(c.X...))
		m := mustFit(t, KMeans{Start: c.Start}, x)
		if !slices.Equal(m.Labels, c.Labels) || m.Report.Iterations != c.Iterations || math.Abs(m.Inertia-c.Inertia) > 1e-12*c.Inertia {
			t.Errorf("%s, case %d: inertia %v, %v, want %v after %d passes", reference.Version, k, m.Inertia, m.Report, c.Inertia, c.Iterations)
		}
		for j := range c.Centers {
			for i, v := range c.Centers[j] {
				if math.Abs(m.Centers[j][i]-v) > 1e-12 {
					t.Errorf("case %d: centre %d is %v, want %v", k, j, m.Centers[j], c.Centers[j])
					break
				}
			}
		}
		silhouettes, err := Silhouettes(x, c.Labels)
		if err != nil || floats.Distance(silhouettes, c.Silhouettes, math.Inf(1)) > 1e-13 {
			t.Errorf("case %d: silhouettes %v (%v), want %v", k, silhouettes, err, c.Silhouettes)
		}
		table, err := metrics.NewContingency(c.Truth, m.Labels)
		if err != nil || math.Abs(table.AdjustedRand()-c.AdjustedRand) > 1e-14 || math.Abs(table.RandIndex()-c.Rand) > 1e-14 {
			t.Errorf("case %d: Rand %v, adjusted %v (%v), want %v, %v", k, table.RandIndex(), table.AdjustedRand(), err, c.Rand, c.AdjustedRand)
		}
	}
}
