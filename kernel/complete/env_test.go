package complete

import (
	"slices"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
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
	req := at(t, "Clou‸d{}")
	req.Defs = earlier
	if in := c.Inspect(t.Context(), req, 1); !in.Found {
		t.Error("the notebook's own type is not found")
	} else {
		t.Log(in.Data["text/plain"])
	}
}
