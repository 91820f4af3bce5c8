package remote

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
)

// maxBytes is the most that one message takes.
const maxBytes = 16 << 20

// maxOpen is the most that all calls of the other end take that are not answered yet, each with
// callBytes for the goroutine that answers it.
const (
	maxOpen   = 4 * maxBytes
	callBytes = 4 << 10
)

// kind says what a message is.
type kind uint8

const (
	hello    kind = iota + 1 // of both, with the same ID: what came before is of an earlier program
	call                     // of a function: Name, or the one of Number; Type is that of the function
	done                     // the results, then the arguments that have changed
	panicked                 // Text says with what
	refused                  // the call cannot be made: Text says why
	ended                    // of who watches the process of the answers: it has ended
)

// message is what travels. An answer to a call has the call's ID.
type message struct {
	Kind    kind
	ID      uint64
	Name    string
	Number  uint64
	Type    string
	Values  [][]byte
	Changed map[int][]byte
	Text    string
}

// link carries messages, each behind its length.
type link struct {
	in  *bufio.Reader
	mu  sync.Mutex // of out
	out io.Writer
}

var (
	errDamaged = errors.New("a message of the process with the answers is damaged")
	errMany    = errors.New("the process with the answers makes too many calls at once")
	errLong    = fmt.Errorf("a message takes more than %d MB", maxBytes>>20)
)

func (l *link) send(m message) error {
	var w writer
	if err := w.value(reflect.ValueOf(m)); err != nil {
		return err
	}
	body := w.buf
	if len(body) > maxBytes {
		return errLong
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.out.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(body))), body...))
	return err
}

// receive is the next message, and how many bytes it has taken.
func (l *link) receive() (m message, size int, err error) {
	var head [4]byte
	if _, err := io.ReadFull(l.in, head[:]); err != nil {
		return m, 0, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxBytes {
		return m, 0, errLong
	}
	// What is announced is allocated as it comes.
	body, err := io.ReadAll(io.LimitReader(l.in, int64(n)))
	if err != nil || len(body) < int(n) {
		return m, 0, io.ErrUnexpectedEOF
	}
	v, err := read(body, reflect.TypeFor[message](), nil)
	if err != nil {
		return m, 0, errDamaged
	}
	return v.Interface().(message), len(body), nil
}
