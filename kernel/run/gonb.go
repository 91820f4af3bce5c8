package run

import (
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"syscall"

	"github.com/janpfeifer/gonb/gonbui/protocol"
	"github.com/mercer-go/mercer/display/frame"
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
func (g *gonbPipes) ended() { g.keepOpen.Close() }

func (g *gonbPipes) remove() {
	for _, f := range []*os.File{g.r, g.w, g.keepOpen} {
		if f != nil {
			f.Close()
		}
	}
	os.RemoveAll(g.dir)
}

// serveGoNB answers gonbui's messages until the program ends. stdin is where answers to input requests go.
func (p *process) serveGoNB(g *gonbPipes, stdin io.Writer) {
	dec, enc := gob.NewDecoder(g.r), gob.NewEncoder(g.w)
	seen := map[string]bool{}
	for {
		var d protocol.DisplayData
		if dec.Decode(&d) != nil {
			return
		}
		switch {
		case d.Data[protocol.MIMEJupyterInput] != nil:
			if req, ok := d.Data[protocol.MIMEJupyterInput].(protocol.InputRequest); ok {
				go p.gonbInput(req, stdin)
			}
		case d.Data[protocol.MIMECommValue] != nil:
			v, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue)
			if ok && v.Address == protocol.GonbuiSyncAddress {
				enc.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: v.Value})
			} else if ok {
				p.noWidgets()
			}
		case d.Data[protocol.MIMECommSubscribe] != nil:
			p.noWidgets()
		default:
			p.gonbDisplay(&d, seen)
		}
	}
}

func (p *process) noWidgets() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd.Out.Notice("GoNB's widgets are not supported yet: what they would send or receive is dropped.")
}

// gonbInput asks the user and writes the answer to the program's standard input.
func (p *process) gonbInput(req protocol.InputRequest, stdin io.Writer) {
	line, err := p.ask(req.Prompt, req.Password)
	if err != nil {
		p.mu.Lock()
		p.cmd.Out.Notice("input: " + err.Error())
		p.mu.Unlock()
		return
	}
	io.WriteString(stdin, line+"\n")
}

// gonbDisplay shows what gonbui displays; the second time for an id, it updates.
func (p *process) gonbDisplay(d *protocol.DisplayData, seen map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	b := frame.Bundle{ID: d.DisplayID}
	for mime, value := range d.Data {
		b.Parts = append(b.Parts, frame.Part{MIME: string(mime), Data: gonbPart(value)})
	}
	sort.Slice(b.Parts, func(i, j int) bool { return b.Parts[i].MIME < b.Parts[j].MIME })
	if len(d.Metadata) > 0 {
		if meta, err := json.Marshal(d.Metadata); err == nil {
			b.Metadata = string(meta)
		}
	}
	update := d.DisplayID != "" && seen[d.DisplayID]
	seen[d.DisplayID] = true
	p.cmd.Out.Display(b, update)
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
