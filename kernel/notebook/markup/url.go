package markup

import (
	"fmt"
	"slices"
	"strings"
)

// This file checks and writes links.

// unsafeURL stands for a link that may not be followed. It leads nowhere.
const unsafeURL = "#unsafe-link"

// schemes are those that a link may name.
var schemes = []string{"http", "https", "mailto"}

// URL is a link for an attribute with quotes: to a file, relative or not, or over http, https or mailto. A link of
// another scheme, such as javascript, is replaced by one that leads nowhere. Bytes that may not stand in a URL are
// written with percent signs.
func URL(s string) HTML {
	if scheme, _, ok := strings.Cut(s, ":"); ok && !strings.ContainsAny(scheme, "/?#") &&
		!slices.Contains(schemes, strings.ToLower(scheme)) {
		return unsafeURL
	}
	return Text(escapeBytes(s, func(rest string) bool {
		return strings.IndexByte("!#$&*+,/:;=?@[]", rest[0]) >= 0 || isEscaped(rest)
	}))
}

// Fragment is the id of an element of a page, as it stands behind the # of a link.
func Fragment(id string) HTML {
	return Text(escapeBytes(id, func(string) bool { return false }))
}

// escapeBytes writes each byte with a percent sign that is no unreserved character of RFC 3986, unless the text that
// begins with it is kept.
func escapeBytes(s string, keep func(rest string) bool) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; isUnreserved(c) || keep(s[i:]) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// isEscaped reports whether s begins with an escaped byte, such as %2f.
func isEscaped(s string) bool { return len(s) > 2 && s[0] == '%' && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
