package page

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	long := strings.Repeat("x", mostAddress+1)
	for _, c := range []struct {
		data string
		want any // the value; nil: refused
	}{
		{`{"address":"/b/1","value":3}`, 3.0},
		{`{"value":"text","address":"/b/1"}`, "text"},
		{`{"address":"/b/1","value":false}`, false},
		{`{"address":"/b/1","value":[1,2.5]}`, []float64{1, 2.5}},
		{`{"address":"/b/1","value":["a","b"]}`, []string{"a", "b"}},
		{`{"address":"/b/1","value":[]}`, []float64{}},
		{`{"address":"/b/1","value":{"a":1}}`, map[string]float64{"a": 1}},
		{`{"address":"/b/1","value":{"a":"b"}}`, map[string]string{"a": "b"}},
		{`{"address":"/b/1","value":{}}`, map[string]float64{}},
		{`{"address":"/b/1","value":null}`, nil},
		{`{"address":"/b/1","value":[1,"a"]}`, nil},
		{`{"address":"/b/1","value":[null]}`, nil},
		{`{"address":"/b/1","value":[[1]]}`, nil},
		{`{"address":"/b/1","value":{"a":{"b":1}}}`, nil},
		{`{"address":"/b/1","value":1e999}`, nil},
		{`{"address":"/b/1"}`, nil},
		{`{"address":"","value":1}`, nil},
		{`{"value":1}`, nil},
		{`{"address":7,"value":1}`, nil},
		{`{"address":"/b/1","value":1,"more":2}`, nil},
		{`{"address":"/b/1","value":1}{"address":"/b/2","value":2}`, nil},
		{`{"address":"` + long + `","value":1}`, nil},
		{`{"address":"#page/ready","value":"` + long + `"}`, nil},
		{`[]`, nil}, {``, nil}, {`{`, nil}, {"\xff", nil},
		{`{"address":"/b/1","value":` + strings.Repeat("[", 20000) + `}`, nil},
		{`{"address":"/b/1","value":"` + strings.Repeat("x", mostBytes+2000) + `"}`, nil},
	} {
		m, err := decode([]byte(c.data))
		if name := c.data[:min(len(c.data), 60)]; (err != nil) != (c.want == nil) || !reflect.DeepEqual(m.value, c.want) {
			t.Errorf("%s: got %#v, %v; want %#v", name, m.value, err, c.want)
		}
	}
}

// FuzzDecode: what a page sends is refused, or is a value that gonbui knows, and is written as it came.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"address":"/b/1","value":3}`, `{"address":"a","value":["x"]}`, `{"address":"#page/ready","value":"n"}`, `{"address":"a","value":{"k":1e3}}`, `{"page":"n"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if nonce, err := opening(data); err == nil && len(nonce) > mostSpoken {
			t.Errorf("a nonce of %d bytes", len(nonce))
		}
		m, err := decode(data)
		if err != nil {
			return
		}
		again, err := encode(m.address, m.value)
		if err != nil {
			return // escapes can make it too long
		}
		second, err := decode(again)
		if err != nil || !reflect.DeepEqual(m, second) {
			t.Errorf("%q: got %#v, then %#v, %v", data, m, second, err)
		}
	})
}

func TestEncode(t *testing.T) {
	data, err := encode("/a", map[string]int{"x": 0})
	if err != nil || string(data) != `{"address":"/a","value":{"x":0}}` {
		t.Errorf("got %s, %v", data, err)
	}
	if _, err := encode("/a", strings.Repeat("x", mostBytes)); err == nil {
		t.Error("a value that is too long is encoded")
	}
	if !json.Valid(request("/a\"")) {
		t.Error("a request is no JSON")
	}
}

// The script's placeholders are filled, and nothing in an id can end it.
func TestScript(t *testing.T) {
	s := script(`x"</script>`, "n1")
	if strings.Contains(s, "{{") || strings.Count(s, "</script>") != 1 || !strings.Contains(s, `NONCE = "n1"`) || !strings.Contains(s, `MOST = Number("8388608")`) {
		t.Errorf("the script is\n%.2000s", s)
	}
}
