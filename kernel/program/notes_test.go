package program

import (
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

func init() { guarded = false }

// Package C has no types that the checker knows: looking for what a learner did not mean finds nothing there, and says nothing.
func TestNotesOnC(t *testing.T) {
	env := testEnv(t)
	for _, code := range []string{
		"x := int(C.abs(-3))", "var y float64 = float64(C.h(4)) / 2", "fmt.Println(C.g(4)/2, 7/C.g(3))", "C.g(3) / C.g(2)",
		`fmt.Printf("%d %s\n", C.g(4), C.x)`, "string(C.g(1))", "print(C.x)", "z := C.g(1) / C.g(2)\nfloat64(z)", "C.x ^ 2", "C.x",
		"func f() float64 { return float64(C.g(1) / C.g(2)) }", "for i := range C.n {\n\tfmt.Println(i)\n}",
	} {
		c, err := cell.Split("import \"C\"\n" + code)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compose(t.Context(), env, Request{Cell: c, NoAutoget: true}); err != nil {
			t.Logf("%s: %v", code, err) // some are no Go: none may panic
		}
	}
}
