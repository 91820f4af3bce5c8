package socket

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

func quiet() zmq4.Option { return zmq4.WithLogger(log.New(io.Discard, "", 0)) }

func closeNow(t *testing.T, s interface{ Close(context.Context) error }) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
}

func dial(t *testing.T, s zmq4.Socket, addr net.Addr) zmq4.Socket {
	t.Helper()
	endpoint := "tcp://" + addr.String()
	if addr.Network() == "unix" {
		endpoint = "ipc://" + addr.String()
	}
	if err := s.Dial(endpoint); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// newSubscriber subscribes to everything and takes the welcome.
func newSubscriber(t *testing.T, pub *Publisher) zmq4.Socket {
	t.Helper()
	sub := zmq4.NewSub(context.Background(), quiet())
	if err := sub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		t.Fatal(err)
	}
	dial(t, sub, pub.Addr())
	if m, err := sub.Recv(); err != nil || string(m.Bytes()) != "welcome" {
		t.Fatal(m, err)
	}
	return sub
}

func newTestPublisher(t *testing.T) *Publisher {
	t.Helper()
	pub, err := NewPublisher("tcp://127.0.0.1:0", func(string) [][]byte { return [][]byte{[]byte("welcome")} }, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeNow(t, pub) })
	return pub
}

// rawSubscriber is a subscriber that reads nothing after the handshake.
func rawSubscriber(t *testing.T, pub *Publisher) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", pub.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.(*net.TCPConn).SetReadBuffer(4096)
	greeting := make([]byte, 64)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3
	copy(greeting[12:], "NULL")
	conn.Write(greeting)
	conn.Write([]byte("\x04\x19\x05READY\x0bSocket-Type\x00\x00\x00\x03SUB"))
	conn.Write([]byte{0, 1, 1})
	for len(pub.list()) == 0 || !anySubscribed(pub) {
		time.Sleep(time.Millisecond)
	}
	return conn
}

func anySubscribed(pub *Publisher) bool {
	for _, p := range pub.list() {
		if !p.subscribed(nil) {
			return false
		}
	}
	return true
}

// TestDeadSubscriber publishes to a subscriber that reads nothing and to one that reads: the latter gets everything, the
// queue of the former stays bounded, and what must not be lost still waits for it.
func TestDeadSubscriber(t *testing.T) {
	pub := newTestPublisher(t)
	rawSubscriber(t, pub)
	dead := pub.list()[0].out
	dead.limit, dead.stall = 1<<20, 10*time.Millisecond
	sub := newSubscriber(t, pub)
	const n, size = 200, 1 << 18
	body := bytes.Repeat([]byte("x"), size)
	got := make(chan int)
	go func() {
		count := 0
		for range n {
			if m, err := sub.Recv(); err == nil && len(m.Bytes()) == size {
				count++
			}
		}
		got <- count
	}()
	most := 0
	for range n {
		pub.Send(t.Context(), [][]byte{body})
		dead.mu.Lock()
		most = max(most, dead.bytes)
		dead.mu.Unlock()
	}
	if count := <-got; count != n {
		t.Errorf("the subscriber that reads got %d of %d messages", count, n)
	}
	if most > 2<<20 {
		t.Errorf("%d bytes waited for the one that does not read", most)
	}
	if dead.mu.Lock(); !dead.stalled {
		t.Error("the subscriber that does not read is not noticed")
	}
	before := len(dead.items)
	dead.mu.Unlock()
	pub.SendAlways([][]byte{[]byte("status")})
	dead.mu.Lock()
	defer dead.mu.Unlock()
	if len(dead.items) != before+1 {
		t.Error("a status message was dropped")
	}
}

func TestOutboxPressure(t *testing.T) {
	o := newOutbox()
	o.limit, o.stall = 1000, time.Hour
	it := item{frames: [][]byte{make([]byte, 400)}}
	o.putWhenRoom(t.Context(), it)
	o.putWhenRoom(t.Context(), it)
	sent := make(chan outcome)
	go func() { sent <- o.putWhenRoom(t.Context(), it) }()
	select {
	case <-sent:
		t.Fatal("did not wait for room")
	case <-time.After(5 * time.Millisecond):
	}
	items, _ := o.take()
	o.done(items[0])
	if out := <-sent; out != queued {
		t.Errorf("outcome %v", out)
	}
	go func() { sent <- o.putWhenRoom(t.Context(), it) }()
	o.close()
	if out := <-sent; out != refused {
		t.Errorf("after close: %v", out)
	}
}

func TestOutboxRecovers(t *testing.T) {
	o := newOutbox()
	o.limit, o.stall = 1000, time.Millisecond
	it := item{frames: [][]byte{make([]byte, 400)}}
	o.putWhenRoom(t.Context(), it)
	o.putWhenRoom(t.Context(), it)
	if out := o.putWhenRoom(t.Context(), it); out != dropped {
		t.Fatalf("a stalled peer: %v", out)
	}
	items, _ := o.take()
	for _, it := range items {
		o.done(it)
	}
	if out := o.putWhenRoom(t.Context(), it); out != queued {
		t.Errorf("after it has read: %v", out)
	}
}

