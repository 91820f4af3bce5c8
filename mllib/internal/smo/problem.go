package smo

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
)

// Matrix is a symmetric matrix that gives its rows.
type Matrix interface {
	RowTo(dst []float64, i int)   // entries of row i in the columns, as many as dst is long
	Columns(columns []int) Matrix // the same rows with these columns of the whole matrix
}

// Problem is a quadratic program with n coefficients.
type Problem struct {
	Matrix       Matrix
	Diagonal     []float64 // K_ii, finite
	Linear       []float64 // p_i
	Tube         float64   // ε ≥ 0
	Lower, Upper []float64 // Lower_i ≤ 0 ≤ Upper_i; they may be infinite
	Groups       []int     // group g are the coefficients from Groups[g] up to Groups[g+1]: [0, n] for one sum; nil where no sum is kept
	Start        []float64 // within the bounds; nil for zeros
}

// Options say when to stop.
type Options struct {
	Tolerance  float64 // of the gap
	Relative   bool    // the gap is compared with Tolerance times the margin: half the difference of the levels of two groups, the level of one
	MaxIter    int
	CacheBytes int  // memory for rows
	Whole      bool // no shrinking
}

// Stop is the reason why the iteration ended.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // the gap is within the tolerance
	IterationLimit             // MaxIter steps were done
	Rounding                   // what is left of the gap is below what rounding of sums of this size leaves, or a step changes nothing
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "svm.Stop", []string{Converged: "converged", IterationLimit: "iteration limit", Rounding: "rounding"}
}

// Result is where the iteration ended.
type Result struct {
	Beta       []float64
	F          []float64    // Kβ
	Level      [][2]float64 // largest l and least u of each group; of no groups none
	Stop       Stop
	Gap        float64 // the largest of Level[g][0] − Level[g][1], not below 0; without groups the largest slope of the wrong sign
	Iterations int
	Rows       int // rows of the matrix that were computed, without those of restoring F
	Restored   int // times that F was computed anew
	Indefinite int // steps along directions in which the objective is not convex
}

var inf = math.Inf(1)
