package run

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"sync"
	"syscall"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/page/gonb"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// gonbPipes are the two named pipes over which a program that uses gonbui speaks with its kernel, in gob.
type gonbPipes struct {
	dir      string
	r        *os.File // we read what the program writes
	w        *os.File // we write what it reads
	keepOpen *os.File // a writer of our own on r's pipe, so that it does not end before the program does
	gone     chan struct{}
	ran      time.Duration // of the program's, when a value was last written to it
}

const (
	dealTime = 20 * time.Millisecond  // for which a program that never rests runs before it is given another value
	lookTime = 100 * time.Microsecond // after which it is looked at first; then it is looked at less and less often
	mostLook = 3 * time.Millisecond
)

func newGonbPipes(dir string) (*gonbPipes, error) {
	dir, err := os.MkdirTemp(dir, "gonb_pipe_")
	if err != nil {
		return nil, err
	}
	g := &gonbPipes{dir: dir, gone: make(chan struct{})}
	for _, name := range []string{g.out(), g.back()} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			g.remove()
			return nil, fmt.Errorf("mkfifo: %w", err)
		}
	}
	open := func(name string, flag int) (f *os.File) {
		if err == nil {
			f, err = os.OpenFile(name, flag|syscall.O_NONBLOCK, 0)
		}
		return f
	}
	g.r = open(g.out(), os.O_RDONLY)
	g.keepOpen = open(g.out(), os.O_WRONLY)
	g.w = open(g.back(), os.O_RDWR)
	if err != nil {
		g.remove()
		return nil, err
	}
	return g, nil
}

func (g *gonbPipes) out() string  { return filepath.Join(g.dir, "out") }
func (g *gonbPipes) back() string { return filepath.Join(g.dir, "back") }

func (g *gonbPipes) env() []string {
	return []string{gonb.PipeEnv + "=" + g.out(), gonb.PipeBackEnv + "=" + g.back()}
}

// ended lets the reader come to its end: the program is gone, and with our writer goes the last.
func (g *gonbPipes) ended() {
	close(g.gone)
	g.keepOpen.Close()
	g.w.SetWriteDeadline(time.Now()) // nobody reads what is still written
}

func (g *gonbPipes) remove() {
	for _, f := range []*os.File{g.r, g.w, g.keepOpen} {
		if f != nil {
			f.Close()
		}
	}
	os.RemoveAll(g.dir)
}

// awaitTaken waits until a program has dealt with the values that it was given: it has read them and rests, or has run for a
// while since. gonbui starts a goroutine for each value, so of two that it reads at once the second may come first: where the
// newest value counts, as a slider's, the program would stay with an older one.
func (g *gonbPipes) awaitTaken(pid int) {
	for wait := lookTime; !g.taken(pid); wait = min(2*wait, mostLook) {
		if within(wait, g.gone) {
			return
		}
	}
}

// taken reports whether a program has dealt with the values that it was given.
func (g *gonbPipes) taken(pid int) bool {
	return observe.Drained(g.w) && (observe.Asleep(pid) || observe.RanSoFar(pid) >= g.ran+dealTime)
}

// serveGoNB answers gonbui's messages until the program ends. stdin is where answers to input requests go.
func (p *process) serveGoNB(ctx context.Context, g *gonbPipes, stdin io.WriteCloser) {
	gonb.Register()
	dec, enc := gob.NewDecoder(g.r), gob.NewEncoder(g.w)
	seen := map[string]bool{}
	show := func(html, id string, update bool) {
		kind := frame.Display
		if update {
			kind = frame.Update
		}
		p.show(&event{kind: kind, bundle: frame.Bundle{ID: id, Parts: []frame.Part{{MIME: "text/html", Data: []byte(html)}}}}, len(html))
	}
	deliver := func(v *gonb.CommValue) error {
		defer func() { g.ran = observe.RanSoFar(p.proc.Pid) }()
		return enc.Encode(v)
	}
	await := func() { g.awaitTaken(p.proc.Pid) }
	talk := p.cmd.Page.Begin(ctx, page.Host{Show: show, Notice: p.notice, Deliver: deliver, AwaitTaken: await})
	defer talk.End()
	var questions sync.WaitGroup
	defer questions.Wait()
	for {
		var d gonb.DisplayData
		if dec.Decode(&d) != nil {
			return
		}
		var err error
		switch v := gonbMessage(&d).(type) {
		case gonb.InputRequest:
			questions.Go(func() { p.gonbInput(ctx, v, stdin) })
		case gonb.CommValue:
			p.handOn() // before a value comes to the page, and before the program replaces it
			err = talk.Take(v)
		case gonb.CommSubscription:
			err = subscribe(talk, v)
		case nil:
			talk.Settle()
			p.gonbDisplay(&d, seen)
		}
		if err != nil && ctx.Err() == nil { // what the program shows from here on is without a use
			p.failFor(err)
			return
		}
	}
}

// gonbMessage is what a message of gonbui's is but something to display, nil if it is that.
func gonbMessage(d *gonb.DisplayData) any {
	for _, mime := range []gonb.MIMEType{gonb.MIMEInput, gonb.MIMEValue, gonb.MIMESubscribe} {
		if v := d.Data[mime]; v != nil {
			return v
		}
	}
	return nil
}

func subscribe(talk *page.Talk, s gonb.CommSubscription) error {
	if s.Unsubscribe {
		talk.Unsubscribe(s.Address)
		return nil
	}
	return talk.Subscribe(s.Address)
}

// failFor ends a program that waits for what cannot come.
func (p *process) failFor(err error) {
	p.mu.Lock()
	if p.outcome.Failure == nil {
		p.outcome.Failure = &frame.Failed{Name: "widgets", Value: err.Error()}
	}
	p.mu.Unlock()
	p.kill()
}

// gonbInput asks the user and writes the answer to the program's standard input.
func (p *process) gonbInput(ctx context.Context, req gonb.InputRequest, stdin io.WriteCloser) {
	line, err := p.ask(ctx, req.Prompt, req.Password)
	switch {
	case ctx.Err() != nil: // nobody waits for it
	case err != nil:
		p.notice("input: " + err.Error())
	default:
		text, end := typed(line)
		io.WriteString(stdin, text)
		if end {
			stdin.Close()
		}
	}
}

// gonbDisplay shows what gonbui displays; the second time for an id, it updates.
func (p *process) gonbDisplay(d *gonb.DisplayData, seen map[string]bool) {
	b, size := frame.Bundle{ID: d.DisplayID}, 0
	for mime, value := range d.Data {
		part := frame.Part{MIME: string(mime), Data: gonbPart(value)}
		b.Parts, size = append(b.Parts, part), size+len(part.Data)
	}
	sort.Slice(b.Parts, func(i, j int) bool { return b.Parts[i].MIME < b.Parts[j].MIME })
	if len(d.Metadata) > 0 {
		if meta, err := json.Marshal(d.Metadata); err == nil {
			b.Metadata = string(meta)
		}
	}
	kind := frame.Display
	if d.DisplayID != "" {
		if seen[d.DisplayID] {
			kind = frame.Update
		}
		seen[d.DisplayID] = true
	}
	p.show(&event{kind: kind, bundle: b}, size)
}

// gonbPart turns a representation into bytes: text and bytes as they are, all else as JSON.
func gonbPart(value any) []byte {
	switch v := value.(type) {
	case string:
		return []byte(v)
	case []byte:
		return v
	}
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Append(nil, value)
	}
	return data
}
