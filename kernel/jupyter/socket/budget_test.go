package socket

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// longFrame is the header of a frame of size bytes.
func longFrame(size int) []byte { return binary.BigEndian.AppendUint64([]byte{flagLong}, uint64(size)) }

// TestUnfinishedMessages connects peers that begin large messages and never end them: what they hold together stays within
// the budget, others are served meanwhile, and when they have left nothing is held.
func TestUnfinishedMessages(t *testing.T) {
	const whole, each, sent = 16 << 20, 8 << 20, 4 << 20
	budget := NewBudget(whole)
	got := make(chan string, 1)
	r, err := NewRouter("tcp://127.0.0.1:0", func(frames [][]byte) { got <- string(frames[len(frames)-1]) }, budget, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeNow(t, r)
	ended := make(chan struct{}, 8)
	var conns []net.Conn
	for range 8 {
		conn, err := net.Dial("tcp", r.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
		greeting := make([]byte, 64)
		greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3
		copy(greeting[12:], "NULL")
		conn.Write(append(greeting, "\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"...))
		conn.Write(longFrame(each))
		conn.Write(make([]byte, sent)) // an error when the connection has been ended
		go func() {
			io.Copy(io.Discard, conn)
			ended <- struct{}{}
		}()
	}
	for range 8 - whole/each { // no more of them find room
		<-ended
	}
	d := dial(t, zmq4.NewDealer(context.Background(), quiet()), r.Addr())
	if err := d.Send(zmq4.NewMsgString("small")); err != nil {
		t.Fatal(err)
	}
	budget.mu.Lock()
	left := budget.left
	budget.mu.Unlock()
	if left < 0 || left >= whole {
		t.Errorf("%d of %d bytes are left", left, whole)
	}
	for _, conn := range conns {
		conn.Close()
	}
	if text := <-got; text != "small" {
		t.Errorf("got %q", text)
	}
	for range 2000 {
		budget.mu.Lock()
		left = budget.left
		budget.mu.Unlock()
		if left == whole {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d of %d bytes are left after all have gone", left, whole)
}

// TestBuffersFollowTheBytes reads frames that claim more than comes: what is reserved is at most four times what came.
func TestBuffersFollowTheBytes(t *testing.T) {
	for _, came := range []int{0, 1, 1 << 16, 1<<16 + 1, 1 << 20, 5 << 20} {
		fr := &frameReader{r: bufio.NewReader(bytes.NewReader(append(longFrame(MaxMessage), make([]byte, came)...))), max: MaxMessage, budget: NewBudget(MaxMessage)}
		if _, err := fr.next(); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: %v", came, err)
		}
		if most := max(4*came, 1<<16) + 16*frameCost; fr.held > most {
			t.Errorf("%d bytes came and %d are held", came, fr.held)
		}
		if n := fr.release(); n == 0 || fr.held != 0 || fr.budget.left != MaxMessage {
			t.Errorf("released %d, %d left", n, fr.budget.left)
		}
	}
}

// TestWholeFrames reads frames of sizes around those at which buffers grow.
func TestWholeFrames(t *testing.T) {
	for _, size := range []int{0, 1, 255, 1 << 16, 1<<16 + 1, 1 << 18, 1<<18 + 1, 3 << 20} {
		body := bytes.Repeat([]byte("ab"), (size+1)/2)[:size]
		fr := &frameReader{r: bufio.NewReader(bytes.NewReader(append(longFrame(size), body...))), max: MaxMessage}
		m, err := fr.next()
		if err != nil || len(m.frames) != 1 || !bytes.Equal(m.frames[0], body) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// TestSendingEndsWithItsContext publishes to a peer that does not read: whoever is interrupted does not wait for it.
func TestSendingEndsWithItsContext(t *testing.T) {
	o := newOutbox()
	o.limit, o.stall = 1000, time.Hour
	it := item{frames: [][]byte{make([]byte, 900)}}
	o.putWhenRoom(t.Context(), it)
	ctx, cancel := context.WithCancel(t.Context())
	sent := make(chan outcome)
	go func() { sent <- o.putWhenRoom(ctx, it) }()
	cancel()
	if out := <-sent; out != queued || len(o.items) != 2 {
		t.Errorf("outcome %v, %d items", out, len(o.items))
	}
}
