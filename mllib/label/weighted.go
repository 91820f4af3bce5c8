package label

// Counted returns labels in which only classes with weight occur: a row of weight 0 counts as none, so a class all of whose weights are 0
// is none, and its rows, which have no say, get the label of the first row that has weight. It returns y itself where there is nothing to change,
// also where the weights are not as many as the labels or all are 0, which a fit refuses.
func Counted(y []int, weights []float64) []int {
	if len(weights) != len(y) {
		return y
	}
	has, first := map[int]bool{}, -1
	for i, w := range weights {
		if w != 0 { // also a weight that a fit refuses
			if first < 0 {
				first = i
			}
			has[y[i]] = true
		}
	}
	if first < 0 || len(has) == len(Distinct(y)) {
		return y
	}
	counted := append([]int(nil), y...)
	for i, v := range y {
		if !has[v] {
			counted[i] = y[first]
		}
	}
	return counted
}
