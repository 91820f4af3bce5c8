package neighbours

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
)

var sizes = []struct{ n, d, k int }{{1, 1, 1}, {3, 7, 3}, {41, 1, 4}, {239, 2, 5}, {331, 2, 1}, {700, 9, 3}, {1500, 3, 40}, {3000, 8, 5}, {5500, 2, 7}, {500, 60, 3}}

// TestTreesAreDirect: trees give the neighbours, their order and their distances of a plain search, to the last bit, where they are used at all.
func TestTreesAreDirect(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for name, one := range kinds {
		t.Run(name, func(t *testing.T) {
			for c, size := range sizes {
				r := rand.New(rand.NewPCG(8, uint64(c)))
				s := &space{x: rows(r, size.n, size.d, one)}
				points := append(rows(r, 30, size.d, one), s.x[:min(20, len(s.x))]...)
				for _, way := range []Way{KDTree, BallTree} {
					tree := newTree(s.x, way)
					if tree == nil || !tree.safe(points) {
						continue
					}
					if err := sameAsDirect(s, tree, points, size.k); err != nil {
						t.Fatalf("%+v, %v: %v", size, way, err)
					}
				}
			}
		})
	}
}

func sameAsDirect(s *space, tree *tree, points [][]float64, k int) error {
	got, w := tree.nearest(points, k), tree.walker(nil)
	for i, x := range points {
		want := nearest{k: k}
		if err := s.direct(&want, x); err != nil {
			return err
		}
		if !slices.Equal(got[i].index, want.index) || !testkit.Bits(got[i].squares, want.squares) {
			return fmt.Errorf("point %d: %v at %v, want %v at %v", i, got[i].index, got[i].squares, want.index, want.squares)
		}
		var all nearest
		limit := want.last()
		w.within(x, limit, &all)
		count := 0
		for _, row := range s.x {
			if squares.Between(x, row) <= limit {
				count++
			}
		}
		if len(all.index) != count {
			return fmt.Errorf("point %d: %d observations within %v, want %d", i, len(all.index), limit, count)
		}
	}
	return nil
}

// TestTreesAreUsed: on ordinary data there is a tree, and on such as overflow there is none.
func TestTreesAreUsed(t *testing.T) {
	for name, one := range kinds {
		s := rows(rand.New(rand.NewPCG(9, 9)), 500, 3, one)
		overflows := name == "1e200" || name == "1e200 and equal" || name == "one overflows"
		if made := newTree(s, KDTree) != nil; made == overflows && name != "one overflows" {
			t.Errorf("%s: a tree is made: %t", name, made)
		}
	}
}

// TestTreesHoldAll: every observation stands in one leaf, and no leaf is larger than its places.
func TestTreesHoldAll(t *testing.T) {
	for n := 1; n < 700; n += 1 + n/9 {
		tree := newTree(rows(rand.New(rand.NewPCG(9, uint64(n))), n, 2, kinds["half a lattice"]), KDTree)
		seen := slices.Clone(tree.order)
		slices.Sort(seen)
		for i, o := range seen {
			if int(o) != i {
				t.Fatalf("n = %d: observation %d is missing", n, i)
			}
		}
		end := 0
		for leaf := range 1 << tree.cuts {
			lo, hi := tree.node(tree.cuts, leaf)
			if lo != end || hi-lo > tree.width || hi-lo > leafSize {
				t.Fatalf("n = %d: leaf %d holds %d to %d", n, leaf, lo, hi)
			}
			end = hi
		}
		if end != n {
			t.Fatalf("n = %d: leaves end at %d", n, end)
		}
	}
}

// TestSplit: the least keys come first, also of orders that mislead the guesses.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	for c := range 300 {
		keys := make([]key, 1+r.IntN(400))
		for i := range keys {
			keys[i] = key{[]float64{r.NormFloat64(), float64(r.IntN(3)), float64(i), -float64(i), math.Abs(float64(i - len(keys)/2))}[c%5], int32(i), 0}
		}
		sorted := slices.Clone(keys)
		slices.SortFunc(sorted, key.compare)
		mid := r.IntN(len(keys))
		split(keys, mid)
		slices.SortFunc(keys[:mid], key.compare)
		slices.SortFunc(keys[mid:], key.compare)
		if !slices.Equal(keys, sorted) {
			t.Fatalf("case %d: %d keys, the first %d are not the least", c, len(keys), mid)
		}
	}
}

// BenchmarkWays is one tree or none, and questions at points of the same law.
func BenchmarkWays(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 2}, {10_000, 2}, {2000, 8}, {10_000, 8}, {50_000, 8}, {50_000, 10}, {50_000, 12}, {50_000, 16}} {
		r := rand.New(rand.NewPCG(1, 1))
		s := &space{x: rows(r, c.n, c.d, kinds["normal"])}
		points := rows(r, c.n/5, c.d, kinds["normal"])
		for _, way := range []Way{Brute, KDTree, BallTree} {
			b.Run(fmt.Sprintf("n=%d/d=%d/%v", c.n, c.d, way), func(b *testing.B) {
				for b.Loop() {
					f := s.finder(way, len(points))
					for lo := 0; lo < len(points); lo += batchSize(len(points)) {
						f.nearest(points[lo:min(len(points), lo+batchSize(len(points)))], 5)
					}
					f.done()
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(points)), "µs/point")
			})
		}
	}
}
