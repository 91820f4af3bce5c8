package run

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/comms"
	"github.com/janpfeifer/gonb/gonbui/dom"
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/page"
)

func init() {
	programs["echo"] = func() { // sends what it gets, until it gets 3
		back := comms.Listen[int]("/back")
		comms.Send("/there", 1)
		for v := range back.C {
			fmt.Print(v, " ")
			if v == 3 {
				break
			}
			comms.Send("/there", v)
		}
	}
	programs["waits"] = func() { <-comms.Listen[int]("/never").C }
	programs["only sends"] = func() {
		comms.Send("/there", 1)
		comms.Send("/there", 2)
		gonbui.Sync()
	}
	programs["stands still"] = func() { // what is sent to it finds its pipe full
		comms.Listen[string]("/back")
		gonbui.OnCommValueUpdate = nil
		comms.Send("/there", 1)
		time.Sleep(300 * time.Millisecond)
		fmt.Print("over")
	}
	programs["transient"] = func() { // what a page is shown in passing is shown
		for i := range 20 {
			dom.TransientJavascript(fmt.Sprint("js ", i))
		}
	}
}

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

func (a *answerer) Post(_ string, data []byte) {
	var m struct{ Value any }
	if json.Unmarshal(data, &m) != nil {
		return
	}
	if n, ok := m.Value.(float64); ok {
		go a.line.Message(a.comm, []byte(`{"address":"/back","value":`+a.answer(n)+`}`), a)
	}
}

func runWithPage(t *testing.T, ctx context.Context, name string, answer func(float64) string) (*Outcome, *answerer) {
	a := &answerer{line: page.New("an-id", slog.New(slog.DiscardHandler)), answer: answer}
	o, _ := runProgram(t, ctx, name, func(c *Command) {
		c.Frames, c.GoNB, c.Out, c.Page = false, true, a, page.Seat{Line: a.line, Out: a}
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

// Where there is no page, a program that waits for one fails, and one that sends is told.
func TestNoPage(t *testing.T) {
	noPage := func(c *Command) { c.Frames, c.GoNB = false, true }
	o, _ := runProgram(t, t.Context(), "waits", noPage)
	if o.Done || o.Failure == nil || !strings.Contains(o.Failure.Value, "JupyterLab") {
		t.Errorf("got %+v", o)
	}
	o, rec := runProgram(t, t.Context(), "only sends", noPage)
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
