package defs

import (
	"strings"
	"testing"
)

func TestTypeTextRoundTrip(t *testing.T) {
	text := `map[string]*"gonum.org/v1/gonum/mat".Dense`
	if got := Readable(text); got != "map[string]*mat.Dense" {
		t.Errorf("readable: %s", got)
	}
	if got := TypePackages(text); len(got) != 1 || got[0] != "gonum.org/v1/gonum/mat" {
		t.Errorf("packages: %v", got)
	}
	if got := typeNames(`map[T]func(U) "time".Time`); strings.Join(got, " ") != "T U" {
		t.Errorf("names: %v", got)
	}
}
