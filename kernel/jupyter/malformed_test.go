package jupyter_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// spoil makes an execute_request that must not be executed, of one of many kinds.
func spoil(t *testing.T, s *wire.Session, kind int) [][]byte {
	t.Helper()
	m, err := s.New(wire.TypeExecuteRequest, nil, wire.ExecuteRequest{Code: "print evil"})
	if err != nil {
		t.Fatal(err)
	}
	resign := func(part int, text string) [][]byte {
		parts := []string{`{"msg_id":"` + m.Header.ID + `","msg_type":"execute_request"}`, "{}", "{}", string(m.Content)}
		parts[part] = text
		return signed(s, parts)
	}
	frames, err := s.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	switch kind % 16 {
	case 0: // truncated
		return frames[:1+kind/16%5]
	case 1: // no delimiter
		return frames[1:]
	case 2: // no signature
		frames[1] = nil
	case 3: // wrong signature
		frames[1] = []byte(hex.EncodeToString(make([]byte, 32)))
	case 4: // no hexadecimal
		frames[1][3] = 'x'
	case 5: // signature too long
		frames[1] = append(frames[1], "00"...)
	case 6: // changed content
		frames[5] = []byte(`{"code":"print evil2"}`)
	case 7:
		return resign(3, `{"code":42}`)
	case 8:
		return resign(3, `{"silent":false}`)
	case 9:
		return resign(3, `["print evil"]`)
	case 10:
		return resign(3, `{"code":"print evil"`)
	case 11:
		return resign(3, `{"code":"print evil","silent":"yes"}`)
	case 12:
		return resign(0, `{"msg_type":"execute_request"}`)
	case 13:
		return resign(0, "null")
	case 14:
		return resign(2, "\xff\xfe")
	case 15:
		return [][]byte{{}}
	}
	return frames
}

// signed returns frames with a correct signature over parts that need not be a message.
func signed(s *wire.Session, parts []string) [][]byte {
	m := &wire.Message{Parent: []byte(parts[1]), Metadata: []byte(parts[2]), Content: []byte(parts[3])}
	return s.EncodeRaw([]byte(parts[0]), m)
}