// TestRouter sends messages back and forth over both transports, to the peer that is named only.
func TestRouter(t *testing.T) {
	for _, endpoint := range []string{"tcp://127.0.0.1:0", "ipc://" + filepath.Join(t.TempDir(), "s")} {
		var r *Router
		ready := make(chan struct{})
		r, err := NewRouter(endpoint, func(frames [][]byte) {
			<-ready
			r.Send([][]byte{frames[0], []byte("echo"), frames[1]})
		}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		close(ready)
		for _, id := range []string{"a", "b"} {
			d := dial(t, zmq4.NewDealer(context.Background(), zmq4.WithID(zmq4.SocketIdentity(id)), quiet()), r.Addr())
			if err := d.Send(zmq4.NewMsgString("hello " + id)); err != nil {
				t.Fatal(err)
			}
			if m, err := d.Recv(); err != nil || m.String() != `Msg{Frames:{"echo", "hello `+id+`"}}` {
				t.Errorf("%s: %v, %v", id, m, err)
			}
		}
		if err := r.Send([][]byte{[]byte("nobody"), []byte("x")}); !errors.Is(err, ErrNoPeer) {
			t.Errorf("to nobody: %v", err)
		}
		closeNow(t, r)
		closeNow(t, r) // a second time is nothing
	}
}

// TestHandover connects a second peer of the same identity: it takes over.
func TestHandover(t *testing.T) {
	r, err := NewRouter("tcp://127.0.0.1:0", func([][]byte) {}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeNow(t, r)
	join := func() zmq4.Socket {
		_, joined := r.Connected([]byte("a"))
		d := dial(t, zmq4.NewDealer(context.Background(), zmq4.WithID(zmq4.SocketIdentity("a")), quiet()), r.Addr())
		<-joined
		return d
	}
	join()
	second := join()
	if err := r.Send([][]byte{[]byte("a"), []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if m, err := second.Recv(); err != nil || string(m.Bytes()) != "x" {
		t.Errorf("%v, %v", m, err)
	}
}

func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewEcho("ipc://"+path, nil); err == nil {
		t.Error("took over a socket that is served")
	}
	left.SetUnlinkOnClose(false)
	left.Close() // leaves the file, as a crash does
	e, err := NewEcho("ipc://"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	closeNow(t, e)
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket file is left: %v", err)
	}
	for _, endpoint := range []string{"ipc://" + strings.Repeat("x", 200), "udp://127.0.0.1:1", "tcp://nonsense", ""} {
		if _, err := NewEcho(endpoint, nil); err == nil {
			t.Errorf("listens at %q", endpoint)
		}
	}
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte{0, 1, 'x', 1, 0, 0, 2, 'a', 'b'})
	f.Add([]byte{2, 0, 0, 0, 0, 0, 0, 0, 3, 'a', 'b', 'c'})
	f.Add([]byte{4, 5, 4, 'P', 'I', 'N', 'G'})
	f.Add([]byte{2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		fr := &frameReader{budget: NewBudget(1 << 22), r: bufio.NewReader(bytes.NewReader(data)), max: 1 << 20}
		total := 0
		for {
			fr.release()
			m, err := fr.next()
			if err != nil {
				return
			}
			for _, frame := range m.frames {
				total += len(frame)
			}
			if m.command {
				splitCommand(m.frames[0])
			}
			if total > len(data) || len(m.frames) == 0 {
				t.Fatalf("%d bytes of frames from %d", total, len(data))
			}
		}
	})
}

// FuzzHandshake sends bytes to a socket as a whole connection.
func FuzzHandshake(f *testing.F) {
	greeting := make([]byte, 64)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3
	copy(greeting[12:], "NULL")
	f.Add(greeting)
	f.Add(append(greeting, "\x04\x19\x05READY\x0bSocket-Type\x00\x00\x00\x03SUB\x00\x01\x01"...))
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ours, theirs := net.Pipe()
		go io.Copy(io.Discard, theirs)
		go func() {
			theirs.Write(data)
			theirs.Close()
		}()
		if l, z, err := handshake(ours, zmq4.XPub); err == nil {
			newPeer(l, z, identity(z)).readLoop(limits{MaxMessage, nil}, func(*peer, message) {})
		}
		ours.Close()
	})
}

// TestPeerGivenUp sends replies to a peer that never reads them: it is disconnected before they fill the memory.
func TestPeerGivenUp(t *testing.T) {
	o := newOutbox()
	o.limit = 1000
	it := item{frames: [][]byte{make([]byte, 400)}}
	n := 0
	for n < 1000 && o.put(it) == queued {
		n++
	}
	if n > 1+outboxFull*1000/it.size() {
		t.Errorf("%d items were queued", n)
	}
}

// TestBusyAddress listens twice at one address.
func TestBusyAddress(t *testing.T) {
	e, err := NewEcho("tcp://127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeNow(t, e)
	if _, err := NewEcho("tcp://"+e.Addr().String(), nil); err == nil {
		t.Error("listens at an address that is taken")
	}
}
