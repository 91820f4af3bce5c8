package discriminant

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

type classifier interface {
	Posteriors(x mat.Matrix) (*mat.Dense, error)
	Predict(x mat.Matrix) ([]int, error)
}

// fitAs returns the fit of the method that the reference calls by this name.
func fitAs(method string, priors []float64, s *data.Set) (classifier, error) {
	lda := LDA{Priors: priors, Divisor: Likelihood, Tie: label.Negative}
	qda := QDA{Priors: priors, Divisor: Likelihood, Tie: label.Negative}
	switch method {
	case "lda unbiased":
		lda.Divisor = Unbiased
	case "qda unbiased":
		qda.Divisor = Unbiased
	case "lda shrunk":
		lda.Shrinkage = .3
	case "qda ridge":
		qda.Shrinkage, qda.Target = .2, Identity
	}
	if method[:3] == "lda" {
		return lda.Fit(s.X, s.Y)
	}
	return qda.Fit(s.X, s.Y)
}

// TestAgainstScikitLearn compares posteriors to 1e-8, 1e-7 where columns are nearly collinear, and all predictions. The reference is made by testdata/reference.py.
func TestAgainstScikitLearn(t *testing.T) {
	var reference struct {
		Version string
		Sets    map[string]*data.Set
		Cases   []struct {
			Set, Method string
			Priors      []float64
			Posteriors  [][]float64
			Predicted   []int
		}
		Ratios      []float64
		Coordinates [][]float64
	}
	testkit.Reference(t, "testdata/sklearn.json", &reference)
	for _, c := range reference.Cases {
		s := reference.Sets[c.Set]
		m, err := fitAs(c.Method, c.Priors, s)
		if err != nil {
			t.Errorf("%s on %s: %v", c.Method, c.Set, err)
			continue
		}
		p, err := m.Posteriors(s.X)
		if err != nil {
			t.Fatal(err)
		}
		worst := 0.0
		for i, row := range c.Posteriors {
			for k, want := range row {
				worst = max(worst, math.Abs(p.At(i, k)-want))
			}
		}
		tolerance := 1e-8
		if c.Set == "nearly collinear" { // a millionth of a variance is left, so ten digits of the factors
			tolerance = 1e-7
		}
		if worst > tolerance {
			t.Errorf("%s, %s on %s: posteriors differ by %v", reference.Version, c.Method, c.Set, worst)
		}
		if y, err := m.Predict(s.X); err != nil || !slices.Equal(y, c.Predicted) {
			t.Errorf("%s, %s on %s: other predictions (%v)", reference.Version, c.Method, c.Set, err)
		}
	}
	checkCanonical(t, reference.Sets["iris"], reference.Ratios, reference.Coordinates)
}

// checkCanonical compares the canonical coordinates, up to the sign of each; those of the reference have variance 1 within the classes
// with the divisor n, ours with n-K.
func checkCanonical(t *testing.T, s *data.Set, ratios []float64, coordinates [][]float64) {
	m, err := NewMoments(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	z, err := c.Project(s.X)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range ratios {
		if got := c.Ratios[k] / (c.Ratios[0] + c.Ratios[1]); math.Abs(got-want) > 1e-10 {
			t.Errorf("ratio %d: %v, want %v", k, got, want)
		}
		sign := math.Copysign(math.Sqrt(150./147), z.At(0, k)*coordinates[0][k])
		for i := range coordinates {
			if math.Abs(sign*z.At(i, k)-coordinates[i][k]) > 1e-8 {
				t.Errorf("coordinate %d of flower %d: %v, want %v", k, i, sign*z.At(i, k), coordinates[i][k])
				break
			}
		}
	}
}

// The guide for those who come from scikit-learn says by what each side divides, and what that changes.
func TestGuideNamesTheDivisors(t *testing.T) {
	text, err := os.ReadFile("../from-scikit-learn.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## 36. Discriminant analysis\n")
	if !ok {
		t.Fatal("the guide has no section 36 on discriminant analysis")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	section = strings.Join(strings.Fields(section), " ")
	wine, err := data.Wine().Columns(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var few []int
	for i := 0; i < 178; i += 6 {
		few = append(few, i)
	}
	some, err := wine.Take(few)
	if err != nil {
		t.Fatal(err)
	}
	row := func(m classifier, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Posteriors(wine.X)
		if err != nil {
			t.Fatal(err)
		}
		r := p.RawRowView(57)
		return fmt.Sprintf("%.4f, %.4f, %.4f", r[0], r[1], r[2])
	}
	lda, err := LDA{}.Fit(some.X, some.Y)
	first := row(lda, err)
	qda, err := QDA{}.Fit(some.X, some.Y)
	for _, want := range []string{
		"scikit-learn divides the scatter matrices by n (LDA) and by n_k (QDA)",
		"mllib divides them by n − K and by n_k − 1, unless `Divisor` is `Likelihood`",
		"LDA would print " + first + ", and QDA " + row(qda, err) + ".",
	} {
		if !strings.Contains(section, want) {
			t.Errorf("section 36 does not say: %s", want)
		}
	}
}
