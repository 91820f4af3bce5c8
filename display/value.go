package display

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/mercer-go/mercer/display/frame"
)

// This file turns Go values that say nothing about themselves into tables, lists and texts.

const (
	maxText    = 4000 // runes of a text that are shown
	maxCell    = 60   // runes of a cell that are shown
	maxColumns = 16   // columns of a matrix that are shown
	maxList    = 24   // entries of a list that are shown
)

type matrix interface {
	Dims() (r, c int)
	At(i, j int) float64
}

type vector interface {
	Len() int
	AtVec(i int) float64
}

// valueBundle shows a value by its kind.
func valueBundle(v any) *frame.Bundle {
	if ms := matricesIn(v); ms != nil {
		return matricesBundle(ms)
	}
	if t := ownTable(v); t != nil {
		return bundle("text/html", t.HTML(), t.String())
	}
	if s, ok := v.(fmt.Stringer); ok {
		return bundle("text/plain", fold(s.String()), "")
	}
	if x, ok := v.(vector); ok && !nilPointer(v) {
		return bundle("text/plain", vectorText(x), "")
	}
	if t := tableFor(v); t != nil {
		return bundle("text/html", t.HTML(), t.String())
	}
	return bundle("text/plain", fold(plain(v)), "")
}

// ownTable is the table that a value says it is, else nil.
func ownTable(v any) *Table {
	own, ok := v.(Tabler)
	if !ok || nilPointer(v) {
		return nil
	}
	caption, columns, rows := own.Table()
	if len(columns) == 0 {
		return nil
	}
	t := NewTable(columns...).Caption(caption)
	for _, row := range rows {
		t.Row(row...)
	}
	if w, ok := v.(warner); ok {
		t.warnings = w.Warnings()
	}
	return t
}

// warner is a value that is legal and was probably not meant, such as a data set with a class for
// each number.
type warner interface{ Warnings() []string }

// tableFor is the table of a value that is best read as one, else nil.
func tableFor(v any) *Table {
	if _, ok := v.(matrix); ok && !nilPointer(v) {
		return tableOf(v)
	}
	r := reflect.Indirect(reflect.ValueOf(v))
	if !r.IsValid() {
		return nil
	}
	switch r.Kind() {
	case reflect.Struct:
		if r.NumField() > 0 {
			return tableOf(v)
		}
	case reflect.Map:
		if r.Len() > 0 {
			return tableOf(v)
		}
	case reflect.Slice, reflect.Array:
		if k := elemKind(r.Type()); r.Len() > 0 && (k == reflect.Struct || k == reflect.Slice) && !isStringer(r.Index(0)) {
			return tableOf(v)
		}
	}
	return nil
}

func isStringer(r reflect.Value) bool {
	if !r.CanInterface() {
		return false
	}
	switch r.Interface().(type) {
	case fmt.Stringer, error:
		return true
	}
	return false
}

func elemKind(t reflect.Type) reflect.Kind {
	e := t.Elem()
	if e.Kind() == reflect.Pointer {
		e = e.Elem()
	}
	return e.Kind()
}

func nilPointer(v any) bool {
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// plain is a value in Go syntax; slices of numbers are short lists.
func plain(v any) string { return plainBehind(v, 4) }

// plainBehind follows at most so many pointers.
func plainBehind(v any, pointers int) string {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.String:
		return strconv.Quote(r.String())
	case reflect.Slice, reflect.Array:
		return list(r)
	case reflect.Func, reflect.Chan:
		return r.Type().String()
	case reflect.Pointer:
		if !r.IsNil() && pointers == 0 {
			return withoutPaths(r.Type().String())
		}
		if !r.IsNil() && r.Elem().CanInterface() {
			return "&" + plainBehind(r.Elem().Interface(), pointers-1)
		}
		return "nil (" + withoutPaths(r.Type().String()) + ")"
	}
	return syntax(v)
}

// list writes a slice on one line; a long one is folded and says how many entries it has.
func list(r reflect.Value) string {
	n := r.Len()
	var parts []string
	for i := range n {
		if n > maxList && i == maxList-4 {
			parts = append(parts, "…")
		}
		if n <= maxList || i < maxList-4 || i >= n-3 {
			parts = append(parts, entry(r.Index(i)))
		}
	}
	s := "[" + strings.Join(parts, " ") + "]"
	if n > maxList {
		s += fmt.Sprintf("  (%d entries)", n)
	}
	return s
}

