package frame

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// ControlKind says what values a control has.
type ControlKind byte

// The kinds of controls.
const (
	FloatSlider ControlKind = 'f'
	LogSlider   ControlKind = 'l'
	IntSlider   ControlKind = 'i'
	Choice      ControlKind = 'c'
	Checkbox    ControlKind = 'b'
	TextBox     ControlKind = 't'
)

// Control is something with which a reader chooses a value. Values travel as text, as strconv writes them.
type Control struct {
	Kind           ControlKind
	Name           string
	Min, Max, Step float64  // of sliders; the step of a LogSlider in decades
	Options        []string // of a Choice
	Start          string   // the value at the start
	Frames         int      // how many of its values a page without a kernel holds; 0 for as many as there is room for
}

// MaxPositions is the largest number of values of a slider or a choice.
const MaxPositions = 10_000

const maxInt = 1 << 53 // up to which all integers are float64

// Check returns what is wrong with the control, or nil.
func (c *Control) Check() error {
	switch c.Kind {
	case Checkbox, TextBox:
	case Choice:
		if len(c.Options) == 0 || len(c.Options) > MaxPositions {
			return errors.New("has " + strconv.Itoa(len(c.Options)) + " options, want 1 to " + strconv.Itoa(MaxPositions))
		}
	case FloatSlider, LogSlider, IntSlider:
		if err := c.checkRange(); err != nil {
			return err
		}
	default:
		return errors.New("is of a kind that this Mercer does not know")
	}
	if c.Kind == TextBox {
		return nil
	}
	at, ok := c.Position(c.Start)
	if !ok {
		return errors.New("has no value " + strconv.Quote(c.Start) + " to start at")
	}
	if v := c.Value(at); v != c.Start {
		return errors.New("has no position " + c.Start + " to start at, the nearest is " + v)
	}
	return nil
}

func (c *Control) checkRange() error {
	finite := func(x float64) bool { return x-x == 0 }
	switch n := c.steps(); {
	case !finite(c.Min) || !finite(c.Max) || !(c.Min <= c.Max):
		return errors.New("goes from " + number(c.Min) + " to " + number(c.Max) + ", want two numbers, the smaller one first")
	case c.Kind == IntSlider && (c.Min < -maxInt || c.Max > maxInt):
		return errors.New("goes beyond 2^53")
	case c.Kind == LogSlider && !(c.Min > 0):
		return errors.New("goes from " + number(c.Min) + " on a logarithmic scale, want a positive number")
	case !finite(c.Step) || !(c.Step > 0):
		return errors.New("has the step " + number(c.Step) + ", want a positive number")
	case !(n < MaxPositions):
		return errors.New("has more than " + strconv.Itoa(MaxPositions) + " positions: its step is too small")
	case n > 0 && c.Value(1) == c.Value(0):
		return errors.New("has the step " + number(c.Step) + ", which is too small beside its numbers")
	}
	return nil
}

// steps is the number of steps of a slider from its first value to its last one, before it is known to be one.
func (c *Control) steps() float64 {
	length := c.Max - c.Min
	if c.Kind == LogSlider {
		length = math.Log10(c.Max) - math.Log10(c.Min)
	}
	return math.Floor(length/c.Step + 1e-6)
}

// Positions is the number of values that the control has; 0 says that it has any.
func (c *Control) Positions() int {
	switch c.Kind {
	case Checkbox:
		return 2
	case Choice:
		return len(c.Options)
	case FloatSlider, LogSlider, IntSlider:
		return int(c.steps()) + 1
	}
	return 0
}

// Value returns the value at a position, counted from 0: of a slider with as many digits as tell it from its neighbours.
func (c *Control) Value(position int) string {
	switch c.Kind {
	case Checkbox:
		return strconv.FormatBool(position == 1)
	case Choice:
		return c.Options[position]
	case IntSlider:
		return strconv.FormatInt(int64(c.Min)+int64(position)*int64(c.Step), 10)
	case LogSlider:
		if position == 0 {
			return number(c.Min)
		}
		return rounded(math.Pow(10, math.Log10(c.Min)+float64(position)*c.Step), 4)
	}
	return rounded(c.Min+float64(position)*c.Step, 14)
}

