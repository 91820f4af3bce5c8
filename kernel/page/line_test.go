package page

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mercer-go/mercer/kernel/page/gonb"
)

// browser is a page: it opens a comm for each script that it is shown, and keeps what it is sent.
type browser struct {
	line  *Line
	quiet bool // it runs no scripts
	deaf  bool // what the kernel sends does not reach it
	late  bool // it answers no ping before the test does

	mu    sync.Mutex
	shown []string // "display" or "update" and the length of the HTML
	comms []string
	got   []string
}

var nonceIn = regexp.MustCompile(`NONCE = "(\w+)"`)

func (b *browser) show(html, id string, update bool) {
	b.mu.Lock()
	b.shown = append(b.shown, fmt.Sprint(update, html == ""))
	nonce := nonceIn.FindStringSubmatch(html)
	comm := fmt.Sprint("c", len(b.comms)+1)
	b.mu.Unlock()
	if b.quiet || nonce == nil {
		return
	}
	b.line.Open(comm, []byte(`{"page":"`+nonce[1]+`"}`))
	b.mu.Lock()
	b.comms = append(b.comms, comm)
	b.mu.Unlock()
	if b.deaf {
		return
	}
	b.say(pingAddress, "true")
	b.say(readyAddress, `"`+nonce[1]+`"`)
}

// say sends a value, in JSON, on the newest comm.
func (b *browser) say(address, value string) {
	b.mu.Lock()
	comm := b.comms[len(b.comms)-1]
	b.mu.Unlock()
	b.line.Message(comm, []byte(`{"address":"`+address+`","value":`+value+`}`), b)
}

func (b *browser) Post(comm string, data []byte) {
	b.mu.Lock()
	b.got = append(b.got, comm+" "+string(data))
	b.mu.Unlock()
	if strings.Contains(string(data), pingAddress) && !b.quiet && !b.late {
		b.pong(comm, data)
	}
}

// pong answers a ping.
func (b *browser) pong(comm string, ping []byte) {
	b.line.Message(comm, []byte(strings.Replace(string(ping), pingAddress, pongAddress, 1)), b)
}

// program is a program of a cell, and what it was given.
type program struct {
	mu      sync.Mutex
	got     []string
	notices []string
	slow    chan struct{} // it reads no more before this is closed; nil: it reads
}

func (p *program) host(b *browser) Host {
	return Host{
		Show: b.show,
		Deliver: func(v *gonb.CommValue) error {
			if p.slow != nil {
				<-p.slow
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			p.got = append(p.got, fmt.Sprint(v.Address, "=", v.Value))
			return nil
		},
		Notice: func(text string) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.notices = append(p.notices, text)
		},
	}
}

func newLine() *Line {
	return New("0b8a7f4e-0000-0000-0000-000000000000", slog.New(slog.DiscardHandler))
}

func check(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestTalk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p := &browser{line: newLine()}, &program{}
		talk := Seat{b.line, b}.Begin(t.Context(), p.host(b))
		b.line.Open("other", []byte(`{"page":""}`)) // a page that was there before
		check(t, "subscribe", talk.Subscribe("/a"), nil)
		check(t, "shown", b.shown, []string{"false false", "true true"}) // the script, and that it is taken back
		for _, m := range []struct{ address, value string }{
			{"/a", "1"}, {"/nobody", "2"}, {"#gonbui/sync_ack", "3"}, {"/a", `"x"`}, {"/a", `[1,"a"]`}, {"/a", "null"},
		} {
			b.say(m.address, m.value)
		}
		b.got = nil
		check(t, "send", talk.Take(gonb.CommValue{Address: "/b", Value: 0}), nil)
		check(t, "ask", talk.Take(gonb.CommValue{Address: "/b", Request: true}), nil)
		check(t, "sync", talk.Take(gonb.CommValue{Address: gonb.SyncAddress, Value: 7}), nil)
		check(t, "its own address", talk.Take(gonb.CommValue{Address: "#page/ready", Value: "n"}), nil)
		synctest.Wait()
		check(t, "the pages", b.got, []string{
			`other {"address":"/b","value":0}`, `c1 {"address":"/b","value":0}`,
			`other {"address":"/b","read_request":true}`, `c1 {"address":"/b","read_request":true}`,
		})
		talk.Unsubscribe("/a")
		b.say("/a", "4")
		if talk.Subscribe("#x") == nil {
			t.Error("a program subscribes to an address of the protocol")
		}
		talk.End()
		b.say("/a", "5")
		check(t, "the program", p.got, []string{"/a=1", "/a=x", gonb.SyncAckAddress + "=7"})
		check(t, "notices", len(p.notices), 1) // of what cannot be used, once
	})
}

