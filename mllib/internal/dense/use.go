package dense

import (
	"fmt"
	"os"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Variable is the environment variable that chooses the algebra: "gonum" leaves gonum's in place.
const Variable = "MLLIB_BLAS"

// Whatever links this package computes with it, all of gonum/mat included, unless the program has put another BLAS in the place of gonum's
// before, or the variable says otherwise.
func init() {
	switch choice := os.Getenv(Variable); choice {
	case "":
		if _, ok := blas64.Implementation().(gonum.Implementation); ok {
			blas64.Use(BLAS{})
			lapack64.Use(LAPACK{})
		}
	case "gonum":
	default:
		fmt.Fprintf(os.Stderr, "mllib: the environment variable %s is %q, want \"gonum\" or nothing; gonum's algebra stays in place\n", Variable, choice)
	}
}