// Position returns where a value stands, or the nearest position of a number; false where it is not a value of the control.
func (c *Control) Position(value string) (position int, ok bool) {
	switch c.Kind {
	case Checkbox:
		on, err := strconv.ParseBool(value)
		if on {
			position = 1
		}
		return position, err == nil
	case Choice:
		for i, o := range c.Options {
			if o == value {
				return i, true
			}
		}
		return 0, false
	case FloatSlider, LogSlider, IntSlider:
		x, err := strconv.ParseFloat(value, 64)
		return c.Nearest(x), err == nil && x == x
	}
	return 0, false
}

// Nearest returns the position of a slider that is nearest to a number; what is out of its range has that of the nearer end.
func (c *Control) Nearest(x float64) int {
	at := (x - c.Min) / c.Step
	if c.Kind == LogSlider {
		at = (math.Log10(max(x, c.Min)) - math.Log10(c.Min)) / c.Step
	}
	return int(min(max(math.Round(at), 0), c.steps()))
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// rounded writes a number with at most so many digits.
func rounded(x float64, digits int) string {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return number(x)
	}
	return number(y)
}

// Interaction is a function with the controls for its arguments.
type Interaction struct{ Controls []Control }

// AppendBinary appends the encoding to dst: the number of controls and of each its kind, name, range, options, start and frames.
func (t *Interaction) AppendBinary(dst []byte) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(len(t.Controls)))
	for _, c := range t.Controls {
		dst = appendString(append(dst, byte(c.Kind)), c.Name)
		for _, x := range []float64{c.Min, c.Max, c.Step} {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
		}
		dst = appendString(appendStrings(dst, c.Options), c.Start)
		dst = binary.AppendUvarint(dst, uint64(max(c.Frames, 0)))
	}
	return dst, nil
}

// UnmarshalBinary decodes what AppendBinary made, and checks the controls.
func (t *Interaction) UnmarshalBinary(data []byte) error {
	d := decoder{data: data}
	t.Controls = nil
	for n := d.uvarint(); n > 0 && d.err == nil; n-- {
		c := Control{Kind: ControlKind(d.byte()), Name: d.string(), Min: d.float(), Max: d.float(), Step: d.float(), Options: d.strings(), Start: d.string()}
		c.Frames = int(min(d.uvarint(), math.MaxInt32))
		if d.err != nil {
			break
		}
		if err := c.Check(); err != nil {
			return errors.New("the control " + strconv.Quote(c.Name) + " " + err.Error())
		}
		t.Controls = append(t.Controls, c)
	}
	return d.err
}

// CallMode says what a program is to do.
type CallMode byte

// The modes of a Call.
const (
	Go    CallMode = 0 // go on behind the interaction
	First CallMode = 1 // call the function for the start: an error fails the cell
	Held  CallMode = 2 // call it for a page to hold: an error is what the page shows
	Moved CallMode = 3 // call it for values that a reader chose: an error is what is shown, a panic ends the program
	Leave CallMode = 4 // end at once
)

// Call asks a program to call the function of an interaction.
type Call struct {
	Mode   CallMode
	Values []string // one for each control
}

// AppendBinary appends the encoding to dst: the mode, and the values.
func (c *Call) AppendBinary(dst []byte) ([]byte, error) {
	return appendStrings(append(dst, byte(c.Mode)), c.Values), nil
}

// UnmarshalBinary decodes what AppendBinary made.
func (c *Call) UnmarshalBinary(data []byte) error {
	d := decoder{data: data}
	c.Mode, c.Values = CallMode(d.byte()), d.strings()
	return d.err
}

func appendStrings(dst []byte, all []string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(all)))
	for _, s := range all {
		dst = appendString(dst, s)
	}
	return dst
}

func (d *decoder) strings() (all []string) {
	for n := d.uvarint(); n > 0 && d.err == nil; n-- {
		all = append(all, d.string())
	}
	return all
}

func (d *decoder) byte() byte {
	if len(d.data) == 0 {
		d.err = errShort
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return b
}

func (d *decoder) float() float64 {
	if len(d.data) < 8 {
		d.err, d.data = errShort, nil
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(d.data))
	d.data = d.data[8:]
	return x
}
