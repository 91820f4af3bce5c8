package verify

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
)

// This file compares drawings, which are SVG, and tags of HTML: element by element and attribute by attribute, so that what differs is said by its name.

// drawing compares two SVG texts. It returns "" when they are equal, else the first element that differs, counted among those of its kind, and in what.
func (t Tolerance) drawing(was, is string) string {
	if was == is {
		return ""
	}
	a, b := parts(was), parts(is)
	seen := map[string]int{}
	within := "" // the element in which a text stands
	for i := range min(len(a), len(b)) {
		if name := element(a[i]); name != "" {
			seen[name]++
			within = name
		}
		if d := t.part(a[i], b[i]); d != "" {
			if within == "" {
				return d
			}
			return fmt.Sprintf("%s %d of the drawing: %s", within, seen[within], d)
		}
	}
	switch {
	case len(a) < len(b):
		return "the drawing goes on with " + short(b[len(a)])
	case len(a) > len(b):
		return "the drawing ends before " + short(a[len(b)])
	}
	return ""
}

// element is the name of the element that a tag opens, or "".
func element(tag string) string {
	if m := tagName.FindStringSubmatch(tag); m != nil && tag[1] != '/' {
		return m[1]
	}
	return ""
}

var attribute = regexp.MustCompile(`([A-Za-z_:][\w:.-]*)\s*=\s*("[^"]*"|'[^']*')`)

// tag compares two tags by their names and attributes.
func (t Tolerance) tag(was, is string) string {
	if a, b := element(was), element(is); a != "" && b != "" && a != b {
		return fmt.Sprintf("was %s, is %s", a, b)
	}
	a, b := attribute.FindAllStringSubmatch(was, -1), attribute.FindAllStringSubmatch(is, -1)
	bareA, bareB := attribute.ReplaceAllString(was, ""), attribute.ReplaceAllString(is, "")
	if d := t.tokens(drawingToken, bareA, bareB); d != "" {
		return d
	}
	for i := range min(len(a), len(b)) {
		switch {
		case a[i][1] != b[i][1]:
			return fmt.Sprintf("was with %s, is with %s", a[i][1], b[i][1])
		default:
			if d := t.attribute(a[i][1], unquote(a[i][2]), unquote(b[i][2])); d != "" {
				return d
			}
		}
	}
	switch {
	case len(a) < len(b):
		return "is with " + b[len(a)][1]
	case len(a) > len(b):
		return "was with " + a[len(b)][1]
	}
	return ""
}

func unquote(s string) string { return s[1 : len(s)-1] }

// attribute compares two values of an attribute: numbers within the tolerance, the data of a picture as a picture.
func (t Tolerance) attribute(name, was, is string) string {
	if was == is {
		return ""
	}
	headA, dataA, okA := strings.Cut(was, ";base64,")
	headB, dataB, okB := strings.Cut(is, ";base64,")
	switch {
	case okA && okB && headA == headB && strings.HasPrefix(headA, "data:image/") && headA != "data:image/svg+xml":
		if d := picture(dataA, dataB); d != "" {
			return "its picture: " + d
		}
		return ""
	case okA && okB && headA == headB && headA == "data:image/svg+xml":
		return t.inner(name, dataA, dataB)
	case okA || okB:
		return fmt.Sprintf("%s was %s, is %s", name, described(was), described(is))
	}
	return t.words(name, was, is)
}

// inner compares two drawings in base64.
func (t Tolerance) inner(name, was, is string) string {
	a, errA := base64.StdEncoding.DecodeString(was)
	b, errB := base64.StdEncoding.DecodeString(is)
	if errA != nil || errB != nil {
		return name + " is no base64, and other than it was"
	}
	return t.drawing(string(a), string(b))
}

// described is a value of an attribute without its data.
func described(value string) string {
	head, data, ok := strings.Cut(value, ";base64,")
	if !ok {
		return short(value)
	}
	return fmt.Sprintf("%s of %d bytes", short(head), base64.StdEncoding.DecodedLen(len(data)))
}

// words compares two lists of numbers and words, such as the path of a line.
func (t Tolerance) words(name, was, is string) string {
	a, b := drawingToken.FindAllString(was, -1), drawingToken.FindAllString(is, -1)
	numbers := 0
	for i := range min(len(a), len(b)) {
		if isNumber(a[i]) {
			numbers++
		}
		switch {
		case t.token(a[i], b[i]):
		case isNumber(a[i]) && isNumber(b[i]) && len(a)+len(b) > 2:
			return fmt.Sprintf("number %d of %s was %s, is %s", numbers, name, a[i], b[i])
		case isNumber(a[i]) && isNumber(b[i]):
			return fmt.Sprintf("%s was %s, is %s", name, a[i], b[i])
		default:
			return fmt.Sprintf("%s: %s", name, differ(around(a, i), around(b, i)))
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%s was %d numbers and words long, is %d", name, len(a), len(b))
	}
	return ""
}

func isNumber(token string) bool {
	_, err := number(token)
	return err == nil
}

// sketch says what a representation that is new or gone is, without its data.
func sketch(mime string, v any) string {
	s, ok := v.(string)
	switch {
	case ok && mime == "image/svg+xml":
		n := 0
		for _, p := range parts(s) {
			if element(p) != "" {
				n++
			}
		}
		return fmt.Sprintf("a drawing of %d elements", n)
	case ok && strings.HasPrefix(mime, "image/"):
		if img, err := decode(strings.Join(strings.Fields(s), "")); err == nil {
			return fmt.Sprintf("a picture of %d × %d pixels", img.Bounds().Dx(), img.Bounds().Dy())
		}
		return fmt.Sprintf("a picture of %d bytes", base64.StdEncoding.DecodedLen(len(s)))
	}
	return short(compact(v))
}
