package syntax

import (
	"bufio"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// corpus are the lines of a file in testdata without comments.
func corpus(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); line != "" && !strings.HasPrefix(line, "%") {
			lines = append(lines, line)
		}
	}
	return lines
}

// checkPrint checks that a formula is printed as LaTeX that is read as the same tree.
func checkPrint(t *testing.T, text string, e Expr) {
	t.Helper()
	printed := Print(e)
	again, err := ParseExpr(printed)
	if err != nil {
		t.Fatalf("%q is printed as %q: %v", text, printed, err)
	}
	if got, want := SExpr(again), SExpr(e); got != want {
		t.Fatalf("%q is printed as %q:\n got %s\nwant %s", text, printed, got, want)
	}
	if got, want := Canon(again), Canon(e); got != want {
		t.Fatalf("%q is printed as %q, whose canonical spelling is %q, want %q", text, printed, got, want)
	}
}

// checkError checks that an error has a place in the text and a message.
func checkError(t *testing.T, text string, e *Error) {
	t.Helper()
	if e.Msg == "" || e.Span.From < 0 || e.Span.From > e.Span.To || e.Span.To > max(1, len(text)) || e.Text != text {
		t.Fatalf("%q: error %+v", text, e)
	}
	if !utf8.ValidString(text) {
		return
	}
	if !strings.Contains(e.Caret(), "^") {
		t.Fatalf("%q: no caret in %q", text, e.Caret())
	}
}

func FuzzParseExpr(f *testing.F) {
	for _, line := range corpus(f, "formulas.txt") {
		formula, _, _ := strings.Cut(line, "\t")
		f.Add(formula)
	}
	for _, line := range corpus(f, "bad.txt") {
		formula, _, _ := strings.Cut(line, "\t")
		f.Add(formula)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseExpr(text)
		if err != nil {
			checkError(t, text, err.(*Error))
			return
		}
		if s := e.Where(); s.From < 0 || s.To > len(text) || s.From > s.To {
			t.Fatalf("%q: span %v", text, s)
		}
		Print(e)
		SExpr(e)
		Canon(e)
		if d := (Speller{}).Difference(e, e); d != "" {
			t.Fatalf("%q differs from itself: %s", text, d)
		}
	})
}

// FuzzPrint looks for formulas whose printed form is read as another tree.
func FuzzPrint(f *testing.F) {
	for _, line := range corpus(f, "formulas.txt") {
		formula, _, _ := strings.Cut(line, "\t")
		f.Add(formula)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := ParseExpr(text); err == nil {
			checkPrint(t, text, e)
		}
	})
}

func FuzzParseDocument(f *testing.F) {
	f.Add(bayes)
	f.Add("\\given x \\in [0,1),\\quad a, b > 0\n\\text{so $x$}\nx\n = 1 \\because{a}\\tol{1e-3} \\tag{3}\n\\le 2 \\refute{\\ge 2}\n\\iff x")
	f.Add("\\let f(x) = x, \\quad g : A \\to B\n\\given f : A \\to B, (X,Y) \\sim p, x_1,\\dots,x_n \\in A, 0 < t \\le 1")
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := ParseDocument(text)
		if err != nil {
			for _, e := range err.(Errors) {
				checkError(t, text, e)
			}
		}
		var lets []*Let
		for _, item := range doc.Items {
			switch item := item.(type) {
			case *Let:
				lets = append(lets, item)
			case *Chain:
				(Speller{}).Side(Expand(item.First, lets))
			case *Conclusion:
				(Speller{}).Side(Expand(item.Claim, lets))
			}
			if s := item.Where(); s.From < 0 || s.To > len(text) || s.From >= s.To {
				t.Fatalf("%q: span %v of %T", text, s, item)
			}
		}
		Latex(text, Span{0, len(text)})
	})
}
