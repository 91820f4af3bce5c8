package proof

import (
	"encoding/binary"
	"errors"
	"math"
)

// This file has what the encodings are made of: whole numbers are varints, others eight bytes, little endian; a string is its length (an
// unsigned varint) and its bytes, a list its length and its items.

var (
	errShort   = errors.New("the encoding ends early")
	errInvalid = errors.New("the encoding is damaged")
	errLarge   = errors.New("there are too many values")
)

// maxItems bounds how many items all lists of an encoding have together, since an item takes more memory than bytes.
const maxItems = 1 << 21

func appendInt(dst []byte, n int) []byte { return binary.AppendVarint(dst, int64(n)) }

func appendLen(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }

func appendFloat(dst []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
}

func appendString(dst []byte, s string) []byte { return append(appendLen(dst, len(s)), s...) }

func appendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func appendList[T any](dst []byte, items []T, item func(dst []byte, x *T) []byte) []byte {
	dst = appendLen(dst, len(items))
	for i := range items {
		dst = item(dst, &items[i])
	}
	return dst
}

func appendText(dst []byte, s *string) []byte { return appendString(dst, *s) }

// reader takes an encoding apart and remembers the first error, after which all that it reads is zero.
type reader struct {
	data  []byte
	items int // of all lists so far
	depth int // of nested values
	err   error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.data = nil
}

// end is the error of the whole encoding, to which nothing may be left.
func (r *reader) end() error {
	if len(r.data) > 0 {
		r.fail(errInvalid)
	}
	return r.err
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.fail(errShort)
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) int() int {
	v, n := binary.Varint(r.data)
	if n <= 0 {
		r.fail(errShort)
		return 0
	}
	r.data = r.data[n:]
	return int(v)
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.fail(errShort)
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) bool() bool { return r.byte() != 0 }

func (r *reader) float() float64 {
	if len(r.data) < 8 {
		r.fail(errShort)
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(r.data))
	r.data = r.data[8:]
	return x
}

func (r *reader) string() string {
	n := r.count(1)
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

// count is the length of a list whose items have so many bytes at least; that many are there.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > uint64(len(r.data)/size) {
		r.fail(errShort)
		return 0
	}
	return int(n)
}

func (r *reader) floats() []float64 {
	n := r.count(8)
	all := make([]float64, n)
	for i := range all {
		all[i] = r.float()
	}
	return all
}

// list reads a list; nil if it is empty.
func list[T any](r *reader, item func(r *reader, x *T)) []T {
	n := r.count(1)
	if r.items += n; r.items > maxItems {
		r.fail(errLarge)
	}
	if n == 0 || r.err != nil {
		return nil
	}
	all := make([]T, n)
	for i := range all {
		if item(r, &all[i]); r.err != nil {
			return nil
		}
	}
	return all
}

func text(r *reader, s *string) { *s = r.string() }
