package show

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/program"
)

// Output brings what a cell shows to its sink, in the sink's terms.
type Output struct {
	ctx     context.Context // of the execution: an interrupt ends drawing, too
	Sink    Sink
	render  map[string]Renderer
	log     *slog.Logger
	count   int
	silent  bool
	capture *capture        // of %capture, or nil
	Cell    string          // what identifies the cell
	told    map[string]bool // notices of the run-time are given once a session
	Values  map[string]Bundle
	Places  func(text string) string // names cells and lines where a text names composed sources, or nil
	Testing bool                     // standard output names sources too
	Exe     string                   // the cell's program; where the standard error has its path, as in a usage, it reads "the cell"
}

// New returns an output to sink; silent, it hands on errors only. render draws what only Mercer knows, told are the
// notices that the user has had already.
func New(ctx context.Context, sink Sink, render map[string]Renderer, log *slog.Logger, told map[string]bool, count int, silent bool) *Output {
	return &Output{ctx: ctx, Sink: sink, render: render, log: log, told: told, count: count, silent: silent, Values: map[string]Bundle{}}
}

// Stream implements run.Output.
func (o *Output) Stream(name, text string) {
	if (name == "stderr" || o.Testing) && o.Places != nil && strings.Contains(text, "cell_") {
		text = o.Places(text)
	}
	if name == "stderr" && o.Exe != "" {
		text = strings.ReplaceAll(text, o.Exe, "the cell")
	}
	if o.capture != nil {
		io.WriteString(o.capture, text)
	}
	if !o.silent {
		o.Sink.Stream(name, text)
	}
}

// Display implements run.Output. Values of user expressions are kept aside.
func (o *Output) Display(b frame.Bundle, update bool) {
	bundle := o.bundle(b)
	if name, ok := strings.CutPrefix(b.ID, program.ExpressionID); ok {
		bundle.ID = ""
		o.Values[name] = bundle
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
		o.Sink.Display(bundle, update)
	}
}

// Result implements run.Output.
func (o *Output) Result(b frame.Bundle) {
	if !o.silent {
		o.Sink.Result(o.count, o.bundle(b))
	}
}

// Clear implements run.Output.
func (o *Output) Clear(wait bool) {
	if !o.silent {
		o.Sink.Clear(wait)
	}
}

// Note implements run.Output: what the run-time has to say is shown apart from the cell's own output, the same only once. Of
// goroutines that have ended it is shown once for each cell.
func (o *Output) Note(text string) {
	key := text
	if text == frame.GoroutinesEnded {
		key += o.Cell
	}
	if !o.told[key] {
		o.told[key] = true
		o.Notice(text)
	}
}

// Notice implements run.Output, and shows what the session itself has to say.
func (o *Output) Notice(text string) { o.Standing(text, "", false) }

// Standing shows a notice under a display id, or updates the one that is shown.
func (o *Output) Standing(text, id string, update bool) {
	if o.silent {
		return
	}
	o.Sink.Display(Bundle{ID: id, Data: map[string]json.RawMessage{
		"text/plain": Quote("· " + text),
		"text/html":  Quote(`<div` + noMath(text) + ` style="opacity:.75;font-size:90%">· ` + html.EscapeString(text) + `</div>`),
	}}, update)
}

// Bundle shows what the session itself has made.
func (o *Output) Bundle(b Bundle) {
	if !o.silent {
		o.Sink.Display(b, false)
	}
}

// Markdown shows text that a command answers with.
func (o *Output) Markdown(text string) {
	if !o.silent {
		o.Sink.Display(Bundle{Data: map[string]json.RawMessage{"text/plain": Quote(text), "text/markdown": Quote(text)}}, false)
	}
}

// bundle turns a frame's bundle into the sink's, rendering what only Mercer knows.
func (o *Output) bundle(b frame.Bundle) Bundle {
	out := Bundle{Data: map[string]json.RawMessage{}, ID: b.ID}
	for _, p := range b.Parts {
		o.addPart(out.Data, p.MIME, p.Data)
	}
	if b.Metadata != "" {
		if json.Unmarshal([]byte(b.Metadata), &out.Metadata) != nil {
			o.log.Warn("display: metadata is not a JSON object", "metadata", b.Metadata)
		}
	}
	return out
}

func (o *Output) addPart(to map[string]json.RawMessage, mime string, data []byte) {
	render, known := o.render[mime]
	if !known {
		if _, taken := to[mime]; !taken {
			to[mime] = wireValue(mime, data)
		}
		return
	}
	parts, err := render(o.ctx, data)
	if o.ctx.Err() != nil {
		to["text/plain"] = Quote("interrupted while it was drawn")
		return
	}
	if err != nil {
		to["text/plain"] = Quote("This could not be drawn: " + err.Error())
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
		return Quote(string(data))
	}
	return Quote(base64.StdEncoding.EncodeToString(data))
}

func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// Quote writes a string as JSON, leaving HTML as it is.
func Quote(s string) json.RawMessage {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return json.RawMessage(`""`)
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}

// Table shows rows, the first of them the heading, as text and as HTML.
func (o *Output) Table(rows [][]string) {
	if o.silent {
		return
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], len([]rune(cell)))
		}
	}
	var text, page strings.Builder
	page.WriteString("<table class=\"mathjax_ignore tex2jax_ignore\">")
	for i, row := range rows {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		page.WriteString("<tr>")
		line := ""
		for j, cell := range row {
			line += fmt.Sprintf("%-*s  ", widths[j], cell)
			fmt.Fprintf(&page, `<%s style="text-align:left">%s</%s>`, tag, html.EscapeString(cell), tag)
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
		page.WriteString("</tr>")
	}
	page.WriteString("</table>")
	o.Sink.Display(Bundle{Data: map[string]json.RawMessage{
		"text/plain": Quote(strings.TrimRight(text.String(), "\n")), "text/html": Quote(page.String()),
	}}, false)
}

// noMath is the attribute of an element with a text in which a front end would take dollars for mathematics, or "".
func noMath(text string) string {
	if !strings.ContainsAny(text, `$\`) {
		return ""
	}
	return ` class="mathjax_ignore tex2jax_ignore"`
}

// CaptureTo copies what is shown to a file from now on, in the place of an earlier one; flag says how it is opened.
func (o *Output) CaptureTo(path string, flag int) error {
	if err := o.Close(); err != nil {
		return err
	}
	opened, err := openCapture(o.ctx, path, flag)
	if err != nil {
		return err
	}
	o.capture = opened
	return nil
}

// Close ends the file of %capture, and tells if something could not be written to it.
func (o *Output) Close() error {
	c := o.capture
	if c == nil {
		return nil
	}
	o.capture = nil
	return c.close()
}
