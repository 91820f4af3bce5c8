package send

import "github.com/mercer-go/mercer/display/frame"

// frames sends to the Mercer kernel. A kernel that is gone cannot be told so: the cell's process ends with it.
type frames struct{ conn *frame.Conn }

func (t frames) send(k frame.Kind, b *frame.Bundle) {
	payload, _ := b.AppendBinary(nil)
	_ = t.conn.Send(k, payload)
}

func (t frames) display(b *frame.Bundle) { t.send(frame.Display, b) }
func (t frames) update(b *frame.Bundle)  { t.send(frame.Update, b) }
func (t frames) result(b *frame.Bundle)  { t.send(frame.Result, b) }

func (t frames) clear(wait bool) {
	payload := []byte{0}
	if wait {
		payload[0] = 1
	}
	_ = t.conn.Send(frame.Clear, payload)
}

func (t frames) flush()     {}
func (t frames) live() bool { return true }
