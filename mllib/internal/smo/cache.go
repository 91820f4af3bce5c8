package smo

// cache keeps rows of the matrix, those of the variables that are active. A list goes from the row used last to the one not used for longest.
type cache struct {
	rows       [][]float64 // by variable; nil for those that are not kept
	next, prev []int       // of the list; entry n is its head
	free       [][]float64 // memory of rows that are not kept any more
	room       int         // numbers that may still be allocated
}

// least is how many rows there is always memory for: those of a step, and of its choice.
const least = 4

func newCache(n, bytes int) *cache {
	c := &cache{rows: make([][]float64, n), next: make([]int, n+1), prev: make([]int, n+1)}
	c.room = max(bytes/8, least*n)
	c.next[n], c.prev[n] = n, n
	return c
}

// row returns the kept row of a variable, or nil.
func (c *cache) row(v int) []float64 {
	r := c.rows[v]
	if r != nil && c.next[len(c.rows)] != v {
		c.unlink(v)
		c.link(v)
	}
	return r
}

// put keeps a row of m numbers for a variable, and returns its memory, which the caller fills.
func (c *cache) put(v, m int) []float64 {
	c.rows[v] = c.memory(m)
	c.link(v)
	return c.rows[v]
}

func (c *cache) memory(m int) []float64 {
	for {
		if k := len(c.free) - 1; k >= 0 {
			r := c.free[k]
			c.free = c.free[:k]
			if cap(r) >= m {
				return r[:m]
			}
			c.room += cap(r)
			continue
		}
		if c.room >= m {
			c.room -= m
			return make([]float64, m)
		}
		c.drop(c.prev[len(c.rows)])
	}
}

func (c *cache) drop(v int) {
	c.unlink(v)
	c.free = append(c.free, c.rows[v])
	c.rows[v] = nil
}

// dropAll forgets all rows.
func (c *cache) dropAll() {
	for last := c.prev[len(c.rows)]; last != len(c.rows); last = c.prev[len(c.rows)] {
		c.drop(last)
	}
}

// pack leaves the entries of all rows that are at the kept positions.
func (c *cache) pack(kept []int) {
	for v := c.next[len(c.rows)]; v != len(c.rows); v = c.next[v] {
		r := c.rows[v]
		for k, from := range kept {
			r[k] = r[from]
		}
		c.rows[v] = r[:len(kept)]
	}
}

func (c *cache) unlink(v int) {
	c.next[c.prev[v]], c.prev[c.next[v]] = c.next[v], c.prev[v]
}

func (c *cache) link(v int) {
	head := len(c.rows)
	c.next[v], c.prev[v] = c.next[head], head
	c.prev[c.next[head]] = v
	c.next[head] = v
}
