package run

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// What a pipe holds when the deadline is over is read, whoever still has it open, and no more than that.
func TestLateReader(t *testing.T) {
	for _, open := range []bool{false, true} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		sent := bytes.Repeat([]byte("frame "), 1000)
		if _, err := w.Write(sent); err != nil {
			t.Fatal(err)
		}
		if !open {
			w.Close()
		}
		r.SetReadDeadline(time.Now().Add(-time.Second))
		got, err := io.ReadAll(&lateReader{r, maxPipe})
		if !bytes.Equal(got, sent) || errors.Is(err, os.ErrDeadlineExceeded) != open {
			t.Errorf("open %v: %d of %d bytes, %v", open, len(got), len(sent), err)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := w.Write(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	r.SetReadDeadline(time.Now().Add(-time.Second))
	if got, _ := io.ReadAll(&lateReader{r, 10}); len(got) != 10 {
		t.Errorf("%d bytes, want 10", len(got))
	}
}
