package enum_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
)

// colour is an enumeration as a package declares it.
type colour = enum.Of[colours]

const (
	red colour = iota
	green
)

type colours struct{}

func (colours) Names() (string, []string) { return "enum.colour", []string{red: "red", green: "green"} }

func TestText(t *testing.T) {
	for _, v := range red.All() {
		text, err := json.Marshal(v)
		back := colour(-1)
		if err != nil || json.Unmarshal(text, &back) != nil || back != v {
			t.Errorf("%v: JSON %s (%v) came back as %v", v, text, err, back)
		}
	}
	if all := red.All(); !slices.Equal(all, []colour{red, green}) {
		t.Errorf("all values are %v", all)
	}
}

func TestUnnamed(t *testing.T) {
	for _, v := range []colour{-1, 2, 127} {
		if _, err := json.Marshal(v); !errors.Is(err, input.ErrParam) {
			t.Errorf("JSON of %v: got %v, want %v", v, err, input.ErrParam)
		}
		if err := v.Check("Colour"); !errors.Is(err, input.ErrParam) {
			t.Errorf("%v: got %v, want %v", v, err, input.ErrParam)
		}
	}
	if err := green.Check("Colour"); err != nil {
		t.Error(err)
	}
	v := green
	if err := json.Unmarshal([]byte(`"blue"`), &v); err == nil || v != green {
		t.Errorf("blue became %v (%v)", v, err)
	}
}

func Example() {
	fmt.Println(green, colour(7))
	fmt.Println(colour(7).Check("Colour"))
	// Output:
	// green 7?
	// Colour: got 7, want one of ["red" "green"]: parameter out of range
}