func entry(r reflect.Value) string {
	if r.CanInterface() {
		v := pointedTo(r.Interface())
		switch t := v.(type) {
		case time.Time:
			return timeText(t)
		case matrix:
			if !nilPointer(v) {
				return brief(v)
			}
		}
		if r = reflect.ValueOf(v); !r.IsValid() {
			return "nil"
		}
	}
	switch {
	case r.CanFloat():
		return strconv.FormatFloat(r.Float(), 'g', 6, 64)
	case r.Kind() == reflect.String:
		return strconv.Quote(r.String())
	case r.CanInterface():
		return cut(syntax(r.Interface()), maxCell)
	}
	return cut(syntax(r), maxCell)
}

func vectorText(v vector) string {
	x := make([]float64, v.Len())
	for i := range x {
		x[i] = v.AtVec(i)
	}
	return list(reflect.ValueOf(x))
}

// tableOf is the table of a value of any kind.
func tableOf(v any) *Table {
	if t := ownTable(v); t != nil {
		return t
	}
	if m, ok := v.(matrix); ok && !nilPointer(v) {
		r, c := m.Dims()
		return matrixTable(r, c, func(i, j int) any { return m.At(i, j) })
	}
	if rows, ok := v.([][]float64); ok {
		return rowsTable(rows)
	}
	r := reflect.Indirect(reflect.ValueOf(v))
	switch r.Kind() {
	case reflect.Struct:
		return structTable(r)
	case reflect.Map:
		return mapTable(r)
	case reflect.Slice, reflect.Array:
		if elemKind(r.Type()) == reflect.Struct {
			return structsTable(r)
		}
		if elemKind(r.Type()) == reflect.Slice {
			return nestedTable(r)
		}
		cells, _ := cellsOf(r.Interface())
		return NewTable().Column("", counting(len(cells))).Column("value", cells)
	}
	return NewTable().fail("%T is not a matrix, struct, map or slice", v)
}

func counting(n int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = i
	}
	return x
}

// matrixTable shows entries; columns past maxColumns and rows past DefaultRows are not even read.
func matrixTable(r, c int, at func(i, j int) any) *Table {
	shown := shownIndices(c, maxColumns)
	rows := shownIndices(r, DefaultRows)
	t := NewTable("")
	if len(shown) < c || len(rows) < r {
		t.Caption(fmt.Sprintf("%d×%d", r, c))
	}
	last := -1
	for _, j := range shown {
		if j != last+1 {
			t.columns = append(t.columns, column{name: "…"})
		}
		t.columns = append(t.columns, column{name: strconv.Itoa(j)})
		last = j
	}
	t.Rows(len(rows) + 2)
	last = -1
	for _, i := range rows {
		if i != last+1 {
			t.Row("⋮")
		}
		t.Row(matrixRow(i, shown, at)...)
		last = i
	}
	return t
}

func matrixRow(i int, shown []int, at func(i, j int) any) []any {
	cells, last := []any{i}, -1
	for _, j := range shown {
		if j != last+1 {
			cells = append(cells, "…")
		}
		cells = append(cells, at(i, j))
		last = j
	}
	return cells
}

// shownIndices are 0 to n-1, or the first and the last quarter of limit where n is larger.
func shownIndices(n, limit int) []int {
	var x []int
	for i := 0; i < n; i++ {
		if n > limit && i == limit-limit/4 {
			i = n - limit/4
		}
		x = append(x, i)
	}
	return x
}

func rowsTable(rows [][]float64) *Table {
	c := 0
	for _, row := range rows {
		c = max(c, len(row))
	}
	return matrixTable(len(rows), c, func(i, j int) any {
		if j >= len(rows[i]) {
			return nil // a short row
		}
		return rows[i][j]
	})
}

func nestedTable(r reflect.Value) *Table {
	t := NewTable("")
	for i := range r.Len() {
		cells, _ := cellsOf(reflect.Indirect(r.Index(i)).Interface())
		for len(t.columns) <= min(len(cells), maxColumns) {
			t.columns = append(t.columns, column{name: strconv.Itoa(len(t.columns) - 1)})
		}
		t.Row(append([]any{i}, cells[:min(len(cells), maxColumns)]...)...)
	}
	return t
}

func structTable(r reflect.Value) *Table {
	t := NewTable("field", "value").Left()
	if name := r.Type().Name(); name != "" {
		t.Caption(withoutPaths(name))
	}
	r = addressable(r)
	for _, i := range shownFields(r.Type()) {
		if r.Type().Field(i).Anonymous && r.Field(i).IsZero() {
			continue // a part that says nothing, such as names that a model does not know
		}
		v := fieldOf(r, i)
		if v == nil {
			v = rawText("nil")
		}
		t.Row(rawText(r.Type().Field(i).Name), v)
	}
	return t
}

