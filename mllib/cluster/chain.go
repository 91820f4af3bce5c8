package cluster

import "slices"

// This file finds the merges by chains of nearest neighbours: from any cluster to its nearest, from there to the nearest of that one, and so on, until two are
// the nearest of each other. These are merged, and the rest of the chain stays: no merge brings a cluster nearer to the others than the nearer of its parts was. So
// the merges are those of the plain search for the nearest pair, in another order, and take O(n²) steps instead of O(n³).

// joint is a merge of the clusters that hold the observations x and y.
type joint struct {
	x, y   int
	height float64
}

// chains is the state of the search. A cluster has the row of one of its observations.
type chains struct {
	linkage Linkage
	stride  int
	d       []float64 // the distance of the clusters i and j is d[i*stride+j]; on the diagonal it is infinite
	sizes   []float64
	alive   []int // the rows of clusters, in increasing order
}

func newChains(l Linkage, t *table) *chains {
	c := &chains{linkage: l, stride: t.stride, d: t.d, sizes: make([]float64, t.n), alive: make([]int, t.n)}
	for i := range c.alive {
		c.sizes[i], c.alive[i] = 1, i
	}
	return c
}

// joints makes all merges.
func (c *chains) joints() []joint {
	all := make([]joint, 0, len(c.alive)-1)
	var path []int
	for len(c.alive) > 1 {
		if len(path) == 0 {
			path = append(path, c.alive[0])
		}
		path = c.follow(path)
		end := len(path) - 2
		x, y := min(path[end], path[end+1]), max(path[end], path[end+1])
		path = path[:end]
		all = append(all, joint{x, y, c.row(x)[y]})
		c.merge(x, y)
	}
	return all
}

// follow goes on from the end of a chain to a nearest cluster, the one before it if it is among them, else that of the lowest row, until the last two are nearest
// to each other.
func (c *chains) follow(path []int) []int {
	before := -1
	if len(path) > 1 {
		before = path[len(path)-2]
	}
	for {
		at := path[len(path)-1]
		next := c.nearest(at, before)
		if next == before {
			return path
		}
		path, before = append(path, next), at
	}
}

// nearest is the cluster nearest to that of row x; before, if it is one of the nearest, -1 for none.
func (c *chains) nearest(x, before int) int {
	row, at := c.row(x), before
	if at < 0 {
		at = c.alive[0] // x itself counts as infinitely far
	}
	best := row[at]
	for _, i := range c.alive {
		if v := row[i]; v < best {
			best, at = v, i
		}
	}
	return at
}

// merge puts the cluster of row x into that of row y.
func (c *chains) merge(x, y int) {
	c.alive = drop(c.alive, x)
	from, to := c.row(x), c.row(y)
	between, nx, ny := from[y], c.sizes[x], c.sizes[y]
	switch c.linkage {
	case Complete:
		joinComplete(from, to, c.alive)
	case Average:
		joinAverage(from, to, c.alive, nx, ny)
	case Ward:
		joinWard(from, to, c.alive, c.sizes, nx, ny, between)
	}
	to[y] = infinity
	c.sizes[y] = nx + ny
	for _, i := range c.alive {
		c.d[i*c.stride+y] = to[i]
	}
}

func (c *chains) row(i int) []float64 { return c.d[i*c.stride : (i+1)*c.stride] }

// drop takes v out of an ordered list.
func drop(list []int, v int) []int {
	at, _ := slices.BinarySearch(list, v)
	return slices.Delete(list, at, at+1)
}
