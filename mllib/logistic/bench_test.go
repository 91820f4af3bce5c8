package logistic

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// drawn is a logistic model with normal X: w of length 2, b = 1/2.
func drawn(n, d int) (*mat.Dense, []int) {
	rnd := rand.New(rand.NewPCG(1, 2))
	x, y, w := mat.NewDense(n, d, nil), make([]int, n), make([]float64, d)
	for j := range w {
		w[j] = 2 * rnd.NormFloat64() / math.Sqrt(float64(d))
	}
	for i := range n {
		score := .5
		for j := range d {
			x.Set(i, j, rnd.NormFloat64())
			score += w[j] * x.At(i, j)
		}
		if rnd.Float64() < Sigmoid(score) {
			y[i] = 1
		}
	}
	return x, y
}

func BenchmarkFit(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 10}, {50_000, 50}} {
		x, y := drawn(c.n, c.d)
		for _, solver := range []Solver{Newton, LBFGS} {
			b.Run(fmt.Sprintf("n=%d/d=%d/%v", c.n, c.d, solver), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := (Binary{Ridge: 1, Solver: solver}).Fit(x, y); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkShared fits the data that "reference.py bench FILE" wrote, where LOGISTIC_DATA names that file.
func BenchmarkShared(b *testing.B) {
	raw, err := os.ReadFile(os.Getenv("LOGISTIC_DATA"))
	if err != nil {
		b.Skip("LOGISTIC_DATA names no file of reference.py")
	}
	const d = 50
	n := len(raw) / 8 / (d + 1)
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	at := func(i, j int) float64 {
		return math.Float64frombits(binary.LittleEndian.Uint64(raw[8*(i*(d+1)+j):]))
	}
	for i := range n {
		for j := range d {
			x.Set(i, j, at(i, j))
		}
		y[i] = int(at(i, d))
	}
	for _, solver := range []Solver{Newton, LBFGS} {
		b.Run(solver.String(), func(b *testing.B) {
			b.ReportAllocs()
			var m *Model
			for b.Loop() {
				if m, err = (Binary{Ridge: 1, Solver: solver}).Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
			b.Logf("%v: %.9f", m.Report, m.Report.LogLikelihood)
		})
	}
}
