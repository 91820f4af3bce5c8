package widgets

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/frame"
)

// mostText bounds what is typed into a text box, in bytes.
const mostText = 10_000

// wireValue is a value of a control as the state of its model has it, and the name that it has there.
func wireValue(c *frame.Control, value string) (key string, wire any) {
	switch c.Kind {
	case frame.Choice:
		at, _ := c.Position(value)
		return "index", at
	case frame.Checkbox:
		return "value", value == "true"
	case frame.TextBox:
		return "value", value
	case frame.IntSlider:
		n, _ := strconv.ParseInt(value, 10, 64)
		return "value", n
	}
	x, _ := strconv.ParseFloat(value, 64)
	return "value", x
}

// exponent is the logarithm of the value of a LogSlider at a position, as the front end has it.
func exponent(c *frame.Control, position int) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(math.Log10(c.Min)+float64(position)*c.Step, 'g', 12, 64), 64)
	return x
}

// readValue reads a value of a control from a state that a front end has sent: of a slider the nearest position, of one out of its range the nearer end. It
// returns false if the state has none, and an error if that is nothing that the control can have.
func readValue(c *frame.Control, sent map[string]json.RawMessage) (value string, ok bool, err error) {
	key, _ := wireValue(c, c.Start)
	data, ok := sent[key]
	if !ok {
		return "", false, nil
	}
	switch c.Kind {
	case frame.Choice:
		at, err := decode[int](data)
		if err == nil && (at < 0 || at >= len(c.Options)) {
			err = fmt.Errorf("the index %d is none of %d options", at, len(c.Options))
		}
		if err != nil {
			return "", true, err
		}
		return c.Value(at), true, nil
	case frame.Checkbox:
		on, err := decode[bool](data)
		return strconv.FormatBool(on), true, err
	case frame.TextBox:
		text, err := decode[string](data)
		if len(text) > mostText || !utf8.ValidString(text) {
			err = errors.New("the text is too long")
		}
		return text, true, err
	}
	x, err := decode[float64](data)
	if err != nil {
		return "", true, err
	}
	return c.Value(c.Nearest(x)), true, nil
}

// decode decodes a value; null is none.
func decode[T any](data json.RawMessage) (v T, err error) {
	var p *T
	if err = json.Unmarshal(data, &p); err == nil && p == nil {
		err = errors.New("null is no value")
	}
	if err != nil {
		return v, err
	}
	return *p, nil
}
