package hints

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// TestRules: each record can match, says something in one sentence, and names groups that it has.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range compile() {
		name := r.Error + " " + r.Line
		switch {
		case r.Stage == Syntax && r.Line == "" && r.Error == "":
			t.Errorf("%q matches every error", r.Say)
		case r.Stage != Syntax && r.Error == "" && !r.Instead:
			t.Errorf("%q matches every error of its stage", r.Say)
		case seen[name+r.Say]:
			t.Errorf("%q is there twice", r.Say)
		case strings.HasSuffix(r.Say, "."), strings.Contains(r.Say, "\n"), r.Say == "":
			t.Errorf("%q: one sentence, without its full stop", r.Say)
		}
		seen[name+r.Say] = true
		groups := map[string]bool{"elem": true, "key": true, "estimator": true, "sprintf": true, "last": true, "nil": r.Nil}
		for _, n := range slices.Concat(r.err.SubexpNames(), r.line.SubexpNames(), r.within.SubexpNames()) {
			groups[n] = true
		}
		if r.Operands {
			groups["a"], groups["o"], groups["b"] = true, true, true
		}
		os.Expand(r.Say, func(n string) string {
			if !groups[n] {
				t.Errorf("%q: no group %q", r.Say, n)
			}
			return ""
		})
	}
}

// TestSections: sections of the guide that sentences name are there.
func TestSections(t *testing.T) {
	guide, err := os.ReadFile("../../mllib/from-scikit-learn.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := Sections()
	if len(sections) < 20 {
		t.Errorf("%d sections are named", len(sections))
	}
	for _, s := range sections {
		if !regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(s) + `$`).Match(guide) {
			t.Errorf("the guide has no section %q", s)
		}
	}
}

func TestMask(t *testing.T) {
	for line, want := range map[string]string{
		`x := "a # b" // c`:    `x := "_____" //__`,
		`x := 'a' # and`:       `x := '_' #____`,
		"f(`a\\`, \"b\\\"c\")": "f(`__`, \"____\")",
		`"open`:                `"____`,
		`a / b`:                `a / b`,
	} {
		if got := mask(line); got != want {
			t.Errorf("mask(%s) = %s, want %s", line, got, want)
		}
	}
}

func TestGoWords(t *testing.T) {
	for in, want := range map[string]string{
		`x > 1 and not y`:          `x > 1 && !y`,
		`"this and that" in texts`: `slices.Contains(texts, "this and that")`,
		`x is not None`:            `x != nil`,
		`'ann' not in names`:       `!slices.Contains(names, "ann")`,
		`x ** 2 + 1`:               `math.Pow(x, 2) + 1`,
		`c == 'x'`:                 `c == 'x'`,
	} {
		if got := goWords(in, false); got != want {
			t.Errorf("goWords(%s) = %s, want %s", in, got, want)
		}
	}
}

// TestCharacters: no character of the table may stand in a name, so that no program that compiles has one outside of texts and comments.
func TestCharacters(t *testing.T) {
	letter := regexp.MustCompile(`^[\pL\p{Nd}_]$`)
	for _, c := range characters {
		if letter.MatchString(string(c.char)) {
			t.Errorf("%q is a letter of Go", c.char)
		}
		if say, at, found := strange("x" + string(c.char)); !found || at != 1 || say != c.sentence() {
			t.Errorf("%q is not found", c.char)
		}
		if _, _, found := strange(`"` + string(c.char) + `" // ` + string(c.char)); found {
			t.Errorf("%q is found in a text or a comment", c.char)
		}
	}
}