func TestMalformedMessages(t *testing.T) {
	k := start(t, nil)
	const n = 10_000
	for i := range n {
		ch := []jupytertest.Channel{jupytertest.Shell, jupytertest.Control, jupytertest.Stdin}[i/16%3]
		if err := k.SendFrames(ch, spoil(t, k.Session, i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, ch := range []jupytertest.Channel{jupytertest.Shell, jupytertest.Control} {
		if r := k.request(ch, wire.TypeKernelInfoRequest, wire.Empty{}); r.Status != "ok" {
			t.Errorf("%s: the next good message: %q", ch, r.Status)
		}
	}
	if r := k.run("print good"); r.Stdout() != "good\n" {
		t.Errorf("the next good cell: %q", r.Stdout())
	}
	if len(k.backend.executed) != 1 {
		t.Errorf("executed %q", k.backend.executed)
	}
	if got := k.log.count("dropped a message"); got < n*2/3 { // those on stdin may still come
		t.Errorf("%d messages were logged as dropped", got)
	}
}

func TestReplay(t *testing.T) {
	k := start(t, nil)
	m, err := k.Session.New(wire.TypeExecuteRequest, nil, wire.ExecuteRequest{Code: "print once"})
	if err != nil {
		t.Fatal(err)
	}
	frames, err := k.Session.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := k.SendFrames(jupytertest.Shell, frames); err != nil {
			t.Fatal(err)
		}
	}
	k.finish(m.Header.ID)
	k.run("print other")
	if len(k.backend.executed) != 2 {
		t.Errorf("executed %q", k.backend.executed)
	}
}

// greeting is ZMTP's, for the NULL mechanism.
func greeting() []byte {
	g := make([]byte, 64)
	g[0], g[9], g[10] = 0xff, 0x7f, 3
	copy(g[12:], "NULL")
	return g
}

// property is one of the metadata of a READY command.
func property(name, value string) []byte {
	b := append([]byte{byte(len(name))}, name...)
	b = append(b, 0, 0, 0, byte(len(value)))
	return append(b, value...)
}

func ready(socketType string) []byte {
	body := append([]byte("\x05READY"), property("Socket-Type", socketType)...)
	return append([]byte{4, byte(len(body))}, body...)
}

// TestGarbageOnPorts sends bytes that are no ZMTP, or malformed ZMTP, to each port, and leaves some connections open.
func TestGarbageOnPorts(t *testing.T) {
	k := start(t, nil)
	c := k.server.Connection()
	src := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 4096)
	for i := range random {
		random[i] = byte(src.Uint32())
	}
	huge := []byte{2, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	join := func(parts ...[]byte) (all []byte) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	cases := map[string][]byte{
		"nothing":            nil,
		"http":               []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
		"random":             random,
		"greeting only":      greeting(),
		"greeting, random":   join(greeting(), random),
		"huge command":       join(greeting(), []byte{6, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),
		"negative command":   join(greeting(), []byte{6, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),
		"empty command":      join(greeting(), []byte{4, 0}),
		"short metadata":     join(greeting(), []byte("\x04\x08\x05READY\x20a")),
		"unknown type":       join(greeting(), ready("NONSENSE")),
		"wrong type":         join(greeting(), ready("PAIR")),
		"huge frame dealer":  join(greeting(), ready("DEALER"), huge),
		"huge frame sub":     join(greeting(), ready("SUB"), huge),
		"huge frame req":     join(greeting(), ready("REQ"), huge),
		"reserved flags":     join(greeting(), ready("DEALER"), []byte{0xf8, 1, 1}),
		"command in message": join(greeting(), ready("DEALER"), []byte{1, 0, 4, 0}),
		"empty subscription": join(greeting(), ready("SUB"), []byte{0, 0}),
		"random frames":      join(greeting(), ready("DEALER"), random),
	}
	for name, data := range cases {
		for _, port := range []int{c.Shell, c.Control, c.Stdin, c.IOPub, c.HB} {
			conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			defer conn.Close() // stays open meanwhile
			conn.Write(data)
			if len(name)%2 == 0 {
				conn.SetReadDeadline(time.Now().Add(time.Millisecond))
				io.Copy(io.Discard, conn)
			}
		}
	}
	if r := k.run("print alive"); r.Stdout() != "alive\n" {
		t.Errorf("stdout %q", r.Stdout())
	}
	late, err := jupytertest.Dial(k.ctx, c) // the ports still take connections
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if _, err := late.Heartbeat([]byte("x")); err != nil {
		t.Error(err)
	}
}

// TestComeAndGo connects many front ends that leave without a word, some with an execution under way.
func TestComeAndGo(t *testing.T) {
	k := start(t, nil)
	for i := range 20 {
		c, err := jupytertest.Dial(k.ctx, k.server.Connection())
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			c.StartExecution(jupytertest.Execution{Code: fmt.Sprint("print ", i)})
		}
		c.Close()
	}
	if r := k.run("print alive"); r.Stdout() != "alive\n" {
		t.Errorf("stdout %q", r.Stdout())
	}
}

// TestUnreadableContents: a request whose content cannot be read is answered, so that nobody waits for it.
func TestUnreadableContents(t *testing.T) {
	k := start(t, nil)
	for _, content := range []map[string]any{
		{"seq": "one", "type": "request", "command": "debugInfo"},
		{"seq": json.Number("1180591620717411303424"), "type": "request", "command": "debugInfo"},
		{"seq": 1, "command": 5},
	} {
		if r := k.request(jupytertest.Control, wire.TypeDebugRequest, content); r.Status != "error" {
			t.Errorf("%v: %+v", content, r)
		}
	}
	for _, ch := range []jupytertest.Channel{jupytertest.Shell, jupytertest.Control} {
		if r := k.request(ch, wire.TypeHistoryRequest, map[string]any{"n": "many"}); r.Status != "error" {
			t.Errorf("%s: %+v", ch, r)
		}
	}
	if r := k.request(jupytertest.Shell, wire.TypeCompleteRequest, map[string]any{"code": 5}); r.Status != "error" {
		t.Errorf("complete_request: %+v", r)
	}
}
