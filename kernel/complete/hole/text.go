package hole

import (
	"unicode"
	"unicode/utf8"
)

// ByteOffset returns the byte offset of a number of code points, kept within the text.
func ByteOffset(text string, points int) int {
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

// CodePoints is the inverse of byteOffset.
func CodePoints(text string, at int) int { return utf8.RuneCountInString(text[:at]) }

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// WordBefore returns the offset where the word that ends at the offset begins.
func WordBefore(text string, at int) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		if !isWordRune(r) {
			break
		}
		at -= n
	}
	return at
}

// WordAfter returns the offset where the word that goes on at the offset ends.
func WordAfter(text string, at int) int {
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !isWordRune(r) {
			break
		}
		at += n
	}
	return at
}

// LineStart returns the offset of the line that the offset is on.
func LineStart(text string, at int) int {
	for at > 0 && text[at-1] != '\n' {
		at--
	}
	return at
}

// LineEnd returns the offset of the end of the line that the offset is on.
func LineEnd(text string, at int) int {
	for at < len(text) && text[at] != '\n' {
		at++
	}
	return at
}
