package check

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file shows values and a list as text.

const maxBrief = 60

func num(x float64) string {
	return numeral.Minus(strconv.FormatFloat(x+0, 'g', 10, 64)) // x+0 has no negative zero
}

// brief is the Go syntax of a value, cut when it is long.
func brief(v any) string {
	s := fmt.Sprint(v)
	switch v := v.(type) {
	case float64:
		return num(v)
	case string:
		s = strconv.Quote(v)
	case []float64:
		parts := make([]string, 0, 8)
		for i, x := range v {
			if i == 6 && len(v) > 7 {
				parts = append(parts, fmt.Sprintf("… (%d entries)", len(v)))
				break
			}
			parts = append(parts, numeral.Minus(strconv.FormatFloat(x, 'g', 6, 64)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case int, []int, [][]int:
		s = numeral.Minus(s)
	}
	if r := []rune(s); len(r) > maxBrief {
		s = string(r[:maxBrief-1]) + "…"
	}
	return s
}

// failures names the checks that do not hold.
func (l *List) failures() string {
	var names []string
	for _, r := range l.rows {
		if !r.ok {
			names = append(names, fmt.Sprintf("%s: got %s, want %s", r.name, r.got, r.want))
		}
	}
	return strings.Join(names, "; ")
}

var heads = []string{"", "check", "got", "want", "deviation", "tolerance"}

func (r row) cells() []string {
	return []string{mark(r.ok), r.name, r.got, r.want, r.dev, r.tol}
}

func mark(ok bool) string {
	if ok {
		return "✓"
	}
	return "✗"
}

func (l *List) text() string {
	if len(l.rows) == 1 && l.title == "" {
		return l.rows[0].line()
	}
	open, folded := l.fold()
	table := [][]string{heads}
	for _, r := range open {
		table = append(table, r.cells())
	}
	var b strings.Builder
	if l.title != "" {
		b.WriteString(l.title + "\n")
	}
	b.WriteString(columns(table))
	if len(folded) > 0 {
		b.WriteString("…  " + summary(folded) + "\n")
	}
	return b.String()
}

// columns writes rows of equal length below each other.
func columns(table [][]string) string {
	widths := make([]int, len(table[0]))
	for _, cells := range table {
		for j, c := range cells {
			widths[j] = max(widths[j], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for _, cells := range table {
		line := ""
		for j, c := range cells {
			line += c + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(c)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// line is a single check on one line of text.
func (r row) line() string {
	s := mark(r.ok) + " " + r.name + ": " + r.got
	if r.want != "" && !(r.ok && r.got == r.want) {
		s += ", want " + r.want
	}
	var extra []string
	if r.dev != "" {
		extra = append(extra, strings.TrimSpace(deviation(r.dev)))
	}
	if r.tol != "" {
		extra = append(extra, "tolerance "+r.tol)
	}
	if len(extra) > 0 {
		s += " (" + strings.Join(extra, ", ") + ")"
	}
	return s + "\n"
}

func deviation(s string) string {
	if s[0] >= '0' && s[0] <= '9' || s[0] == 'N' || s[0] == '+' || strings.HasPrefix(s, "−") {
		return "deviation " + s
	}
	return s
}
