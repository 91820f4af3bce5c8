package display

import (
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/mercer-go/mercer/display/frame"
)

// Control is something with which the reader chooses the value of an argument, see [Interact]. Slider, LogSlider, IntSlider, Choice, Checkbox
// and TextBox make one.
type Control struct {
	spec  frame.Control
	start any // as given to Start
}

// Slider chooses a float64 from min, min+step, min+2·step and so on, not above max. Unless [Control.Start] says otherwise it starts in the middle.
func Slider(name string, min, max, step float64) *Control {
	return &Control{spec: frame.Control{Kind: frame.FloatSlider, Name: name, Min: min, Max: max, Step: step}}
}

// LogSlider chooses a positive float64 on a logarithmic scale from min to max, where step is a part of a decade: with 0.25 it has four positions
// from 1 to 10. Values have four digits. It starts in the middle.
func LogSlider(name string, min, max, step float64) *Control {
	return &Control{spec: frame.Control{Kind: frame.LogSlider, Name: name, Min: min, Max: max, Step: step}}
}

// IntSlider chooses an int from min to max, both among them. It starts in the middle.
func IntSlider(name string, min, max int) *Control {
	return &Control{spec: frame.Control{Kind: frame.IntSlider, Name: name, Min: float64(min), Max: float64(max), Step: 1}}
}

// Choice chooses one of several strings. It starts with the first.
func Choice(name string, options ...string) *Control {
	return &Control{spec: frame.Control{Kind: frame.Choice, Name: name, Options: options}}
}

// Checkbox chooses a bool. It starts with false.
func Checkbox(name string) *Control {
	return &Control{spec: frame.Control{Kind: frame.Checkbox, Name: name}}
}

// TextBox takes a string that the reader types. It starts empty.
func TextBox(name string) *Control {
	return &Control{spec: frame.Control{Kind: frame.TextBox, Name: name}}
}

// Start sets the value at the start, which has to be one of the control's.
func (c *Control) Start(value any) *Control {
	c.start = value
	return c
}

// By sets the step of an IntSlider, which is 1 otherwise.
func (c *Control) By(step int) *Control {
	c.spec.Step = float64(step)
	return c
}

// Frames sets how many of the control's values a page without a kernel holds; 1 holds the start alone. See [Interact].
func (c *Control) Frames(n int) *Control {
	c.spec.Frames = n
	return c
}

// kinds say what the controls are called, and what an argument has to be for them.
var kinds = map[frame.ControlKind]struct {
	maker, gives string
	takes        []reflect.Kind
}{
	frame.FloatSlider: {"Slider", "float64", []reflect.Kind{reflect.Float64, reflect.Float32}},
	frame.LogSlider:   {"LogSlider", "float64", []reflect.Kind{reflect.Float64, reflect.Float32}},
	frame.IntSlider:   {"IntSlider", "int", []reflect.Kind{reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8}},
	frame.Choice:      {"Choice", "string", []reflect.Kind{reflect.String}},
	frame.Checkbox:    {"Checkbox", "bool", []reflect.Kind{reflect.Bool}},
	frame.TextBox:     {"TextBox", "string", []reflect.Kind{reflect.String}},
}

// settle returns what is sent of the control, with its start.
func (c *Control) settle() (frame.Control, error) {
	s := c.spec
	start, err := c.startText()
	if err != nil {
		return s, err
	}
	if c.spec.Frames < 0 {
		return s, fmt.Errorf("is to have %d frames, want 1 or more, or 0 for as many as there is room for", c.spec.Frames)
	}
	s.Start = start
	return s, s.Check()
}

// startText is the value at the start; one that a slider has but for rounding is that of the slider.
func (c *Control) startText() (string, error) {
	if c.start == nil {
		return c.firstValue()
	}
	v := reflect.ValueOf(c.start)
	switch kind := c.spec.Kind; {
	case kind == frame.Checkbox && v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool()), nil
	case (kind == frame.Choice || kind == frame.TextBox) && v.Kind() == reflect.String:
		return v.String(), nil
	case (kind == frame.FloatSlider || kind == frame.LogSlider || kind == frame.IntSlider) && v.CanInt():
		return c.onSlider(float64(v.Int())), nil
	case (kind == frame.FloatSlider || kind == frame.LogSlider) && v.CanFloat():
		return c.onSlider(v.Float()), nil
	}
	return "", fmt.Errorf("starts at %v (%T), want a %s", c.start, c.start, kinds[c.spec.Kind].gives)
}

func (c *Control) firstValue() (string, error) {
	switch c.spec.Kind {
	case frame.Choice, frame.TextBox:
		return append(c.spec.Options, "")[0], nil
	case frame.Checkbox:
		return "false", nil
	}
	probe := c.spec
	probe.Start = "" // what else is wrong with it is told by Check
	if !(c.spec.Step > 0) || !(c.spec.Max >= c.spec.Min) || probe.Positions() > frame.MaxPositions || probe.Positions() < 1 {
		return "", c.spec.Check()
	}
	return c.spec.Value((c.spec.Positions() - 1) / 2), nil
}

func (c *Control) onSlider(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if c.spec.Step > 0 && c.spec.Min <= x && x <= c.spec.Max {
		value := c.spec.Value(c.spec.Nearest(x))
		y, err := strconv.ParseFloat(value, 64)
		near := 1e-9 * max(c.spec.Step, math.Abs(x))
		if c.spec.Kind == frame.LogSlider {
			near = 0.01 * x // nobody writes down four digits of a root
		}
		if err == nil && math.Abs(x-y) <= near {
			return value
		}
	}
	return text
}

// argument returns a value of the control as an argument of type t.
func (c *Control) argument(value string, t reflect.Type) (reflect.Value, error) {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Float64, reflect.Float32:
		x, err := strconv.ParseFloat(value, 64)
		v.SetFloat(x)
		return v, err
	case reflect.Bool:
		on, err := strconv.ParseBool(value)
		v.SetBool(on)
		return v, err
	case reflect.String:
		v.SetString(value)
		return v, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err == nil && v.OverflowInt(n) {
		err = fmt.Errorf("%s does not fit into %s", value, t)
	}
	v.SetInt(n)
	return v, err
}
