package complete

import (
	"slices"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete/match"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// TestWithEnv completes with the packages and the definitions of a real notebook.
func TestWithEnv(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles packages")
	}
	env, err := toolchain.New(toolchain.Config{})
	if err != nil {
		t.Skip("needs the Go toolchain: ", err)
	}
	defer env.Close()
	var earlier *defs.Defs
	for _, text := range []string{
		"import \"strings\"\n// Cloud is a set of points.\ntype Cloud struct{ Points []float64 }\nconst (\n\tlow = iota\n\thigh\n)",
		"func (c Cloud) Mean() float64 { return 0 }\ncloud, err := Cloud{}, error(nil)\nb := &strings.Builder{}\n_ = err",
		"f := func(c Cloud) *Cloud { return &c }\nvar g, h = cloud.Mean(), b",
	} {
		split, err := cell.Split(text)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := program.Compose(t.Context(), env, program.Request{Defs: earlier, CellID: text, Cell: split})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		earlier = prog.Defs
	}
	tests := []struct{ code, want string }{
		{"cloud.‸", "Mean"}, {"cloud.P‸", "Points"}, {"clo‸", "cloud"}, {"hi‸", "high"}, {"b.Wr‸", "Write"}, {"f(cloud).‸", "Points"},
		{"h.Wr‸", "Write"}, {"g‸", "g"}, {"err.‸", "Error"}, {"strings.‸", "Builder"}, {"json.Mar‸", "Marshal"}, {"strco‸", "strconv"},
		{"import \"gonum.org/v1/gonum/m‸", "gonum.org/v1/gonum/mat"}, {"mat.NewD‸", "NewDense"},
		{"cross‸", "validate.CrossValidate"}, {"x := cross‸", "validate.CrossValidate"}, {"Confus‸", "metrics.Confusion"}, {"rosen‸", "perceptron.Rosenblatt"},
	}
	c := New(env, testCommands)
	c.Wait = time.Hour
	for _, tt := range tests {
		req := at(t, tt.code)
		req.Defs = earlier
		if res := c.Complete(t.Context(), req); !slices.Contains(res.Texts(), tt.want) {
			t.Errorf("%q: %q is missing in %q", tt.code, tt.want, res.Texts()[:min(len(res.Matches), 10)])
		}
	}
	testUnnamedOrder(t, c)
	hasty := New(env, testCommands) // a time that has run out before a package is read leaves none out
	hasty.Wait, hasty.Patience = time.Nanosecond, time.Hour
	testUnnamedOrder(t, hasty)
	for _, tt := range []struct{ code, not string }{{"reg‸", "regnum"}, {"cob‸", "cobra"}} { // packages that only the kernel imports
		if res := c.Complete(t.Context(), at(t, tt.code)); slices.Contains(res.Texts(), tt.not) {
			t.Errorf("%q: %q is offered among %q", tt.code, tt.not, res.Texts())
		}
	}
	if texts := c.Complete(t.Context(), at(t, "f := figure.New(\"\")\nf.‸")).Texts(); !slices.IsSorted([]int{slices.Index(texts, "Line"), slices.Index(texts, "Title"), slices.Index(texts, "IsFigure")}) || !slices.Contains(texts, "Line") {
		t.Errorf("of a figure %q are offered, want methods, then fields, then what front ends call", texts)
	}
	req := at(t, "Clou‸d{}")
	req.Defs = earlier
	if in := c.Inspect(t.Context(), req, 1); !in.Found {
		t.Error("the notebook's own type is not found")
	} else {
		t.Log(in.Data["text/plain"])
	}
}

// testUnnamedOrder: of names that are typed without their package the usual ones come first, in
// whichever case they are typed: those that begin so, functions and types before constants, mllib
// before display.
func testUnnamedOrder(t *testing.T, c *Completer) {
	t.Helper()
	for _, tt := range []struct{ code, first, later string }{
		{"cross‸", "validate.CrossValidate", "density.CrossValidated"}, {"Cross‸", "validate.CrossValidate", "figure.Cross"},
		{"x := cross‸", "validate.CrossValidate", "validate.CrossValidateWeighted"}, {"kfold‸", "validate.KFold", ""},
		{"confusion‸", "metrics.Confusion", ""}, {"ridge‸", "regression.Ridge", "regression.KernelRidge"}, {"kmeans‸", "cluster.KMeans", ""},
		{"train‸", "network.Training", ""}, {"leastsq‸", "regression.LeastSquares", ""}, {"rosen‸", "perceptron.Rosenblatt", ""},
	} {
		texts := c.Complete(t.Context(), at(t, tt.code)).Texts()
		if len(texts) == 0 || texts[0] != tt.first || tt.later != "" && !slices.Contains(texts, tt.later) {
			t.Errorf("%q: %q, want %s first, and %s", tt.code, texts[:min(len(texts), 10)], tt.first, tt.later)
		}
	}
}

// TestLacks: an answer waits for names of packages only where nothing better is in it.
func TestLacks(t *testing.T) {
	for _, tt := range []struct {
		group  match.Group
		unread bool
		want   bool
	}{{match.Unnamed, true, true}, {match.Package, true, true}, {match.Unnamed, false, false}, {match.Notebook, true, false}} {
		q := &query{unread: tt.unread}
		if got := q.lacks(Result{Matches: []match.Match{{Group: tt.group}}}); got != tt.want {
			t.Errorf("group %d, unread %t: %t, want %t", tt.group, tt.unread, got, tt.want)
		}
	}
	if !(&query{}).lacks(Result{}) {
		t.Error("an empty answer lacks nothing")
	}
}
