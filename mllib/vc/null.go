package vc

import "math/big"

// exactNull returns γ ≠ 0 with Σ γ_i = 0 and Σ γ_i x_i = 0 in each column, where there are two more points than columns, scaled so that the largest |γ_i| is 1.
func exactNull(columns [][]float64) []*big.Rat {
	n := len(columns[0])
	rows := [][]*big.Rat{make([]*big.Rat, n)}
	for i := range n {
		rows[0][i] = big.NewRat(1, 1)
	}
	for _, column := range columns {
		row := make([]*big.Rat, n)
		for i, v := range column {
			row[i] = new(big.Rat).SetFloat64(v)
		}
		rows = append(rows, row)
	}
	return normalised(backwards(echelon(rows), n))
}

// echelon eliminates until each row that is left has a pivot before those of the later rows.
func echelon(rows [][]*big.Rat) (done [][]*big.Rat) {
	for len(rows) > 0 {
		first, at := -1, 0
		for k, row := range rows {
			if p := pivot(row); p >= 0 && (first < 0 || p < at) {
				first, at = k, p
			}
		}
		if first < 0 {
			return done
		}
		row := rows[first]
		rows = append(rows[:first:first], rows[first+1:]...)
		for _, other := range rows {
			eliminate(other, [][]*big.Rat{row})
		}
		done = append(done, row)
	}
	return done
}

// backwards solves the rows for the vector whose last number without a pivot is 1 and whose others without one are 0.
func backwards(rows [][]*big.Rat, n int) []*big.Rat {
	solved := make([]bool, n)
	for _, row := range rows {
		solved[pivot(row)] = true
	}
	gamma := make([]*big.Rat, n)
	free := 0
	for i := range gamma {
		gamma[i] = new(big.Rat)
		if !solved[i] {
			free = i
		}
	}
	gamma[free].SetInt64(1)
	for k := len(rows) - 1; k >= 0; k-- {
		p, sum := pivot(rows[k]), new(big.Rat)
		for i := p + 1; i < n; i++ {
			sum.Add(sum, new(big.Rat).Mul(rows[k][i], gamma[i]))
		}
		gamma[p].Neg(sum.Quo(sum, rows[k][p]))
	}
	return gamma
}

func normalised(gamma []*big.Rat) []*big.Rat {
	largest := new(big.Rat)
	for _, g := range gamma {
		if a := new(big.Rat).Abs(g); a.Cmp(largest) > 0 {
			largest = a
		}
	}
	for _, g := range gamma {
		g.Quo(g, largest)
	}
	return gamma
}
