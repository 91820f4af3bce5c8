package smo

// extremes are the least u with its position and the largest l of some variables.
type extremes struct {
	u  float64
	at int // −1 where no coefficient can grow
	l  float64
}

// advance adds t times the difference of two rows to f, and returns the extremes of the slopes, at positions counted from 0.
func advance(f, a, b, up, down []float64, t float64) extremes {
	e := extremes{u: inf, at: -1, l: -inf}
	a, b, up, down = a[:len(f)], b[:len(f)], up[:len(f)], down[:len(f)]
	for k, v := range f {
		v += float64(t * (a[k] - b[k]))
		f[k] = v
		if u := v + up[k]; u < e.u {
			e.u, e.at = u, k
		}
		if l := v + down[k]; l > e.l {
			e.l = l
		}
	}
	return e
}

// look is advance by nothing.
func look(f, up, down []float64) extremes {
	e := extremes{u: inf, at: -1, l: -inf}
	up, down = up[:len(f)], down[:len(f)]
	for k, v := range f {
		if u := v + up[k]; u < e.u {
			e.u, e.at = u, k
		}
		if l := v + down[k]; l > e.l {
			e.l = l
		}
	}
	return e
}

// partner returns the variable j with the largest (l_j − u)²/a, a = diagonal + K_jj − 2K_ij for the row i of K, and that number; −1 where no l_j exceeds u.
// An a that is not positive is taken for floor.
func partner(f, down, row, diagonals []float64, u, diagonal, floor float64) (best int, gain float64) {
	best = -1
	down, row, diagonals = down[:len(f)], row[:len(f)], diagonals[:len(f)]
	for k, v := range f {
		b := v + down[k] - u
		if b <= 0 {
			continue
		}
		a := diagonal + diagonals[k] - 2*row[k]
		if a <= 0 {
			a = floor
		}
		if g := b * b / a; g > gain {
			best, gain = k, g
		}
	}
	return best, gain
}

// single is a step of one coefficient.
type single struct {
	at    int // −1 where all slopes have the right sign
	slope float64
	gain  float64
	most  float64 // the largest slope of the wrong sign
}

// advanceOne adds t times a row to f, and returns the step of one coefficient with the largest gain.
func advanceOne(f, row, up, down, diagonals []float64, t, floor float64) single {
	e := single{at: -1}
	row, up, down, diagonals = row[:len(f)], up[:len(f)], down[:len(f)], diagonals[:len(f)]
	for k, v := range f {
		v += float64(t * row[k])
		f[k] = v
		slope := v + up[k] // negative: growing pays
		if slope >= 0 {
			if slope = v + down[k]; slope <= 0 {
				continue
			}
		}
		a := diagonals[k]
		if a <= 0 {
			a = floor
		}
		if g := slope * slope / a; g > e.gain {
			e.at, e.slope, e.gain = k, slope, g
		}
		e.most = max(e.most, slope, -slope)
	}
	return e
}
