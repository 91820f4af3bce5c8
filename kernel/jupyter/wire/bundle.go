package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// This file encodes displays. They can be tens of megabytes that are JSON already, which package json would check and copy
// several times.

// appender is a content that encodes itself.
type appender interface {
	appendJSON(dst []byte) ([]byte, error)
}

// encodeContent returns the JSON of a message's content.
func encodeContent(content any) (json.RawMessage, error) {
	if a, ok := content.(appender); ok {
		return a.appendJSON(nil)
	}
	return Marshal(content)
}

func (d Display) appendJSON(dst []byte) ([]byte, error) {
	return d.appendFields(append(slices.Grow(dst, d.size()), '{'))
}

func (r ExecuteResult) appendJSON(dst []byte) ([]byte, error) {
	dst = append(slices.Grow(dst, r.size()), `{"execution_count":`...)
	dst = strconv.AppendInt(dst, int64(r.Count), 10)
	return r.appendFields(append(dst, ','))
}

// size is about the length of the encoding.
func (d Display) size() int {
	n := 256
	for _, b := range []map[string]json.RawMessage{d.Data, d.Metadata} {
		for key, value := range b {
			n += len(key) + len(value) + 8
		}
	}
	return n
}

// appendFields appends the fields of a display and the brace that ends the object.
func (d Display) appendFields(dst []byte) ([]byte, error) {
	dst, err := appendBundle(append(dst, `"data":`...), d.Data)
	if err != nil {
		return nil, err
	}
	dst, err = appendBundle(append(dst, `,"metadata":`...), d.Metadata)
	if err != nil {
		return nil, err
	}
	transient, err := Marshal(d.Transient)
	if err != nil {
		return nil, err
	}
	dst = append(append(dst, `,"transient":`...), transient...)
	return append(dst, '}'), nil
}

// appendBundle appends a JSON object with the values as they are, in the order of the keys.
func appendBundle(dst []byte, bundle map[string]json.RawMessage) ([]byte, error) {
	dst = append(dst, '{')
	for i, key := range slices.Sorted(maps.Keys(bundle)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		name, err := Marshal(key)
		if err != nil {
			return nil, err
		}
		value := bytes.TrimSpace(bundle[key])
		if !json.Valid(value) {
			return nil, fmt.Errorf("the value of %s is not JSON", key)
		}
		dst = append(append(append(dst, name...), ':'), value...)
	}
	return append(dst, '}'), nil
}
