package source

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/defs"
)

// TestJumpsHaveNoLine looks at where the compiler's line for an endless loop's jump, the file's first counted from the
// last directive, comes to lie: at 0 or before.
func TestJumpsHaveNoLine(t *testing.T) {
	r := New(nil, "")
	f := r.File("cell_x.go")
	for _, line := range []int{3, 40, 7} {
		f.Line(defs.Origin{File: "cell_x.go", Line: line, Col: 1})
		f.Write("func f" + strconv.Itoa(line) + "() { for { } }\n")
	}
	directive := regexp.MustCompile(`^//line \S+?:(\d+):`)
	found := 0
	for i, line := range strings.Split(r.Sources()[0].Text, "\n") {
		m := directive.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		found++
		base, _ := strconv.Atoi(m[1])
		if jump := base + 1 - (i + 2); jump > 0 { // the directive counts from the line below it
			t.Errorf("after %q in line %d a jump has line %d", line, i+1, jump)
		}
	}
	if found != 3 {
		t.Errorf("%d directives", found)
	}
}

func TestEndlessLoop(t *testing.T) {
	for text, want := range map[string]bool{
		"for {": true, "for{}": true, "for ;; {": true, "for i := 0; ; i++ {": true,
		"for i := range n {": false, "for i := 0; i < n; i++ {": false, "for ok {": false, "therefore {": false,
	} {
		if got := endlessLoop.MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
