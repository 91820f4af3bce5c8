package assignment

import (
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

func TestParseAnswers(t *testing.T) {
	list, err := ParseAnswers("A remark.\n=== f wrong: one more\nfunc f() int {\n\treturn 2\n}\n\n=== f same: sign:3 the sum is 0\n=== g right: in words\nvar g = 1\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []HandAnswer{
		{Cell: "f", Kind: Wrong, Title: "one more", Text: "func f() int {\n\treturn 2\n}", Line: 2},
		{Cell: "f", Kind: Same, Title: "the sum is 0", Slip: "sign:3", Line: 7},
		{Cell: "g", Kind: Right, Title: "in words", Text: "var g = 1", Line: 8},
	}
	if !slices.Equal(list, want) {
		t.Errorf("%+v", list)
	}
	for _, bad := range []string{"=== f wrong\nx", "=== f fast: x\ny", "=== f right: x\n", "=== f same: sign:3\n", "=== f same: sign:3 why\ntext", "=== right: x\ny"} {
		if _, err := ParseAnswers(bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestLeaks(t *testing.T) {
	part := func(id, text string, answer bool) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Code, Source: text, Metadata: map[string]any{key: map[string]any{"grade_id": id, "solution": answer, "grade": !answer, "locked": !answer}}}
	}
	answer := part("f", "func f() {\n\t// BEGIN SOLUTION\n\tsum = first + second\n\t}\n\t// END SOLUTION\n}", true)
	for _, test := range []struct {
		name string
		text string
		want string
	}{
		{"nothing", "// BEGIN HIDDEN TESTS\ncheck.Points(1)\n// END HIDDEN TESTS", ""},
		{"a test", "check.Points(1)", "the test that gives points is released"},
		{"a line", "  sum = first + second", "a line of the answer"},
	} {
		source := &notebook.Notebook{Cells: []*notebook.Cell{answer, part("t", test.text, false)}}
		released, err := Release(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(leaks(source, released), "; "); got != "" && test.want == "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