func structsTable(r reflect.Value) *Table {
	e := r.Type().Elem()
	if e.Kind() == reflect.Pointer {
		e = e.Elem()
	}
	t := NewTable()
	fields := shownFields(e)
	for _, i := range fields {
		t.columns = append(t.columns, column{name: e.Field(i).Name})
	}
	for i := range r.Len() {
		row := reflect.Indirect(r.Index(i))
		cells := make([]any, len(fields))
		if row.IsValid() {
			row = addressable(row)
			for j, f := range fields {
				cells[j] = fieldOf(row, f)
			}
		}
		t.Row(cells...)
	}
	return t
}

// shownFields are the fields of a struct that a reader sees: the exported ones; all of a type that the notebook itself
// declares, and of one that has no others.
func shownFields(t reflect.Type) []int {
	var exported, all []int
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name != "_" {
			all = append(all, i)
		}
		if f.IsExported() {
			exported = append(exported, i)
		}
	}
	if len(exported) == 0 || t.PkgPath() == "main" || t.Name() == "" {
		return all
	}
	return exported
}

// addressable is a struct or a copy of it, whose fields have addresses.
func addressable(r reflect.Value) reflect.Value {
	if r.CanAddr() {
		return r
	}
	c := reflect.New(r.Type()).Elem()
	c.Set(r)
	return c
}

// fieldOf is field i of an addressable struct, also one that is not exported.
func fieldOf(r reflect.Value, i int) any {
	f := r.Field(i)
	if !f.CanInterface() {
		f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
	}
	return f.Interface()
}

func mapTable(r reflect.Value) *Table {
	type entry struct{ key, value reflect.Value }
	var entries []entry
	for i := r.MapRange(); i.Next(); { // looking a key up would not find NaN
		entries = append(entries, entry{i.Key(), i.Value()})
	}
	sort.SliceStable(entries, func(i, j int) bool { return lessKey(entries[i].key, entries[j].key) })
	t := NewTable("key", "value")
	for _, e := range entries {
		t.Row(e.key.Interface(), e.value.Interface())
	}
	return t
}

func lessKey(a, b reflect.Value) bool {
	switch {
	case a.CanInt() && b.CanInt():
		return a.Int() < b.Int()
	case a.CanUint() && b.CanUint():
		return a.Uint() < b.Uint()
	case a.CanFloat() && b.CanFloat():
		return a.Float() < b.Float()
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return a.String() < b.String()
	}
	return fmt.Sprint(a) < fmt.Sprint(b)
}

// cellsOf are the entries of a slice or array.
func cellsOf(values any) ([]any, bool) {
	if v, ok := values.(vector); ok && !nilPointer(values) {
		cells := make([]any, v.Len())
		for i := range cells {
			cells[i] = v.AtVec(i)
		}
		return cells, true
	}
	r := reflect.ValueOf(values)
	if r.Kind() != reflect.Slice && r.Kind() != reflect.Array {
		return nil, false
	}
	cells := make([]any, r.Len())
	for i := range cells {
		cells[i] = r.Index(i).Interface()
	}
	return cells, true
}

// pointedTo is what pointers lead to, where that is a time or neither a struct nor something with a
// text of its own; else v itself. A nil pointer is nil.
func pointedTo(v any) any {
	for range 4 {
		r := reflect.ValueOf(v)
		if r.Kind() != reflect.Pointer {
			return v
		}
		_, isTime := v.(*time.Time)
		if _, own := v.(fmt.Stringer); own && !isTime || r.Type().Elem().Kind() == reflect.Struct && !isTime {
			return v
		}
		if _, own := v.(fmt.Formatter); own {
			return v
		}
		if _, own := v.(error); own {
			return v
		}
		if r.IsNil() {
			return nil
		}
		v = r.Elem().Interface()
	}
	return v
}

// number is the numeric value of a cell.
func number(v any) (float64, bool) {
	v = pointedTo(v)
	r := reflect.ValueOf(v)
	if _, named := v.(fmt.Stringer); named {
		return 0, false
	}
	switch {
	case !r.IsValid():
		return 0, false
	case r.CanFloat():
		return r.Float(), true
	case r.CanInt():
		return float64(r.Int()), true
	case r.CanUint():
		return float64(r.Uint()), true
	}
	return 0, false
}

func isFloat(v any) bool { return reflect.ValueOf(pointedTo(v)).CanFloat() }

// brief is the text of a cell.
func brief(v any) string {
	if nilPointer(v) {
		return "nil"
	}
	v = pointedTo(v)
	switch v := v.(type) {
	case rawText:
		return string(v)
	case time.Time:
		return timeText(v)
	case string:
		return cut(v, 4*maxCell)
	case fmt.Stringer, error:
		return cut(oneLine(fmt.Sprint(v)), 4*maxCell)
	case matrix:
		if !nilPointer(v) {
			r, c := v.Dims()
			return fmt.Sprintf("%d×%d matrix", r, c)
		}
	}
	r := reflect.ValueOf(v)
	if k := r.Kind(); closed(r) {
		return typeName(r.Type())
	} else if k == reflect.String {
		return cut(r.String(), 4*maxCell)
	} else if k == reflect.Slice || k == reflect.Array {
		if r.Len() > 8 {
			return fmt.Sprintf("%s of %d", r.Type(), r.Len())
		}
		return cut(list(r), 2*maxCell)
	} else if k == reflect.Func || k == reflect.Chan {
		return r.Type().String()
	}
	return cut(syntax(v), maxCell)
}

