// Package markup writes HTML in which no text can leave its place. A page is built from forms, which are constants of the
// program with holes, and of what fills the holes: texts, numbers and links, each escaped by the function
// that takes it, or markup that was made so before, or that has been sanitised.
//
//	var b markup.Builder
//	b.Add("<a href=\"{}\">{}</a>\n", markup.URL(page), markup.Text(title))
//
// The compiler refuses a string in the place of a form or of markup. A hole stands between elements or in an attribute
// with quotes: nowhere else is an escaped text safe.
package markup

import (
	"html"
	"strconv"
	"strings"
)

// HTML is markup that is written as it stands.
type HTML string

// form is markup with holes. Other packages cannot name the type, so only their constants are forms.
type form string

const hole = "{}"

// Text is a text for the inside of an element, or of an attribute with quotes.
func Text(s string) HTML {
	return HTML(html.EscapeString(strings.ReplaceAll(s, "\x00", "\uFFFD")))
}

// Int is a number.
func Int(n int) HTML { return HTML(strconv.Itoa(n)) }

// Builder collects markup. The zero value is ready to use.
type Builder struct{ text strings.Builder }

// Add writes a form whose holes are filled in order. It panics if there are not as many holes as parts.
func (b *Builder) Add(f form, parts ...HTML) {
	rest := string(f)
	for _, part := range parts {
		before, after, ok := strings.Cut(rest, hole)
		if !ok {
			panic("markup: more parts than holes: " + string(f))
		}
		b.text.WriteString(before)
		b.text.WriteString(string(part))
		rest = after
	}
	if strings.Contains(rest, hole) {
		panic("markup: more holes than parts: " + string(f))
	}
	b.text.WriteString(rest)
}

// If writes a form if the condition holds.
func (b *Builder) If(condition bool, f form, parts ...HTML) {
	if condition {
		b.Add(f, parts...)
	}
}

// HTML is what was written.
func (b *Builder) HTML() HTML { return HTML(b.text.String()) }
