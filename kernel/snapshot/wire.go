package snapshot

import (
	"encoding/binary"
	"errors"
)

// errDamaged is the cause of all errors about bytes that are not what this package wrote.
var errDamaged = errors.New("damaged data")

func appendUint(dst []byte, v uint64) []byte { return binary.AppendUvarint(dst, v) }

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

func appendTexts(dst []byte, list []string) []byte {
	dst = appendUint(dst, uint64(len(list)))
	for _, s := range list {
		dst = appendText(dst, s)
	}
	return dst
}

// reader takes numbers and texts off the front of a byte slice. After the first bad read it gives zeros, and bad is set.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// int reads a number that must not exceed limit.
func (r *reader) int(limit int) int {
	v := r.uint()
	if v > uint64(limit) {
		r.fail()
		return 0
	}
	return int(v)
}

// count reads a number of items that take at least one byte each, so that it cannot exceed what is left.
func (r *reader) count() int { return r.int(len(r.b)) }

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.fail()
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) text() string { return string(r.bytes(r.count())) }

func (r *reader) texts() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.text()
	}
	return list
}

func (r *reader) fail() { r.bad, r.b = true, nil }

func word(b []byte, off int) uint64       { return binary.NativeEndian.Uint64(b[off:]) }
func setWord(b []byte, off int, v uint64) { binary.NativeEndian.PutUint64(b[off:], v) }
