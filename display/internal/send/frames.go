package send

import (
	"os"

	"github.com/mercer-go/mercer/display/frame"
)

// frames sends to the Mercer kernel. What the kernel refuses to show is told on the standard error.
type frames struct{ conn *frame.Conn }

func (t frames) send(k frame.Kind, payload []byte) {
	if err := t.conn.Send(k, payload); err != nil {
		_, _ = os.Stderr.WriteString("display: not shown: " + err.Error() + "\n")
	}
}

func (t frames) sendBundle(k frame.Kind, b *frame.Bundle) {
	payload, _ := b.AppendBinary(nil)
	t.send(k, payload)
}

func (t frames) display(b *frame.Bundle) { t.sendBundle(frame.Display, b) }
func (t frames) update(b *frame.Bundle)  { t.sendBundle(frame.Update, b) }
func (t frames) result(b *frame.Bundle)  { t.sendBundle(frame.Result, b) }

func (t frames) clear(wait bool) {
	payload := []byte{0}
	if wait {
		payload[0] = 1
	}
	t.send(frame.Clear, payload)
}

func (t frames) flush()     {}
func (t frames) live() bool { return true }
