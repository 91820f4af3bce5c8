// Package backend answers what a Jupyter front end asks of a kernel from a running session: executions go to the session,
// questions about code to package complete.
package backend

import (
	"context"
	"fmt"
	"runtime"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
	"github.com/mercer-go/mercer/kernel/widgets"
)

// Backend serves one session. It implements jupyter.Backend.
type Backend struct {
	session *session.Session
	version string // of Mercer
	comms   comms
	debug   debugging
	widgets *widgets.Widgets
}

var (
	_ jupyter.Backend       = (*Backend)(nil)
	_ jupyter.Interruptible = (*Backend)(nil)
)

// New returns a backend for a session; version is Mercer's own. The backend closes the session when it is shut down.
func New(s *session.Session, version string) *Backend {
	w := widgets.New("")
	if s != nil {
		w = widgets.New(s.Notebook())
	}
	return &Backend{session: s, version: version, widgets: w, comms: comms{
		page.Target: pageComms{s}, widgets.Target: w, widgets.ControlTarget: w,
	}}
}

// Info implements jupyter.Backend.
func (b *Backend) Info() wire.KernelInfoReply {
	return wire.KernelInfoReply{
		Implementation:        "mercer",
		ImplementationVersion: b.version,
		LanguageInfo:          languageInfo(),
		Banner:                fmt.Sprintf("Mercer %s: Go for statistical learning (%s). %%help tells what a cell can do.", b.version, runtime.Version()),
		HelpLinks: []wire.HelpLink{
			{Text: "The Go language", URL: "https://go.dev/ref/spec"},
			{Text: "Go packages", URL: "https://pkg.go.dev"},
			{Text: "gonum", URL: "https://pkg.go.dev/gonum.org/v1/gonum"},
		},
		Debugger:          b.debug.on(),
		SupportedFeatures: b.debug.features(),
	}
}

// languageInfo is what the metadata of notebooks say of the language.
func languageInfo() wire.LanguageInfo {
	info := notebook.LanguageInfo()
	text := func(name string) string { s, _ := info[name].(string); return s }
	return wire.LanguageInfo{
		Name: text("name"), Version: text("version"), MIME: text("mimetype"), FileExtension: text("file_extension"),
		PygmentsLexer: text("pygments_lexer"), CodeMirrorMode: text("codemirror_mode"),
	}
}

// Count implements jupyter.Backend.
func (b *Backend) Count() int { return b.session.Count() + 1 }

// Execute implements jupyter.Backend.
func (b *Backend) Execute(ctx context.Context, r session.Request, out show.Sink) session.Reply {
	ctx, done := b.debug.begin(ctx, &r)
	defer done()
	if send, ok := out.(jupyter.CommSender); ok && r.AllowStdin && !r.Silent { // somebody is there to move something
		r.Front = b.widgets.Front(send)
	}
	return b.session.Execute(ctx, r, out)
}

// Ahead implements jupyter.Backend.
func (b *Backend) Ahead(waiting []session.Request) { b.session.Ahead(b.debug.traced(waiting)) }

// Complete implements jupyter.Backend.
func (b *Backend) Complete(ctx context.Context, code string, cursor int) wire.CompleteReply {
	res := b.session.Complete(ctx, code, cursor)
	return wire.CompleteReply{Matches: res.Texts(), Start: res.Start, End: res.End, Metadata: res.Metadata()}
}

// Inspect implements jupyter.Backend.
func (b *Backend) Inspect(ctx context.Context, code string, cursor, detail int) wire.InspectReply {
	found := b.session.Inspect(ctx, code, cursor, detail)
	return wire.InspectReply{Found: found.Found, Data: found.Data}
}

// IsComplete implements jupyter.Backend.
func (b *Backend) IsComplete(code string) wire.IsCompleteReply {
	status, indent := b.session.IsComplete(code)
	return wire.IsCompleteReply{Status: status, Indent: indent}
}

// Interrupt implements jupyter.Interruptible.
func (b *Backend) Interrupt() { b.widgets.Interrupt() }

// Shutdown implements jupyter.Backend. Values that are kept stay on disk.
func (b *Backend) Shutdown(bool) error {
	b.widgets.Close()
	return b.session.Close()
}
