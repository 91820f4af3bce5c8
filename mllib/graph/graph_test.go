package graph_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

func cloud(r *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	return x
}

// random is a graph with many edges of whole lengths, so that sums are exact and paths of equal length frequent; it may have several parts.
func random(t testing.TB, r *rand.Rand, n, edges int) *graph.Graph {
	t.Helper()
	var list []graph.Edge
	for len(list) < edges {
		if i, j := r.IntN(n), r.IntN(n); i != j {
			list = append(list, graph.Edge{From: i, To: j, Length: float64(r.IntN(5))})
		}
	}
	g, err := graph.New(n, list)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// floyd is the matrix of all distances by the algorithm of Floyd and Warshall.
func floyd(g *graph.Graph) [][]float64 {
	n := g.Len()
	d := make([][]float64, n)
	for i := range d {
		d[i] = slices.Repeat([]float64{math.Inf(1)}, n)
		d[i][i] = 0
	}
	for _, e := range g.Edges() {
		d[e.From][e.To], d[e.To][e.From] = e.Length, e.Length
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}

// TestDistancesAreFloydWarshalls, and a path has the length that is said, along edges.
func TestDistancesAreFloydWarshalls(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(5, seed))
		n := 2 + r.IntN(40)
		g := random(t, r, n, r.IntN(3*n))
		want := floyd(g)
		got, err := g.Distances(nil)
		if err != nil {
			t.Fatal(err)
		}
		part, count, err := g.Parts()
		if err != nil || slices.Max(part) != count-1 {
			t.Fatal(part, count, err)
		}
		for i := range n {
			for j := range n {
				if got.At(i, j) != want[i][j] {
					t.Fatalf("seed %d: distance of %d and %d is %v, want %v", seed, i, j, got.At(i, j), want[i][j])
				}
				if (part[i] == part[j]) == math.IsInf(want[i][j], 1) {
					t.Fatalf("seed %d: %d and %d are in the parts %d and %d", seed, i, j, part[i], part[j])
				}
			}
		}
		for range 20 {
			i, j := r.IntN(n), r.IntN(n)
			checkPath(t, g, i, j, want[i][j])
		}
		if err := g.Connected("g"); (err == nil) != (count == 1) || err != nil && !errors.Is(err, graph.ErrNotConnected) {
			t.Fatalf("seed %d: %d parts, %v", seed, count, err)
		}
	}
}

func checkPath(t *testing.T, g *graph.Graph, i, j int, want float64) {
	t.Helper()
	path, length, err := g.Path(i, j)
	if err != nil || length != want {
		t.Fatalf("path from %d to %d: %v, %v (%v), want the length %v", i, j, path, length, err, want)
	}
	if math.IsInf(want, 1) {
		if path != nil {
			t.Fatal(path)
		}
		return
	}
	sum := 0.
	for k := range len(path) - 1 {
		row := g.To[g.Start[path[k]]:g.Start[path[k]+1]]
		at, ok := slices.BinarySearch(row, int32(path[k+1]))
		if !ok {
			t.Fatalf("no edge from %d to %d", path[k], path[k+1])
		}
		sum += g.Length[g.Start[path[k]]+at]
	}
	if path[0] != i || path[len(path)-1] != j || sum != want {
		t.Fatalf("path %v from %d to %d has the length %v, want %v", path, i, j, sum, want)
	}
}

