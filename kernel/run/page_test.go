package run

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/page"
)

// gonbProgram has a command run a program that uses gonbui, see kernel/gonbcompat/gonbui. It is no part
// of this test: no program links gonbui beside the kernel's half of the protocol.
func gonbProgram(t *testing.T, name string) func(*Command) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no Go toolchain")
	}
	path, err := builtGonbui()
	if err != nil {
		t.Fatal(err)
	}
	return func(c *Command) { c.Path, c.Args, c.Frames, c.GoNB = path, []string{name}, false, true }
}

// builtGonbui builds the program once, in builtDir.
var builtGonbui = sync.OnceValues(func() (string, error) {
	path := filepath.Join(builtDir, "gonbui")
	if out, err := exec.Command("go", "build", "-o", path, "../gonbcompat/gonbui").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// answerer is an Output that runs the page's script, and a page that answers each value with the next.
type answerer struct {
	recorder
	line   *page.Line
	comm   string
	answer func(v float64) string // in JSON, sent to /back
}

func (a *answerer) Display(b frame.Bundle, update bool) {
	html := string(b.Parts[0].Data)
	_, rest, script := strings.Cut(html, `NONCE = "`)
	if !script {
		a.recorder.Display(b, update)
		return
	}
	nonce, _, _ := strings.Cut(rest, `"`)
	a.comm = "comm"
	a.line.Open(a.comm, []byte(`{"page":"`+nonce+`"}`))
	a.line.Message(a.comm, []byte(`{"address":"#page/ready","value":"`+nonce+`"}`), a)
}

// pong has a page answer what is a ping.
func pong(a *answerer, data []byte) bool {
	text := strings.Replace(string(data), "#heartbeat/ping", "#heartbeat/pong", 1)
	if text == string(data) {
		return false
	}
	go a.line.Message(a.comm, []byte(text), a)
	return true
}

func (a *answerer) Post(_ string, data []byte) {
	var m struct{ Value any }
	if json.Unmarshal(data, &m) != nil || pong(a, data) {
		return
	}
	if n, ok := m.Value.(float64); ok {
		go a.line.Message(a.comm, []byte(`{"address":"/back","value":`+a.answer(n)+`}`), a)
	}
}

func runWithPage(t *testing.T, ctx context.Context, name string, answer func(float64) string) (*Outcome, *answerer) {
	a := &answerer{line: page.New("an-id", slog.New(slog.DiscardHandler)), answer: answer}
	program := gonbProgram(t, name)
	o, _ := runProgram(t, ctx, name, func(c *Command) {
		program(c)
		c.Out, c.Page = a, page.Seat{Line: a.line, Out: a}
	})
	return o, a
}

func TestPage(t *testing.T) {
	next := func(v float64) string { return fmt.Sprint(v + 1) }
	o, a := runWithPage(t, t.Context(), "echo", next)
	if got, want := a.text.String(), "~[]2 3 "; !o.Done || got != want {
		t.Errorf("done %v, shows %q, want %q", o.Done, got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	began := time.Now()
	if o, _ := runWithPage(t, ctx, "waits", next); !o.Interrupted || o.Done || time.Since(began) > 5*time.Second {
		t.Errorf("a program that waits for a page is interrupted: %+v after %v", o, time.Since(began))
	}
}

// burst is a page that answers a value with many at once.
type burst struct{ answerer }

func (b *burst) Post(string, []byte) {
	for i := range 300 {
		b.line.Message(b.comm, fmt.Appendf(nil, `{"address":"/back","value":%d}`, i+1), b)
	}
}

// A program gets the values of a page in their order, though gonbui starts a goroutine for each.
func TestValuesInOrder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system does not tell when a program has dealt with a value")
	}
	b := &burst{answerer{line: page.New("an-id", slog.New(slog.DiscardHandler))}}
	program := gonbProgram(t, "in order")
	o, _ := runProgram(t, t.Context(), "", func(c *Command) {
		program(c)
		c.Out, c.Page = b, page.Seat{Line: b.line, Out: b}
	})
	if got := b.text.String(); !o.Done || !strings.HasSuffix(got, "]0 late") {
		t.Errorf("done %v, shows %q", o.Done, got)
	}
}

// narrator is a page that notes in which order it gets values and displays; displays take it a while.
type narrator struct {
	answerer
	mu     sync.Mutex
	events []string
}

func (n *narrator) note(event string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.events = append(n.events, event)
}

func (n *narrator) Display(b frame.Bundle, update bool) {
	if html := string(b.Parts[0].Data); strings.HasPrefix(html, "html") {
		time.Sleep(20 * time.Millisecond) // so that a value could come first
		n.note(html)
		return
	}
	n.answerer.Display(b, update)
}

func (n *narrator) Post(_ string, data []byte) {
	var m struct{ Address, Value string }
	if err := json.Unmarshal(data, &m); err == nil && m.Address == "/there" {
		n.note(m.Value)
		return
	}
	go func() { // it is slower with values than with displays
		time.Sleep(20 * time.Millisecond)
		n.note("confirmed")
		pong(&n.answerer, data)
	}()
}

// A page gets values and displays in the order in which a program sends them, though they come to it on different ways.
func TestOrderOfValuesAndDisplays(t *testing.T) {
	n := &narrator{answerer: answerer{line: page.New("an-id", slog.New(slog.DiscardHandler))}}
	program := gonbProgram(t, "sends and shows")
	o, _ := runProgram(t, t.Context(), "", func(c *Command) {
		program(c)
		c.Out, c.Page = n, page.Seat{Line: n.line, Out: n}
	})
	want := []string{"value 0", "confirmed", "html 1", "html 2", "value 1", "value 2", "confirmed", "html 3", "html 4"}
	if !o.Done || !slices.Equal(n.events, want) {
		t.Errorf("done %v, the page gets %q, want %q", o.Done, n.events, want)
	}
}

// Where there is no page, a program that waits for one fails, and one that sends is told.
func TestNoPage(t *testing.T) {
	o, _ := runProgram(t, t.Context(), "waits", gonbProgram(t, "waits"))
	if o.Done || o.Failure == nil || !strings.Contains(o.Failure.Value, "JupyterLab") {
		t.Errorf("got %+v", o)
	}
	o, rec := runProgram(t, t.Context(), "only sends", gonbProgram(t, "only sends"))
	if !o.Done || len(rec.notes) != 1 || !strings.Contains(rec.notes[0], "is dropped") {
		t.Errorf("done %v, notes %q", o.Done, rec.notes)
	}
}

// A program ends though more is on its way to it than its pipe takes.
func TestPipeIsFull(t *testing.T) {
	long := `"` + strings.Repeat("x", 4<<20) + `"`
	if o, a := runWithPage(t, t.Context(), "stands still", func(float64) string { return long }); !o.Done || !strings.Contains(a.text.String(), "over") {
		t.Errorf("got %+v", o)
	}
}

func TestTransientIsShown(t *testing.T) {
	o, a := runWithPage(t, t.Context(), "transient", nil)
	for i := range 20 {
		if want := fmt.Sprintf("<script>js %d</script>", i); !strings.Contains(a.text.String(), want) {
			t.Errorf("done %v, %q is missing", o.Done, want)
		}
	}
}

// poster is a page that keeps what it is sent.
type poster struct {
	answerer
	got []string
}

func (p *poster) Post(_ string, data []byte) {
	if !pong(&p.answerer, data) {
		p.got = append(p.got, string(data))
	}
}

// Each type of value that gonbui sends arrives, and what it displays.
func TestGoNBValues(t *testing.T) {
	a := &poster{answerer: answerer{line: page.New("an-id", slog.New(slog.DiscardHandler))}}
	program := gonbProgram(t, "all values")
	o, _ := runProgram(t, t.Context(), "", func(c *Command) {
		program(c)
		c.Out, c.Page = a, page.Seat{Line: a.line, Out: a}
	})
	var values []string
	for _, text := range a.got {
		var m struct{ Value json.RawMessage }
		if err := json.Unmarshal([]byte(text), &m); err == nil && strings.Contains(text, `"/v"`) {
			values = append(values, string(m.Value))
		}
	}
	want := []string{"1", "0.5", `"a"`, "[1]", "[0.5]", `["a"]`, `{"a":1}`, `{"a":0.5}`, `{"a":"b"}`}
	if !o.Done || !slices.Equal(values, want) {
		t.Errorf("done %v, the page gets %q, want %q", o.Done, a.got, want)
	}
	if got := a.text.String(); got != `~[][{"a":"b"}]` {
		t.Errorf("displayed %q", got)
	}
}

// An input request reaches the user, and the answer the program.
func TestGoNBInput(t *testing.T) {
	program, asked := gonbProgram(t, "asks"), ""
	o, rec := runProgram(t, t.Context(), "", func(c *Command) {
		program(c)
		c.Input = func(_ context.Context, prompt string, hidden bool) (string, error) {
			asked = fmt.Sprint(prompt, hidden)
			return "Ada", nil
		}
	})
	if !o.Done || asked != "Name? true" || rec.text.String() != "hello Ada" {
		t.Errorf("done %v, asked %q, shows %q", o.Done, asked, rec.text.String())
	}
}
