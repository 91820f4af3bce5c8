package vc

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestCoefficients: the numbers that follow from formulas, and, of rectangles, those of the curriculum.
func TestCoefficients(t *testing.T) {
	for _, c := range []struct {
		name      string
		class     Class
		want      []int
		dimension int
	}{
		{"rays to the left", Rays{}, []int{2, 3, 4, 5, 6, 7, 8, 9}, 1},
		{"rays", Rays{Both: true}, []int{2, 4, 6, 8, 10, 12, 14, 16}, 2},
		{"intervals", Intervals{}, []int{2, 4, 7, 11, 16, 22, 29, 37}, 2},
		{"two intervals", Intervals{Most: 2}, []int{2, 4, 8, 16, 31, 57, 99, 163}, 4},
		{"boxes on the line", Boxes{Dim: 1}, []int{2, 4, 7, 11, 16, 22, 29, 37}, 2},
		{"rectangles", Boxes{Dim: 2}, []int{2, 4, 8, 16, 28, 49, 77, 121}, 4},
		{"boxes", Boxes{Dim: 3}, []int{2, 4, 8, 16}, 4}, // and more points have more orders than a test should try
		{"half-lines", HalfSpaces{Dim: 1}, []int{2, 4, 6, 8, 10}, 2},
		{"half-spaces, four dimensions", HalfSpaces{Dim: 4}, []int{2, 4, 8, 16, 32, 62, 114}, 5},
		{"half-spaces, five dimensions", HalfSpaces{Dim: 5}, []int{2, 4, 8, 16, 32, 64, 126}, 6},
		{"half-planes", HalfSpaces{Dim: 2}, []int{2, 4, 8, 14, 22, 32, 44, 58}, 3},
		{"half-spaces", HalfSpaces{Dim: 3}, []int{2, 4, 8, 16, 30, 52, 84}, 4},
	} {
		for k, want := range c.want {
			got, at, err := Coefficient(c.class, k+1)
			if err != nil || got != want {
				t.Errorf("%s: s(%d) = %d, %v, want %d", c.name, k+1, got, err, want)
				continue
			}
			parts, err := c.class.Parts(at)
			if err != nil || len(parts) != got || !slices.IsSorted(parts) {
				t.Errorf("%s: the points have %d parts, %v", c.name, len(parts), err)
			}
			if float64(got) > Sauer(k+1, c.dimension) {
				t.Errorf("%s: more parts than Sauer's bound %v for %d points", c.name, Sauer(k+1, c.dimension), k+1)
			}
		}
		if v, err := Dimension(c.class, len(c.want)); err != nil || v != c.dimension {
			t.Errorf("%s: dimension %d, %v, want %d", c.name, v, err, c.dimension)
		}
	}
}

// TestParts: points that are not in general position.
func TestParts(t *testing.T) {
	diamond := mat.NewDense(4, 2, []float64{0, 1, 1, 0, 0, -1, -1, 0})
	five := mat.NewDense(5, 2, append(slices.Clone(diamond.RawMatrix().Data), .2, .1))
	centred := mat.NewDense(5, 2, append(slices.Clone(diamond.RawMatrix().Data), 0, 0))
	for _, c := range []struct {
		name  string
		class Class
		x     *mat.Dense
		want  int
	}{
		{"rectangles, diamond", Boxes{Dim: 2}, diamond, 16},
		{"rectangles, diamond and a point", Boxes{Dim: 2}, five, 28},
		{"rectangles, diamond and its centre", Boxes{Dim: 2}, centred, 21},
		{"half-planes, diamond", HalfSpaces{Dim: 2}, diamond, 14},
		{"half-planes, three points on a line", HalfSpaces{Dim: 2}, mat.NewDense(3, 2, []float64{0, 0, 1, 1, 3, 3}), 6},
		{"intervals, a value twice", Intervals{}, mat.NewDense(3, 1, []float64{1, 2, 1}), 4},
		{"rays, one value", Rays{Both: true}, mat.NewDense(3, 1, []float64{1, 1, 1}), 2},
	} {
		parts, err := c.class.Parts(c.x)
		if err != nil || len(parts) != c.want {
			t.Errorf("%s: %d parts, %v, want %d", c.name, len(parts), err, c.want)
		}
		missing, err := Missing(c.class, c.x)
		n, _ := c.x.Dims()
		if err != nil || len(missing)+len(parts) != 1<<n {
			t.Errorf("%s: %d parts are missing, %v", c.name, len(missing), err)
		}
		if all, err := Shattered(c.class, c.x); err != nil || all != (len(missing) == 0) {
			t.Errorf("%s: shattered %v, %v", c.name, all, err)
		}
	}
	if missing, _ := Missing(HalfSpaces{Dim: 2}, diamond); !slices.Equal(missing, []uint64{0b0101, 0b1010}) {
		t.Errorf("the diamond lacks %b, want top and bottom, and left and right", missing)
	}
}

