package notebook

import (
	"strings"
	"unicode/utf8"
)

// This file splits and joins the multi-line strings of the format, at the line ends that Python's str.splitlines knows.

// splitLines cuts s after each line end, keeping the ends. The empty string has no lines.
func splitLines(s string) []any {
	lines := []any{}
	for len(s) > 0 {
		n := lineLen(s)
		lines = append(lines, s[:n])
		s = s[n:]
	}
	return lines
}

// lineLen returns the length of the first line of s, with its end.
func lineLen(s string) int {
	for i, r := range s {
		switch r {
		case '\r':
			if strings.HasPrefix(s[i:], "\r\n") {
				return i + 2
			}
			return i + 1
		case '\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029':
			return i + utf8.RuneLen(r)
		}
	}
	return len(s)
}

// joinLines returns the string that v holds, whole or as a list of lines; ok is false for anything else.
func joinLines(v any) (s string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		var b strings.Builder
		for _, line := range v {
			s, ok := line.(string)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}

// isJSON reports whether a value of the MIME type is JSON itself, which the format leaves alone.
func isJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// splits reports whether the format stores a value of the MIME type as a list of lines.
func splits(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "application/javascript" || mime == "image/svg+xml"
}

// joinBundle joins the split values of a MIME bundle in place.
func joinBundle(data map[string]any) {
	for mime, v := range data {
		if s, ok := joinLines(v); ok && !isJSON(mime) {
			data[mime] = s
		}
	}
}

// splitBundle returns the MIME bundle as it is stored.
func splitBundle(data map[string]any) map[string]any {
	stored := make(map[string]any, len(data))
	for mime, v := range data {
		if s, ok := v.(string); ok && splits(mime) {
			stored[mime] = splitLines(s)
		} else {
			stored[mime] = v
		}
	}
	return stored
}
