package graph

// heap is a queue of nodes by their distances, in which a node moves up as its distance shrinks: a tree with four branches, for a node has more neighbours than the queue
// has levels.
type heap struct {
	nodes []int32
	keys  []float64 // of nodes, beside them
	place []int32   // of each node in nodes, −1 before it comes in, −2 after it left
}

const branches = 4

const (
	unseen = -1
	done   = -2
)

func newHeap(n int) *heap {
	return &heap{nodes: make([]int32, 0, n), keys: make([]float64, 0, n), place: make([]int32, n)}
}

func (h *heap) reset() {
	h.nodes, h.keys = h.nodes[:0], h.keys[:0]
	for i := range h.place {
		h.place[i] = unseen
	}
}

// offer puts a node into the queue, or moves it up to a smaller key.
func (h *heap) offer(node int32, key float64) {
	at := h.place[node]
	if at == unseen {
		at = int32(len(h.nodes))
		h.nodes, h.keys = append(h.nodes, node), append(h.keys, key)
	}
	for at > 0 {
		above := (at - 1) / branches
		if h.keys[above] <= key {
			break
		}
		h.put(at, h.nodes[above], h.keys[above])
		at = above
	}
	h.put(at, node, key)
}

// pop takes the node of the smallest key away.
func (h *heap) pop() (node int32, key float64) {
	node, key = h.nodes[0], h.keys[0]
	h.place[node] = done
	last := len(h.nodes) - 1
	moved, its := h.nodes[last], h.keys[last]
	h.nodes, h.keys = h.nodes[:last], h.keys[:last]
	if last > 0 {
		h.sink(moved, its)
	}
	return node, key
}

// sink puts a node at the top and lets it go down.
func (h *heap) sink(node int32, key float64) {
	at, n := int32(0), int32(len(h.nodes))
	for {
		first := at*branches + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < min(first+branches, n); c++ {
			if h.keys[c] < h.keys[least] {
				least = c
			}
		}
		if key <= h.keys[least] {
			break
		}
		h.put(at, h.nodes[least], h.keys[least])
		at = least
	}
	h.put(at, node, key)
}

func (h *heap) put(at, node int32, key float64) {
	h.nodes[at], h.keys[at], h.place[node] = node, key, at
}
