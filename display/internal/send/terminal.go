package send

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
)

// terminal prints the text alternative on the standard output. Nothing is updated in place.
type terminal struct{}

func (terminal) show(_ frame.Kind, b *frame.Bundle) {
	if text := Text(b); text != "" {
		_, _ = os.Stdout.WriteString(strings.TrimSuffix(text, "\n") + "\n")
	}
}

func (terminal) ask(prompt string, hidden bool) (string, error) {
	if hidden {
		return "", errors.New("input: what is typed in a terminal cannot be hidden here")
	}
	_, _ = os.Stdout.WriteString(prompt + " ")
	return readLine(os.Stdin)
}

// readLine reads up to the end of a line, byte by byte, so that what follows is left to others.
func readLine(r io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); ; {
		n, err := r.Read(b)
		switch {
		case n == 1 && b[0] == '\n' || err == io.EOF && len(line) > 0:
			return strings.TrimSuffix(string(line), "\r"), nil
		case err != nil:
			return "", errors.New("input: " + err.Error())
		}
		line = append(line, b[:n]...)
	}
}

func (terminal) clear(bool) {}
func (terminal) flush()     {}
func (terminal) live() bool { return false }
