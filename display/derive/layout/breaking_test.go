package layout

import (
	"slices"
	"strings"
	"testing"
)

// TestBreakFormula is a table of wide formulas and their lines.
func TestBreakFormula(t *testing.T) {
	long := strings.Repeat("x_i y_i ", 12)
	for _, c := range []struct {
		name, tex string
		room      float64
		want      []string
	}{
		{"what fits", `a = b + c`, 20, []string{`a = b + c`}},
		{"the arrow first", `f(x) > g(x) + h(x) \iff x^\top w + b > 0`, 13, []string{`f(x) > g(x) + h(x)`, `\iff x^\top w + b > 0`}},
		{"then relations", `\sum_i x_i y_i = a + b \le c + d`, 10, []string{`\sum_i x_i y_i = a + b`, `\le c + d`}},
		{"then signs", `a + b - c + d - e + f`, 9, []string{`a + b - c + d - e`, `+ f`}},
		{"not in brackets", `f(a + b + c + d = e) + |u - v + w| + \begin{pmatrix} a - b & c = d \end{pmatrix}`, 12,
			[]string{`f(a + b + c + d = e)`, `+ |u - v + w|`, `+ \begin{pmatrix} a - b & c = d \end{pmatrix}`}},
		{"a sign in front stays", `-` + long + `- ` + long, 20, []string{`-` + strings.TrimSpace(long), `- ` + strings.TrimSpace(long)}},
		{"no place", long, 10, []string{strings.TrimSpace(long)}},
	} {
		if got := breakFormula(c.tex, c.room); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q in %g em is broken into\n%q, want\n%q", c.name, c.tex, c.room, got, c.want)
		}
	}
}

// TestBreakKeeps checks that the lines of a formula are the formula.
func TestBreakKeeps(t *testing.T) {
	tex := `\quad \forall i : f_1(x) > f_0(x) \iff x^\top \Sigma^{-1}(m_1-m_0) > \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0) \land \|a - b\| \le \left|\frac{c+d}{e}\right| - 1`
	for room := 3.0; room < 60; room++ {
		got := strings.Join(breakFormula(tex, room), " ")
		if strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(tex), "") {
			t.Errorf("in %g em: %q", room, got)
		}
	}
}

// TestBreakBesideWideLeft checks that a short formula beside a wide left side stays whole.
func TestBreakBesideWideLeft(t *testing.T) {
	rows := Rows([]Row{{Left: strings.Repeat("x_i y_i ", 20), Right: `= a + b`, Reason: "a reason"}, {Right: `\Rightarrow |s| < |b|`, Reason: "another"}})
	if all := strings.Join(rows, "\n"); !strings.Contains(all, `= a + b`) || !strings.Contains(all, `\Rightarrow |s| < |b|`) {
		t.Errorf("short formulas are broken:\n%s", all)
	}
}

// TestReasonsBesideWideLeft: where the left side is wide, reasons begin at the marks, in as many words as the page has room for.
func TestReasonsBesideWideLeft(t *testing.T) {
	rows := Rows([]Row{{Mark: "m", Found: "f", Left: strings.Repeat("x_i y_i ", 10), Right: `= a + b`,
		Reason: "a reason of many words, with $x_i^2$ in it, for which there is no room behind the formula nor below it"}})
	want := `&\small\rlap{\text{\qquad because: a reason of many words, with $x_i^2$ in it, for which there is no room}}`
	if len(rows) != 3 || rows[1] != want {
		t.Errorf("got\n%s", strings.Join(rows, "\n"))
	}
}

// TestReasonsBelow: a reason below its formula is said to be one, and is set smaller, so that it is not read as a line of the derivation.
func TestReasonsBelow(t *testing.T) {
	rows := Rows([]Row{{Left: "x", Right: "= " + strings.Repeat("a_i b_i ", 10) + "+ c", Reason: "an equation $u = v$ that holds for another reason, told at length"},
		{Right: "= d", Reason: "short"}})
	all := strings.Join(rows, "\n")
	for _, want := range []string{`&&&\qquad \small \text{because: an equation }u = v\text{ that`, `= d\qquad \small \text{short}`} {
		if !strings.Contains(all, want) {
			t.Errorf("got\n%s\nwithout %s", all, want)
		}
	}
}

// TestNoNarrowColumn: a column of reasons is not so narrow that words stand below each other.
func TestNoNarrowColumn(t *testing.T) {
	rows := Rows([]Row{{Left: strings.Repeat("x", 10), Right: "= " + strings.Repeat("y ", 17), Reason: "both events are disjoint, and one of them happens"}})
	if len(rows) != 2 {
		t.Errorf("got\n%s", strings.Join(rows, "\n"))
	}
}
