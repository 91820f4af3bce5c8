// Package numeral writes numbers and messages for readers.
package numeral

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Minus replaces the hyphens of a text of numbers by minus signs (U+2212). Those of exponents (1e-09) stay: there programs
// read them.
func Minus(s string) string {
	if strings.IndexByte(s, '-') < 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '-' && (i == 0 || s[i-1] != 'e' && s[i-1] != 'E') {
			b.WriteString("−")
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Small writes a deviation or a slack: whole numbers and, up to a million, those from 100 on without decimals, others with
// two digits.
func Small(x float64) string {
	if a := math.Abs(x); a < 1e6 && (a >= 99.5 || a == math.Trunc(a)) {
		return Minus(strconv.FormatFloat(x+0, 'f', 0, 64)) // x+0 has no negative zero
	}
	return Minus(strconv.FormatFloat(x, 'g', 2, 64))
}

// Count is like "1 point", "2 points".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Cut is a text of at most n characters, the last of which is … where some are left out.
func Cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Wrap breaks the lines of a text at spaces, so that they have at most n characters where they can be broken. What a line goes on with is indented as the line is.
func Wrap(text string, n int) string {
	var all []string
	for _, line := range strings.Split(text, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		rest, width := line, utf8.RuneCountInString(line)
		for width > n {
			at := lastSpace(rest[len(indent):], n-len(indent))
			if at < 0 {
				break
			}
			all = append(all, rest[:len(indent)+at])
			rest = indent + rest[len(indent)+at+1:]
			width = utf8.RuneCountInString(rest)
		}
		all = append(all, rest)
	}
	return strings.Join(all, "\n")
}

// lastSpace is where the last space among the first n+1 characters of a text is, else the first space, else -1.
func lastSpace(s string, n int) int {
	last, count := -1, 0
	for i, r := range s {
		if count > n && last >= 0 {
			break
		}
		if r == ' ' && i > 0 {
			last = i
		}
		count++
	}
	return last
}
