package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkFind finds a program of the usual size: in the kernel that has found it before, and in a new one, which reads
// its content.
func BenchmarkFind(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "cache")
	c := New(Config{Dir: dir, Links: b.TempDir()})
	for i := range 200 {
		file := filepath.Join(b.TempDir(), "cell")
		if err := os.WriteFile(file, []byte(strings.Repeat(fmt.Sprintf("%08x", i), 1<<10)), 0o700); err != nil {
			b.Fatal(err)
		}
		hash := fmt.Sprintf("%06x", i*70001)
		if i == 100 {
			if err := os.WriteFile(file, make([]byte, 2_300_000), 0o700); err != nil {
				b.Fatal(err)
			}
			hash = "abcdef"
		}
		if _, err := c.Put(hash, file); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			if exe, _ := c.Find("abcdef"); exe == "" {
				b.Fatal("not found")
			}
		}
	})
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if exe, _ := New(c.cfg).Find("abcdef"); exe == "" {
				b.Fatal("not found")
			}
		}
	})
}
