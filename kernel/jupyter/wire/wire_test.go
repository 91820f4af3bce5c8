package wire

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// testSession is a session whose messages are always the same.
func testSession(key string) *Session {
	return &Session{
		Key: []byte(key), ID: "s", Username: "u",
		Now:   func() time.Time { return time.Date(2024, 5, 6, 7, 8, 9, 123456000, time.UTC) },
		NewID: func() string { return "id" },
	}
}

func TestRoundTrip(t *testing.T) {
	for _, key := range []string{"", "secret"} {
		s := testSession(key)
		m, err := s.New(TypeStream, []byte(`{"msg_id":"p"}`), Stream{Name: "stdout", Text: "a<b>&c"})
		if err != nil {
			t.Fatal(err)
		}
		m.Identities, m.Buffers = [][]byte{[]byte("a"), []byte("b")}, [][]byte{{1}, {}}
		frames, err := s.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := testSession(key).Decode(frames)
		if err != nil {
			t.Fatal(err)
		}
		if got.ParentID() != "p" || string(got.Content) != `{"name":"stdout","text":"a<b>&c"}` || len(got.Identities) != 2 || len(got.Buffers) != 2 {
			t.Errorf("key %q: got %+v", key, got)
		}
		want := Header{"id", "s", "u", "2024-05-06T07:08:09.123456Z", TypeStream, Version, ""}
		if got.Header != want {
			t.Errorf("header %+v, want %+v", got.Header, want)
		}
	}
}

// TestSignature compares with a signature from Python: hmac.new(b"secret", b'{}{"a":1}{}{}', "sha256").hexdigest().
func TestSignature(t *testing.T) {
	s := testSession("secret")
	got := string(s.sign([][]byte{[]byte("{}"), []byte(`{"a":1}`), []byte("{}"), []byte("{}")}))
	if want := "d9eee4c14110304dfc43ba0983437889051eebf7551cd7d9e8739f45d204815a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDecodeErrors(t *testing.T) {
	frames := func(text ...string) (list [][]byte) {
		for _, s := range text {
			list = append(list, []byte(s))
		}
		return list
	}
	const header = `{"msg_id":"1","msg_type":"x"}`
	for _, c := range []struct {
		name   string
		key    string
		frames [][]byte
		want   error
	}{
		{"nothing", "", nil, ErrDelimiter},
		{"no delimiter", "", frames("a", "b", "c", "d", "e", "f"), ErrDelimiter},
		{"short", "", frames("<IDS|MSG>", "", header, "{}", "{}"), ErrShort},
		{"no JSON", "", frames("<IDS|MSG>", "", "x", "{}", "{}", "{}"), ErrMalformed},
		{"null", "", frames("<IDS|MSG>", "", header, "null", "{}", "{}"), ErrMalformed},
		{"list", "", frames("<IDS|MSG>", "", header, "{}", "[]", "{}"), ErrMalformed},
		{"content cut short", "", frames("<IDS|MSG>", "", header, "{}", "{}", `{"a":`), ErrMalformed},
		{"header of wrong types", "", frames("<IDS|MSG>", "", `{"msg_id":1,"msg_type":"x"}`, "{}", "{}", "{}"), ErrMalformed},
		{"header without id", "", frames("<IDS|MSG>", "", `{"msg_type":"x"}`, "{}", "{}", "{}"), ErrMalformed},
		{"no signature", "k", frames("<IDS|MSG>", "", header, "{}", "{}", "{}"), ErrSignature},
		{"wrong signature", "k", frames("<IDS|MSG>", strings.Repeat("0", 64), header, "{}", "{}", "{}"), ErrSignature},
		{"good", "", frames("<IDS|MSG>", "", header, "{}", "{}", "{}"), nil},
		{"good with identities", "", frames("a", "", "<IDS|MSG>", "", header, "{}", "{}", "{}", "buffer"), nil},
	} {
		if _, err := testSession(c.key).Decode(c.frames); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
	}
}

