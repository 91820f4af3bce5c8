package send

import (
	"errors"
	"os"

	"github.com/mercer-go/mercer/display/frame"
)

// frames sends to the Mercer kernel. What the kernel refuses to show is told on the standard error.
type frames struct{ conn *frame.Conn }

func (t frames) show(k frame.Kind, b *frame.Bundle) {
	payload, _ := b.AppendBinary(nil)
	t.send(k, payload)
}

func (t frames) clear(wait bool) { t.send(frame.Clear, []byte{flag(wait)}) }

func (t frames) send(k frame.Kind, payload []byte) {
	if err := t.conn.Send(k, payload); err != nil {
		_, _ = os.Stderr.WriteString("display: not shown: " + err.Error() + "\n")
	}
}

func (t frames) ask(prompt string, hidden bool) (string, error) {
	answer, err := t.conn.Ask(frame.Input, append([]byte{flag(hidden)}, prompt...))
	if err != nil {
		return "", errors.New("input: " + err.Error())
	}
	return string(answer), nil
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func (t frames) flush()     {}
func (t frames) live() bool { return true }
