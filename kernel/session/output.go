package session

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/program"
)

// output brings what a cell shows to its sink, in the sink's terms.
type output struct {
	ctx     context.Context // of the execution: an interrupt ends drawing, too
	sink    Sink
	opts    Options
	count   int
	silent  bool
	capture *capture        // of %capture, or nil
	told    map[string]bool // notices of the run-time are given once a session
	values  map[string]Bundle
	places  func(text string) string // names cells and lines where a text names composed sources, or nil
	testing bool                     // standard output names sources too
}

func newOutput(ctx context.Context, sink Sink, opts Options, told map[string]bool, count int, silent bool) *output {
	return &output{ctx: ctx, sink: sink, opts: opts, told: told, count: count, silent: silent, values: map[string]Bundle{}}
}

// Stream implements run.Output.
func (o *output) Stream(name, text string) {
	if (name == "stderr" || o.testing) && o.places != nil && strings.Contains(text, "cell_") {
		text = o.places(text)
	}
	if o.capture != nil {
		io.WriteString(o.capture, text)
	}
	if !o.silent {
		o.sink.Stream(name, text)
	}
}

// Display implements run.Output. Values of user expressions are kept aside.
func (o *output) Display(b frame.Bundle, update bool) {
	bundle := o.bundle(b)
	if name, ok := strings.CutPrefix(b.ID, program.ExpressionID); ok {
		bundle.ID = ""
		o.values[name] = bundle
		return
	}
	if o.capture != nil {
		for _, p := range b.Parts {
			if isText(p.MIME) {
				o.capture.Write(p.Data)
			}
		}
	}
	if !o.silent {
		o.sink.Display(bundle, update)
	}
}

// Result implements run.Output.
func (o *output) Result(b frame.Bundle) {
	if !o.silent {
		o.sink.Result(o.count, o.bundle(b))
	}
}

// Clear implements run.Output.
func (o *output) Clear(wait bool) {
	if !o.silent {
		o.sink.Clear(wait)
	}
}

// Note implements run.Output: what the run-time has to say is shown apart from the cell's own output, the same only once.
func (o *output) Note(text string) {
	if !o.told[text] {
		o.told[text] = true
		o.Notice(text)
	}
}

// Notice implements run.Output, and shows what the session itself has to say.
func (o *output) Notice(text string) { o.notice(text, "", false) }

// notice shows a notice under a display id, or updates the one that is shown.
func (o *output) notice(text, id string, update bool) {
	if o.silent {
		return
	}
	o.sink.Display(Bundle{ID: id, Data: map[string]json.RawMessage{
		"text/plain": quote("· " + text),
		"text/html":  quote(`<div style="opacity:.75;font-size:90%">· ` + html.EscapeString(text) + `</div>`),
	}}, update)
}

// markdown shows text that a command answers with.
func (o *output) markdown(text string) {
	if !o.silent {
		o.sink.Display(Bundle{Data: map[string]json.RawMessage{"text/plain": quote(text), "text/markdown": quote(text)}}, false)
	}
}

// bundle turns a frame's bundle into the sink's, rendering what only Mercer knows.
func (o *output) bundle(b frame.Bundle) Bundle {
	out := Bundle{Data: map[string]json.RawMessage{}, ID: b.ID}
	for _, p := range b.Parts {
		o.addPart(out.Data, p.MIME, p.Data)
	}
	if b.Metadata != "" {
		if json.Unmarshal([]byte(b.Metadata), &out.Metadata) != nil {
			o.opts.Log.Warn("display: metadata is not a JSON object", "metadata", b.Metadata)
		}
	}
	return out
}

func (o *output) addPart(to map[string]json.RawMessage, mime string, data []byte) {
	render, known := o.opts.Render[mime]
	if !known {
		if _, taken := to[mime]; !taken {
			to[mime] = wireValue(mime, data)
		}
		return
	}
	parts, err := render(o.ctx, data)
	if o.ctx.Err() != nil {
		to["text/plain"] = quote("interrupted while it was drawn")
		return
	}
	if err != nil {
		to["text/plain"] = quote("This could not be drawn: " + err.Error())
		return
	}
	for _, p := range parts {
		to[p.MIME] = wireValue(p.MIME, p.Data)
	}
}

// wireValue writes a representation as the protocol has it: JSON as it is, text as a string, all else in base64.
func wireValue(mime string, data []byte) json.RawMessage {
	switch {
	case strings.HasSuffix(mime, "json") && json.Valid(data):
		return data
	case isText(mime) || utf8.Valid(data) && !strings.HasPrefix(mime, "image/"):
		return quote(string(data))
	}
	return quote(base64.StdEncoding.EncodeToString(data))
}

func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// quote writes a string as JSON, leaving HTML as it is.
func quote(s string) json.RawMessage {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return json.RawMessage(`""`)
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}
