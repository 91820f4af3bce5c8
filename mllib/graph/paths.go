package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/mat"
)

// search is the memory of shortest paths from one node at a time.
type search struct {
	*Graph
	queue *heap
	from  []int32 // the node before each one on its path, where it is asked for
}

func (g *Graph) search() *search { return &search{Graph: g, queue: newHeap(g.Len())} }

// run writes the distances of all nodes from a source, as Dijkstra's algorithm finds them: the nearest node of the queue is final, and offers its neighbours the way over itself. It
// ends early at a target, −1 for none.
func (s *search) run(source, target int, to []float64) {
	for i := range to {
		to[i] = math.Inf(1)
	}
	s.queue.reset()
	to[source] = 0
	s.queue.offer(int32(source), 0)
	for len(s.queue.nodes) > 0 {
		i, here := s.queue.pop()
		if int(i) == target {
			return
		}
		begin, end := s.Start[i], s.Start[i+1]
		lengths := s.Length[begin:end]
		for k, j := range s.To[begin:end] {
			if way := here + lengths[k]; way < to[j] {
				to[j] = way
				s.queue.offer(j, way)
				if s.from != nil {
					s.from[j] = i
				}
			}
		}
	}
}

// Distances returns the lengths of the shortest paths from some nodes, one in each row, to all n, and +Inf where there is none. nil stands for all nodes in order. Sources
// are shared out among the processors. Each costs O((n + edges) log n) steps.
//
// The errors wrap input.ErrParam for sources that are no nodes, and input.ErrNotFinite where a length overflows.
func (g *Graph) Distances(sources []int) (*mat.Dense, error) {
	err := g.whole()
	if err == nil && sources == nil {
		sources = make([]int, g.Len())
		for i := range sources {
			sources[i] = i
		}
	}
	for k, i := range sources {
		if err == nil {
			err = g.node(fmt.Sprintf("sources[%d]", k), i)
		}
	}
	if err == nil {
		err = input.Size("sources", len(sources), g.Len())
	}
	if err == nil {
		err = g.bounded()
	}
	if err != nil {
		return nil, fmt.Errorf("graph: distances: %w", err)
	}
	return g.distances(sources), nil
}

func (g *Graph) distances(sources []int) *mat.Dense {
	n := g.Len()
	d := mat.NewDense(len(sources), n, nil)
	parallel.Rows(len(sources), 32, func(_, lo, hi int) {
		s := g.search()
		for k := lo; k < hi; k++ {
			s.run(sources[k], -1, d.RawRowView(k))
		}
	})
	return d
}

// Path returns the nodes of a shortest path between two nodes, both of them included, and its length; nil and +Inf where there is none. Of paths of equal length it is always
// the same one. The errors are those of Distances.
func (g *Graph) Path(from, to int) (nodes []int, length float64, err error) {
	if err = g.whole(); err == nil {
		err = g.node("from", from)
	}
	if err == nil {
		err = g.node("to", to)
	}
	if err == nil {
		err = g.bounded()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("graph: path: %w", err)
	}
	s, lengths := g.search(), make([]float64, g.Len())
	s.from = make([]int32, g.Len())
	s.run(from, to, lengths)
	if math.IsInf(lengths[to], 1) {
		return nil, lengths[to], nil
	}
	for i := to; i != from; i = int(s.from[i]) {
		nodes = append(nodes, i)
	}
	nodes = append(nodes, from)
	slices.Reverse(nodes)
	return nodes, lengths[to], nil
}

func (g *Graph) node(argument string, i int) error {
	return input.Param(i >= 0 && i < g.Len(), argument, i, fmt.Sprintf("a node from 0 to %d", g.Len()-1))
}

// bounded refuses lengths whose sum along a path could overflow.
func (g *Graph) bounded() error {
	longest := 0.0
	for _, v := range g.Length {
		longest = max(longest, v)
	}
	if longest > math.MaxFloat64/float64(g.Len()) {
		return input.Errorf(input.ErrNotFinite, "graph", "edges of length %v: the length of a path overflows", longest)
	}
	return nil
}