// oneLine is a text of several lines, such as the outline of a tree, on one line of a cell's width.
func oneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	return cut(strings.Join(strings.Fields(text), " "), maxCell)
}

// closed says whether a value is a struct, or a pointer to one, of a package that shows none of its fields, such as a source of randomness.
func closed(r reflect.Value) bool {
	r = reflect.Indirect(r)
	if r.Kind() != reflect.Struct || r.NumField() == 0 || r.Type().PkgPath() == "main" || r.Type().Name() == "" {
		return false
	}
	if _, ok := r.Interface().(fmt.Formatter); ok {
		return false
	}
	for i := range r.NumField() {
		if r.Type().Field(i).IsExported() {
			return false
		}
	}
	return true
}

// timeText is a date, with the time of day where it is not midnight, and its zone where that is not UTC.
func timeText(t time.Time) string {
	layout := time.DateOnly
	if t.Hour() != 0 || t.Minute() != 0 || t.Second() != 0 || t.Nanosecond() != 0 {
		layout = "2006-01-02 15:04:05.999999999"
	}
	if _, offset := t.Zone(); offset != 0 {
		layout += " -07:00"
	}
	return t.Format(layout)
}

func cut(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return s
}

func fold(s string) string {
	r := []rune(s)
	if len(r) <= maxText {
		return s
	}
	return string(r[:maxText*3/4]) + fmt.Sprintf("\n… (%d characters left out) …\n", len(r)-maxText) + string(r[len(r)-maxText/4:])
}

// syntax is the value as fmt writes it, but without addresses, which differ from run to run. fmt would not come to an end with one
// that contains itself.
func syntax(v any) string {
	r, ok := v.(reflect.Value)
	if !ok {
		r = reflect.ValueOf(v)
	}
	if within := (nesting{}); within.returns(r, 0) {
		return typeName(r.Type()) + " that contains itself"
	}
	parts := strings.Split(fmt.Sprintf("%+v", v), "0x")
	for i, p := range parts[1:] {
		n := 0
		for n < len(p) && strings.IndexByte("0123456789abcdef", p[n]) >= 0 {
			n++
		}
		if n >= 9 {
			parts[i+1] = "\x00" + p[n:]
		}
	}
	return strings.ReplaceAll(strings.Join(parts, "0x"), "0x\x00", "(pointer)")
}

// nesting are the slices and maps that a value lies in.
type nesting map[unsafe.Pointer]bool

// maxNesting is how deep values are written.
const maxNesting = 1000

// returns says whether a value, as fmt goes through it, comes back to one that it lies in, or is too deep to be written. fmt follows
// a pointer only where the whole value is one.
func (n nesting) returns(r reflect.Value, depth int) bool {
	if depth > maxNesting {
		return true
	}
	switch r.Kind() {
	case reflect.Interface:
		return n.returns(r.Elem(), depth+1)
	case reflect.Pointer:
		return depth == 0 && n.returns(r.Elem(), 1)
	case reflect.Struct:
		for i := range r.NumField() {
			if n.returns(r.Field(i), depth+1) {
				return true
			}
		}
	case reflect.Array:
		return nests(r.Type().Elem()) && n.anyReturns(r, depth)
	case reflect.Slice:
		return nests(r.Type().Elem()) && r.Len() > 0 && n.inside(r, func() bool { return n.anyReturns(r, depth) })
	case reflect.Map:
		return nests(r.Type().Elem()) && r.Len() > 0 && n.inside(r, func() bool {
			for i := r.MapRange(); i.Next(); {
				if n.returns(i.Value(), depth+1) {
					return true
				}
			}
			return false
		})
	}
	return false
}

func (n nesting) anyReturns(r reflect.Value, depth int) bool {
	for i := range r.Len() {
		if n.returns(r.Index(i), depth+1) {
			return true
		}
	}
	return false
}

// inside looks into a slice or a map, unless that is where it is already.
func (n nesting) inside(r reflect.Value, look func() bool) bool {
	at := r.UnsafePointer()
	if n[at] {
		return true
	}
	n[at] = true
	defer delete(n, at)
	return look()
}

// nests says whether values of a type can hold slices, maps or interfaces.
func nests(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Struct, reflect.Array, reflect.Slice, reflect.Map:
		return true
	}
	return false
}
