package dense

import "math"

// Products with vectors read each number of a matrix once or twice, so memory limits them and not the processor. Their inner loops are here: a
// product of two rows is a sum in lanes, for one chain would wait for each addition.

const lanes = 8 // of a sum: one register of AVX-512, two of AVX2, eight numbers in plain Go

// innerGo sets sums[r] to the product of x with row r of rows: lane l has the sum over the p = l mod 8 in their order, and the lanes are added
// up by sumLanes.
func innerGo(x, rows []float64, stride int, sums []float64) {
	for r := range sums {
		var sum [lanes]float64
		row := rows[r*stride:][:len(x)]
		for p, v := range row {
			l := p % lanes
			sum[l] = math.FMA(v, x[p], sum[l])
		}
		sums[r] = sumLanes(&sum)
	}
}

// sumLanes adds the lanes of a sum, in halves.
func sumLanes(s *[lanes]float64) float64 {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// symGroup is the number of rows in a pass over a symmetric matrix.
const symGroup = 4

// symRowsGo passes over symGroup rows for both triangles of a symmetric matrix: sums become the products of x with the rows, as in innerGo, and the
// rows times the weights are added to y, one row after another.
func symRowsGo(x, y, rows []float64, stride int, weights, sums *[symGroup]float64) {
	innerGo(x, rows, stride, sums[:])
	for r, w := range weights {
		for p, v := range rows[r*stride:][:len(x)] {
			y[p] = math.FMA(v, w, y[p])
		}
	}
}

// symPieces is how the rows of a symmetric matrix of order n are cut into pieces of about equal work: piece i ends before row ends[i]. It
// depends on n alone, because the bits of a product do.
func symPieces(n int) (ends []int) {
	pieces := max(1, min(8, n/192))
	for i := 1; i < pieces; i++ {
		end := int(math.Sqrt(float64(i)/float64(pieces))*float64(n)) / symGroup * symGroup
		ends = append(ends, end)
	}
	return append(ends, n)
}

// symMemory is how many numbers symv needs for its work.
func symMemory(n int) int { return len(symPieces(n)) * n }

// symv sets y to A·x for a symmetric matrix that lies row by row and whose entries above the diagonal do not count. Each piece of the rows adds
// to a vector of its own, for what is above the diagonal belongs to other rows.
func (e engine) symv(a view, x, y, memory []float64) {
	n := a.rows
	ends := symPieces(n)
	e.forWork(4*n*n).each(len(ends), func(i int) {
		i = len(ends) - 1 - i
		begin := 0
		if i > 0 {
			begin = ends[i-1]
		}
		e.set.symPiece(a, begin, ends[i], x, memory[i*n:][:ends[i]])
	})
	last := len(ends) - 1
	copy(y, memory[last*n:][:n])
	for i, end := range ends[:last] {
		for j, v := range memory[i*n:][:end] {
			y[j] += v
		}
	}
}

// symPiece sets y to what the rows from begin to end contribute to A·x.
func (s instructions) symPiece(a view, begin, end int, x, y []float64) {
	clear(y)
	for r := begin; r < end; r += symGroup {
		rows := a.data[r*a.down:]
		if r+symGroup > end {
			s.symRest(rows, a.down, r, x[:end], y)
			return
		}
		var sums [symGroup]float64
		weights := (*[symGroup]float64)(x[r:])
		if r > 0 {
			s.symRows(x[:r], y, rows, a.down, weights, &sums)
		}
		to := (*[symGroup]float64)(y[r:])
		for i := range symGroup {
			row := rows[i*a.down+r:][:i+1]
			for j, v := range row[:i] {
				sums[i] = math.FMA(v, weights[j], sums[i])
				to[j] = math.FMA(v, weights[i], to[j])
			}
			to[i] = math.FMA(row[i], weights[i], sums[i])
		}
	}
}

// symRest is symPiece for the last rows, fewer than a group, one by one.
func (s instructions) symRest(rows []float64, stride, first int, x, y []float64) {
	for r := first; r < len(x); r++ {
		var sum [1]float64
		row := rows[(r-first)*stride:][:r+1]
		s.inner(x[:r], row, stride, sum[:])
		if r > 0 {
			s.addRows(x[r:r+1], row, stride, y[:r])
		}
		y[r] = math.FMA(row[r], x[r], sum[0])
	}
}
