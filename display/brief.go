package display

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Brief is a value in one line of some sixty characters: numbers and texts as Go writes them, short lists whole, long ones,
// maps and matrices by their sizes, structs by their first fields. Its cost does not grow with the value.
func Brief(v any) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("%s that panics when shown", typeName(reflect.TypeOf(v)))
		}
	}()
	return cut(strings.Join(strings.Fields(inBrief(reflect.ValueOf(v), 2)), " "), maxCell)
}

// maxShort is how many entries a list has at most that is written out.
const maxShort = 8

// inBrief writes a value whose parts are written down to a depth.
func inBrief(r reflect.Value, depth int) string {
	if !r.IsValid() {
		return "nil"
	}
	if text, ok := ownText(r); ok {
		return text
	}
	switch r.Kind() {
	case reflect.String:
		return strconv.Quote(cut(r.String()[:min(r.Len(), 4*maxCell)], maxCell))
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(r.Float(), 'g', 6, 64)
	case reflect.Pointer, reflect.Interface:
		return briefTarget(r, depth)
	case reflect.Slice, reflect.Array:
		return briefList(r, depth)
	case reflect.Map:
		return fmt.Sprintf("%s of %d", typeName(r.Type()), r.Len())
	case reflect.Struct:
		return briefStruct(r, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return typeName(r.Type())
	}
	return fmt.Sprint(r) // truth values, whole and complex numbers
}

// ownText is what a value says of itself, and the size of a matrix.
func ownText(r reflect.Value) (string, bool) {
	if !r.CanInterface() || r.Kind() == reflect.Pointer && r.IsNil() {
		return "", false
	}
	switch v := r.Interface().(type) {
	case error:
		return v.Error(), true
	case fmt.Stringer:
		return v.String(), true
	case matrix:
		rows, columns := v.Dims()
		return fmt.Sprintf("%d×%d %s", rows, columns, typeName(r.Type())), true
	}
	return "", false
}

func briefTarget(r reflect.Value, depth int) string {
	switch {
	case r.IsNil():
		return "nil"
	case r.Kind() == reflect.Interface:
		return inBrief(r.Elem(), depth)
	case depth == 0:
		return "&" + typeName(r.Type().Elem())
	}
	return "&" + inBrief(r.Elem(), depth-1)
}

func briefList(r reflect.Value, depth int) string {
	if r.Len() > maxShort || depth == 0 && r.Len() > 0 {
		return fmt.Sprintf("%s of %d", typeName(r.Type()), r.Len())
	}
	parts := make([]string, r.Len())
	for i := range parts {
		parts[i] = inBrief(r.Index(i), depth-1)
	}
	return "[" + strings.Join(parts, " ") + "]"
}

func briefStruct(r reflect.Value, depth int) string {
	name := typeName(r.Type())
	if depth == 0 {
		return name
	}
	var parts []string
	for i, width := 0, 0; i < r.NumField() && width < maxCell; i++ {
		part := r.Type().Field(i).Name + ":" + inBrief(r.Field(i), depth-1)
		parts, width = append(parts, part), width+len(part)
	}
	return name + "{" + strings.Join(parts, " ") + "}"
}

// typeName is a type as the notebook writes it.
func typeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	if t.Name() == "" && t.Kind() == reflect.Struct {
		return "struct"
	}
	return strings.ReplaceAll(withoutPaths(t.String()), "main.", "")
}

// withoutPaths leaves of import paths, which the text of a type has where it is a type argument, the last element.
func withoutPaths(text string) string {
	if !strings.Contains(text, "/") {
		return text
	}
	var out []byte
	word := 0 // where in out the import path began that may be here
	for i := range len(text) {
		switch c := text[i]; {
		case c == '/':
			out = out[:word]
		case strings.IndexByte("[]*(){}, ", c) >= 0:
			out = append(out, c)
			word = len(out)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}
