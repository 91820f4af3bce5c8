package number

import "math/big"

// This file has the inner loops of linear algebra over the rationals: a sum or an elimination is done in integers and reduced
// to lowest terms once, at its end, since that is most of the work of rational arithmetic.

// Dot is Σ a_i b_i.
func (Rational) Dot(a, b []*big.Rat) *big.Rat {
	num, den, one := new(big.Int), big.NewInt(1), true
	p, q := new(big.Int), new(big.Int)
	for i, x := range a {
		p.Mul(x.Num(), b[i].Num())
		if p.Sign() == 0 {
			continue
		}
		q.Mul(x.Denom(), b[i].Denom())
		switch {
		case one:
			num.Set(p)
			den.Set(q)
			one = false
		case den.Cmp(q) == 0:
			num.Add(num, p)
		default:
			num.Mul(num, q)
			num.Add(num, p.Mul(p, den))
			den.Mul(den, q)
		}
	}
	return lowest(num, den)
}

// Eliminate is the solution x of ax = b for an n×n matrix a and an n×m matrix b, row by row, and the determinant of a. Where that
// is 0 there is no x. It is the elimination of Bareiss and Jordan: rows are made integral, and every entry stays a minor of a
// beside b, so that each division is without rest.
func (Rational) Eliminate(n, m int, a, b []*big.Rat) (x []*big.Rat, det *big.Rat) {
	rows, scale := make([][]*big.Int, n), big.NewInt(1)
	for i := range rows {
		row := append(append(make([]*big.Rat, 0, n+m), a[i*n:(i+1)*n]...), b[i*m:(i+1)*m]...)
		common := denominator(row)
		scale.Mul(scale, common)
		for _, r := range row {
			y := new(big.Int).Quo(common, r.Denom())
			rows[i] = append(rows[i], y.Mul(y, r.Num()))
		}
	}
	d := bareiss(rows, n)
	det = new(big.Rat).SetFrac(d, scale)
	if d.Sign() == 0 {
		return nil, det
	}
	for _, row := range rows {
		for _, y := range row[n:] {
			x = append(x, new(big.Rat).SetFrac(y, d))
		}
	}
	return x, det
}

// denominator is the least common one.
func denominator(row []*big.Rat) *big.Int {
	common, g := big.NewInt(1), new(big.Int)
	for _, r := range row {
		if d := r.Denom(); d.Cmp(common) != 0 {
			g.GCD(nil, nil, common, d)
			common = new(big.Int).Mul(common, new(big.Int).Quo(d, g))
		}
	}
	return common
}

// bareiss makes the first n columns of the rows d·I and returns d, the determinant of these columns as they were, with its sign: a swap
// of rows changes the sign of one of them. It returns 0 where there is no pivot.
func bareiss(rows [][]*big.Int, n int) *big.Int {
	before, product := big.NewInt(1), new(big.Int)
	for k := range n {
		p := k
		for p < n && rows[p][k].Sign() == 0 {
			p++
		}
		if p == n {
			return new(big.Int)
		}
		if p != k {
			rows[k], rows[p] = rows[p], rows[k]
			for j := range rows[k] {
				rows[k][j] = new(big.Int).Neg(rows[k][j])
			}
		}
		pivot := rows[k][k]
		for i, row := range rows {
			if i == k {
				continue
			}
			factor := row[k]
			for j := range row {
				y := new(big.Int).Mul(pivot, row[j])
				y.Sub(y, product.Mul(factor, rows[k][j]))
				row[j] = y.Quo(y, before)
			}
		}
		before = pivot
	}
	return before
}
