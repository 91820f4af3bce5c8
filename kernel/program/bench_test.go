package program

import (
	"fmt"
	"os"
	"strings"
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

// BenchmarkComposeLarge composes a small cell after many definitions, and many definitions in one cell: the cost must grow
// as their number does, not faster.
func BenchmarkComposeLarge(b *testing.B) {
	env := testEnv(b)
	known := func(string) (ValueInfo, bool) { return ValueInfo{}, true }
	for _, n := range []int{1000, 5000, 20000} {
		for _, kind := range []struct{ name, format string }{{"functions", "func f%d() int { return %[1]d }\n"}, {"variables", "x%d := %[1]d\n"}} {
			var text strings.Builder
			for i := range n {
				fmt.Fprintf(&text, kind.format, i)
			}
			many, err := cell.Split(text.String())
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("declare/%s=%d", kind.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Compose(b.Context(), env, Request{CellID: "a", Cell: many}); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("after/%s=%d", kind.name, n), func(b *testing.B) {
				p, err := Compose(b.Context(), env, Request{CellID: "a", Cell: many})
				if err != nil {
					b.Fatal(err)
				}
				small, err := cell.Split("fmt.Println(1)")
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := Compose(b.Context(), env, Request{Defs: p.Defs, CellID: "b", Cell: small, Values: known}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