// A program that subscribes where no page answers is told so, in a bounded time; one that sends goes on.
func TestNoPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &browser{line: newLine(), quiet: true}
		for _, c := range []struct {
			seat Seat
			want error
			most time.Duration
		}{
			{Seat{b.line, b}, errSilence, answerTime},
			{Seat{b.line, nil}, errNoComms, 0},
			{Seat{}, errNoComms, 0},
			{Seat{New("", nil), b}, errNoID, 0},
		} {
			p, began := &program{}, time.Now()
			talk := c.seat.Begin(t.Context(), p.host(b))
			check(t, "send", talk.Take(gonb.CommValue{Address: "/b", Value: 1}), nil)
			check(t, "subscribe", talk.Subscribe("/a"), c.want)
			check(t, "ask", talk.Take(gonb.CommValue{Address: "/b", Request: true}), c.want)
			check(t, "time", time.Since(began), c.most)
			talk.End()
			check(t, "notices", p.notices, []string{"What the cell sends to its page is dropped: " + c.want.Error() + "."})
		}
		check(t, "shown", b.shown, []string{"false false", "true true"})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel) // an interrupt
		check(t, "interrupted", b.line.Connect(ctx, b, b.show), context.Canceled)
		check(t, "comms", len(b.line.Comms()), 0)
		b.quiet, b.deaf = false, true
		check(t, "deaf", b.line.Connect(t.Context(), b, b.show), errDeaf)
	})
}

// A program that does not read is not waited for: of what comes too fast the newest stays.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p := &browser{line: newLine()}, &program{slow: make(chan struct{})}
		talk := Seat{b.line, b}.Begin(t.Context(), p.host(b))
		talk.Subscribe("/slider")
		talk.Subscribe("/button")
		b.say("/button", "1")
		synctest.Wait()
		talk.Take(gonb.CommValue{Address: gonb.SyncAddress, Value: 1})
		b.say("/button", "2")
		for i := range 5000 {
			b.say("/slider", fmt.Sprint(i))
		}
		close(p.slow)
		synctest.Wait()
		check(t, "values", len(p.got), mostWaiting+1)
		check(t, "the first", p.got[:3], []string{"/button=1", gonb.SyncAckAddress + "=1", "/button=2"})
		check(t, "the last", p.got[len(p.got)-1], "/slider=4999")
		check(t, "notices", len(p.notices), 1)
		p.slow, p.got = make(chan struct{}), nil
		huge := strings.Repeat("x", mostBytes-100)
		for range 6 {
			talk.give(message{"/slider", huge})
		}
		talk.mu.Lock()
		waits := talk.bytes
		talk.mu.Unlock()
		if waits > mostWaitingBytes {
			t.Errorf("%d bytes wait", waits)
		}
		go func() { close(p.slow) }()
		talk.End()
	})
}

// A page that closes its comm, or opens one again, is told where it matters.
func TestPagesComeAndGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p := &browser{line: newLine()}, &program{}
		b.line.Close("unknown")
		talk := Seat{b.line, b}.Begin(t.Context(), p.host(b))
		talk.Subscribe("/a")
		b.line.Open("again", []byte(`{"page":""}`)) // the socket was broken
		b.line.Close("c1")
		check(t, "notices", len(p.notices), 0)
		b.line.Close("again")
		b.line.Close("again")
		check(t, "notices", len(p.notices), 1)
		talk.End()
		for i := range 3 * mostOpen {
			b.line.Open(fmt.Sprint("p", i), []byte(`{"page":"n"}`))
		}
		b.line.Open("bad", []byte(`{"page":7}`))
		check(t, "comms", len(b.line.Comms()), mostOpen)
		check(t, "the newest", b.line.Comms()[mostOpen-1], fmt.Sprint("p", 3*mostOpen-1))
	})
}

func TestBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &browser{line: newLine(), quiet: true}
		_, err := b.line.Beat(t.Context(), b)
		check(t, "no page", err, errNone)
		b.line.Open("silent", []byte(`{"page":""}`))
		_, err = b.line.Beat(t.Context(), b)
		check(t, "a silent page", err, errNoBeat)
		b.quiet = false
		check(t, "connect", b.line.Connect(t.Context(), b, b.show), nil)
		_, err = b.line.Beat(t.Context(), b)
		check(t, "one of two", err, nil)
		_, err = b.line.Beat(t.Context(), nil)
		check(t, "no comms", err, errNoComms)
	})
}
