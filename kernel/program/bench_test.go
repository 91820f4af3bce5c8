package program

import (
	"fmt"
	"os"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

var benchCells = []struct{ name, src string }{
	{"hello", "fmt.Println(%d)"},
	{"mat", "m := mat.NewDense(2, 2, []float64{1, 2, 3, %d})\nfmt.Println(mat.Det(m))"},
}

func BenchmarkCompose(b *testing.B) {
	env := testEnv(b)
	for _, bc := range benchCells {
		b.Run(bc.name, func(b *testing.B) {
			c, err := cell.Split(fmt.Sprintf(bc.src, 1))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Compose(b.Context(), env, Request{CellID: "a", Cell: c}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBuild reports compile and link times of programs that the cache does not have.
func BenchmarkBuild(b *testing.B) {
	env := testEnv(b)
	for _, bc := range benchCells {
		b.Run(bc.name, func(b *testing.B) {
			var sum toolchain.Built
			for i := 0; b.Loop(); i++ {
				p := compose(b, env, nil, fmt.Sprintf(bc.src, os.Getpid()*1000+i), "a")
				built, err := env.Build(b.Context(), p.Unit)
				if err != nil {
					b.Fatal(err)
				}
				sum.Compile += built.Compile
				sum.Link += built.Link
			}
			b.ReportMetric(float64(sum.Compile.Microseconds())/1000/float64(b.N), "compile-ms/op")
			b.ReportMetric(float64(sum.Link.Microseconds())/1000/float64(b.N), "link-ms/op")
		})
	}
}
