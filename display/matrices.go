package display

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
)

// This file shows lists of matrices, each as a table below its number.

// maxMatrices is how many matrices of a list are shown.
const maxMatrices = 6

// matrixList is a list of which all entries are matrices or vectors.
type matrixList struct {
	shown []matrix // the first ones; nil for one that is nil
	n     int
}

// matricesIn returns the matrices that a list holds, nil for other values. A vector is a matrix of
// one column.
func matricesIn(v any) *matrixList {
	if _, own := v.(fmt.Stringer); own {
		return nil
	}
	r := reflect.ValueOf(v)
	if k := r.Kind(); k != reflect.Slice && k != reflect.Array || r.Len() == 0 {
		return nil
	}
	list, some := &matrixList{n: r.Len()}, false
	for i := range r.Len() {
		m, ok := matrixOf(r.Index(i))
		if !ok {
			return nil
		}
		some = some || m != nil
		if i < maxMatrices {
			list.shown = append(list.shown, m)
		}
	}
	if !some {
		return nil
	}
	return list
}

// matrixOf is an entry of a list as a matrix, nil for a nil one. ok is false for what is no matrix,
// or is shown by a table of its own.
func matrixOf(r reflect.Value) (m matrix, ok bool) {
	if !r.CanInterface() {
		return nil, false
	}
	v := r.Interface()
	if v == nil {
		return nil, true
	}
	if r.Kind() == reflect.Struct { // mat.Dense, whose methods are those of pointers
		v = addressable(r).Addr().Interface()
	}
	if _, own := v.(Tabler); own {
		return nil, false
	}
	if m, ok = v.(matrix); ok && nilPointer(v) {
		return nil, true
	}
	return m, ok
}

func matricesBundle(list *matrixList) *frame.Bundle {
	var html, text strings.Builder
	for i, m := range list.shown {
		if m == nil {
			name := fmt.Sprintf("[%d] nil", i)
			html.WriteString("<div>" + name + "</div>\n")
			text.WriteString(name + "\n")
			continue
		}
		rows, columns := m.Dims()
		t := matrixTable(rows, columns, func(i, j int) any { return m.At(i, j) })
		t.Caption(fmt.Sprintf("[%d] %d×%d", i, rows, columns))
		html.WriteString(t.HTML())
		text.WriteString(t.String())
	}
	if list.n > len(list.shown) {
		note := fmt.Sprintf("… (%d matrices)", list.n)
		html.WriteString("<div>" + note + "</div>\n")
		text.WriteString(note + "\n")
	}
	return bundle("text/html", html.String(), text.String())
}
