package program

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// Composing costs what the cell is long. It is measured in allocations, which every processor counts alike: four times as
// many declarations must not need much more than four times as many. What an environment makes in the background is counted
// with it, now and then: the least of some trials counts.
func TestComposeIsLinear(t *testing.T) {
	env := testEnv(t)
	for _, kind := range []struct{ name, format string }{
		{"functions", "func f%d() int { return 1 }\n"}, {"variables", "x%d := 1\n"}, {"types with methods", "type T%d int\nfunc (t T%[1]d) M() T%[1]d { return t }\n"},
		{"constants", "const c%d = 1\n"}, {"variables again", "var x%d int\n"},
	} {
		allocations := func(n int) float64 {
			var text strings.Builder
			for i := range n {
				fmt.Fprintf(&text, kind.format, i)
			}
			c, err := cell.Split(text.String())
			if err != nil {
				t.Fatal(err)
			}
			return testing.AllocsPerRun(1, func() {
				if _, err := Compose(t.Context(), env, Request{CellID: "a", Cell: c}); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := allocations(250), allocations(1000)
		for trial := 0; many > 6*few && trial < 10; trial++ {
			few, many = min(few, allocations(250)), min(many, allocations(1000))
		}
		if many > 6*few {
			t.Errorf("%s: 250 need %.0f allocations, 1000 need %.0f", kind.name, few, many)
		}
	}
}

// A small cell costs the same however many definitions it does not use, but for a look at each of them.
func TestComposeAfterMany(t *testing.T) {
	env := testEnv(t)
	allocations := func(n int) float64 {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "x%d := 1\n", i)
		}
		many := compose(t, env, nil, text.String(), "a")
		c, err := cell.Split("fmt.Println(1)")
		if err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(3, func() {
			if _, err := Compose(t.Context(), env, Request{Defs: many.Defs, CellID: "b", Cell: c}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := allocations(10), allocations(2000); many > 2*few {
		t.Errorf("after 10 variables %.0f allocations, after 2000 %.0f", few, many)
	}
}

// An interrupt ends composing at once, whatever it is busy with.
func TestComposeIsInterrupted(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "x := 1")
	c, err := cell.Split("x")
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	busy := make(chan struct{})
	defer close(busy)
	_, err = Compose(ctx, env, Request{Defs: earlier, Cell: c, Values: func(string) (ValueInfo, bool) {
		interrupt()
		<-busy // for as long as the test lasts
		return ValueInfo{}, true
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
