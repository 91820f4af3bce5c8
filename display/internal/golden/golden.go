// Package golden compares what tests make with files in testdata.
//
// The flag -update rewrites the files. Where a text differs, the new one is written to the temporary directory and the
// message names the command that shows the difference. Numbers may differ by a little, because processors that fuse
// multiplication and addition round otherwise.
package golden

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

var (
	numbers  = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)
	pictures = regexp.MustCompile(`data:image/png;base64,[A-Za-z0-9+/=]*`)
)

// Check compares got with testdata/name. Embedded pictures are not compared: their encoding belongs to the toolchain.
func Check(t *testing.T, name, got string) {
	t.Helper()
	got = pictures.ReplaceAllString(got, "data:image/png;base64,…")
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if same(got, string(want)) {
		return
	}
	fresh := filepath.Join(os.TempDir(), name)
	if err := os.WriteFile(fresh, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Errorf("differs from the golden file, see: diff %s %s", file, fresh)
}

// same compares texts, numbers within 0.02 or a part in 10⁶.
func same(a, b string) bool {
	if a == b {
		return true
	}
	if numbers.ReplaceAllString(a, "#") != numbers.ReplaceAllString(b, "#") {
		return false
	}
	x, y := numbers.FindAllString(a, -1), numbers.FindAllString(b, -1)
	for i := range x {
		u, _ := strconv.ParseFloat(x[i], 64)
		v, _ := strconv.ParseFloat(y[i], 64)
		if d := math.Abs(u - v); d > 0.02+1e-6*math.Abs(u) {
			return false
		}
	}
	return true
}
