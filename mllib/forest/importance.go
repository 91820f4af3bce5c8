package forest

import (
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/tree"
)

// permute returns, by column, how much more a tree loses about a row out of its bag where the column holds the values of other such rows, in random order.
//
// Reference: L. Breiman, Random forests, Machine Learning 45 (2001), 5-32, section 10.
func (l *lot) permute(t *tree.Lean, bag []uint16, rnd *rand.Rand) []float64 {
	_, d := l.x.Dims()
	more, used := make([]float64, d), make([]bool, d)
	for _, node := range t.Nodes {
		if node.Column >= 0 {
			used[node.Column] = true
		}
	}
	out, base := l.out(t, bag)
	row := make([]float64, d)
	for j := range more {
		if !used[j] || len(out) == 0 {
			continue
		}
		sum := 0.0
		for k, from := range rnd.Perm(len(out)) {
			copy(row, l.x.RawRowView(out[k]))
			row[j] = l.x.At(out[from], j)
			sum += l.wrong(out[k], t.Value(row))
		}
		more[j] = (sum - base) / float64(len(out))
	}
	return more
}

// out are the rows that are not in a bag, and what the tree loses about them.
func (l *lot) out(t *tree.Lean, bag []uint16) (rows []int, lost float64) {
	for i, c := range bag {
		if c == 0 {
			rows = append(rows, i)
			lost += l.wrong(i, t.Value(l.x.RawRowView(i)))
		}
	}
	return rows, lost
}
