package cellrt_test

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkLargeMatrix asks what a matrix of 400 MB in the store costs the cells that touch none, one element, or one
// row of it, from the start of the program to its end.
func BenchmarkLargeMatrix(b *testing.B) {
	const program = header + `
var big []float64

func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "n", Ptr: &n}, VARS}, Cell: func() { n++; CELL }})
}
`
	k := newKernel(b)
	build := func(name, vars, cell string) string { return k.build(name, replace(program, vars, cell)) }
	set := build("set", `{Name: "big", Ptr: &big, Fresh: true}`, `big = make([]float64, 50e6); for i := range big { big[i] = float64(i) }`)
	none := build("none", ``, ``)
	read := build("read", `{Name: "big", Ptr: &big}`, `if big[12345678] != 12345678 { panic("lost") }`)
	row := build("row", `{Name: "big", Ptr: &big}`, `r := (n * 7919) % 50000; for i := range 1000 { big[r*1000+i] = -1 }`)
	for _, c := range []struct{ name, exe string }{{"set", set}, {"none", none}, {"read", read}, {"row", row}} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				if o := k.run(c.exe); !o.done {
					b.Fatal(o)
				}
			}
		})
	}
	b.Run("verify", func(b *testing.B) {
		for range b.N {
			if findings, err := k.store.Verify(); err != nil || len(findings) > 0 {
				b.Fatal(err, findings)
			}
		}
	})
	written := int64(0)
	names, _ := filepath.Glob(filepath.Join(k.store.Dir(), "b*"))
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Size() < 400e6 {
			written += info.Size()
		}
	}
	b.Logf("rows written: %d bytes in %d files", written, len(names)-1)
}
