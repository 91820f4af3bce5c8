package socket

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/go-zeromq/zmq4"
)

const (
	greetingSize     = 64      // https://rfc.zeromq.org/spec/23/#connection-greeting
	maxReady         = 4 << 10 // bytes of the READY command with its metadata
	handshakeTimeout = 30 * time.Second
)

// link is the byte stream below a zmq4.Conn. What zmq4 reads from it is the handshake only, whose lengths were checked;
// what it writes is collected until Flush.
type link struct {
	net.Conn
	in       *bufio.Reader
	out      *bufio.Writer
	progress *chunkWriter // below out
	early    bytes.Buffer // a frame of the handshake that was looked at, for zmq4 to read
	left     int          // bytes of the greeting still to be read
}

func newLink(conn net.Conn) *link {
	progress := &chunkWriter{conn: conn}
	return &link{
		Conn: conn, progress: progress, left: greetingSize,
		in: bufio.NewReaderSize(conn, 16<<10), out: bufio.NewWriterSize(progress, 16<<10),
	}
}

// Read gives zmq4 the bytes of the handshake.
func (l *link) Read(p []byte) (int, error) {
	if err := l.out.Flush(); err != nil {
		return 0, err
	}
	if l.left > 0 {
		n, err := l.in.Read(p[:min(len(p), l.left)])
		l.left -= n
		return n, err
	}
	if l.early.Len() == 0 {
		if err := l.takeReady(); err != nil {
			return 0, err
		}
	}
	return l.early.Read(p)
}

// takeReady moves one command frame from the peer into early, if its length is plausible.
func (l *link) takeReady() error {
	head, err := l.in.Peek(2)
	if err != nil {
		return noEOF(err)
	}
	size := 2 + int(head[1])
	switch head[0] {
	case flagCommand:
	case flagCommand | flagLong:
		if head, err = l.in.Peek(9); err != nil {
			return noEOF(err)
		}
		if !bytes.Equal(head[1:7], make([]byte, 6)) {
			return errTooLarge
		}
		size = 9 + int(head[7])<<8 + int(head[8])
	default:
		return errFlags
	}
	if size > maxReady {
		return errTooLarge
	}
	_, err = io.CopyN(&l.early, l.in, int64(size))
	return noEOF(err)
}

// Write collects; see Flush.
func (l *link) Write(p []byte) (int, error) { return l.out.Write(p) }

// Flush sends what was written.
func (l *link) Flush() error { return l.out.Flush() }

// chunkWriter writes in chunks, so that a closed or slow peer is noticed within a large message, and counts them.
type chunkWriter struct {
	conn    net.Conn
	onChunk func() // called after each, if set
}

func (w *chunkWriter) Write(p []byte) (n int, err error) {
	for len(p) > 0 && err == nil {
		var m int
		m, err = w.conn.Write(p[:min(len(p), 256<<10)])
		n, p = n+m, p[m:]
		if w.onChunk != nil {
			w.onChunk()
		}
	}
	return n, err
}

// handshake makes a ZMTP connection of a new network connection. Whatever the peer sends, it returns an error at worst.
func handshake(conn net.Conn, kind zmq4.SocketType) (l *link, z *zmq4.Conn, err error) {
	defer func() {
		if p := recover(); p != nil { // zmq4 panics on metadata cut short and on unknown socket types
			err = fmt.Errorf("socket: malformed handshake: %v", p)
		}
	}()
	if err := conn.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return nil, nil, err
	}
	l = newLink(conn)
	z, err = zmq4.Open(l, nullSecurity{}, kind, nil, true, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := l.Flush(); err != nil {
		return nil, nil, err
	}
	return l, z, conn.SetDeadline(time.Time{})
}

// nullSecurity is ZMTP's NULL mechanism. zmq4 has it too, but does not export it.
type nullSecurity struct{}

// Type implements zmq4.Security.
func (nullSecurity) Type() zmq4.SecurityType { return zmq4.NullSecurity }

// Handshake implements zmq4.Security: both sides send READY with their metadata.
func (nullSecurity) Handshake(conn *zmq4.Conn, _ bool) error {
	raw, err := conn.Meta.MarshalZMTP()
	if err != nil {
		return err
	}
	if err := conn.SendCmd(zmq4.CmdReady, raw); err != nil {
		return err
	}
	cmd, err := conn.RecvCmd()
	if err != nil {
		return err
	}
	if cmd.Name != zmq4.CmdReady {
		return errors.New("socket: the peer did not get ready")
	}
	return conn.Peer.Meta.UnmarshalZMTP(cmd.Body)
}

// Encrypt implements zmq4.Security.
func (nullSecurity) Encrypt(w io.Writer, data []byte) (int, error) { return w.Write(data) }

// Decrypt implements zmq4.Security.
func (nullSecurity) Decrypt(w io.Writer, data []byte) (int, error) { return w.Write(data) }
