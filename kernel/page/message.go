package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of what travels between a page and a program. A Jupyter server closes the socket of who sends 10 MB in one message.
const (
	mostBytes   = 8 << 20 // of a value as JSON
	mostAddress = 1000    // bytes
	mostSpoken  = 1000    // bytes of what a page says to the kernel itself
)

// The addresses of the protocol itself.
const (
	pingAddress    = "#heartbeat/ping"
	pongAddress    = "#heartbeat/pong"
	readyAddress   = "#page/ready"
	refusedAddress = "#page/refused"
)

// message is what a page sends: a value and its address.
type message struct {
	address string
	value   any // what gonbui knows: see value
}

// private says that an address is the protocol's own.
func private(address string) bool { return strings.HasPrefix(address, "#") }

// decode reads what a page has sent.
func decode(data []byte) (message, error) {
	if len(data) > mostBytes+mostAddress+100 {
		return message{}, fmt.Errorf("a message of %d bytes is too long", len(data))
	}
	var m struct {
		Address *string          `json:"address"`
		Value   *json.RawMessage `json:"value"`
	}
	if err := strictly(data, &m); err != nil {
		return message{}, err
	}
	switch {
	case m.Address == nil || *m.Address == "":
		return message{}, errors.New("a message without an address")
	case len(*m.Address) > mostAddress || !utf8.ValidString(*m.Address):
		return message{}, errors.New("an address that is too long, or no text")
	case m.Value == nil: // also "value": null, which is no value of gonbui's
		return message{}, fmt.Errorf("a message to %s without a value", *m.Address)
	case private(*m.Address) && len(*m.Value) > mostSpoken:
		return message{}, fmt.Errorf("a message to %s that is too long", *m.Address)
	}
	var v any
	if err := json.Unmarshal(*m.Value, &v); err != nil {
		return message{}, err
	}
	v, err := value(v)
	if err != nil {
		return message{}, fmt.Errorf("what the page sends to %s is %w", *m.Address, err)
	}
	return message{address: *m.Address, value: v}, nil
}

// strictly decodes one JSON object of known fields.
func strictly(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

var errKind = errors.New("neither a number, a text, true or false, nor a list or an object of numbers or of texts")

// value turns what JSON has into what gonbui's programs can be sent. Another kind of value would end their reading.
func value(v any) (any, error) {
	switch v := v.(type) {
	case float64, string, bool:
		return v, nil
	case []any:
		return list(v)
	case map[string]any:
		return object(v)
	}
	return nil, errKind
}

// list is a list of numbers or of texts.
func list(v []any) (any, error) {
	if len(v) == 0 {
		return []float64{}, nil
	}
	if numbers, ok := all[float64](v); ok {
		return numbers, nil
	}
	if texts, ok := all[string](v); ok {
		return texts, nil
	}
	return nil, errKind
}

func all[T any](v []any) ([]T, bool) {
	out := make([]T, len(v))
	for i, x := range v {
		t, ok := x.(T)
		if !ok {
			return nil, false
		}
		out[i] = t
	}
	return out, true
}

// object is an object of numbers or of texts.
func object(v map[string]any) (any, error) {
	if len(v) == 0 {
		return map[string]float64{}, nil
	}
	if numbers, ok := allOf[float64](v); ok {
		return numbers, nil
	}
	if texts, ok := allOf[string](v); ok {
		return texts, nil
	}
	return nil, errKind
}

func allOf[T any](v map[string]any) (map[string]T, bool) {
	out := make(map[string]T, len(v))
	for k, x := range v {
		t, ok := x.(T)
		if !ok {
			return nil, false
		}
		out[k] = t
	}
	return out, true
}

// encode writes a value for pages.
func encode(address string, v any) ([]byte, error) {
	data, err := json.Marshal(struct {
		Address string `json:"address"`
		Value   any    `json:"value"`
	}{address, v})
	if err == nil && len(data) > mostBytes {
		err = fmt.Errorf("it has %d bytes, and %d is the most", len(data), mostBytes)
	}
	return data, err
}

// request writes that a program asks for the value of an address.
func request(address string) []byte {
	data, err := json.Marshal(struct {
		Address string `json:"address"`
		Request bool   `json:"read_request"`
	}{address, true})
	if err != nil {
		return []byte("{}")
	}
	return data
}

// opening is what a page says when it opens a comm: for which script, or none when it only connects again.
func opening(data []byte) (nonce string, err error) {
	if len(data) > mostSpoken {
		return "", errors.New("too long")
	}
	var m struct {
		Page string `json:"page"`
	}
	err = strictly(data, &m)
	return m.Page, err
}
