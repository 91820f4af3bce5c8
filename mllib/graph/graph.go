package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// Graph is an undirected graph with a length at each edge. It is plain data: it goes through JSON and back. Make it by New, KNN, Epsilon or Lattice.
type Graph struct {
	Start  []int     // n+1 places: the neighbours of node i are To[Start[i]:Start[i+1]]
	To     []int32   // in increasing order within a row; each edge stands in the rows of both of its ends
	Length []float64 // of the edges, at least 0, beside To
}

// Edge joins two different nodes.
type Edge struct {
	From, To int
	Length   float64
}

// maxNodes is how many nodes a graph may have.
const maxNodes = math.MaxInt32

// New makes a graph of n nodes from its edges, in any order and direction; of several edges between the same nodes the shortest counts. The errors wrap input.ErrParam
// for ends that are no nodes, equal ends, and lengths that are negative, and input.ErrNotFinite for lengths that are NaN or infinite.
func New(n int, edges []Edge) (*Graph, error) {
	err := input.Param(n >= 1 && n <= maxNodes, "n", n, "a number of nodes from 1 to 2^31-1")
	for i, e := range edges {
		if err != nil {
			break
		}
		err = e.check(fmt.Sprintf("edges[%d]", i), n)
	}
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	return ofEdges(n, edges), nil
}

func (e Edge) check(argument string, n int) error {
	switch {
	case e.From < 0 || e.From >= n || e.To < 0 || e.To >= n || e.From == e.To:
		return input.Errorf(input.ErrParam, argument, "it joins %d and %d, want two different nodes from 0 to %d", e.From, e.To, n-1)
	case math.IsNaN(e.Length) || math.IsInf(e.Length, 0):
		return input.Errorf(input.ErrNotFinite, argument, "its length is %v", e.Length)
	case e.Length < 0:
		return input.Errorf(input.ErrParam, argument, "its length is %v, want at least 0", e.Length)
	}
	return nil
}

// end is an edge as one of its nodes sees it.
type end struct {
	to     int32
	length float64
}

// ofEdges makes the graph of edges that were checked: their ends are put into the rows of their nodes, and each row in order.
func ofEdges(n int, edges []Edge) *Graph {
	begin := make([]int, n+1)
	for _, e := range edges {
		begin[e.From+1]++
		begin[e.To+1]++
	}
	for i := range n {
		begin[i+1] += begin[i]
	}
	ends, next := make([]end, 2*len(edges)), slices.Clone(begin)
	for _, e := range edges {
		ends[next[e.From]], ends[next[e.To]] = end{int32(e.To), e.Length}, end{int32(e.From), e.Length}
		next[e.From]++
		next[e.To]++
	}
	rows := make([][]end, n)
	parallel.Rows(n, 256, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			rows[i] = ordered(ends[begin[i]:begin[i+1]])
		}
	})
	return ofRows(rows)
}

// ordered sorts a row and keeps the shortest edge to each node.
func ordered(row []end) []end {
	slices.SortFunc(row, func(a, b end) int {
		if a.to != b.to {
			return int(a.to) - int(b.to)
		}
		return cmp.Compare(a.length, b.length)
	})
	return slices.CompactFunc(row, func(a, b end) bool { return a.to == b.to })
}

func ofRows(rows [][]end) *Graph {
	g := &Graph{Start: make([]int, len(rows)+1)}
	for i, row := range rows {
		g.Start[i+1] = g.Start[i] + len(row)
	}
	count := g.Start[len(rows)]
	g.To, g.Length = make([]int32, 0, count), make([]float64, 0, count)
	for _, row := range rows {
		for _, e := range row {
			g.To, g.Length = append(g.To, e.to), append(g.Length, e.length)
		}
	}
	return g
}

// Len is the number of nodes, 0 for nil.
func (g *Graph) Len() int {
	if g == nil || len(g.Start) == 0 {
		return 0
	}
	return len(g.Start) - 1
}

// Edges lists each edge once, From below To, in increasing order.
func (g *Graph) Edges() []Edge {
	if g.whole() != nil {
		return nil
	}
	edges := make([]Edge, 0, len(g.To)/2)
	for i := range g.Len() {
		for k := g.Start[i]; k < g.Start[i+1]; k++ {
			if j := int(g.To[k]); i < j {
				edges = append(edges, Edge{From: i, To: j, Length: g.Length[k]})
			}
		}
	}
	return edges
}

// Degrees are the numbers of neighbours of the nodes.
func (g *Graph) Degrees() []int {
	if g.whole() != nil {
		return nil
	}
	degrees := make([]int, g.Len())
	for i := range degrees {
		degrees[i] = g.Start[i+1] - g.Start[i]
	}
	return degrees
}

// Unit is the same graph with all lengths 1, in which distances are numbers of edges. It is nil where g is no graph.
func (g *Graph) Unit() *Graph {
	if g.whole() != nil {
		return nil
	}
	u := &Graph{Start: slices.Clone(g.Start), To: slices.Clone(g.To), Length: make([]float64, len(g.To))}
	for k := range u.Length {
		u.Length[k] = 1
	}
	return u
}

// whole tells what is wrong with a graph that no function of this package made.
func (g *Graph) whole() error {
	if g == nil {
		return input.NoModel("graph.Graph")
	}
	n := len(g.Start) - 1
	if n < 1 || n > maxNodes || g.Start[0] != 0 || g.Start[n] != len(g.To) || len(g.To) != len(g.Length) || !slices.IsSorted(g.Start) {
		return input.Errorf(input.ErrShape, "graph", "its rows of neighbours do not fit together; New makes a graph")
	}
	for k, j := range g.To {
		if j < 0 || int(j) >= n || !(g.Length[k] >= 0) || math.IsInf(g.Length[k], 1) {
			return input.Errorf(input.ErrParam, "graph", "neighbour %d at the distance %v, want nodes from 0 to %d and finite lengths of at least 0", j, g.Length[k], n-1)
		}
	}
	return g.mutual()
}

// mutual refuses an edge that stands in the row of one of its ends alone, or with another length there, and rows that are not in increasing order: seen from the nodes in their order, the rows
// of the other ends are gone through from their beginnings.
func (g *Graph) mutual() error {
	next := slices.Clone(g.Start)
	for i := range g.Len() {
		for k := g.Start[i]; k < g.Start[i+1]; k++ {
			j := g.To[k]
			at := next[j]
			if int(j) == i || k > g.Start[i] && j <= g.To[k-1] || at >= g.Start[j+1] || int(g.To[at]) != i || g.Length[at] != g.Length[k] {
				return input.Errorf(input.ErrParam, "graph", "the edge of %d and %d with length %v does not stand in the rows of both, in increasing order; New makes a graph", i, j, g.Length[k])
			}
			next[j]++
		}
	}
	return nil
}
