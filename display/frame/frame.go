// Package frame is the grammar of what a cell's program and the kernel say to each other.
//
// The program writes frames to one pipe and reads replies from another; both are inherited file descriptors that the
// environment variable [Env] names. A frame is a kind (one byte), the length of its payload (four bytes, little
// endian) and the payload. The first frame of a program is [Hello], whose payload is [Version].
//
// The package is a leaf that every cell links, so it imports next to nothing.
package frame

import (
	"encoding/binary"
	"errors"
	"io"
)

// Env names the environment variable that holds the two file descriptors, as in "3,4": frames go out on the first,
// replies come in on the second.
const Env = "MERCER_FRAMES"

// EnvVersion names the environment variable that holds the Version of the kernel; that of version 1 does not set it.
const EnvVersion = "MERCER_FRAMES_VERSION"

// EnvTimed names the environment variable that a program finds which is to send Took.
const EnvTimed = "MERCER_TIMED"

// Version of the grammar, the payload of Hello: 2 since the kernel judges derivations, 3 since it has controls that a reader moves.
const Version = 3

// MaxPayload is the largest payload in bytes that a reader accepts.
const MaxPayload = 1 << 30

// Kind says what a frame means.
type Kind byte

// The kinds that a program sends. Those marked (reply) are answered by one frame of kind Reply or Refuse.
const (
	Hello    Kind = 'H' // the program is up; payload: one byte, Version
	Display  Kind = 'D' // display_data (reply); payload: Bundle
	Update   Kind = 'U' // update_display_data (reply); payload: Bundle with an ID
	Result   Kind = 'R' // execute_result (reply); payload: Bundle
	Clear    Kind = 'C' // clear_output (reply); payload: one byte, 1 to wait for the next output
	Input    Kind = 'I' // ask the user for a line (reply); payload: one byte, 1 for a password, then the prompt
	Values   Kind = 'O' // which values are stored of variables and of what shares memory with them (reply: their encoded manifest); payload: the names, separated by spaces
	Commit   Kind = 'V' // commit values (reply); payload: the encoded manifest of what Values gave as it is now
	Finish   Kind = 'W' // the same at the end of the cell: once the values are committed, the cell has ended well
	Note     Kind = 'N' // a notice to the user, who needs it once (reply); payload: text
	Loss     Kind = 'L' // a notice to the user that is given each time (reply); payload: text
	Sizes    Kind = 'S' // the program is about to end by a panic of a matrix operation; payload: the sizes of its operands, as "0×0, 2×3, 2×3"
	Failure  Kind = 'E' // the cell fails with an error of its own; payload: Failed
	Judge    Kind = 'J' // judge a derivation (reply: Numbered); payload: the encoding of a question
	Answers  Kind = 'A' // answer what the kernel asks back about one (reply: Numbered); payload: Numbered
	Interact Kind = 'X' // a function of values that a reader chooses (reply: Call); payload: Interaction
	Called   Kind = 'Y' // the call that the kernel asked for is done, and has shown what it gives (reply: Call); payload empty
	Took     Kind = 'T' // how long the cell's statements took, in a program that finds EnvTimed; payload: nanoseconds in decimal digits
	Done     Kind = 'Z' // the cell has ended well and has no values to commit, or the program has come to its end; payload empty
)

// The kinds that the kernel answers with.
const (
	Reply  Kind = 'a' // the request was met; payload depends on the request
	Refuse Kind = 'r' // it was not; payload: the reason as text
)

// GoroutinesEnded is the text of the Note that goroutines have ended with their cell. Its user needs it once for each cell.
const GoroutinesEnded = "Goroutines that this cell has started have ended with it: a goroutine lives no longer than its cell. " +
	"To let it finish, wait for it, for example with a sync.WaitGroup."

// ErrTooLarge is returned for a frame whose payload is over MaxPayload, or over what ReadUpTo takes.
var ErrTooLarge = errors.New("frame: payload too large")

// Shown says whether frames of the kind show something to the user.
func (k Kind) Shown() bool { return k == Display || k == Update || k == Result || k == Clear }

// Notice says whether frames of the kind are notices to the user.
func (k Kind) Notice() bool { return k == Note || k == Loss }

// Judged says whether frames of the kind are about a derivation that the kernel judges.
func (k Kind) Judged() bool { return k == Judge || k == Answers }

// Interacts says whether frames of the kind are about controls that a reader moves.
func (k Kind) Interacts() bool { return k == Interact || k == Called }

// Asks says whether frames of the kind are answered.
func (k Kind) Asks() bool {
	return k.Shown() || k.Notice() || k.Judged() || k.Interacts() || k == Input || k == Values || k == Commit || k == Finish
}

const headerLen = 5

// Write writes one frame to w, in a single call of w.Write when the payload is small.
func Write(w io.Writer, k Kind, payload []byte) error {
	if len(payload) > MaxPayload {
		return ErrTooLarge
	}
	var head [headerLen]byte
	head[0] = byte(k)
	binary.LittleEndian.PutUint32(head[1:], uint32(len(payload)))
	if len(payload) <= 1<<16 {
		_, err := w.Write(append(head[:], payload...))
		return err
	}
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// Read reads one frame from r. It returns io.EOF at a clean end and io.ErrUnexpectedEOF inside a frame. Memory grows
// with the bytes that arrive, not with the length that the header claims.
func Read(r io.Reader) (Kind, []byte, error) {
	kind, n, err := readHead(r)
	if err != nil {
		return 0, nil, err
	}
	if n > MaxPayload {
		return 0, nil, ErrTooLarge
	}
	payload, err := readN(r, n)
	return kind, payload, err
}

// ReadUpTo reads one frame from r as Read does, but skips a payload of more than most bytes and returns its kind and
// ErrTooLarge, after which r stands at the next frame.
func ReadUpTo(r io.Reader, most int) (Kind, []byte, error) {
	kind, n, err := readHead(r)
	if err != nil {
		return 0, nil, err
	}
	if n > most {
		if _, err := io.CopyN(io.Discard, r, int64(n)); err != nil {
			return 0, nil, noEOF(err)
		}
		return kind, nil, ErrTooLarge
	}
	payload, err := readN(r, n)
	return kind, payload, err
}

func readHead(r io.Reader) (Kind, int, error) {
	var head [headerLen]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, 0, err
	}
	return Kind(head[0]), int(binary.LittleEndian.Uint32(head[1:])), nil
}

// readN reads n bytes in growing steps.
func readN(r io.Reader, n int) ([]byte, error) {
	const step = 1 << 20
	buf := make([]byte, 0, min(n, step))
	for len(buf) < n {
		have, more := len(buf), min(n-len(buf), max(step, len(buf)))
		buf = append(buf, make([]byte, more)...)
		if _, err := io.ReadFull(r, buf[have:]); err != nil {
			return nil, noEOF(err)
		}
	}
	return buf, nil
}

// noEOF makes the end inside a frame an error of its own.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
