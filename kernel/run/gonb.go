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

	"github.com/janpfeifer/gonb/gonbui/protocol"
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/page"
)

func init() {
	gob.Register(map[string]any{})
	gob.Register([]any{})
}

// gonbPipes are the two named pipes over which a program that uses gonbui speaks with its kernel, in gob.
type gonbPipes struct {
	dir      string
	r        *os.File // we read what the program writes
	w        *os.File // we write what it reads
	keepOpen *os.File // a writer of our own on r's pipe, so that it does not end before the program does
}

func newGonbPipes(dir string) (*gonbPipes, error) {
	dir, err := os.MkdirTemp(dir, "gonb_pipe_")
	if err != nil {
		return nil, err
	}
	g := &gonbPipes{dir: dir}
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
	return []string{protocol.GONB_PIPE_ENV + "=" + g.out(), protocol.GONB_PIPE_BACK_ENV + "=" + g.back()}
}

// ended lets the reader come to its end: the program is gone, and with our writer goes the last.
func (g *gonbPipes) ended() {
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

// serveGoNB answers gonbui's messages until the program ends. stdin is where answers to input requests go.
func (p *process) serveGoNB(ctx context.Context, g *gonbPipes, stdin io.Writer) {
	dec, enc := gob.NewDecoder(g.r), gob.NewEncoder(g.w)
	seen := map[string]bool{}
	show := func(html, id string, update bool) {
		kind := frame.Display
		if update {
			kind = frame.Update
		}
		p.show(&event{kind: kind, bundle: frame.Bundle{ID: id, Parts: []frame.Part{{MIME: "text/html", Data: []byte(html)}}}}, len(html))
	}
	talk := p.cmd.Page.Begin(ctx, page.Host{Show: show, Notice: p.notice, Deliver: func(v *protocol.CommValue) error { return enc.Encode(v) }})
	defer talk.End()
	var questions sync.WaitGroup
	defer questions.Wait()
	for {
		var d protocol.DisplayData
		if dec.Decode(&d) != nil {
			return
		}
		var err error
		switch v := gonbMessage(&d).(type) {
		case protocol.InputRequest:
			questions.Go(func() { p.gonbInput(ctx, v, stdin) })
		case protocol.CommValue:
			if v.Address == protocol.GonbuiSyncAddress { // what the program has shown is not to be replaced before it was seen
				p.handOn()
			}
			err = talk.Take(v)
		case protocol.CommSubscription:
			err = subscribe(talk, v)
		case nil:
			p.gonbDisplay(&d, seen)
		}
		if err != nil && ctx.Err() == nil { // what the program shows from here on is without a use
			p.failFor(err)
			return
		}
	}
}

// gonbMessage is what a message of gonbui's is but something to display, nil if it is that.
func gonbMessage(d *protocol.DisplayData) any {
	for _, mime := range []protocol.MIMEType{protocol.MIMEJupyterInput, protocol.MIMECommValue, protocol.MIMECommSubscribe} {
		if v := d.Data[mime]; v != nil {
			return v
		}
	}
	return nil
}

func subscribe(talk *page.Talk, s protocol.CommSubscription) error {
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
func (p *process) gonbInput(ctx context.Context, req protocol.InputRequest, stdin io.Writer) {
	line, err := p.ask(ctx, req.Prompt, req.Password)
	switch {
	case ctx.Err() != nil: // nobody waits for it
	case err != nil:
		p.notice("input: " + err.Error())
	default:
		io.WriteString(stdin, line+"\n")
	}
}

// gonbDisplay shows what gonbui displays; the second time for an id, it updates.
func (p *process) gonbDisplay(d *protocol.DisplayData, seen map[string]bool) {
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
