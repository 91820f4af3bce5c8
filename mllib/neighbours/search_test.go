package neighbours

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// kinds are data on which rounding, ties and overflow matter: numbers in R^d of which observation or point i is made, in place.
var kinds = map[string]func(r *rand.Rand, i int, x []float64){
	"normal":          each(func(r *rand.Rand) float64 { return r.NormFloat64() }),
	"a lattice":       each(func(r *rand.Rand) float64 { return float64(r.IntN(4)) }),
	"half a lattice":  each(func(r *rand.Rand) float64 { return float64(r.IntN(2)) + .5*r.Float64()*float64(r.IntN(2)) }),
	"all equal":       each(func(*rand.Rand) float64 { return .1 }),
	"far from 0":      each(func(r *rand.Rand) float64 { return 1e9 + r.NormFloat64() }),
	"very far from 0": each(func(r *rand.Rand) float64 { return 1e15 + float64(r.IntN(5)) }),
	"nearly equal":    each(func(r *rand.Rand) float64 { return 1 + 0x1p-50*float64(r.IntN(5)) }),
	"large":           each(func(r *rand.Rand) float64 { return 1e140 * r.NormFloat64() }),
	"at the border":   each(func(r *rand.Rand) float64 { return 1e149 * r.NormFloat64() }),
	"1e-150":          each(func(r *rand.Rand) float64 { return 1e-150 * r.NormFloat64() }),
	"1e-161":          each(func(r *rand.Rand) float64 { return 1e-161 * r.NormFloat64() }),
	"1e-300":          each(func(r *rand.Rand) float64 { return 1e-300 * r.NormFloat64() }),
	"1e200":           each(func(r *rand.Rand) float64 { return 1e200 * r.NormFloat64() }),
	"1e200 and equal": each(func(*rand.Rand) float64 { return 1e200 }),
	"subnormal":       each(func(r *rand.Rand) float64 { return 0x1p-1070 * float64(r.IntN(9)) }),
	"repeated": func(_ *rand.Rand, i int, x []float64) {
		fill(x, func(j int) float64 { return float64(i * i % 17 * (j%5 - 2)) })
	},
	"scales": func(r *rand.Rand, _ int, x []float64) {
		fill(x, func(j int) float64 { return r.NormFloat64() * math.Pow(10, float64(j%13-6)*3) })
	},
	"one column apart": func(r *rand.Rand, _ int, x []float64) {
		fill(x, func(j int) float64 { return r.NormFloat64() + 1e12/float64(1+j*j*j*j) })
	},
	"two places": func(r *rand.Rand, i int, x []float64) {
		fill(x, func(int) float64 { return 1e7*float64(i%2*2-1) + r.NormFloat64() })
	},
	"outliers": func(r *rand.Rand, i int, x []float64) {
		fill(x, func(int) float64 { return r.NormFloat64() * math.Pow(10, float64(max(0, i%331-310)*5)) })
	},
	"one overflows": func(r *rand.Rand, i int, x []float64) {
		fill(x, func(j int) float64 {
			if i%61 == 60 && j == 0 {
				return 1e160
			}
			return r.NormFloat64()
		})
	},
}

func fill(x []float64, f func(j int) float64) {
	for j := range x {
		x[j] = f(j)
	}
}

func each(f func(*rand.Rand) float64) func(*rand.Rand, int, []float64) {
	return func(r *rand.Rand, _ int, x []float64) { fill(x, func(int) float64 { return f(r) }) }
}

// rows makes n rows in R^d; the point of every fifth is that of an earlier one.
func rows(r *rand.Rand, n, d int, one func(*rand.Rand, int, []float64)) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		if one(r, i, x[i]); i%5 == 4 {
			copy(x[i], x[r.IntN(i)])
		}
	}
	return x
}

// TestBatchesAreDirect: a batch gives the neighbours, the distances and the errors of a plain search, with products and without.
func TestBatchesAreDirect(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for name, one := range kinds {
		t.Run(name, func(t *testing.T) {
			for c, shape := range []struct{ n, d, k int }{{1, 1, 1}, {3, 7, 3}, {239, 2, 5}, {240, 20, 1}, {241, 3, 7}, {1000, 20, 5}, {1500, 8, 40}, {500, 300, 3}} {
				r := rand.New(rand.NewPCG(5, uint64(c)))
				m := &space{x: rows(r, shape.n, shape.d, one)}
				points := append(rows(r, 40, shape.d, one), m.x[:min(20, len(m.x))]...)
				for _, p := range []*products{nil, makeProducts(m)} {
					if err := differs(m, points, shape.k, p); err != nil {
						t.Fatalf("%+v, products %t: %v", shape, p != nil, err)
					}
				}
			}
		})
	}
}

// differs compares the results for a batch with those of direct.
func differs(m *space, points [][]float64, k int, p *products) error {
	got, failed := m.search(points, k, p)
	for i, x := range points {
		want := nearest{k: k}
		if err := m.direct(&want, x); fmt.Sprint(err) != fmt.Sprint(failed[i]) {
			return fmt.Errorf("point %d: error %v, want %v", i, failed[i], err)
		} else if err != nil {
			continue
		}
		if !slices.Equal(got[i].index, want.index) || !testkit.Bits(got[i].squares, want.squares) {
			return fmt.Errorf("point %d: %v at %v, want %v at %v", i, got[i].index, got[i].squares, want.index, want.squares)
		}
	}
	return nil
}

// TestSieve: what a sieve rules out is not nearer than the limit, whatever that is, and on ordinary data it rules out nearly all.
func TestSieve(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for name, one := range kinds {
		for _, d := range []int{6, 20, 500} {
			testSieve(t, name, d, one)
		}
	}
}