// TestOfCommand: commands of IPython and installers of Python have a sentence, our own and others have none.
func TestOfCommand(t *testing.T) {
	for line, want := range map[string]string{
		"%matplotlib inline":          "needs no such line",
		"!pip install numpy":          "need no installing",
		"%pip install numpy":          "need no installing",
		"!python3 -m pip install x":   "need no installing",
		"!conda install -y numpy":     "need no installing",
		"%%timeit":                    "%timeit",
		"%time f()":                   "",
		"%values":                     "",
		"!ls":                         "",
		"!grep pip requirements.txt":  "",
		"!echo conda":                 "",
		"!python3 train.py --install": "",
	} {
		if got := OfCommand(line); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestOfPanic: panics that no script can provoke for certain.
func TestOfPanic(t *testing.T) {
	for message, want := range map[string]string{
		"concurrent map writes":             "sync.Mutex",
		"concurrent map read and map write": "sync.Mutex",
		"close of closed channel":           "closed once",
		"mat: no such thing":                "",
		"my own message":                    "",
	} {
		if got := OfPanic(message, "f(x)"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

// TestRightLines: a line of right Go that stands beside a mistake gets the sentence about that mistake, and not one about another language.
func TestRightLines(t *testing.T) {
	for _, test := range []struct{ msg, line, want string }{
		{"expected '}', found 'EOF'", `pts := []point{{X: 1}, {X: 2}`, "} is missing"},
		{"expected '}', found 'EOF'", `m := map[string][]int{"a": {1, 2}, "b": {3}`, "} is missing"},
		{"missing ',' before newline in composite literal", `	{X: 1}`, "a comma is missing"},
		{"missing ',' before newline in composite literal", `	"a": {1, 2}`, "a comma is missing"},
		{"missing ',' before newline in argument list", `	xs[1:2]`, "a comma is missing"},
		{"unexpected newline, expecting { after if clause", `if s[1:2] == "a" // not in c`, "opening brace"},
		{"expected ')', found 'EOF'", `fmt.Println("this and that", x[1:2]`, ") is missing"},
		{"expected ';', found x", `y := 22./7 x`, "missing before x"},
		{"expected ';', found y", `x := xs[1:2] y`, "missing before y"},
	} {
		got, _, _, _ := match(Syntax, test.msg, test.line, 1+strings.LastIndexAny(test.line, " ")+1)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s | %s: %q, want %q", test.msg, test.line, got, test.want)
		}
	}
}

// TestOnlyTheFirstEnd: after another error of the syntax the end of the cell is no error of its own.
func TestOnlyTheFirstEnd(t *testing.T) {
	for _, test := range []struct {
		msgs []string
		want int
	}{
		{[]string{"expected operand, found '{'", "expected ';', found 'EOF'"}, 1},
		{[]string{"expected ';', found 'EOF'"}, 1},
		{[]string{"expected operand, found '{'", "expected operand, found '='"}, 2},
	} {
		var ds cell.Diagnostics
		for i, msg := range test.msgs {
			ds = append(ds, cell.Diagnostic{Line: i + 1, Col: 1, Msg: syntaxPrefix + msg})
		}
		if got := Explain(ds, func(string, int) string { return "x" }); len(got) != test.want {
			t.Errorf("%q: %v, want %d", test.msgs, got, test.want)
		}
	}
}

// TestIsGo: what sentences take from a line is an expression, a list, statements or a part of a comparison.
func TestIsGo(t *testing.T) {
	for text, want := range map[string]bool{
		`x + 1`: true, `1, 2`: true, `"a": 1, "b": 2`: true, `i := 0; i < 3; i++`: true, `> 2`: true, `<=`: true, `for`: true, ``: true,
		`xs), 2`: false, `(x - mean)**2`: false, `x = `: false, `max(u`: false, `f() {`: false, `a b`: false,
	} {
		if isGo(text) != want {
			t.Errorf("isGo(%q) = %t", text, !want)
		}
	}
}

func TestOperands(t *testing.T) {
	for _, test := range []struct {
		line    string
		col     int
		a, o, b string
	}{
		{"total * 0.5", 9, "total", "*", "0.5"},
		{"y := len(xs) * 0.5 + z", 16, "len(xs)", "*", "0.5"},
		{"if n > 0.5 {", 8, "n", ">", "0.5"},
		{"} else if n > 0.5 {", 15, "n", ">", "0.5"},
		{"func half(n int) float64 { return f(n) / 2.5 }", 42, "f(n)", "/", "2.5"},
		{"x *= 2.5", 6, "x", "*=", "2.5"},
		{"x * (2", 3, "", "", ""},
	} {
		groups := map[string]string{}
		if found := operands(groups, test.line, test.col); found != (test.o != "") || groups["a"] != test.a || groups["b"] != test.b ||
			found && groups["o"] != test.o {
			t.Errorf("%q: %t %v, want %s %s %s", test.line, found, groups, test.a, test.o, test.b)
		}
	}
}