// TestNeighbourhoods: each edge of both graphs is one by definition, and no other.
func TestNeighbourhoods(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(6, seed))
		n := 3 + r.IntN(60)
		x := cloud(r, n, 1+r.IntN(4))
		if seed%3 == 0 { // equal rows, and ties
			x.Apply(func(_, _ int, v float64) float64 { return math.Round(v) }, x)
		}
		far := func(i, j int) float64 {
			s := 0.
			for a, v := range x.RawRowView(i) {
				e := v - x.RawRowView(j)[a]
				s += float64(e * e)
			}
			return math.Sqrt(s)
		}
		k, ε := 1+r.IntN(n-1), .3+r.Float64()
		near := make([]map[int]bool, n)
		for i := range n {
			var others []int
			for j := range n {
				if j != i {
					others = append(others, j)
				}
			}
			slices.SortStableFunc(others, func(a, b int) int { return int(math.Copysign(1, far(i, a)-far(i, b))) * b2i(far(i, a) != far(i, b)) })
			near[i] = map[int]bool{}
			for _, j := range others[:k] {
				near[i][j] = true
			}
		}
		knn, err := graph.KNN(x, k)
		if err != nil {
			t.Fatal(err)
		}
		eps, err := graph.Epsilon(x, ε)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, knn, far, func(i, j int) bool { return near[i][j] || near[j][i] })
		holds(t, eps, far, func(i, j int) bool { return far(i, j) <= ε })
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func holds(t *testing.T, g *graph.Graph, far func(i, j int) float64, joined func(i, j int) bool) {
	t.Helper()
	edges := map[[2]int]float64{}
	for _, e := range g.Edges() {
		edges[[2]int{e.From, e.To}] = e.Length
	}
	degrees := make([]int, g.Len())
	for j := range g.Len() {
		for i := range j {
			length, ok := edges[[2]int{i, j}]
			if ok != joined(i, j) || ok && length != far(i, j) {
				t.Fatalf("edge %d–%d: %v, %v, want %v, %v", i, j, ok, length, joined(i, j), far(i, j))
			}
			if ok {
				degrees[i]++
				degrees[j]++
			}
		}
	}
	if !slices.Equal(degrees, g.Degrees()) {
		t.Fatalf("degrees %v, want %v", g.Degrees(), degrees)
	}
}

// TestLattice: with f = 1 a lattice knows distances to the width of an angle between its directions, and with f(x, y) = 1/y, the metric of the hyperbolic half-plane, the length of a geodesic in closed form.
func TestLattice(t *testing.T) {
	axis := func(lo, hi float64, n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = lo + (hi-lo)*float64(i)/float64(n-1)
		}
		return v
	}
	l := graph.Lattice{X: axis(-1, 1, 61), Y: axis(.5, 2.5, 61)}
	flat, err := l.Graph(func(_, _ float64) float64 { return 1 })
	if err != nil {
		t.Fatal(err)
	}
	hyperbolic, err := l.Graph(func(_, y float64) float64 { return 1 / y })
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(7, seed))
		a, b := l.Node(r.IntN(61), r.IntN(61)), l.Node(r.IntN(61), r.IntN(61))
		x, y := l.Place(a)
		u, v := l.Place(b)
		for _, c := range []struct {
			g    *graph.Graph
			want float64
		}{{flat, math.Hypot(x-u, y-v)}, {hyperbolic, math.Acosh(1 + ((x-u)*(x-u)+(y-v)*(y-v))/(2*y*v))}} {
			if _, got, err := c.g.Path(a, b); err != nil || got < c.want*(1-1e-3) || got > c.want*1.01+1e-12 {
				t.Errorf("from (%v, %v) to (%v, %v): %v (%v), want a little more than %v", x, y, u, v, got, err, c.want)
			}
		}
	}
}

func TestSameBits(t *testing.T) {
	x := cloud(rand.New(rand.NewPCG(8, 8)), 300, 3)
	testkit.Processors(t, "distances", func() []float64 {
		g, err := graph.KNN(x, 6)
		if err != nil {
			t.Fatal(err)
		}
		d, err := g.Distances(nil)
		if err != nil {
			t.Fatal(err)
		}
		return d.RawMatrix().Data
	})
	g, _ := graph.KNN(x, 6)
	testkit.RoundTrip(t, g)
	testkit.Views(t, "KNN", x, func(x mat.Matrix) (any, error) { return graph.KNN(x, 4) })
}

