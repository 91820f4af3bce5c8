package special

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/elementary"
)

// This file has the functions of softmax.go for many rows, which lie one behind the other: the exponentials of short rows are computed together.
// The results have the same bits as row by row.

// many is how many numbers are computed together, a few kilobytes that stay near the processor.
const many = 256

// SoftmaxRows replaces each row of width numbers by its Softmax. The length of rows is a multiple of width, which is positive; else they
// become NaN.
func SoftmaxRows(rows []float64, width int) {
	if width < 1 || len(rows)%width != 0 {
		undefined(rows)
		return
	}
	together(rows, width, func(part []float64) {
		for lo := 0; lo < len(part); lo += width {
			row := part[lo : lo+width]
			lower(row, row)
		}
		elementary.Exp(part, part)
		for lo := 0; lo < len(part); lo += width {
			share(part[lo : lo+width])
		}
	})
}

// together calls f for pieces of whole rows.
func together(rows []float64, width int, f func(part []float64)) {
	step := max(1, many/width) * width
	for lo := 0; lo < len(rows); lo += step {
		f(rows[lo:min(lo+step, len(rows))])
	}
}

// LogSumExpRows writes LogSumExp of each row of width numbers into dst, which has one number for each of them; else it becomes NaN.
func LogSumExpRows(dst, rows []float64, width int) {
	if width < 1 || len(rows) != width*len(dst) {
		undefined(dst)
		return
	}
	var tops, rests [many]float64
	for lo := 0; lo < len(dst); lo += many {
		n := min(many, len(dst)-lo)
		topRests(tops[:n], rests[:n], rows[lo*width:(lo+n)*width], width)
		elementary.Log1p(rests[:n], rests[:n])
		for i, top := range tops[:n] {
			if dst[lo+i] = top; !math.IsInf(top, 0) {
				dst[lo+i] = top + rests[i]
			}
		}
	}
}

// LogSoftmaxRows replaces each row of width numbers by its LogSoftmaxTo. The rows are as in SoftmaxRows.
func LogSoftmaxRows(rows []float64, width int) {
	if width < 1 || len(rows)%width != 0 {
		undefined(rows)
		return
	}
	var tops, rests [many]float64
	for lo := 0; lo < len(rows); lo += many * width {
		part := rows[lo:min(lo+many*width, len(rows))]
		n := len(part) / width
		topRests(tops[:n], rests[:n], part, width)
		elementary.Log1p(rests[:n], rests[:n])
		for i, top := range tops[:n] {
			row := part[i*width : (i+1)*width]
			if math.IsInf(top, 0) {
				undefined(row)
				continue
			}
			for k, v := range row {
				row[k] = v - top - rests[i]
			}
		}
	}
}

// topRests writes topRest of each row into tops and rests.
func topRests(tops, rests, rows []float64, width int) {
	if width > many/4 {
		for i := range tops {
			tops[i], rests[i] = topRest(rows[i*width : (i+1)*width])
		}
		return
	}
	var some [many]float64
	step := many / width
	for lo := 0; lo < len(tops); lo += step {
		n := min(step, len(tops)-lo)
		part := some[:n*width]
		for i := range n {
			tops[lo+i] = lowerOthers(part[i*width:(i+1)*width], rows[(lo+i)*width:])
		}
		elementary.Exp(part, part)
		for i := range n {
			rests[lo+i] = sumBelow(part[i*width:(i+1)*width], tops[lo+i])
		}
	}
}

// lowerOthers writes z minus the largest z into dst, and -Inf for the largest itself, which it returns.
func lowerOthers(dst, z []float64) float64 {
	top, at := largest(z[:len(dst)])
	for k := range dst {
		dst[k] = z[k] - top
	}
	if at >= 0 {
		dst[at] = math.Inf(-1)
	}
	return top
}

// sumBelow is the sum of terms below the largest, and 0 if that is infinite.
func sumBelow(terms []float64, top float64) float64 {
	if math.IsInf(top, 0) {
		return 0
	}
	sum := 0.0
	for _, v := range terms {
		sum += v
	}
	return sum
}
