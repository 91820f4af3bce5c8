package complete

import (
	"unicode"
	"unicode/utf8"
)

// byteOffset returns the byte offset of a number of code points, kept within the text.
func byteOffset(text string, points int) int {
	if points < 0 {
		return len(text)
	}
	for i := range text {
		if points == 0 {
			return i
		}
		points--
	}
	return len(text)
}

// codePoints is the inverse of byteOffset.
func codePoints(text string, at int) int { return utf8.RuneCountInString(text[:at]) }

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordBefore returns the offset where the word that ends at the offset begins.
func wordBefore(text string, at int) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		if !isWordRune(r) {
			break
		}
		at -= n
	}
	return at
}

// wordAfter returns the offset where the word that goes on at the offset ends.
func wordAfter(text string, at int) int {
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !isWordRune(r) {
			break
		}
		at += n
	}
	return at
}

// lineStart returns the offset of the line that the offset is on.
func lineStart(text string, at int) int {
	for at > 0 && text[at-1] != '\n' {
		at--
	}
	return at
}

// lineEnd returns the offset of the end of the line that the offset is on.
func lineEnd(text string, at int) int {
	for at < len(text) && text[at] != '\n' {
		at++
	}
	return at
}
