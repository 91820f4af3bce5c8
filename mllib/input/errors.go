package input

import (
	"errors"
	"fmt"
)

// The sentinels that every error of a check wraps; test for them with errors.Is.
var (
	ErrEmpty     = errors.New("no observations")
	ErrShape     = errors.New("shapes do not match")
	ErrNotFinite = errors.New("value is not finite")
	ErrLabel     = errors.New("label is not one of the expected labels")
	ErrOneClass  = errors.New("only one class")
	ErrValue     = errors.New("value cannot be used")
	ErrParam     = errors.New("parameter out of range")
	ErrSingular  = errors.New("matrix is not positive definite")
)

// Errorf returns an error that names the argument, says what is wrong with it, and wraps the sentinel kind.
func Errorf(kind error, argument, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %w", argument, fmt.Sprintf(format, args...), kind)
}

// Param returns an error that wraps ErrParam unless ok holds; want says in words what the parameter must be.
func Param(ok bool, argument string, got any, want string) error {
	if ok {
		return nil
	}
	return Errorf(ErrParam, argument, "got %v, want %s", got, want)
}

// NoModel returns the error of a method of a nil model of the given type: it wraps ErrEmpty.
func NoModel(of string) error {
	return Errorf(ErrEmpty, "model", "got a nil *%s; what should have made it returned an error", of)
}

// NotFinite returns the error of a matrix whose entry v is refused: it wraps ErrNotFinite, and
// RefusedEntry reads the entry from it.
func NotFinite(argument string, row, column int, v float64) error {
	return &refusal{argument, row, column, v}
}

// refusal is the error of an entry of a matrix.
type refusal struct {
	argument    string
	row, column int
	value       float64
}

// Error names the argument and the entry.
func (r *refusal) Error() string {
	return fmt.Sprintf("%s: row %d, column %d holds %v: %v", r.argument, r.row, r.column, r.value, ErrNotFinite)
}

// Unwrap returns ErrNotFinite.
func (r *refusal) Unwrap() error { return ErrNotFinite }

// RefusedEntry returns the entry that an error of Matrix, or one that wraps it, names; ok is false
// for other errors.
func RefusedEntry(err error) (row, column int, v float64, ok bool) {
	var r *refusal
	if !errors.As(err, &r) {
		return 0, 0, 0, false
	}
	return r.row, r.column, r.value, true
}
