package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/grade/door"
)

type discardCloser struct{ io.Writer }

func (discardCloser) Close() error { return nil }

// The end of the answers is reported to who waits for a reply, and waits itself for nobody, though
// the answers have filled the pipe that nobody reads.
func TestReopen(t *testing.T) {
	for _, full := range []bool{false, true} {
		a, err := newAnswering()
		if err != nil {
			t.Fatal(err)
		}
		pipe, err := os.OpenFile(a.place(0)+"/"+door.Replies, os.O_RDWR|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		if full {
			_ = pipe.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
			if _, err := pipe.Write(make([]byte, 16<<20)); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Fatal(err)
			}
		}
		a.in = discardCloser{io.Discard}
		go a.reopen(bufio.NewScanner(strings.NewReader(answersEnded + "\n")))
		select {
		case <-a.watch:
		case <-time.After(10 * time.Second):
			t.Fatalf("the pipe is full: %v: the end is never reported", full)
		}
		if door, err := os.Readlink(a.Door()); err != nil || door != "1" {
			t.Errorf("the open door is %q: %v", door, err)
		}
		got := make([]byte, len(door.Ended))
		if _, err := io.ReadFull(pipe, got); err != nil || !full && string(got) != door.Ended {
			t.Errorf("%q is reported: %v", got, err)
		}
		pipe.Close()
		for _, f := range a.replies {
			f.Close()
		}
		if err := a.doors.Remove(); err != nil {
			t.Error(err)
		}
	}
}
