package dense

import "math"

// instructions is the set of vector instructions that the inner loops use. All of them give the same bits.
type instructions int

const (
	portable instructions = iota // plain Go
	avx2                         // AVX2 and FMA, 16 registers of 4 numbers
	avx512                       // AVX-512F, 32 registers of 8 numbers
	neon                         // of arm64, 32 registers of 2 numbers
)

// String is the name of the instructions.
func (s instructions) String() string { return [...]string{"Go", "AVX2", "AVX-512", "NEON"}[s] }

// tile returns the shape of the tiles of C that fit into the registers.
func (s instructions) tile() (rows, cols int) {
	switch s {
	case avx512:
		return 8, 24
	case avx2, neon:
		return 4, 12
	}
	return portableTile, portableTile
}

// blockRows is the number of rows of a packed block of A, for the second cache: 384 KiB of the 2 MB that processors with AVX-512 have, and else
// 192 KiB, for there are some with 512.
func (s instructions) blockRows() int {
	if s == avx512 {
		return 192
	}
	return 96
}

const (
	portableTile = 4      // rows and columns of a tile in plain Go
	tileSteps    = 4      // steps of depth in a turn of the loop of a tile in assembly
	tileNumbers  = 8 * 24 // numbers of the largest tile
)

// tilesGo adds alpha·A·B to tiles of C that lie one below another. The panels of A lie one behind the other, and all meet the panel b.
func tilesGo(tiles, k int, alpha float64, a, b, c []float64, ldc int) {
	for i := range tiles {
		tileGo(k, alpha, a[i*portableTile*k:], b, c[i*portableTile*ldc:], ldc)
	}
}

// tileGo adds alpha·A·B to the tile of C whose rows are ldc apart. The panel a holds A column by column, b holds B row by row, k of each.
// It is what the tiles in assembly compute: one chain of fused multiplications and additions for each entry, which starts at 0,
// and one more for alpha.
func tileGo(k int, alpha float64, a, b, c []float64, ldc int) {
	const n = portableTile
	var (
		s00, s01, s02, s03 float64
		s10, s11, s12, s13 float64
		s20, s21, s22, s23 float64
		s30, s31, s32, s33 float64
	)
	for p := range k {
		row, column := b[p*n:p*n+n:p*n+n], a[p*n:p*n+n:p*n+n]
		b0, b1, b2, b3 := row[0], row[1], row[2], row[3]
		v := column[0]
		s00, s01, s02, s03 = math.FMA(v, b0, s00), math.FMA(v, b1, s01), math.FMA(v, b2, s02), math.FMA(v, b3, s03)
		v = column[1]
		s10, s11, s12, s13 = math.FMA(v, b0, s10), math.FMA(v, b1, s11), math.FMA(v, b2, s12), math.FMA(v, b3, s13)
		v = column[2]
		s20, s21, s22, s23 = math.FMA(v, b0, s20), math.FMA(v, b1, s21), math.FMA(v, b2, s22), math.FMA(v, b3, s23)
		v = column[3]
		s30, s31, s32, s33 = math.FMA(v, b0, s30), math.FMA(v, b1, s31), math.FMA(v, b2, s32), math.FMA(v, b3, s33)
	}
	for i, sum := range [n][n]float64{{s00, s01, s02, s03}, {s10, s11, s12, s13}, {s20, s21, s22, s23}, {s30, s31, s32, s33}} {
		row := c[i*ldc : i*ldc+n : i*ldc+n]
		for j, v := range sum {
			row[j] = math.FMA(alpha, v, row[j])
		}
	}
}

// rowsGo adds weighted rows to dst: dst[j] = fma(weights[r], rows[r*stride+j], dst[j]), one row r after another.
func rowsGo(weights, rows []float64, stride int, dst []float64) {
	for r, w := range weights {
		row := rows[r*stride:][:len(dst)]
		for j, v := range row {
			dst[j] = math.FMA(w, v, dst[j])
		}
	}
}

// dotsGo adds the products of x with rows to sums: sums[r] = fma(x[p], rows[r*stride+p], sums[r]), one p after another.
func dotsGo(x, rows []float64, stride int, sums []float64) {
	for r, sum := range sums {
		for p, v := range rows[r*stride:][:len(x)] {
			sum = math.FMA(x[p], v, sum)
		}
		sums[r] = sum
	}
}

// divideGo divides the numbers x.
func divideGo(x []float64, by float64) {
	for i := range x {
		x[i] /= by
	}
}
