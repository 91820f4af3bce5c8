package perceptron

import (
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
)

// TestAgainstScikitLearn compares with the Perceptron of scikit-learn in the order of the data: equal weights, bit for
// bit, since all numbers are binary fractions. The reference is made by testdata/reference.py.
func TestAgainstScikitLearn(t *testing.T) {
	var reference struct {
		Version string
		Cases   []struct {
			X            [][]float64
			Y, Predicted []int
			Epochs       int
			Eta          float64
			Intercept    bool
			W            []float64
			B            float64
		}
	}
	testkit.Reference(t, "testdata/sklearn.json", &reference)
	for k, c := range reference.Cases {
		x := testkit.Matrix(t, c.X)
		p := Rosenblatt{Eta: c.Eta, MaxEpochs: c.Epochs, IgnoreCycles: true}
		if !c.Intercept {
			p.Intercept = NoIntercept
		}
		m := mustFit(t, p, x, c.Y)
		if !slices.Equal(m.W, c.W) || m.B != c.B {
			t.Errorf("%s, case %d: w %v, b %v, want %v, %v", reference.Version, k, m.W, m.B, c.W, c.B)
		}
		scores, err := m.Scores(x)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range scores { // scikit-learn sends a score of 0 to the negative class
			if want := c.Predicted[i] > 0; s > 0 != want {
				t.Errorf("case %d, observation %d: score %v, predicted %d", k, i, s, c.Predicted[i])
			}
		}
	}
}
