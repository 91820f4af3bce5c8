package slips

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const mean = `func mean(x []float64, from int) (m float64, n int) {
	// BEGIN SOLUTION
	for i := from; i < len(x); i++ {
		if x[i] >= 0 && x[i] != 1 {
			m += x[i]
			n++
		}
	}
	m /= float64(n)
	return max(m, -1), n
	// END SOLUTION
	panic("not answered yet")
}`

func TestOf(t *testing.T) {
	list, err := Of(mean, `Try(mean, func(f func([]float64, int) (float64, int)) { f([]float64{1, 2}, 0) })`)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, s := range list {
		said = append(said, s.String())
	}
	all := strings.Join(said, "\n") + "\n"
	for _, want := range []string{
		"strictness:3: i < len(x) → i <= len(x)",
		"bound:3: i < len(x) → i < len(x)-1",
		"strictness:4: x[i] >= 0 → x[i] > 0",
		"and-or:4: x[i] >= 0 && x[i] != 1 → x[i] >= 0 || x[i] != 1",
		"equality:4: x[i] != 1 → x[i] == 1",
		"negated:4: x[i] >= 0 && x[i] != 1 → !(x[i] >= 0 && x[i] != 1)",
		"left-out:5: m += x[i] → _ = x[i]",
		"sign:5: m += x[i] → m -= x[i]",
		"left-out:6: n++ → _ = n",
		"left-out:9: m /= float64(n) → _ = float64(n)",
		"min-max:10: max(m, -1) → min(m, -1)",
		"sign:10: -1 → 1",
		"example:1: mean: the result of the example, for all inputs",
		"rounded:1: mean: result 1 rounded to whole numbers",
		"rounded:1#2: mean: argument 1 rounded to whole numbers",
		"mutated:1: mean: argument 1 is changed",
	} {
		if !strings.Contains(all, want+"\n") {
			t.Errorf("no slip %q in\n%s", want, all)
		}
	}
	if strings.Contains(all, ":12") {
		t.Errorf("what students get has slips:\n%s", all)
	}
}

// The cell of all slips is Go, and calls the one that is chosen.
func TestTogether(t *testing.T) {
	all, err := Of(mean, "mean([]float64{1, 2}, 0)")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Together(mean, all)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "cell", "package p; import \"math\"\n"+c.Text, 0)
	if err != nil {
		t.Fatalf("%v in\n%s", err, c.Text)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("p", fset, []*ast.File{file}, nil); err != nil {
		t.Errorf("%v in\n%s", err, c.Text)
	}
	for i := range all {
		name := other("mean", i)
		if at, ok := c.At(c.lines[i]); !ok || at != i || !strings.Contains(strings.Split(c.Text, "\n")[c.lines[i]-1], name+"(") {
			t.Errorf("slip %d is not at line %d", i, c.lines[i])
		}
	}
}

func TestEveryNameOnce(t *testing.T) {
	list, err := Of("func f(a, b float64) (float64, float64) { return a + b + a, a - b }")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range list {
		if seen[s.Name] {
			t.Errorf("two slips are called %s", s.Name)
		}
		seen[s.Name] = true
	}
	for _, want := range []string{"term:1#4", "swapped:1", "swapped:1#2"} {
		if !seen[want] {
			t.Errorf("no slip %s among %v", want, list)
		}
	}
}

func TestWhatHasNoFunctionHasNoSlips(t *testing.T) {
	list, err := Of("var answer any\n// BEGIN SOLUTION\nanswer = 1 + 2\n// END SOLUTION")
	if err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}