func TestRefuses(t *testing.T) {
	one := mat.NewDense(3, 1, []float64{0, 1, 2})
	lattice := graph.Lattice{X: []float64{0, 1}, Y: []float64{0, 1}}
	unit := func(_, _ float64) float64 { return 1 }
	_, errKNN := graph.KNN(one, 3)
	_, errNone := graph.KNN(one, 0)
	_, errEpsilon := graph.Epsilon(one, -1)
	_, errNaN := graph.Epsilon(one, math.NaN())
	_, errData := graph.KNN(mat.NewDense(2, 1, []float64{0, math.NaN()}), 1)
	_, errFar := graph.KNN(mat.NewDense(2, 1, []float64{-1e200, 1e200}), 1)
	_, errTiny := graph.Epsilon(mat.NewDense(2, 1, []float64{0, 1e-200}), 1)
	_, errEdge := graph.New(2, []graph.Edge{{From: 0, To: 2}})
	_, errLoop := graph.New(2, []graph.Edge{{From: 1, To: 1}})
	_, errLength := graph.New(2, []graph.Edge{{From: 0, To: 1, Length: -1}})
	_, errInf := graph.New(2, []graph.Edge{{From: 0, To: 1, Length: math.Inf(1)}})
	_, errNodes := graph.New(0, nil)
	_, errAxis := graph.Lattice{X: []float64{0, 0}, Y: []float64{0, 1}}.Graph(unit)
	_, errShort := graph.Lattice{X: []float64{0}, Y: []float64{0, 1}}.Graph(unit)
	_, errReach := graph.Lattice{X: lattice.X, Y: lattice.Y, Reach: -1}.Graph(unit)
	_, errF := lattice.Graph(nil)
	_, errNegative := lattice.Graph(func(_, _ float64) float64 { return -1 })
	g, _ := graph.KNN(one, 1)
	huge, _ := graph.New(2, []graph.Edge{{From: 0, To: 1, Length: 1e308}})
	_, errSource := g.Distances([]int{3})
	_, _, errPath := g.Path(0, -1)
	_, errHuge := huge.Distances(nil)
	_, errBroken := (&graph.Graph{Start: []int{0, 1}, To: []int32{5}, Length: []float64{1}}).Distances(nil)
	_, _, errRows := (&graph.Graph{Start: []int{0, 2}, To: []int32{0}, Length: []float64{1}}).Parts()
	_, errNil := (*graph.Graph)(nil).Distances(nil)
	for i, c := range []struct{ got, want error }{
		{errKNN, input.ErrParam}, {errNone, input.ErrParam}, {errEpsilon, input.ErrParam}, {errNaN, input.ErrParam}, {errData, input.ErrNotFinite}, {errFar, input.ErrNotFinite}, {errTiny, input.ErrNotFinite},
		{errEdge, input.ErrParam}, {errLoop, input.ErrParam}, {errLength, input.ErrParam}, {errInf, input.ErrNotFinite}, {errNodes, input.ErrParam},
		{errAxis, input.ErrParam}, {errShort, input.ErrParam}, {errReach, input.ErrParam}, {errF, input.ErrEmpty}, {errNegative, input.ErrParam},
		{errSource, input.ErrParam}, {errPath, input.ErrParam}, {errHuge, input.ErrNotFinite}, {errBroken, input.ErrParam}, {errRows, input.ErrShape}, {errNil, input.ErrEmpty},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: %v, want %v", i, c.got, c.want)
		}
	}
	if (*graph.Graph)(nil).Unit() != nil || (*graph.Graph)(nil).Edges() != nil || (*graph.Graph)(nil).Degrees() != nil || (*graph.Graph)(nil).Len() != 0 {
		t.Error("a nil graph has something")
	}
	parts, _ := graph.New(9, nil)
	if err := parts.Connected("K"); err == nil || !strings.Contains(err.Error(), "9 parts, of 1, 1, 1, 1, 1, 1, … nodes") {
		t.Error(err)
	}
}

