package forest

import (
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/tree"
)

// permute returns, by column, how much more a tree loses about a row out of its bag where the column holds the values of other such rows, in random order.
//
// Reference: L. Breiman, Random forests, Machine Learning 45 (2001), 5-32, section 10.
func (l *lot) permute(t *tree.Lean, bag []uint16, rnd *rand.Rand) []float64 {
	n, d := l.x.Dims()
	more := make([]float64, d)
	var out []int
	base := 0.0
	for i := range n {
		if bag[i] == 0 {
			out = append(out, i)
			base += l.wrong(i, t.Value(l.x.RawRowView(i)))
		}
	}
	used := make([]bool, d)
	for _, node := range t.Nodes {
		if node.Column >= 0 {
			used[node.Column] = true
		}
	}
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
