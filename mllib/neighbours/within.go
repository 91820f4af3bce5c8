package neighbours

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// within finds the observations for which between gives at most limit, for points of which the first is number first, and hands them to use.
func (ix *Index) within(points [][]float64, limit float64, first int, use func(i int, near *nearest)) error {
	var some nearest
	if ix.tree != nil && ix.tree.safe(points) {
		w := ix.tree.walker(nil)
		for i, x := range points {
			some.reset()
			w.within(x, limit, &some)
			some.sort()
			use(first+i, &some)
		}
		return nil
	}
	for i, x := range points {
		some.reset()
		for j, row := range ix.space.x {
			v := ix.space.between(x, row)
			if v-v != 0 {
				return fmt.Errorf("row %d of X: %w", first+i, input.Errorf(input.ErrNotFinite, "distance", "from observation %d overflows", j))
			}
			if v <= limit {
				some.index, some.squares = append(some.index, j), append(some.squares, v)
			}
		}
		some.sort()
		use(first+i, &some)
	}
	return nil
}

// sort brings observations into the order of their distances.
func (b *nearest) sort() {
	order := make([]int, len(b.index))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if before(b.index[i], b.squares[i], b.index[j], b.squares[j]) {
			return -1
		}
		return 1
	})
	index, squares := slices.Clone(b.index), slices.Clone(b.squares)
	for i, from := range order {
		b.index[i], b.squares[i] = index[from], squares[from]
	}
}
