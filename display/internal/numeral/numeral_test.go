package numeral

import (
	"math"
	"testing"
)

func TestMinus(t *testing.T) {
	for in, want := range map[string]string{
		"":            "",
		"1.5":         "1.5",
		"-1.5":        "−1.5",
		"-1.5e-09":    "−1.5e-09",
		"[1 -2 -3E-4": "[1 −2 −3E-4",
		"   -7":       "   −7",
		"−1":          "−1",
	} {
		if got := Minus(in); got != want {
			t.Errorf("Minus(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSmall(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 109: "109", -84321.6: "−84322", 2.345: "2.3", 99.5: "100", 12: "12",
		-8.88e-16: "−8.9e-16", 3e9: "3e+09", math.Inf(1): "+Inf",
	} {
		if got := Small(x); got != want {
			t.Errorf("Small(%g) = %q, want %q", x, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 5, ""},
		{"one two", 7, "one two"},
		{"one two three", 7, "one two\nthree"},
		{"one two three", 8, "one two\nthree"},
		{"  one two three", 9, "  one two\n  three"},
		{"unbreakable", 4, "unbreakable"},
		{"unbreakable word", 4, "unbreakable\nword"},
		{"α β γ δ", 3, "α β\nγ δ"},
		{"a line\nand one more", 8, "a line\nand one\nmore"},
	} {
		if got := Wrap(c.text, c.n); got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