func Example() {
	x := mat.NewDense(6, 2, []float64{0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 9, 9})
	g, _ := graph.Epsilon(x, 1)
	part, count, _ := g.Parts()
	fmt.Println(count, "parts:", part)
	path, length, _ := g.Path(0, 4)
	fmt.Println(path, "has the length", length)
	_, length, _ = g.Path(0, 5)
	fmt.Println("to the last one:", length)
	fmt.Println(g.Connected("ε = 1"))
	// Output:
	// 2 parts: [0 0 0 0 0 1]
	// [0 1 2 3 4] has the length 4
	// to the last one: +Inf
	// ε = 1: the graph has 2 parts, of 5, 1 nodes: no path joins them: graph is not connected
}

func BenchmarkDistances(b *testing.B) {
	for _, n := range []int{500, 2000} {
		b.Run(fmt.Sprintf("n=%d/d=3", n), func(b *testing.B) {
			g, err := graph.KNN(cloud(rand.New(rand.NewPCG(1, 1)), n, 3), 10)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := g.Distances(nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestNoPlace: numbers that no node has lie nowhere.
func TestNoPlace(t *testing.T) {
	axis := []float64{0, 1, 2}
	for _, l := range []graph.Lattice{{}, {X: axis}, {Y: axis}, {X: axis, Y: axis[:2]}} {
		for _, node := range []int{-1, 6, 1 << 40} {
			if x, y := l.Place(node); !math.IsNaN(x) || !math.IsNaN(y) {
				t.Errorf("%v: node %d at %v, %v", l, node, x, y)
			}
		}
	}
	if x, y := (graph.Lattice{X: axis, Y: axis[:2]}).Place(5); x != 2 || y != 1 {
		t.Errorf("the last node is at %v, %v", x, y)
	}
}

// TestOneWayEdges: a graph put together by hand, or read from damaged JSON, whose edges do not stand in the rows of both of their ends is refused.
func TestOneWayEdges(t *testing.T) {
	for name, g := range map[string]*graph.Graph{
		"one way":       {Start: []int{0, 1, 1}, To: []int32{1}, Length: []float64{1}},
		"a cycle":       {Start: []int{0, 1, 2, 3}, To: []int32{1, 2, 0}, Length: []float64{1, 1, 1}},
		"two lengths":   {Start: []int{0, 1, 2}, To: []int32{1, 0}, Length: []float64{1, 2}},
		"to itself":     {Start: []int{0, 1}, To: []int32{0}, Length: []float64{1}},
		"edge twice":    {Start: []int{0, 2, 4}, To: []int32{1, 1, 0, 0}, Length: []float64{1, 1, 1, 1}},
		"out of order":  {Start: []int{0, 2, 3, 4}, To: []int32{2, 1, 0, 0}, Length: []float64{1, 1, 1, 1}},
		"no last row":   {Start: []int{0, 1, 2, 2}, To: []int32{2, 0}, Length: []float64{1, 1}},
		"only backward": {Start: []int{0, 0, 1}, To: []int32{0}, Length: []float64{1}},
	} {
		if _, _, err := g.Parts(); !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: %v", name, err)
		}
		if g.Edges() != nil {
			t.Errorf("%s: has the edges %v", name, g.Edges())
		}
	}
	r := rand.New(rand.NewPCG(51, 52))
	for range 30 {
		n := 2 + r.IntN(20)
		edges := []graph.Edge{{From: 0, To: 1, Length: 1}}
		for range r.IntN(60) {
			if a, b := r.IntN(n), r.IntN(n); a != b {
				edges = append(edges, graph.Edge{From: a, To: b, Length: float64(r.IntN(3))})
			}
		}
		g, err := graph.New(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := g.Parts(); err != nil {
			t.Fatal(err)
		}
		k := r.IntN(len(g.To))
		g.Length[k]++
		if _, _, err := g.Parts(); !errors.Is(err, input.ErrParam) {
			t.Fatalf("%v is symmetric, though length %d was changed", g, k)
		}
	}
}
