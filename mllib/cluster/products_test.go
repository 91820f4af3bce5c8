package cluster

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// hard are data on which rounding and ties matter: n observations in R^d.
var hard = map[string]func(rnd *rand.Rand, i, j int) float64{
	"normal":           func(rnd *rand.Rand, i, j int) float64 { return rnd.NormFloat64() },
	"groups":           func(rnd *rand.Rand, i, j int) float64 { return float64(i%11*(j%3)) + rnd.NormFloat64() },
	"a grid":           func(rnd *rand.Rand, i, j int) float64 { return float64(rnd.IntN(2)) },
	"repeated rows":    func(rnd *rand.Rand, i, j int) float64 { return float64(i * i % 17 * (j%5 - 2)) },
	"far from 0":       func(rnd *rand.Rand, i, j int) float64 { return 1e9 + rnd.NormFloat64() },
	"far in one place": func(rnd *rand.Rand, i, j int) float64 { return rnd.NormFloat64() + 1e12*float64(1/(1+j)) },
	"huge":             func(rnd *rand.Rand, i, j int) float64 { return 1e140 * rnd.NormFloat64() },
	"tiny":             func(rnd *rand.Rand, i, j int) float64 { return 1e-149 * rnd.NormFloat64() },
	"subnormal beside": func(rnd *rand.Rand, i, j int) float64 {
		if j > 0 {
			return 0x1p-1070 * float64(rnd.IntN(9))
		}
		return float64(rnd.IntN(9))
	},
	"nearly equal": func(rnd *rand.Rand, i, j int) float64 { return 1 + 0x1p-50*float64(rnd.IntN(5)) },
}

// TestProductsChangeNothing: with products of matrices all labels, centres and traces are those of distances one by one, to the last bit, with
// bounds and without.
func TestProductsChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for name, entry := range hard {
		t.Run(name, func(t *testing.T) {
			for c, shape := range [][3]int{{150, 800, 8}, {1100, 100, 60}} {
				rnd := rand.New(rand.NewPCG(uint64(c), 3))
				n, d, k := shape[0], shape[1], shape[2]
				x := mat.NewDense(n, d, nil)
				x.Apply(func(i, j int, _ float64) float64 { return entry(rnd, i, j) }, x)
				var start [][]float64
				for i := range k {
					start = append(start, slices.Clone(x.RawRowView(i*7%n)))
				}
				for _, a := range []Algorithm{Plain, Hamerly} {
					s := newDataset(x, n, d)
					p := KMeans{Start: start, Algorithm: a, Trace: true, MaxIter: 5}.withDefaults()
					fast, slow := newRun(s, p), newRun(s, p)
					if fast.many == nil {
						t.Fatal("there are too few centres for products")
					}
					slow.many = nil
					if got, want := ended(t, fast), ended(t, slow); !reflect.DeepEqual(got, want) {
						t.Errorf("n = %d, d = %d, K = %d, %v: inertia %v after %d passes, without products %v after %d", n, d, k, a,
							fast.inertia(), got.Report.Iterations, slow.inertia(), want.Report.Iterations)
					}
				}
			}
		})
	}
}

// ended is the model of a run from its start, without the count of distances.
func ended(t *testing.T, r *run) *Model {
	t.Helper()
	r.begin(slices.Concat(r.Start...))
	if err := r.iterate(); err != nil {
		t.Fatal(err)
	}
	m := r.model()
	m.Report.Distances = 0
	return m
}

// TestProductBounds: the bounds hold the true distances as the finder computes them.
func TestProductBounds(t *testing.T) {
	const n, d, k = 300, 200, 30
	for name, entry := range hard {
		rnd := rand.New(rand.NewPCG(8, 8))
		x := mat.NewDense(n, d, nil)
		x.Apply(func(i, j int, _ float64) float64 { return entry(rnd, i, j) }, x)
		s := newDataset(x, n, d)
		p, f := newProducts(s, k), newFinder(k, d)
		centers := slices.Clone(x.RawMatrix().Data[:k*d])
		p.set(centers)
		f.set(centers)
		scratch := make([]float64, f.width)
		var index []int32
		for i := 0; i < n; i += 1 + i%3 {
			index = append(index, int32(i))
		}
		at := 0
		p.each(index, func(i, best int, upper, lower float64) {
			want, least, second := f.nearest(s.row(i), scratch)
			if i != int(index[at]) || best != want || upper < least || lower > second {
				t.Errorf("%s, observation %d: centre %d within [%v, %v], want %d with %v, then %v", name, i, best, upper, lower, want, least, second)
			}
			at++
		})
		if at != len(index) {
			t.Errorf("%s: %d of %d observations", name, at, len(index))
		}
	}
}

func BenchmarkProducts(b *testing.B) {
	for _, c := range []struct{ n, d, k int }{{100_000, 20, 10}, {20_000, 50, 50}, {20_000, 200, 10}, {20_000, 64, 100}, {10_000, 500, 100}} {
		s := blobs(c.n, c.d, c.k, 0, 1)
		set := newDataset(s.X, c.n, c.d)
		centers := slices.Clone(s.X.RawMatrix().Data[:c.k*c.d])
		f, p := newFinder(c.k, c.d), &products{dataset: set, k: c.k, norms: make([]float64, c.n), ofCenter: make([]float64, c.k)}
		p.memory.New = func() any { return &productMemory{} }
		f.set(centers)
		p.set(centers)
		index, scratch := make([]int32, c.n), make([]float64, f.width)
		for i := range index {
			index[i] = int32(i)
		}
		name := fmt.Sprintf("n=%d/d=%d/k=%d", c.n, c.d, c.k)
		b.Run(name+"/products", func(b *testing.B) {
			for b.Loop() {
				p.each(index, func(int, int, float64, float64) {})
			}
		})
		b.Run(name+"/one by one", func(b *testing.B) {
			for b.Loop() {
				for i := range c.n {
					f.nearest(set.row(i), scratch)
				}
			}
		})
	}
}
