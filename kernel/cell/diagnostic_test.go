package cell

import (
	"strings"
	"testing"
)

func TestCompilerDiagnostics(t *testing.T) {
	for _, test := range []struct{ out, want string }{
		{"cell_0011aabb.go:3:5: undefined: x\n", "cell_0011aabb.go:3:5: undefined: x"},
		{"./cell_0011aabb.go:3:5: a\n\thave (int)\n\twant ()\n", "cell_0011aabb.go:3:5: a\n\thave (int)\n\twant ()"},
		{"mercer_main.go:7: b\n", "mercer_main.go:7:0: b"},
		{"# main\nsrc_x.go:1:2: late\ncell_1.go:9:1: early\ncell_1.go:9:1: again\n", "cell_1.go:9:1: early\nsrc_x.go:1:2: late"},
		{"other.go:1:1: not ours\n\tnor this\n", ""},
		{"cell_1.go: no place\n", ""},
		{"", ""},
	} {
		if got := CompilerDiagnostics(test.out).Error(); got != test.want {
			t.Errorf("%q: got %q, want %q", test.out, got, test.want)
		}
	}
}

func TestSortedIsBounded(t *testing.T) {
	var ds Diagnostics
	for i := range 3 * maxDiagnostics {
		ds = append(ds, Diagnostic{File: "cell_1.go", Line: 3*maxDiagnostics - i, Col: 1, Msg: strings.Repeat("x", i+1)})
	}
	if got := ds.Sorted(); len(got) != maxDiagnostics || got[0].Line != 1 || got[maxDiagnostics-1].Line != maxDiagnostics {
		t.Errorf("%d diagnostics, %v", len(got), got)
	}
}

// Whatever the compiler writes is read without a panic, and into places that are there.
func FuzzCompilerDiagnostics(f *testing.F) {
	f.Add("cell_0011aabb.go:3:5: undefined: x\n\tmore")
	f.Add("mercer_main.go:-7:0x9: b\n:::\n\t")
	f.Fuzz(func(t *testing.T, out string) {
		for _, d := range CompilerDiagnostics(out) {
			if !composed(d.File) || strings.Contains(d.File, "/") {
				t.Errorf("%q gives the file %q", out, d.File)
			}
		}
	})
}