func testSieve(t *testing.T, name string, d int, one func(*rand.Rand, int, []float64)) {
	r := rand.New(rand.NewPCG(6, 6))
	m := &space{x: rows(r, blockSize, d, one)}
	points := rows(r, 50, d, one)
	s := makeProducts(m).sieve(points)
	if s == nil {
		if name != "1e200" && name != "1e200 and equal" && name != "at the border" && name != "one overflows" {
			t.Errorf("%s: no products", name)
		}
		return
	}
	s.multiply(0, blockSize)
	var passed int
	for i, x := range points {
		var all nearest
		all.k = len(m.x)
		if err := m.direct(&all, x); err != nil {
			t.Fatal(err)
		}
		for _, rank := range []int{0, 5, 100, blockSize - 1} {
			far := nearest{k: 1, index: []int{-1}, squares: []float64{math.Nextafter(all.squares[rank], math.Inf(1))}}
			some, ok := s.pass(i, &far, nil)
			for _, j := range all.index[:rank+1] {
				if !ok || !slices.Contains(some, j) {
					t.Fatalf("%s, point %d: observation %d of rank at most %d is ruled out", name, i, j, rank)
				}
			}
			if rank == 5 {
				passed += len(some)
			}
			begun, known := s.pass(i, &nearest{k: rank + 1}, nil)
			for _, j := range all.index[:rank+1] {
				if known != (rank < fewInABlock) || known && !slices.Contains(begun, j) {
					t.Fatalf("%s, point %d: observation %d of rank at most %d is ruled out at first", name, i, j, rank)
				}
			}
		}
	}
	if name == "normal" && passed > 7*len(points) {
		t.Errorf("%d observations pass for %d points, want 6 or 7 for each", passed, len(points))
	}
}

// TestErrorOfTheFirstRow: of several rows whose distances overflow the first is told, whatever block of observations fails first.
func TestErrorOfTheFirstRow(t *testing.T) {
	x := mat.NewDense(1000, 1, nil)
	x.Set(10, 0, -1e200)
	x.Set(900, 0, 1e155)
	m, err := KNN{}.Fit(x, make([]int, 1000))
	if err != nil {
		t.Fatal(err)
	}
	points := mat.NewDense(300, 1, nil)
	testkit.Processors(t, "error", func() []float64 {
		_, err := m.Predict(points)
		if want := "neighbours: row 0 of X: "; err == nil || err.Error()[:len(want)] != want {
			t.Errorf("error %v, want one that begins with %q", err, want)
		}
		return nil
	})
}

// majority is the label of most observations, which are in the order of their distances; of several that of the nearest.
func majority(near []int, y []int) (label int) {
	most := 0
	for _, i := range near {
		votes := 0
		for _, j := range near {
			if y[j] == y[i] {
				votes++
			}
		}
		if votes > most {
			most, label = votes, y[i]
		}
	}
	return label
}

// TestProcessorsDoNotMatter: labels are those of Nearest and the vote, with any number of processors.
func TestProcessorsDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, d := range []int{2, 20, 120} {
		m := &Model{K: 5, X: rows(r, 3000, d, kinds["half a lattice"]), Y: make([]int, 3000), Classes: []int{0, 1, 2}}
		for i := range m.Y {
			m.Y[i] = r.IntN(3)
		}
		points := mat.NewDense(500, d, slices.Concat(rows(r, 500, d, kinds["half a lattice"])...))
		want := make([]float64, 500)
		for i := range want {
			near, err := m.Nearest(points.RawRowView(i), m.K)
			if err != nil {
				t.Fatal(err)
			}
			want[i] = float64(majority(near, m.Y))
		}
		testkit.Processors(t, "labels", func() []float64 {
			labels, err := m.Predict(points)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]float64, len(labels))
			for i, l := range labels {
				got[i] = float64(l)
			}
			if !slices.Equal(got, want) {
				t.Errorf("d = %d, %d processors: other labels than by Nearest", d, runtime.GOMAXPROCS(0))
			}
			return got
		})
	}
}

// BenchmarkSearch compares batches with products and without: that is what few... of products.go are from.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct{ n, d, points int }{{1000, 20, 1000}, {500, 20, 50}, {300, 20, 300}, {10_000, 3, 1000}, {10_000, 6, 1000}, {10_000, 10, 1000}, {10_000, 20, 1000},
		{10_000, 20, 32}, {10_000, 20, 64}, {100_000, 20, 1000}, {10_000, 500, 1000}, {10_000, 500, 32}} {
		r := rand.New(rand.NewPCG(1, 1))
		one := kinds["normal"]
		m := &space{x: rows(r, c.n, c.d, one)}
		points := rows(r, c.points, c.d, one)
		run := func(b *testing.B, p *products) {
			for lo := 0; lo < c.points; lo += batchSize(c.points) {
				m.search(points[lo:min(c.points, lo+batchSize(c.points))], 5, p)
			}
		}
		name := fmt.Sprintf("n=%d/d=%d/points=%d", c.n, c.d, c.points)
		b.Run(name+"/products", func(b *testing.B) {
			for b.Loop() {
				run(b, makeProducts(m))
			}
		})
		b.Run(name+"/blocks", func(b *testing.B) {
			for b.Loop() {
				run(b, nil)
			}
		})
	}
}

// BenchmarkDigits is on data whose distances have many ties.
func BenchmarkDigits(b *testing.B) {
	s := data.HandwrittenDigits()
	m, err := KNN{K: 5}.Fit(s.X, s.Y)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Predict(s.X); err != nil {
			b.Fatal(err)
		}
	}
}
