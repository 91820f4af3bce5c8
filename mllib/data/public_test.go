package data

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestPublicSets compares with what scikit-learn loads: every number by the hash of all, the means and deviations of the columns, the labels.
func TestPublicSets(t *testing.T) {
	var reference struct {
		Sets []struct {
			Name     string
			N, D     int
			Mean, SD []float64
			Y        []int
			Hash     string
		}
	}
	testkit.Reference(t, "testdata/sklearn.json", &reference)
	diabetes := Diabetes()
	progression := &Set{Name: diabetes.Name, X: diabetes.X, Features: diabetes.Features}
	for _, y := range diabetes.Y {
		progression.Y = append(progression.Y, int(y))
	}
	sets := []*Set{HandwrittenDigits(), BreastCancer(), Wine(), progression}
	for i, want := range reference.Sets {
		s := sets[i]
		n, d := s.X.Dims()
		if err := s.Check(); err != nil || s.Name != want.Name || n != want.N || d != want.D || s.Features != nil && len(s.Features) != d || !slices.Equal(s.Y, want.Y) {
			t.Errorf("%s: %d×%d, %d features, %d labels (%v); want %s, %d×%d", s.Name, n, d, len(s.Features), len(s.Y), err, want.Name, want.N, want.D)
			continue
		}
		if got := hash(s.X); got != want.Hash {
			t.Errorf("%s: the numbers have the hash %s, want %s", s.Name, got, want.Hash)
		}
		mean, sd := moments(s.X)
		testkit.Near(t, s.Name+": means", mean, want.Mean, 1e-10)
		testkit.Near(t, s.Name+": standard deviations", sd, want.SD, 1e-10)
	}
}

// TestPublicSizes has the sizes and counts that the repositories publish.
func TestPublicSizes(t *testing.T) {
	for _, c := range []struct {
		set    *Set
		n, d   int
		labels []string
		counts map[int]int
	}{
		{HandwrittenDigits(), 1797, 64, nil, map[int]int{0: 178, 1: 182, 2: 177, 3: 183, 4: 181, 5: 182, 6: 181, 7: 179, 8: 174, 9: 180}},
		{BreastCancer(), 569, 30, []string{"benign", "malignant"}, map[int]int{1: 357, 2: 212}},
		{Wine(), 178, 13, []string{"cultivar 1", "cultivar 2", "cultivar 3"}, map[int]int{1: 59, 2: 71, 3: 48}},
	} {
		counts := map[int]int{}
		for _, y := range c.set.Y {
			counts[y]++
		}
		if n, d := c.set.X.Dims(); n != c.n || d != c.d || !slices.Equal(c.set.ClassNames, c.labels) || fmt.Sprint(counts) != fmt.Sprint(c.counts) {
			t.Errorf("%s: %d×%d, %v, %v; want %d×%d, %v, %v", c.set.Name, n, d, c.set.ClassNames, counts, c.n, c.d, c.labels, c.counts)
		}
	}
	if s := Diabetes(); s.Len() != 442 || len(s.Features) != 10 || slices.Min(s.Y) != 25 || slices.Max(s.Y) != 346 {
		t.Errorf("diabetes: %d observations from %v to %v", s.Len(), slices.Min(s.Y), slices.Max(s.Y))
	}
	wine := Wine()
	wine.X.Set(0, 0, 99)
	if Wine().X.At(0, 0) != 14.23 {
		t.Error("writing to a copy changes the set")
	}
}

func TestRegressionCheck(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	for _, c := range []struct {
		name string
		r    *Regression
		want error
	}{
		{"good", &Regression{X: x, Y: []float64{1, 2}, Features: []string{"a"}}, nil},
		{"nil", nil, input.ErrEmpty},
		{"no X", &Regression{}, input.ErrEmpty},
		{"few responses", &Regression{X: x, Y: []float64{1}}, input.ErrShape},
		{"NaN", &Regression{X: x, Y: []float64{1, math.NaN()}}, input.ErrNotFinite},
		{"names", &Regression{X: x, Y: []float64{1, 2}, Features: []string{}}, input.ErrShape},
	} {
		if err := c.r.Check(); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	if (*Regression)(nil).Len() != 0 {
		t.Error("nil has observations")
	}
}

// hash is that of the rows as little-endian floats.
func hash(x *mat.Dense) string {
	var bits []byte
	for _, v := range x.RawMatrix().Data {
		bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(v))
	}
	sum := sha256.Sum256(bits)
	return hex.EncodeToString(sum[:])
}

// moments are means and standard deviations of the columns.
func moments(x *mat.Dense) (mean, sd []float64) {
	n, d := x.Dims()
	for j := range d {
		m, squares := mat.Sum(x.ColView(j))/float64(n), 0.0
		for i := range n {
			squares += (x.At(i, j) - m) * (x.At(i, j) - m)
		}
		mean, sd = append(mean, m), append(sd, math.Sqrt(squares/float64(n)))
	}
	return mean, sd
}

func ExampleHandwrittenDigits() {
	digits := HandwrittenDigits()
	for r := range 8 {
		fmt.Print("|")
		for c := range 8 {
			fmt.Printf("%c", " .:*#"[int(digits.Row(0)[8*r+c])/4])
		}
		fmt.Println("|")
	}
	fmt.Println("is", digits.Y[0])
	// Output:
	// |  .*:   |
	// |  **:*. |
	// |  *  :: |
	// | .*  :: |
	// | .:  :: |
	// | .:  *. |
	// |  *.:*  |
	// |  .*:   |
	// is 0
}
