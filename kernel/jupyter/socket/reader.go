package socket

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Limits of what a peer may send in one message.
const (
	MaxMessage = 512 << 20 // bytes of all frames together
	MaxFrames  = 4096
)

// The flags of a ZMTP frame, https://rfc.zeromq.org/spec/23/#framing.
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

var (
	errFlags    = errors.New("socket: a frame has reserved flags set")
	errTooLarge = errors.New("socket: the message is too large")
	errBudget   = errors.New("socket: too much is being received at the same time")
)

// frameReader reads the frames of a ZMTP connection after its handshake.
type frameReader struct {
	r      *bufio.Reader
	max    int     // bytes of one message
	budget *Budget // of this and other connections; nil for no bound
	held   int     // bytes taken from it for the message that is being read, or was read last
}

// frameCost is what a frame takes beside its bytes.
const frameCost = 64

// reserve takes memory for the message that is being read.
func (fr *frameReader) reserve(n int) error {
	if fr.budget != nil && !fr.budget.take(n) {
		return errBudget
	}
	fr.held += n
	return nil
}

// release gives back what was taken for the last message, and says how much that was.
func (fr *frameReader) release() int {
	n := fr.held
	if fr.budget != nil {
		fr.budget.give(n)
	}
	fr.held = 0
	return n
}

// message is what one peer sends at a time: a command, or frames.
type message struct {
	command bool
	frames  [][]byte
}

// next reads one message. It never allocates much more than has arrived, whatever lengths the bytes claim.
func (fr *frameReader) next() (message, error) {
	var m message
	for left := fr.max; ; {
		flags, size, err := fr.header()
		if err != nil {
			return m, err
		}
		if size > uint64(left) || len(m.frames) == MaxFrames {
			return m, fmt.Errorf("%w: frame of %d bytes", errTooLarge, size)
		}
		body, err := fr.body(int(size))
		if err != nil {
			return m, err
		}
		left -= len(body)
		m.frames = append(m.frames, body)
		m.command = flags&flagCommand != 0
		if m.command && (flags&flagMore != 0 || len(m.frames) > 1) {
			return m, errFlags
		}
		if flags&flagMore == 0 {
			return m, nil
		}
	}
}

// header reads the flags and the length of a frame.
func (fr *frameReader) header() (flags byte, size uint64, err error) {
	if flags, err = fr.r.ReadByte(); err != nil {
		return 0, 0, err
	}
	if flags&^(flagMore|flagLong|flagCommand) != 0 {
		return 0, 0, errFlags
	}
	if flags&flagLong == 0 {
		short, err := fr.r.ReadByte()
		return flags, uint64(short), noEOF(err)
	}
	var long [8]byte
	_, err = io.ReadFull(fr.r, long[:])
	return flags, binary.BigEndian.Uint64(long[:]), noEOF(err)
}

// body reads the bytes of a frame into a buffer that grows as they arrive: it has at most four times their size.
func (fr *frameReader) body(size int) ([]byte, error) {
	var buf []byte
	for room := min(size, 1<<16); ; room = min(size, 4*room) {
		more := room - len(buf)
		if err := fr.reserve(more + frameCost); err != nil {
			return nil, err
		}
		have := len(buf)
		buf = append(make([]byte, 0, room), buf...)[:room]
		if _, err := io.ReadFull(fr.r, buf[have:]); err != nil {
			return nil, noEOF(err)
		}
		if room == size {
			return buf, nil
		}
	}
}

// noEOF makes an end within a frame an error of its own; an end between frames is how a peer leaves.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// splitCommand takes a ZMTP command apart into its name and its data.
func splitCommand(body []byte) (name string, data []byte, ok bool) {
	if len(body) == 0 || int(body[0]) > len(body)-1 {
		return "", nil, false
	}
	n := 1 + int(body[0])
	return string(body[1:n]), body[n:], true
}
