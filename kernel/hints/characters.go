package hints

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// character is a character that editors and web pages bring into programs, and that Go's have only in texts and comments.
type character struct {
	char  rune
	name  string
	meant string // what was probably meant, or "" where it is to be deleted
}

// characters is the table of them.
var characters = []character{
	{'\u00a0', "a no-break space", "an ordinary space"},
	{'\u2002', "an en space", "an ordinary space"},
	{'\u2003', "an em space", "an ordinary space"},
	{'\u2007', "a figure space", "an ordinary space"},
	{'\u2009', "a thin space", "an ordinary space"},
	{'\u202f', "a narrow no-break space", "an ordinary space"},
	{'\u3000', "an ideographic space", "an ordinary space"},
	{'\u2028', "a line separator", "a new line"},
	{'\u2029', "a paragraph separator", "a new line"},
	{'\u200b', "a zero-width space, which cannot be seen", ""},
	{'\u200c', "a zero-width non-joiner, which cannot be seen", ""},
	{'\u200d', "a zero-width joiner, which cannot be seen", ""},
	{'\u2060', "a word joiner, which cannot be seen", ""},
	{'\u200e', "a left-to-right mark, which cannot be seen", ""},
	{'\u200f', "a right-to-left mark, which cannot be seen", ""},
	{'\ufeff', "a byte order mark, which cannot be seen", ""},
	{'\u00ad', "a soft hyphen, which cannot be seen", ""},
	{'\u2212', "a minus sign of typesetting", "-"},
	{'\u2013', "an en dash", "-"},
	{'\u2014', "an em dash", "-"},
	{'\u2010', "a hyphen of typesetting", "-"},
	{'\u2011', "a no-break hyphen", "-"},
	{'\u00d7', "a multiplication sign", "*"},
	{'\u22c5', "a multiplication dot", "*"},
	{'\u00b7', "a middle dot", "*"},
	{'\u2217', "an asterisk of typesetting", "*"},
	{'\u00f7', "a division sign", "/"},
	{'\u2215', "a division slash", "/"},
	{'\u2264', "a less-or-equal sign", "<="},
	{'\u2265', "a greater-or-equal sign", ">="},
	{'\u2260', "a not-equal sign", "!="},
	{'\u2190', "an arrow", "<- or :="},
	{'\u2018', "a curly quotation mark", "a straight one, and text needs double quotes: \""},
	{'\u2019', "a curly quotation mark", "a straight one, and text needs double quotes: \""},
	{'\u201a', "a curly quotation mark", "a straight one, and text needs double quotes: \""},
	{'\u201c', "a curly quotation mark", "a straight one: \""},
	{'\u201d', "a curly quotation mark", "a straight one: \""},
	{'\u201e', "a curly quotation mark", "a straight one: \""},
	{'\u00ab', "a quotation mark", "a straight one: \""},
	{'\u00bb', "a quotation mark", "a straight one: \""},
	{'\u2032', "a prime", "a straight quotation mark, or a name without it"},
	{'\u00b4', "an acute accent", "a straight quotation mark"},
	{'\u2026', "an ellipsis in one character", "three dots: ..."},
	{'\u00b2', "a superscript two", "x*x"},
	{'\u00b3', "a superscript three", "x*x*x"},
	{'\u221a', "a square root sign", "math.Sqrt(x)"},
	{'\u221e', "an infinity sign", "math.Inf(1)"},
	{'\u2211', "a summation sign", "a loop, or floats.Sum(xs)"},
	{'\u2227', "a logical and", "&&"},
	{'\u2228', "a logical or", "||"},
	{'\u00ac', "a not sign", "!"},
	{'\u2208', "an element-of sign", "slices.Contains(xs, x)"},
	{'\uff08', "a full-width parenthesis", "("},
	{'\uff09', "a full-width parenthesis", ")"},
	{'\uff0c', "a full-width comma", ","},
	{'\uff1b', "a full-width semicolon", ";"},
	{'\uff1a', "a full-width colon", ":"},
	{'\uff1d', "a full-width equals sign", "="},
	{'\u037e', "a Greek question mark", ";"},
}

// strange returns a sentence about the first character in a line, outside of texts and comments, that no Go program has there,
// and its offset.
func strange(line string) (say string, at int, found bool) {
	for i, r := range mask(line) {
		for _, c := range characters {
			if c.char == r {
				return c.sentence(), i, true
			}
		}
		if isNoGo(r) {
			return fmt.Sprintf("%s (U+%04X) is a character that Go has in texts and comments only", strconv.QuoteRune(r), r), i, true
		}
	}
	return "", 0, false
}

// isNoGo says whether a character can be no part of a name, a number or an operator: what is not in ASCII and neither a
// letter nor a digit, and what controls a terminal.
func isNoGo(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
	}
	return r != utf8.RuneError && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// sentence says what a character is, and what to write.
func (c character) sentence() string {
	say := fmt.Sprintf("%s (U+%04X) stands here: ", c.name, c.char)
	if c.meant == "" {
		return say + "delete it"
	}
	return say + "write " + c.meant
}
