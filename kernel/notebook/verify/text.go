package verify

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// Tolerance says when two numbers count as equal: |a - b| <= Abs + Rel*max(|a|, |b|). The zero value demands equality.
type Tolerance struct{ Rel, Abs float64 }

// Default is the tolerance of the command without options.
var Default = Tolerance{Rel: 1e-9, Abs: 1e-12}

// near reports whether two numbers are equal within the tolerance. NaN equals NaN, an infinity only itself.
func (t Tolerance) near(a, b float64) bool {
	switch {
	case a == b || math.IsNaN(a) && math.IsNaN(b):
		return true
	case math.IsNaN(a) || math.IsNaN(b) || math.IsInf(a, 0) || math.IsInf(b, 0):
		return false
	}
	return math.Abs(a-b) <= t.Abs+t.Rel*math.Max(math.Abs(a), math.Abs(b))
}

const numberPattern = `[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`

// A token is a number, a word or a single other character; white space only separates tokens. In prose a word may hold
// digits (x1, v2); in drawings, whose paths read M10.5L3, it does not.
var (
	proseToken   = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_]*|` + numberPattern + `|\S`)
	drawingToken = regexp.MustCompile(`[\p{L}_]+|` + numberPattern + `|\S`)
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")

// text compares two texts, terminal colours aside. It returns "" when they are equal, else the first difference.
func (t Tolerance) text(was, is string) string {
	return t.tokens(proseToken, escapes.ReplaceAllString(was, ""), escapes.ReplaceAllString(is, ""))
}

// tokens compares two texts token by token.
func (t Tolerance) tokens(pattern *regexp.Regexp, was, is string) string {
	if was == is {
		return ""
	}
	a, b := pattern.FindAllString(was, -1), pattern.FindAllString(is, -1)
	for i := range min(len(a), len(b)) {
		if !t.token(a[i], b[i]) {
			return differ(around(a, i), around(b, i))
		}
	}
	if len(a) != len(b) {
		n := min(len(a), len(b))
		return differ(around(a, n), around(b, n))
	}
	return ""
}

func (t Tolerance) token(was, is string) bool {
	if was == is {
		return true
	}
	a, errA := number(was)
	b, errB := number(is)
	return errA == nil && errB == nil && t.near(a, b)
}

// number reads a decimal number; hexadecimal ones are addresses, sums and the like, which no tolerance makes equal.
func number(s string) (float64, error) {
	if c := s[len(s)-1]; (c < '0' || c > '9') && c != '.' || hexadecimal.MatchString(s) {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(s, 64)
}

var hexadecimal = regexp.MustCompile(`^[+-]?0[xX]`)

// around returns the token at i with some of what stands before it; past the end it says so.
func around(toks []string, i int) string {
	if i >= len(toks) {
		return "(end)"
	}
	s := ""
	for _, t := range toks[max(0, i-3) : i+1] {
		s += " " + t
	}
	return s[1:]
}

// differ says what was and what is, shortened to fit a line.
func differ(was, is string) string { return fmt.Sprintf("was %s, is %s", short(was), short(is)) }

// short quotes a text and cuts its middle out when it is long.
func short(s string) string {
	const most = 60
	if n := utf8.RuneCountInString(s); n > most {
		r := []rune(s)
		s = string(r[:most/2]) + "…" + string(r[n-most/2:])
	}
	return strconv.Quote(s)
}