// TestPartsBySampling: sets drawn at random cut out parts that were found, and all of them in time.
func TestPartsBySampling(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		x := mat.NewDense(6, 2, nil)
		for i := range 6 {
			x.SetRow(i, []float64{float64(r.IntN(4)), float64(r.IntN(4))})
		}
		boxes, seen := parts(t, Boxes{Dim: 2}, x), map[uint64]bool{}
		planes, cut := parts(t, HalfSpaces{Dim: 2}, x), map[uint64]bool{}
		for range 20_000 {
			var box, half uint64
			lo, hi := [2]float64{5*r.Float64() - 1, 5*r.Float64() - 1}, [2]float64{5*r.Float64() - 1, 5*r.Float64() - 1}
			w, b := [2]float64{r.NormFloat64(), r.NormFloat64()}, 4*r.NormFloat64()
			for i := range 6 {
				p := x.RawRowView(i)
				if lo[0] <= p[0] && p[0] <= hi[0] && lo[1] <= p[1] && p[1] <= hi[1] {
					box |= 1 << i
				}
				if w[0]*(p[0]-1.5)+w[1]*(p[1]-1.5)+b > 0 {
					half |= 1 << i
				}
			}
			seen[box], cut[half] = true, true
		}
		for part := range seen {
			if !slices.Contains(boxes, part) {
				t.Errorf("%06b is cut by a rectangle and was not found", part)
			}
		}
		for part := range cut {
			if !slices.Contains(planes, part) {
				t.Errorf("%06b is cut by a half-plane and was not found", part)
			}
		}
		if len(seen) != len(boxes) {
			t.Errorf("%d rectangles were drawn, %d found", len(seen), len(boxes))
		}
		if len(cut) > len(planes) {
			t.Errorf("%d half-planes were drawn, %d found", len(cut), len(planes))
		}
	}
}

func parts(t *testing.T, c Class, x *mat.Dense) []uint64 {
	p, err := c.Parts(x)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		n, v int
		want float64
	}{{10, 2, 56}, {10, 3, 176}, {8, 4, 163}, {5, 3, 26}, {2, 3, 4}, {1, 3, 2}, {0, 2, 1}, {60, 60, 1 << 60}, {1_000_000, 2, 500_000_500_001}} {
		if got := Sauer(c.n, c.v); got != c.want {
			t.Errorf("Sauer(%d, %d) = %v, want %v", c.n, c.v, got, c.want)
		}
	}
	if !math.IsNaN(Sauer(-1, 2)) || !math.IsNaN(Sauer(2, -1)) {
		t.Error("Sauer of negative numbers is not NaN")
	}
	for _, c := range []struct {
		n       int
		v       float64
		want    float64
		alphaOf float64
	}{{1000, 2, .77754, .05}, {10_000, 3, .32351, .05}, {1_000_000, 11, .07089, .05}} {
		logS := c.v * math.Log(float64(c.n)+1)
		r := Radius(logS, c.n, c.alphaOf)
		if math.Abs(r-c.want) > 5e-6 || math.Abs(Tail(logS, c.n, r)-c.alphaOf) > 1e-12 {
			t.Errorf("radius %v for n = %d, V = %v, with tail %v", r, c.n, c.v, Tail(logS, c.n, r))
		}
	}
	for n, want := range map[int]float64{1000: 11705.85, 10_000: 7029.91, 50_000: .1309902} {
		if got := Tail(math.Log(2*float64(n)), n, .1); math.Abs(got/want-1) > 1e-6 {
			t.Errorf("tail for %d: %v, want %v", n, got, want)
		}
	}
}

