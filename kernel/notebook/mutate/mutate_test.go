package mutate

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/session"
)

func TestSlips(t *testing.T) {
	const source = `import "fmt"

func half(x float64) float64 {
	return x / 2
}

check.Group("numbers", func(c *check.List) {
	c.Near("a half", half(3), 1.5, 1e-12)
	c.AtMost("bound", half(2), 4)
	c.True("order", half(2) <= 1 && (half(3) > 1))
})
derive.Prove("a square", ` + "`" + `
	\given a \in \mathbb{R}
	a^2 = a a \because{definition of the square}` + "`" + `)
fmt.Println("done")`
	var kinds []string
	for _, s := range Slips(source) {
		kinds = append(kinds, s.Kind)
		if len(strings.Split(s.Source, "\n")) != len(strings.Split(source, "\n")) || s.Source == source {
			t.Errorf("%s: the lines of the cell have changed", s)
		}
	}
	want := "expected, bound, direction, bound, direction, direction, factor 2"
	if got := strings.Join(kinds, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if slips := Slips("%%derive\n\\given a, b \\in \\mathbb{R}\n(a-b)^2 = a^2 - 2ab + b^2 \\because{distributive law}"); len(slips) < 6 || slips[0].Line != 3 {
		t.Errorf("a %%%%derive cell has the slips %v", slips)
	}
}

// A notebook is run with its slips: those that its check notices are caught, the others survive, and no slip changes what later cells
// see.
func TestRun(t *testing.T) {
	nb := &notebook.Notebook{}
	for _, c := range [][2]string{
		{"values", "x := 2.0"},
		{"good", "check.Near(\"twice\", 2*x, 4.0, 1e-9)\nx = 3"},
		{"weak", "check.AtMost(\"far away\", x, 1000)"},
		{"tie", "check.AtMost(\"equal\", x, 3, 1e-6)\ncheck.True(\"equal\", x <= 3)"},
	} {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, ID: c[0], Source: c[1]})
	}
	s, err := session.New(session.Options{Dir: t.TempDir(), Judge: judge.Serve})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tried, err := Run(context.Background(), nb, s, Options{Checks: true}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Outcome{}
	for _, x := range tried {
		got[x.Cell+" "+x.Kind] = x.Outcome
	}
	want := map[string]Outcome{"good expected": Caught, "weak bound": Survived,
		"weak direction": Caught, "tie direction": Survived}
	for k, o := range want {
		if g, ok := got[k]; !ok || g != o {
			t.Errorf("%s: outcome %v (%v), want %v", k, g, ok, o)
		}
	}
	var b bytes.Buffer
	err = Table(&b, tried)
	for _, line := range []string{"survived in weak, line 1, bound",
		"holds both ways in tie, line 1, direction: AtMost → AtLeast",
		"holds both ways in tie, line 2, direction: <= → >="} {
		if err != nil || !strings.Contains(b.String(), line) {
			t.Errorf("table: %v, without %q\n%s", err, line, b.String())
		}
	}
}

// A slip by which a cell does not end is interrupted and listed; a cell that does not end as it stands is an error.
func TestEndless(t *testing.T) {
	const patient = "type patient struct{}\n\nfunc (patient) Near(name string, got, want, tol float64) {\n\tfor got != want {\n\t\ttime.Sleep(time.Millisecond)\n\t}\n}"
	const waits = "check := patient{}\ncheck.Near(\"one\", 1, 1.0, 1e-9)"
	const endless = "for {\n\ttime.Sleep(time.Millisecond)\n}"
	for _, c := range []struct{ last, want string }{
		{"x := 1", ""},
		{endless, "after 1 of 1 slips: cell last, as it stands, did not end within 5s"},
	} {
		s, err := session.New(session.Options{Dir: t.TempDir(), Judge: judge.Serve})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Code, ID: "patient", Source: patient}, {Type: notebook.Code, ID: "waits", Source: waits}, {Type: notebook.Code, ID: "last", Source: c.last}}}
		tried, err := Run(context.Background(), nb, s, Options{Checks: true, Timeout: 5 * time.Second}, func(int, int) {})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("got %v, want %q", err, c.want)
		}
		var b bytes.Buffer
		if err := Table(&b, tried); err != nil || len(tried) != 1 || tried[0].Outcome != Endless || !strings.Contains(b.String(), "endless in waits, line 2") {
			t.Errorf("table: %v\n%s", err, b.String())
		}
	}
}
