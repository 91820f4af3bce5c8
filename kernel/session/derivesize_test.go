package session

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// TestDerivationIsSmall holds the size of a cell that proves something against one that prints, both as the kernel links them: at most
// 1.18 times as large, which was 300 KB when it was written.
func TestDerivationIsSmall(t *testing.T) {
	cache := t.TempDir()
	s, err := New(Options{Dir: t.TempDir(), Judge: judge.Serve, Program: toolchain.Config{CacheDir: cache}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	known := map[string]bool{}
	size := func(code string) (bytes int64) {
		runCell(t, s, "a", code)
		filepath.WalkDir(filepath.Join(cache, "programs"), func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && !known[path] {
				known[path] = true
				if info, err := e.Info(); err == nil {
					bytes = max(bytes, info.Size()) // beside a program there may be notes about it
				}
			}
			return nil
		})
		return bytes
	}
	prints := size("fmt.Println(1)")
	for _, code := range []string{
		"%%derive\n\\given a \\in \\mathbb{R}\n(a+1)^2 = a^2 + 2a + 1 \\because{the square of a sum}",
		"derive.Prove(\"T\", `x \\ge 0 \\because{both are}`, derive.At([]struct{ X float64 `tex:\"x\"` }{{1}, {2}}))",
		"derive.Prove(\"T\", `f(1) = 1 \\because{it is}`, derive.Func(\"f\", func(x float64) float64 { return x }))",
	} {
		proves := size(code)
		t.Logf("a cell that prints: %d bytes, this one %d more:\n%s", prints, proves-prints, code)
		if ratio := float64(proves) / float64(prints); prints == 0 || ratio < 1 || ratio > 1.18 {
			t.Errorf("%.3f times as large as a cell that prints:\n%s", ratio, code)
		}
	}
}
