// Package packed writes numbers, texts and lists of texts into bytes and reads them back: numbers as unsigned varints, a
// text as its length and its bytes, a list as its length and its texts; and a checksum behind what was written. The files
// of the value store and the manifests that programs send are made of these.
//
// It is linked into every cell's program, so it imports little.
package packed

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// AppendUint appends a number to dst.
func AppendUint(dst []byte, v uint64) []byte { return binary.AppendUvarint(dst, v) }

// Flag is the number for a truth value: 1 or 0.
func Flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// AppendText appends a text to dst.
func AppendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// AppendTexts appends a list of texts to dst.
func AppendTexts(dst []byte, list []string) []byte {
	dst = AppendUint(dst, uint64(len(list)))
	for _, s := range list {
		dst = AppendText(dst, s)
	}
	return dst
}

// Reader takes numbers and texts off the front of a byte slice. After the first bad read it gives zeros, and Bad is set.
type Reader struct {
	B   []byte // what is left
	Bad bool
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.B)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.B = r.B[n:]
	return v
}

// Int reads a number that must not exceed limit.
func (r *Reader) Int(limit int) int {
	v := r.Uint()
	if v > uint64(limit) {
		r.Fail()
		return 0
	}
	return int(v)
}

// Count reads a number of items that take at least one byte each, so that it cannot exceed what is left.
func (r *Reader) Count() int { return r.Int(len(r.B)) }

// Bytes takes n bytes, which share their memory with what is read from.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.B) {
		r.Fail()
		return nil
	}
	b := r.B[:n:n]
	r.B = r.B[n:]
	return b
}

// Text reads a text.
func (r *Reader) Text() string { return string(r.Bytes(r.Count())) }

// Texts reads a list of texts, nil if it is empty.
func (r *Reader) Texts() []string {
	n := r.Count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.Text()
	}
	return list
}

// Fail makes this read, and all that follow, bad.
func (r *Reader) Fail() { r.Bad, r.B = true, nil }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is the checksum that the store uses throughout.
func Checksum(b []byte) uint32 { return UpdateChecksum(0, b) }

// UpdateChecksum is the checksum of some bytes, given its sum, and of b behind them.
func UpdateChecksum(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli, b) }

// Seal appends to data the checksum of what it holds from start on.
func Seal(data []byte, start int) []byte {
	return binary.LittleEndian.AppendUint32(data, Checksum(data[start:]))
}

// Errors of Open.
var (
	ErrForeign  = errors.New("begins with the mark of something else")
	ErrChecksum = errors.New("checksum does not match")
	ErrNewer    = errors.New("was written by a newer Mercer")
)

// Open takes off a mark of four bytes, which must be one of marks, and the checksum, which must be right. It returns the
// mark and what stands between. The last byte of a mark is the number of a version: of data that are whole, and of a later
// version than all of marks, the error is ErrNewer.
func Open(data []byte, marks ...string) (mark string, body *Reader, err error) {
	if len(data) < 8 {
		return "", nil, ErrForeign
	}
	for _, m := range marks {
		if string(data[:4]) == m {
			mark = m
		}
	}
	later := isLater(string(data[:4]), marks)
	if mark == "" && !later {
		return "", nil, ErrForeign
	}
	sealed := len(data) - 4
	switch {
	case Checksum(data[:sealed]) != binary.LittleEndian.Uint32(data[sealed:]):
		return "", nil, ErrChecksum
	case later:
		return "", nil, ErrNewer
	}
	return mark, &Reader{B: data[4:sealed]}, nil
}

// isLater says whether a mark is that of a later version than all of marks, which are of one kind.
func isLater(mark string, marks []string) bool {
	for _, m := range marks {
		if mark[:3] != m[:3] || mark[3] <= m[3] || mark[3] > '9' {
			return false
		}
	}
	return len(marks) > 0
}
