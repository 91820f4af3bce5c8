// Package show writes the structs of mllib for people, where package fmt would write the numbers of all fields in a row, and addresses.
//
// The types of mllib have a Format method, not String: with String, display would show a text where it has a table of the fields, and
// a choice of validate would list a method as one text and not by the parameters in which candidates differ.
package show

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxLine  = 100 // columns of a struct on one line
	maxField = 90  // runes of a field that has its own line
	maxList  = 8   // numbers of a list that are all shown
	maxDepth = 3   // structs within structs that are written by their fields
)

// Format writes v, a value of a type that has a name: by its own String or Table where it has one, else by its fields. Lists that
// are empty are left out, and of parameters, where 0 means the usual value, all that is zero.
// With the flag + it is one line; a width pads what is one line.
func Format(s fmt.State, v any) {
	text := Text(v)
	if s.Flag('+') {
		text = strings.Join(strings.Fields(text), " ")
	}
	if width, ok := s.Width(); ok && !strings.Contains(text, "\n") {
		if s.Flag('-') {
			width = -width
		}
		text = fmt.Sprintf("%*s", width, text)
	}
	io.WriteString(s, text) // the methods of fmt.Formatter have no error to return
}

// Text is v as fmt.Println shows it.
func Text(v any) string {
	r := reflect.ValueOf(v)
	if text, ok := ownText(r); ok {
		return text
	}
	r = reflect.Indirect(r)
	if r.Kind() != reflect.Struct {
		return name(r.Type()) + ": " + inLine(r, 0)
	}
	fields := fieldsOf(r)
	if len(fields) == 0 {
		return name(r.Type()) + emptiness(r.Type())
	}
	if line := name(r.Type()) + ": " + joined(fields, 0); utf8.RuneCountInString(line) <= maxLine {
		return line
	}
	text, width := name(r.Type()), 0
	for _, f := range fields {
		width = max(width, utf8.RuneCountInString(f.name))
	}
	for _, f := range fields {
		text += fmt.Sprintf("\n  %-*s  %s", width, f.name, cut(inLine(f.value, 0)))
	}
	return text
}

// emptiness says that the fields of a struct are zero, where it has some that others can set.
func emptiness(t reflect.Type) string {
	for i := range t.NumField() {
		if t.Field(i).IsExported() {
			return " with all fields zero"
		}
	}
	return ""
}

// tabler is a value that is read as a table, as display shows it.
type tabler interface {
	Table() (caption string, columns []string, rows [][]any)
}

// ownText is what the value, or a pointer to a copy of it, says of itself.
func ownText(r reflect.Value) (string, bool) {
	if r.Kind() == reflect.Pointer && r.IsNil() || !r.CanInterface() {
		return "", false
	}
	if r.Kind() == reflect.Struct {
		p := reflect.New(r.Type())
		p.Elem().Set(r)
		r = p
	}
	switch v := r.Interface().(type) {
	case error:
		return v.Error(), true
	case fmt.Stringer:
		if text := v.String(); !ofPart(r, text) {
			return text, true
		}
	case tabler:
		if caption, columns, rows := v.Table(); len(columns) > 0 {
			return table(caption, columns, rows) + warnings(v), true
		}
	}
	return "", false
}

// warnings are the lines below the table of a value that warns.
func warnings(v any) (lines string) {
	if w, ok := v.(interface{ Warnings() []string }); ok {
		for _, text := range w.Warnings() {
			lines += "\nwarning: " + text
		}
	}
	return lines
}

// ofPart says whether a text is that of an embedded part, whose String a struct has by embedding it.
func ofPart(r reflect.Value, text string) bool {
	if r = reflect.Indirect(r); r.Kind() != reflect.Struct {
		return false
	}
	for i := range r.NumField() {
		if f := r.Type().Field(i); f.Anonymous && f.IsExported() {
			part, ok := r.Field(i).Interface().(fmt.Stringer)
			if ok && !isEmpty(r.Field(i)) && part.String() == text {
				return true
			}
		}
	}
	return false
}

type field struct {
	name  string
	value reflect.Value
}

// acts are the first words of the methods of parameters.
var acts = []string{"Fit", "Draw", "Read", "Minimize", "Split", "Run", "Solve"}

