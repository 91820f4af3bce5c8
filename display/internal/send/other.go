//go:build !mercer

package send

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/render"
)

// withoutFrames is the way of a program that no Mercer kernel started.
func withoutFrames() transport {
	if gonbui.IsNotebook {
		return gonb{}
	}
	return terminal{}
}

// gonb sends through gonbui's protocol, figures drawn here.
type gonb struct{}

// show uses that GoNB updates in place when a display id comes a second time.
func (gonb) show(_ frame.Kind, b *frame.Bundle) { gonbui.SendData(gonbData(b)) }

// ask has the kernel write the answer to the standard input.
func (gonb) ask(prompt string, hidden bool) (string, error) {
	gonbui.RequestInput(prompt, hidden)
	return readLine(os.Stdin)
}

// clear does nothing: the protocol has no message for it.
func (gonb) clear(bool) {}

func (gonb) flush()     { gonbui.Sync() }
func (gonb) live() bool { return true }

// gonbData turns a bundle into what GoNB's kernel decodes: strings for texts, bytes for other images. JSON types have
// no registered form there, so their text alternative stands for them.
func gonbData(b *frame.Bundle) *protocol.DisplayData {
	data := map[protocol.MIMEType]any{}
	for _, p := range drawn(b.Parts) {
		switch {
		case strings.HasSuffix(p.MIME, "json"):
		case strings.HasPrefix(p.MIME, "text/") || p.MIME == "image/svg+xml":
			data[protocol.MIMEType(p.MIME)] = string(p.Data)
		default:
			data[protocol.MIMEType(p.MIME)] = p.Data
		}
	}
	return &protocol.DisplayData{Data: data, DisplayID: b.ID}
}

// drawn replaces an encoded figure by its pictures.
func drawn(parts []frame.Part) []frame.Part {
	var all []frame.Part
	for _, p := range parts {
		if p.MIME != figure.MIME {
			all = append(all, p)
			continue
		}
		pictures, err := render.Bundle(context.Background(), p.Data)
		if err != nil {
			pictures = []frame.Part{{MIME: "text/plain", Data: fmt.Appendf(nil, "figure not drawn: %v", err)}}
		}
		all = append(all, pictures...)
	}
	return all
}