// TestSauerOnRandomClasses: Sauer's lemma for classes that are any families of parts.
func TestSauerOnRandomClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 2 + r.IntN(4)
		var family []uint64
		for part := range uint64(1) << n {
			if r.IntN(3) == 0 {
				family = append(family, part)
			}
		}
		v := 0
		for set := range uint64(1) << n {
			traces := map[uint64]bool{}
			for _, part := range family {
				traces[part&set] = true
			}
			if len(traces) == 1<<bits.OnesCount64(set) {
				v = max(v, bits.OnesCount64(set))
			}
		}
		if float64(len(family)) > Sauer(n, v) {
			t.Fatalf("%d parts of %d points, dimension %d", len(family), n, v)
		}
	}
}

func TestErrors(t *testing.T) {
	two := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	many := line(MostPoints + 1)
	for name, c := range map[string]struct {
		class Class
		x     mat.Matrix
		want  error
	}{
		"no points":        {Rays{}, &mat.Dense{}, input.ErrEmpty},
		"nil":              {Boxes{Dim: 2}, nil, input.ErrEmpty},
		"NaN":              {Intervals{}, mat.NewDense(1, 1, []float64{math.NaN()}), input.ErrNotFinite},
		"plane for a line": {Intervals{}, two, input.ErrShape},
		"dimension 0":      {Boxes{}, two, input.ErrParam},
		"dimension 3":      {HalfSpaces{Dim: 3}, two, input.ErrShape},
		"too many":         {Rays{}, many, input.ErrParam},
		"too many for LP":  {HalfSpaces{Dim: 5}, mat.NewDense(13, 5, nil), input.ErrParam},
		"too many turned":  {HalfSpaces{Dim: 3}, mat.NewDense(MostPoints+1, 3, nil), input.ErrParam},
		"far too many":     {HalfSpaces{Dim: 1}, line(61), input.ErrParam},
		"negative":         {Intervals{Most: -1}, line(2), input.ErrParam},
	} {
		if _, err := c.class.Parts(c.x); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if _, err := Shattered(c.class, c.x); !errors.Is(err, c.want) {
			t.Errorf("%s: Shattered: %v", name, err)
		}
		if _, err := Missing(c.class, c.x); !errors.Is(err, c.want) {
			t.Errorf("%s: Missing: %v", name, err)
		}
	}
	for _, n := range []int{0, -1} {
		if _, _, err := Coefficient(Rays{}, n); !errors.Is(err, input.ErrParam) {
			t.Errorf("n = %d: %v", n, err)
		}
		if _, err := Dimension(Rays{}, n); !errors.Is(err, input.ErrParam) {
			t.Errorf("most = %d: %v", n, err)
		}
	}
	if _, err := Dimension(Boxes{}, 3); !errors.Is(err, input.ErrParam) {
		t.Errorf("dimension of boxes in 0 dimensions: %v", err)
	}
	if _, _, err := Coefficient(nil, 3); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no class: %v", err)
	}
}

// TestBoxesByOrder: parts of points in the plane are counted by their order as they are enumerated, and where all orders are too many there is an error at once.
func TestBoxesByOrder(t *testing.T) {
	c := Boxes{Dim: 2}
	for n := 1; n <= 6; n++ {
		for x := range c.Configurations(n) {
			if got, want := c.ofOrder(mat.Col(nil, 1, x)), len(parts(t, c, x)); got != want {
				t.Fatalf("%v: %d parts, want %d", mat.Formatted(x), got, want)
			}
		}
	}
	for name, fails := range map[string]func() error{
		"13 in the plane":  func() error { _, _, err := Coefficient(Boxes{Dim: 2}, 13); return err },
		"9 in dimension 4": func() error { _, _, err := Coefficient(Boxes{Dim: 4}, 9); return err },
	} {
		if err := fails(); !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), "ways to order") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