// isParameters says whether a type holds parameters: a method works with them.
func isParameters(t reflect.Type) bool {
	for i := range t.NumMethod() {
		for _, act := range acts {
			if strings.HasPrefix(t.Method(i).Name, act) {
				return true
			}
		}
	}
	return false
}

// fieldsOf are the exported fields that are shown.
func fieldsOf(r reflect.Value) []field { return fieldsAs(r, isParameters(r.Type())) }

// fieldsAs are the fields of parameters or of a result; those of an embedded struct stand among them.
func fieldsAs(r reflect.Value, parameters bool) []field {
	var fields []field
	for i := range r.NumField() {
		f, v := r.Type().Field(i), r.Field(i)
		switch {
		case !f.IsExported() || isEmpty(v) || parameters && v.IsZero():
		case f.Anonymous && reflect.Indirect(v).Kind() == reflect.Struct:
			fields = append(fields, fieldsAs(reflect.Indirect(v), parameters)...)
		default:
			fields = append(fields, field{f.Name, v})
		}
	}
	return fields
}

// isEmpty says whether a value is nil, or a list or text without entries.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
		return v.IsNil()
	}
	return false
}

func joined(fields []field, depth int) string {
	var parts []string
	for _, f := range fields {
		parts = append(parts, f.name+" "+inLine(f.value, depth))
	}
	return strings.Join(parts, ", ")
}

// inLine writes a value on one line.
func inLine(r reflect.Value, depth int) string {
	switch r.Kind() {
	case reflect.Invalid:
		return "nil"
	case reflect.Pointer, reflect.Interface:
		if r.IsNil() {
			return "nil"
		}
	}
	if m, ok := r.Interface().(interface{ Dims() (r, c int) }); ok {
		rows, columns := m.Dims()
		return fmt.Sprintf("%d×%d matrix", rows, columns)
	}
	if text, ok := ownText(r); ok && !strings.Contains(text, "\n") {
		return text
	}
	switch r.Kind() {
	case reflect.Float64, reflect.Float32:
		return strconv.FormatFloat(r.Float(), 'g', 6, 64)
	case reflect.String:
		return strconv.Quote(r.String())
	case reflect.Pointer, reflect.Interface:
		return inLine(r.Elem(), depth)
	case reflect.Slice, reflect.Array:
		return list(r, depth)
	case reflect.Map:
		return fmt.Sprintf("map of %d", r.Len())
	case reflect.Func:
		return "a function"
	case reflect.Chan:
		return "a channel"
	case reflect.Struct:
		return nested(r, depth)
	}
	return fmt.Sprint(r.Interface())
}

// nested is a struct within another value.
func nested(r reflect.Value, depth int) string {
	fields := fieldsOf(r)
	if len(fields) == 0 || depth >= maxDepth {
		return name(r.Type())
	}
	return name(r.Type()) + " (" + joined(fields, depth+1) + ")"
}

// list is a list of numbers or texts, of which a long one is shown by its first and last entries; of others the number.
func list(r reflect.Value, depth int) string {
	n := r.Len()
	if n > 0 {
		switch e := r.Type().Elem(); e.Kind() {
		case reflect.Struct, reflect.Pointer, reflect.Interface:
			if n > 2 || depth > 0 {
				return fmt.Sprintf("%d× %s", n, name(e))
			}
		case reflect.Slice, reflect.Array:
			if first := r.Index(0); first.Len() > maxList || n > 2 {
				return fmt.Sprintf("%d lists, the first %s", n, inLine(first, depth))
			}
		}
	}
	parts := make([]string, 0, maxList)
	for i := range n {
		switch {
		case n <= maxList || i < maxList-3 || i >= n-2:
			parts = append(parts, inLine(r.Index(i), depth))
		case i == maxList-3:
			parts = append(parts, "…")
		}
	}
	text := "[" + strings.Join(parts, " ") + "]"
	if n > maxList {
		text += fmt.Sprintf(" (%d)", n)
	}
	return text
}

// name is a type with its package, and without the paths of type arguments.
func name(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var out []byte
	word := 0 // where in out the import path began that may be here
	for _, c := range []byte(t.String()) {
		if c == '/' {
			out = out[:word]
			continue
		}
		if out = append(out, c); strings.IndexByte("[]*(){}, ", c) >= 0 {
			word = len(out)
		}
	}
	return string(out)
}

func cut(text string) string {
	if r := []rune(text); len(r) > maxField {
		return string(r[:maxField-1]) + "…"
	}
	return text
}
