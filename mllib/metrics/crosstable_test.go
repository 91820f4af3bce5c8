package metrics

import (
	"fmt"
	"strings"
	"testing"
)

func ExampleConfusion_Named() {
	predicted := []int{1, 1, 2, 3, 3, 3}
	truth := []int{1, 2, 2, 2, 3, 3}
	c, err := NewConfusion(predicted, truth)
	if err != nil {
		panic(err)
	}
	fmt.Print(c.Named([]string{"Barolo", "Grignolino", "Barbera"}))
	// Output:
	// 2 of 6 decisions wrong (33.3 %)
	// truth ↓ decision →  Barolo  Grignolino  Barbera  all
	// Barolo                   1           0        0    1
	// Grignolino               1           1        1    3
	// Barbera                  0           0        2    2
	// all                      2           1        3    6
}

func TestConfusionHTML(t *testing.T) {
	c, err := NewConfusion([]int{2, 2, 1}, []int{2, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	page := c.Named([]string{"<a>", "b"}).HTML()
	for _, want := range []string{
		"1 of 3 decisions wrong (33.3 %)</caption>",
		`<th scope="col" style="text-align:right;padding:.15em .7em">&lt;a&gt;</th>`,
		`<th scope="row" style="text-align:left;padding:.15em .7em">b</th>`,
		`<b>1</b></td><td style="text-align:right;padding:.15em .7em">1</td><td style="text-align:right;padding:.15em .7em">2</td></tr>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if got := strings.Count(page, "<b>"); got != 2 {
		t.Errorf("%d counts in bold, want the diagonal: 2", got)
	}
}

// TestCrossTablesOfAnything: what was not made by a constructor is told in words, and labels without names are numbers.
func TestCrossTablesOfAnything(t *testing.T) {
	for _, tt := range []struct {
		name string
		show fmt.Stringer
		want string
	}{
		{"nil", (*Confusion)(nil), "confusion: the counts do not fit"},
		{"ragged", &Confusion{Classes: []int{1, 2}, Counts: [][]int{{1}, {1}}}, "confusion: the counts do not fit"},
		{"nil contingency", (*Contingency)(nil), "contingency: the counts do not fit"},
		{"signs", (&Confusion{Classes: []int{-1, 1}, Counts: [][]int{{3, 0}, {1, 2}}}).Named([]string{"no", "yes"}),
			"truth ↓ decision →  no  yes  all\nno                   3    0    3\nyes                  1    2    3\n"},
		{"from zero", (&Confusion{Classes: []int{0, 1}, Counts: [][]int{{3, 0}, {1, 2}}}).Named([]string{"no", "yes"}),
			"truth ↓ decision →  no  yes  all\nno                   3    0    3\n"},
		{"a class that does not occur", (&Confusion{Classes: []int{1, 3}, Counts: [][]int{{3, 0}, {1, 2}}}).Named([]string{"a", "b", "c"}),
			"truth ↓ decision →  a  c  all\n"},
		{"too few names", (&Confusion{Classes: []int{-1, 1}, Counts: [][]int{{3, 0}, {1, 2}}}).Named([]string{"one"}),
			"(16.7 %); 1 names do not fit to the labels\ntruth ↓ decision →  -1  1  all\n"},
		{"too many", (&Confusion{Classes: []int{-1, 1}, Counts: [][]int{{3, 0}, {1, 2}}}).Named([]string{"a", "b", "c"}),
			"; 3 names do not fit to the labels\ntruth ↓ decision →  -1  1  all\n"},
		{"digits", (&Confusion{Classes: []int{0, 9}, Counts: [][]int{{0, 0}, {0, 0}}}), "decisions: none\n"},
		{"contingency", &Contingency{Rows: []int{0, 1}, Cols: []int{5, 6, 7}, Counts: [][]int{{1, 2, 3}, {10, 0, 0}}},
			"      5  6  7  all\n0     1  2  3    6\n1    10  0  0   10\nall  11  2  3   16\n"},
	} {
		if got := tt.show.String(); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
