package syntax

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables in testdata")

// TestFormulas compares the trees of the formulas in testdata/formulas.txt: formula, tab, tree. The trees were read by hand.
func TestFormulas(t *testing.T) {
	var out strings.Builder
	for _, line := range allLines(t, "formulas.txt") {
		formula, want, isFormula := strings.Cut(line, "\t")
		if strings.HasPrefix(line, "%") || line == "" {
			out.WriteString(line + "\n")
			continue
		}
		e, err := ParseExpr(formula)
		if err != nil {
			t.Errorf("%s: %v", formula, err)
			continue
		}
		got := SExpr(e)
		out.WriteString(formula + "\t" + got + "\n")
		if isFormula && got != want && !*update {
			t.Errorf("%s:\n got %s\nwant %s", formula, got, want)
		}
		checkPrint(t, formula, e)
	}
	if *update {
		if err := os.WriteFile("testdata/formulas.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func allLines(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(b), "\n"), "\n")
}

// TestBadFormulas compares what is said about the bad formulas in testdata/bad.txt: formula, tab, the place of the error marked with
// guillemets, tab, message.
func TestBadFormulas(t *testing.T) {
	var out strings.Builder
	for _, line := range allLines(t, "bad.txt") {
		fields := strings.Split(line, "\t")
		_, err := ParseExpr(fields[0])
		if err == nil {
			t.Errorf("%s: no error", fields[0])
			continue
		}
		e := err.(*Error)
		checkError(t, fields[0], e)
		s := e.Span
		got := fields[0] + "\t" + e.Text[:s.From] + "«" + e.Text[s.From:s.To] + "»" + e.Text[s.To:] + "\t" + e.Msg
		out.WriteString(got + "\n")
		if len(fields) > 1 && got != line && !*update {
			t.Errorf(" got %s\nwant %s", got, line)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/bad.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
