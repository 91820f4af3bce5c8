package verify

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// This file compares HTML by its elements and text, and says of a difference in a table where it is.

var markupPart = regexp.MustCompile(`(?s)<!--.*?-->|<(?:script|style)\b.*?</(?:script|style)\s*>|<[^>]*>|[^<]+|<`)

var tagName = regexp.MustCompile(`^</?([a-zA-Z][a-zA-Z0-9]*)`)

// place is where in the tables of a page one is.
type place struct{ table, row, column int }

// enter moves the place on by an opening tag.
func (p *place) enter(name string) {
	switch name {
	case "table":
		*p = place{table: p.table + 1}
	case "tr":
		p.row, p.column = p.row+1, 0
	case "td", "th":
		p.column++
	}
}

// String names the place, or is empty outside of tables.
func (p place) String() string {
	if p.row == 0 {
		return ""
	}
	return fmt.Sprintf("table %d, row %d, column %d: ", p.table, p.row, p.column)
}

// markup compares two pieces of HTML part by part.
func (t Tolerance) markup(was, is string) string {
	if was == is {
		return ""
	}
	a, b := parts(was), parts(is)
	var at place
	for i := range min(len(a), len(b)) {
		if m := tagName.FindStringSubmatch(a[i]); m != nil && a[i][1] != '/' {
			at.enter(strings.ToLower(m[1]))
		} else if m != nil && strings.EqualFold(m[1], "table") {
			at = place{table: at.table}
		}
		if d := t.part(a[i], b[i]); d != "" {
			return at.String() + d
		}
	}
	if len(a) != len(b) {
		n := min(len(a), len(b))
		return at.String() + differ(around(a, n), around(b, n))
	}
	return ""
}

// parts takes HTML apart into tags and the text between them, without comments and white space.
func parts(s string) []string {
	var list []string
	for _, p := range markupPart.FindAllString(s, -1) {
		if !strings.HasPrefix(p, "<!--") && strings.TrimSpace(p) != "" {
			list = append(list, p)
		}
	}
	return list
}

// part compares two tags, or two texts with their entities resolved.
func (t Tolerance) part(was, is string) string {
	if strings.HasPrefix(was, "<") || strings.HasPrefix(is, "<") {
		return t.tag(was, is)
	}
	return t.text(html.UnescapeString(was), html.UnescapeString(is))
}
