package frame

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

func TestFrames(t *testing.T) {
	var pipe bytes.Buffer
	large := bytes.Repeat([]byte("x"), 3<<20)
	for _, p := range [][]byte{nil, {1}, large} {
		if err := Write(&pipe, Display, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range [][]byte{{}, {1}, large} {
		k, got, err := Read(&pipe)
		if err != nil || k != Display || !bytes.Equal(got, want) {
			t.Fatalf("kind %c, %d bytes, error %v; want %d bytes", k, len(got), err, len(want))
		}
	}
	if _, _, err := Read(&pipe); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestCutFrames(t *testing.T) {
	for _, data := range []string{"D", "D\x05\x00\x00", "D\x05\x00\x00\x00abc", "D\x05\x00\x00\x00"} {
		if _, _, err := Read(bytes.NewReader([]byte(data))); err != io.ErrUnexpectedEOF {
			t.Errorf("%q: %v", data, err)
		}
	}
	if _, _, err := Read(bytes.NewReader([]byte("D\xff\xff\xff\xff"))); err != ErrTooLarge {
		t.Errorf("too large: %v", err)
	}
}

func TestBundle(t *testing.T) {
	want := Bundle{Parts: []Part{{"text/plain", []byte("ä")}, {"image/png", []byte{0, 1, 255}}}, Metadata: "{}", ID: "x"}
	data, _ := want.AppendBinary(nil)
	var got Bundle
	if err := got.UnmarshalBinary(data); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, error %v", got, err)
	}
	for n := range data {
		if got.UnmarshalBinary(data[:n]) == nil {
			t.Errorf("the first %d of %d bytes are accepted", n, len(data))
		}
	}
}

func TestFailed(t *testing.T) {
	want := Failed{"CheckFailed", "x: got 1, want 2", "a\nb", true}
	data, _ := want.AppendBinary(nil)
	var got Failed
	if err := got.UnmarshalBinary(data); err != nil || got != want {
		t.Errorf("got %v, error %v", got, err)
	}
}

func TestCommit(t *testing.T) {
	if err := CommitNow(); err != ErrNoCommit {
		t.Errorf("without a commit: %v", err)
	}
	full := errors.New("disk full")
	SetCommit(func() error { return full })
	if err := CommitNow(); err != full {
		t.Errorf("with one: %v", err)
	}
	SetCommit(nil)
	if err := CommitNow(); err != ErrNoCommit {
		t.Errorf("after it was taken back: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("D\x03\x00\x00\x00abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		k, payload, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := Write(&again, k, payload); err != nil || !bytes.HasPrefix(data, again.Bytes()) {
			t.Errorf("written again it is %q, error %v", again.Bytes(), err)
		}
	})
}

func FuzzBundle(f *testing.F) {
	b := Bundle{Parts: []Part{{"text/plain", []byte("x")}}, ID: "y"}
	data, _ := b.AppendBinary(nil)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var b, c Bundle
		if b.UnmarshalBinary(data) != nil {
			return
		}
		again, _ := b.AppendBinary(nil)
		if err := c.UnmarshalBinary(again); err != nil || !reflect.DeepEqual(b, c) {
			t.Errorf("%v becomes %v, error %v", b, c, err)
		}
	})
}

func FuzzFailed(f *testing.F) {
	f.Add([]byte("\x01a\x01b\x01c"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var b Failed
		_ = b.UnmarshalBinary(data)
	})
}