func TestReplayWindow(t *testing.T) {
	s := testSession("k")
	n := 0
	s.NewID = func() string {
		n++
		return string(rune('a'+n%26)) + strings.Repeat("x", n/26%100) + string(rune(0x4e00+n/2600))
	}
	encode := func() [][]byte {
		m, err := s.New(TypeStatus, nil, Empty{})
		if err != nil {
			t.Fatal(err)
		}
		frames, err := s.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	first := encode()
	for i := range replayWindow + 1 {
		frames := first
		if i > 0 {
			frames = encode()
		}
		if _, err := s.Decode(frames); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Decode(frames); !errors.Is(err, ErrReplay) {
			t.Fatalf("message %d again: %v", i, err)
		}
	}
	if len(s.seen) != replayWindow || len(s.ring) != replayWindow {
		t.Errorf("%d signatures are kept", len(s.seen))
	}
	if _, err := s.Decode(first); err != nil {
		t.Errorf("after the window: %v", err)
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		typ     Type
		content string
		want    any // nil for an error
	}{
		{TypeExecuteRequest, `{"code":"x"}`, ExecuteRequest{Code: "x", StoreHistory: true, StopOnError: true}},
		{TypeExecuteRequest, `{"code":"x","silent":true}`, ExecuteRequest{Code: "x", Silent: true, StopOnError: true}},
		{TypeExecuteRequest, `{"code":"x","silent":true,"store_history":true}`, ExecuteRequest{Code: "x", Silent: true, StopOnError: true}},
		{TypeExecuteRequest, `{"code":"x","store_history":false,"stop_on_error":false,"allow_stdin":true,"user_expressions":{"a":"1"}}`,
			ExecuteRequest{Code: "x", AllowStdin: true, UserExpressions: map[string]string{"a": "1"}}},
		{TypeExecuteRequest, `{"code":"x","user_expressions":null}`, ExecuteRequest{Code: "x", StoreHistory: true, StopOnError: true}},
		{TypeExecuteRequest, `{}`, nil},
		{TypeExecuteRequest, `{"code":null}`, nil},
		{TypeExecuteRequest, `{"code":["x"]}`, nil},
		{TypeExecuteRequest, `{"code":"x","user_expressions":["a"]}`, nil},
		{TypeCompleteRequest, `{"code":"x","cursor_pos":1}`, CompleteRequest{"x", 1}},
		{TypeCompleteRequest, `{"code":"x"}`, CompleteRequest{"x", -1}},
		{TypeCompleteRequest, `{"code":"x","cursor_pos":null}`, CompleteRequest{"x", -1}},
		{TypeCompleteRequest, `{"cursor_pos":1}`, nil},
		{TypeCompleteRequest, `{"code":"x","cursor_pos":"1"}`, nil},
		{TypeInspectRequest, `{"code":"x","cursor_pos":1,"detail_level":1}`, InspectRequest{"x", 1, 1}},
		{TypeIsCompleteRequest, `{"code":"x"}`, IsCompleteRequest{"x"}},
		{TypeHistoryRequest, `{"hist_access_type":"tail","n":3,"output":false,"raw":true}`, HistoryRequest{Access: "tail", N: 3, Raw: true}},
		{TypeHistoryRequest, `{}`, nil},
		{TypeCommInfoRequest, `{}`, CommInfoRequest{}},
		{TypeKernelInfoRequest, `{}`, Empty{}},
		{TypeShutdownRequest, `{"restart":true}`, ShutdownRequest{true}},
		{TypeShutdownRequest, `{"restart":1}`, nil},
		{TypeDebugRequest, `{"type":"request","seq":3,"command":"attach","arguments":{}}`, DebugRequest{Seq: 3, Command: "attach", Arguments: []byte("{}")}},
		{TypeInputReply, `{"value":""}`, InputReply{}},
		{TypeInputReply, `{}`, nil},
		{TypeCommOpen, `{"comm_id":"c","target_name":"t","data":{}}`, Comm{ID: "c", TargetName: "t", Data: []byte("{}")}},
		{TypeCommOpen, `{"comm_id":"c"}`, nil},
	} {
		m := &Message{Header: Header{Type: c.typ}, Content: []byte(c.content)}
		got, err := m.Request()
		if c.want == nil {
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("%s %s: got %+v, %v", c.typ, c.content, got, err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s: got %+v, %v, want %+v", c.typ, c.content, got, err, c.want)
		}
	}
	if got, err := (&Message{Header: Header{Type: "new_request"}}).Request(); got != nil || err != nil {
		t.Errorf("unknown type: %v, %v", got, err)
	}
}

func TestReplyTo(t *testing.T) {
	if r, ok := TypeExecuteRequest.ReplyTo(); !ok || r != TypeExecuteReply {
		t.Errorf("%q, %v", r, ok)
	}
	for _, typ := range []Type{TypeCommMsg, "_request", ""} {
		if r, ok := typ.ReplyTo(); ok {
			t.Errorf("%q has the reply %q", typ, r)
		}
	}
}

// FuzzDecode cuts its input into frames at each newline.
func FuzzDecode(f *testing.F) {
	f.Add("id\n<IDS|MSG>\n\n{\"msg_id\":\"1\",\"msg_type\":\"execute_request\"}\n{}\n{}\n{\"code\":\"x\"}", "")
	f.Add("<IDS|MSG>\n00\n{}\n{}\n{}\n{}\nbuffer", "k")
	f.Add("<IDS|MSG>\n<IDS|MSG>", "")
	f.Fuzz(func(t *testing.T, text, key string) {
		var frames [][]byte
		for part := range strings.SplitSeq(text, "\n") {
			frames = append(frames, []byte(part))
		}
		m, err := testSession(key).Decode(frames)
		if err != nil {
			return
		}
		if m.Header.ID == "" || m.Header.Type == "" {
			t.Errorf("a message without id or type: %+v", m.Header)
		}
		m.Request()
		again, err := testSession("").Decode(testSession("").EncodeRaw(m.RawHeader, m))
		if err != nil || again.Header != m.Header || len(again.Buffers) != len(m.Buffers) {
			t.Errorf("decoded again: %+v, %v", again, err)
		}
	})
}
