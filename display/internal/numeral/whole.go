package numeral

import (
	"html"
	"strings"
	"unicode/utf8"
)

// This file writes texts as HTML in which numbers and what is read as one piece are not broken by the end of a line.

const (
	wholeBracket = 20 // characters up to which what stands in brackets stays together
	wholeSide    = 12 // characters of a side of a comparison that stays together
	wholeLine    = 26 // characters that stay together at most: a phone has room for them
)

// HTML escapes a text. Numbers with an exponent, short tuples as in (1, 0.75), (n = 1000) or [0 1 1], and short comparisons as K = 1
// or ≤ 18 stand on one line.
func HTML(text string) string {
	words := strings.Split(text, " ")
	joined := joints(text, words)
	var b strings.Builder
	for i := 0; i < len(words); {
		n, size := i+1, utf8.RuneCountInString(words[i])
		for n < len(words) && joined[n-1] && size+1+utf8.RuneCountInString(words[n]) <= wholeLine {
			size += 1 + utf8.RuneCountInString(words[n])
			n++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		if piece := strings.Join(words[i:n], " "); n > i+1 || hasExponent(piece) {
			b.WriteString(OneLine(piece))
		} else {
			b.WriteString(html.EscapeString(piece))
		}
		i = n
	}
	return b.String()
}

// OneLine escapes a text that is not broken by the end of a line.
func OneLine(text string) string {
	return `<span style="white-space:nowrap">` + html.EscapeString(text) + "</span>"
}

// joints tells of each space of a text, by the number of the word before it, whether the line must not end there.
func joints(text string, words []string) []bool {
	joined := make([]bool, len(words))
	at := 0
	inside := 0 // where the brackets end that the text is in
	for i, w := range words {
		for k := range w {
			if end := bracketEnd(text[at+k:]); end > 0 {
				inside = at + k + end
			}
		}
		at += len(w) + 1
		if i+1 < len(words) {
			joined[i] = at < inside || compares(words, i) || compares(words, i+1)
		}
	}
	return joined
}

// bracketEnd is the length of a short tuple that a text begins with, else 0.
func bracketEnd(s string) int {
	if s[0] != '(' && s[0] != '[' {
		return 0
	}
	n := strings.IndexAny(s[1:], "()[]") + 2
	if n < 3 || s[n-1] != ')' && s[n-1] != ']' || utf8.RuneCountInString(s[:n]) > wholeBracket || !strings.ContainsAny(s[:n], "0123456789½¼") {
		return 0
	}
	return n
}

// compares tells whether word i is the sign of a comparison between short sides.
func compares(words []string, i int) bool {
	switch words[i] {
	case "=", "<", ">", "≤", "≥", "≠", "≈", "±", "∈":
	default:
		return false
	}
	return (i == 0 || utf8.RuneCountInString(words[i-1]) <= wholeSide) && (i+1 == len(words) || utf8.RuneCountInString(words[i+1]) <= wholeSide)
}

// hasExponent tells whether a number as 1e-05 stands in a word, which browsers break behind the hyphen.
func hasExponent(word string) bool {
	for i := 1; i+2 < len(word); i++ {
		if word[i] == 'e' && isDigit(word[i-1]) && (word[i+1] == '-' || word[i+1] == '+') && isDigit(word[i+2]) {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
