package jupyter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// scripted is a backend whose cells are commands, one a line; see commands.
type scripted struct {
	mu       sync.Mutex
	count    int
	executed []string
	ahead    [][]session.Request
	news     chan struct{} // closed, and replaced, on each change of ahead or started
	started  int           // cells that wait
	release  chan struct{} // closed to let them go on
	down     []bool        // arguments of Shutdown
	comms    map[string]string
}

func newScripted() *scripted {
	return &scripted{count: 1, news: make(chan struct{}), release: make(chan struct{}), comms: map[string]string{}}
}

func (b *scripted) change(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
	close(b.news)
	b.news = make(chan struct{})
}

// await waits until cond holds; it is called with the backend locked.
func (b *scripted) await(ctx context.Context, cond func() bool) error {
	for {
		b.mu.Lock()
		ok, news := cond(), b.news
		b.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (b *scripted) Info() wire.KernelInfoReply {
	return wire.KernelInfoReply{
		Implementation: "scripted", ImplementationVersion: "1", Banner: "hello",
		LanguageInfo: wire.LanguageInfo{Name: "go", Version: "1.26", MIME: "text/x-go", FileExtension: ".go"},
	}
}

func (b *scripted) Count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count
}

func (b *scripted) Execute(ctx context.Context, r session.Request, out show.Sink) session.Reply {
	b.mu.Lock()
	reply := session.Reply{Count: b.count, Status: session.StatusOK}
	if r.StoreHistory {
		b.count++
	}
	b.executed = append(b.executed, r.Code)
	b.mu.Unlock()
	for line := range strings.Lines(r.Code) {
		name, arg, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if err := b.command(ctx, &reply, out, name, arg); err != nil {
			reply.Status, reply.Err = session.StatusError, err
			break
		}
	}
	for name, e := range r.UserExpressions {
		if reply.UserExpressions == nil {
			reply.UserExpressions = map[string]json.RawMessage{}
		}
		reply.UserExpressions[name], _ = json.Marshal(map[string]any{"status": "ok", "data": map[string]string{"text/plain": e}, "metadata": map[string]any{}})
	}
	return reply
}

func (b *scripted) command(ctx context.Context, reply *session.Reply, out show.Sink, name, arg string) *report.Error {
	switch name {
	case "print":
		out.Stream("stdout", arg+"\n")
	case "eprint":
		out.Stream("stderr", arg+"\n")
	case "result":
		out.Result(reply.Count, bundle(arg, ""))
	case "display":
		out.Display(bundle(arg, "d1"), false)
	case "update":
		out.Display(bundle(arg, "d1"), true)
	case "clear":
		out.Clear(arg == "wait")
	case "page":
		reply.Payload = append(reply.Payload, session.Payload{Source: "page", Data: map[string]string{"text/plain": arg}})
	case "error":
		return &report.Error{Name: "boom", Value: arg, Traceback: []string{"Cell [1], line 1: " + arg}}
	case "panic":
		panic(arg)
	case "big": // displays arg MiB of text
		n, _ := strconv.Atoi(arg)
		out.Display(bundle(strings.Repeat("x", n<<20), ""), false)
	case "broken":
		out.Display(show.Bundle{Data: map[string]json.RawMessage{"text/plain": json.RawMessage("{")}}, false)
	case "wait":
		return b.wait(ctx, out)
	case "input":
		text, err := out.Input(ctx, arg, arg == "password")
		if err != nil {
			return &report.Error{Name: "input", Value: err.Error()}
		}
		out.Stream("stdout", "got "+text+"\n")
	}
	return nil
}

// wait blocks until the test releases it or the cell is interrupted.
func (b *scripted) wait(ctx context.Context, out show.Sink) *report.Error {
	out.Stream("stdout", "waiting\n")
	b.change(func() { b.started++ })
	select {
	case <-b.release:
		return nil
	case <-ctx.Done():
		return &report.Error{Name: "interrupted", Value: context.Cause(ctx).Error()}
	}
}

func bundle(text, id string) show.Bundle {
	data, _ := json.Marshal(text)
	return show.Bundle{Data: map[string]json.RawMessage{"text/plain": data}, ID: id}
}

func (b *scripted) Ahead(waiting []session.Request) {
	b.change(func() { b.ahead = append(b.ahead, waiting) })
}

func (b *scripted) Complete(_ context.Context, code string, cursor int) wire.CompleteReply {
	return wire.CompleteReply{Matches: []string{string([]rune(code)[:cursor]) + "!"}, Start: 0, End: cursor}
}

func (b *scripted) Inspect(_ context.Context, code string, cursor, detail int) wire.InspectReply {
	if code == "" {
		return wire.InspectReply{}
	}
	return wire.InspectReply{Found: true, Data: map[string]string{"text/plain": fmt.Sprintf("%s at %d, detail %d", code, cursor, detail)}}
}

func (b *scripted) IsComplete(code string) wire.IsCompleteReply {
	if strings.HasSuffix(code, "{") {
		return wire.IsCompleteReply{Status: "incomplete", Indent: "\t"}
	}
	return wire.IsCompleteReply{Status: "complete"}
}

func (b *scripted) Shutdown(restart bool) error {
	b.change(func() { b.down = append(b.down, restart) })
	return nil
}

// withComms is a scripted backend that has comms: it echoes their messages.
type withComms struct{ *scripted }

func (b withComms) Comm(ctx context.Context, m jupyter.CommMessage, out show.Sink) {
	switch m.Type {
	case wire.TypeCommOpen:
		b.comms[m.ID] = m.TargetName
	case wire.TypeCommClose:
		delete(b.comms, m.ID)
	case wire.TypeCommMsg:
		out.(jupyter.CommSender).SendComm(m)
		if m.ID == "endless" {
			<-ctx.Done()
		}
	}
}

func (b withComms) CommInfo() map[string]string { return b.comms }
