package display

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/send"
)

func ExampleInteract() {
	Interact(func(lambda float64, degree int) any {
		return float64(degree) * lambda
	}, Slider("λ", 0, 1, 0.05).Start(0.3), IntSlider("degree", 1, 9))
	// Output:
	// λ = 0.3, degree = 5
	// 1.5
}

type word string

func TestInteractFits(t *testing.T) {
	var got []any
	Interact(func(a float32, b float64, c int8, d word, e bool, f string) error {
		got = []any{a, b, c, d, e, f}
		return nil
	}, Slider("a", -1, 1, 0.5), LogSlider("b", 1e-3, 1e3, 0.25).Start(0.0178), IntSlider("c", 0, 100).By(25).Start(75),
		Choice("d", "x", "y").Start("y"), Checkbox("e").Start(true), TextBox("f").Start("text"))
	want := []any{float32(0), 0.01778, int8(75), word("y"), true, "text"}
	for i, w := range want {
		if got[i] != w {
			t.Errorf("argument %d: got %v, want %v", i+1, got[i], w)
		}
	}
}

func TestInteractRefuses(t *testing.T) {
	slider := Slider("λ", 0, 1, 0.1)
	one := func(float64) any { return nil }
	for _, c := range []struct {
		f        any
		controls []*Control
		want     string
	}{
		{nil, nil, "got <nil>, want a function"},
		{3, nil, "got int, want a function"},
		{(func(float64))(nil), []*Control{slider}, "the function is nil, of type func(float64)"},
		{func(...float64) any { return nil }, []*Control{slider}, "its number of arguments has to be fixed"},
		{one, nil, "the number of controls is 0: want one for each argument"},
		{func() any { return nil }, nil, "the number of controls is 0: want one for each argument"},
		{one, []*Control{nil}, "the control of argument 1 is nil"},
		{one, []*Control{{}}, "was not made by Slider"},
		{func(int) any { return nil }, []*Control{slider}, `argument 1 of the function has the type int, want float64: the control "λ" is made by Slider, and it needs one that is made by IntSlider`},
		{func(string) any { return nil }, []*Control{slider}, "it needs one that is made by Choice or TextBox"},
		{func([]int) any { return nil }, []*Control{slider}, "no control gives such a value"},
		{func(a, b float64) any { return nil }, []*Control{slider, slider}, `argument 2 is called "λ": want a name that no other control has`},
		{one, []*Control{Slider("", 0, 1, 0.1)}, `is called ""`},
		{one, []*Control{Slider("λ", 1, 0, 0.1)}, "goes from 1 to 0, want two numbers, the smaller one first"},
		{one, []*Control{Slider("λ", 0, math.NaN(), 0.1)}, "goes from 0 to NaN"},
		{one, []*Control{Slider("λ", 0, math.Inf(1), 0.1)}, "goes from 0 to +Inf"},
		{one, []*Control{Slider("λ", 0, 1, 0)}, "has the step 0, want a positive number"},
		{one, []*Control{Slider("λ", 0, 1, math.NaN())}, "has the step NaN"},
		{one, []*Control{Slider("λ", 0, 1, 1e-300)}, "more than 10000 positions"},
		{one, []*Control{Slider("λ", 1e20, 1e20+1e5, 1e3)}, "too small beside its numbers"},
		{one, []*Control{Slider("λ", 0, 1, 0.1).Start(2)}, "has no position 2 to start at, the nearest is 1"},
		{one, []*Control{Slider("λ", 0, 1, 0.1).Start(0.55)}, "has no position 0.55 to start at"},
		{one, []*Control{Slider("λ", 0, 1, 0.1).Start("x")}, "starts at x (string), want a float64"},
		{one, []*Control{Slider("λ", 0, 1, 0.1).Start(math.NaN())}, `has no value "NaN" to start at`},
		{one, []*Control{Slider("λ", 0, 1, 0.1).Frames(-1)}, "is to have -1 frames"},
		{one, []*Control{LogSlider("λ", 0, 1, 0.1)}, "goes from 0 on a logarithmic scale, want a positive number"},
		{func(int) any { return nil }, []*Control{IntSlider("k", 1, 9).Start(2.5)}, "starts at 2.5 (float64), want a int"},
		{func(int8) any { return nil }, []*Control{IntSlider("k", 1, 900)}, "450 does not fit into int8"},
		{func(string) any { return nil }, []*Control{Choice("c")}, "has 0 options"},
		{func(string) any { return nil }, []*Control{Choice("c", "a").Start("b")}, `has no value "b" to start at`},
		{func(bool) any { return nil }, []*Control{Checkbox("c").Start(1)}, "starts at 1 (int), want a bool"},
		{func(float64) (any, error) { return nil, errors.New("singular") }, []*Control{slider}, "λ = 0.5: singular"},
		{func(float64) any { Interact(one, slider); return nil }, []*Control{slider}, "while the function of another one runs"},
	} {
		if got := failure(func() { Interact(c.f, c.controls...) }); !strings.Contains(got, c.want) || !strings.Contains(got, "display.Interact: ") {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// failure is the error with which the cell fails in f.
func failure(f func()) (text string) {
	defer func() {
		if e, ok := recover().(*send.Error); ok {
			text = e.Error()
		}
	}()
	f()
	return ""
}

func TestSliderPositions(t *testing.T) {
	for _, c := range []struct {
		control *Control
		n       int
		values  string // the first ones and the last
	}{
		{Slider("", 0, 1, 0.1), 11, "0 0.1 0.2 0.3 1"},
		{Slider("", 0, 1, 0.3), 4, "0 0.3 0.6 0.9 0.9"},
		{Slider("", -1, 1, 0.05), 41, "-1 -0.95 -0.9 -0.85 1"},
		{Slider("", 2, 2, 1), 1, "2"},
		{IntSlider("", -3, 3), 7, "-3 -2 -1 0 3"},
		{IntSlider("", 0, 10).By(4), 3, "0 4 8"},
		{LogSlider("", 1e-3, 1e3, 0.5), 13, "0.001 0.003162 0.01 0.03162 1000"},
	} {
		var values []string
		n := c.control.spec.Positions()
		for i := range n {
			v := c.control.spec.Value(i)
			if at, ok := c.control.spec.Position(v); at != i || !ok {
				t.Errorf("%v: value %s stands at %d, want %d", c.control.spec, v, at, i)
			}
			if i < 4 || i == n-1 {
				values = append(values, v)
			}
		}
		if n == 4 {
			values = append(values, values[3])
		}
		if got := strings.Join(values, " "); n != c.n || got != c.values {
			t.Errorf("got %d positions %s, want %d: %s", n, got, c.n, c.values)
		}
	}
}
