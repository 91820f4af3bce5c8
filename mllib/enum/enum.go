// Package enum makes enumerations whose values read as words: in print, in JSON, and in errors. One is an integer type with named constants and a
// table of their names:
//
//	// Method is a way to make a confidence interval. The zero value is Wilson.
//	type Method = enum.Of[methods]
//
//	const (
//		Wilson Method = iota
//		Wald
//	)
//
//	type methods struct{}
//
//	func (methods) Names() (string, []string) { return "metrics.Method", []string{Wilson: "wilson", Wald: "wald"} }
package enum

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Table names the values of an enumeration: Names returns what the enumeration is called, with its package, and the names of its values 0, 1, ….
type Table interface {
	Names() (of string, names []string)
}

// Of is the enumeration with the names of a table.
type Of[T Table] int8

// All returns the values that have names, in their order; those of an enumeration E are E(0).All().
func (v Of[T]) All() []Of[T] {
	_, names := v.table()
	all := make([]Of[T], len(names))
	for i := range all {
		all[i] = Of[T](i)
	}
	return all
}

// String returns the name of the value, or its number with a question mark for one that has none.
func (v Of[T]) String() string {
	if _, names := v.table(); v.named(names) {
		return names[v]
	}
	return fmt.Sprintf("%d?", int(v))
}

// MarshalText writes the name. It returns an error that wraps input.ErrParam for a value that has none.
func (v Of[T]) MarshalText() ([]byte, error) {
	of, _ := v.table()
	if err := v.Check(of); err != nil {
		return nil, err
	}
	return []byte(v.String()), nil
}

// UnmarshalText reads what MarshalText wrote. For a text that is no name it returns an error, which lists the names, and leaves the value alone.
func (v *Of[T]) UnmarshalText(text []byte) error {
	of, names := v.table()
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%s: no value is named %q, want one of %q", of, text, names)
	}
	*v = Of[T](i)
	return nil
}

// Check returns an error that wraps input.ErrParam, with the name of the argument, for a value that has no name.
func (v Of[T]) Check(argument string) error {
	_, names := v.table()
	return input.Param(v.named(names), argument, int(v), fmt.Sprintf("one of %q", names))
}

func (v Of[T]) table() (string, []string) {
	var t T
	return t.Names()
}

func (v Of[T]) named(names []string) bool { return v >= 0 && int(v) < len(names) }
