package mllib

import "os"

// This file is for notebooks and examples, where an error should end the cell. README.md beside it ("Errors in a notebook") says when a cell
// needs none of it.

// Must returns value, or panics with err if that is not nil:
//
//	m := mllib.Must(perceptron.Rosenblatt{}.Fit(s.X, s.Y))
//
// A notebook gives it a short name in its first cell:
//
//	func must[T any](v T, err error) T { return mllib.Must(v, err) }
//
// What a value warns about, by a method Warnings as data.Set has it, is written to the standard error.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	if w, ok := any(value).(interface{ Warnings() []string }); ok {
		for _, text := range w.Warnings() {
			_, _ = os.Stderr.WriteString("warning: " + text + "\n")
		}
	}
	return value
}

// Must0 is Must for an error alone, as writing a file returns it:
//
//	mllib.Must0(s.WriteCSVFile("iris.csv", "species"))
func Must0(err error) {
	if err != nil {
		panic(err)
	}
}

// Must2 is Must for two values.
func Must2[T, U any](first T, second U, err error) (T, U) {
	if err != nil {
		panic(err)
	}
	return first, second
}
