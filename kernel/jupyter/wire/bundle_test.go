package wire

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestAppendJSON compares the encoding of displays with that of package json.
func TestAppendJSON(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, c := range []any{
		Display{},
		Display{Data: map[string]json.RawMessage{"text/plain": raw(`"a<b"`), "application/json": raw(" {\"a\": [1, 2]}\n"), "é\"": raw("null")}},
		Display{Metadata: map[string]json.RawMessage{"x": raw("1")}, Transient: Transient{DisplayID: "id\""}},
		ExecuteResult{Count: 7, Display: Display{Data: map[string]json.RawMessage{"text/plain": raw(`"x"`)}}},
	} {
		got, err := encodeContent(c)
		if err != nil || !json.Valid(got) {
			t.Errorf("%+v: %s, %v", c, got, err)
			continue
		}
		back := reflect.New(reflect.TypeOf(c))
		if err := json.Unmarshal(got, back.Interface()); err != nil {
			t.Error(err)
		}
		a, _ := json.Marshal(back.Interface())
		want, _ := json.Marshal(c)
		if string(a) != string(normal(want)) {
			t.Errorf("got %s, want %s", a, want)
		}
	}
	for _, bad := range []string{"", "{", "\xff", "1 2"} {
		if got, err := encodeContent(Display{Data: map[string]json.RawMessage{"x": raw(bad)}}); err == nil {
			t.Errorf("%q: encoded as %s", bad, got)
		}
	}
}

// normal replaces the null that package json writes for nil maps.
func normal(data []byte) []byte {
	var v map[string]json.RawMessage
	if json.Unmarshal(data, &v) != nil {
		return data
	}
	var out struct {
		Count     json.RawMessage            `json:"execution_count,omitempty"`
		Data      map[string]json.RawMessage `json:"data"`
		Metadata  map[string]json.RawMessage `json:"metadata"`
		Transient json.RawMessage            `json:"transient"`
	}
	json.Unmarshal(data, &out)
	if out.Data == nil {
		out.Data = map[string]json.RawMessage{}
	}
	if out.Metadata == nil {
		out.Metadata = map[string]json.RawMessage{}
	}
	b, _ := json.Marshal(out)
	return b
}
