package frame

import (
	"encoding/binary"
	"errors"
)

// Bundle is one displayed thing in its several representations.
type Bundle struct {
	// Parts are the representations, in the order they were added. JSON types (any that end in "json") hold JSON text,
	// text types UTF-8, image types their raw bytes.
	Parts []Part
	// Metadata is a JSON object, or empty.
	Metadata string
	// ID is the display id with which the thing can be updated later, or empty.
	ID string
}

// Part is one representation of a displayed thing.
type Part struct {
	MIME string
	Data []byte
}

// Failed is an error with which a cell ends by its own decision.
type Failed struct {
	Name  string // short class of the error, such as "CheckFailed"
	Value string // one line
	Trace string // what the user should read, possibly many lines; may be empty
	Shown bool   // what is wrong was displayed before: a page need not tell it again
}

var errShort = errors.New("frame: payload ends early")

// AppendBinary appends the encoding of b to dst: the number of parts, each as two strings, the metadata and the id;
// numbers are unsigned varints, a string is its length and its bytes.
func (b *Bundle) AppendBinary(dst []byte) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(len(b.Parts)))
	for _, p := range b.Parts {
		dst = appendString(dst, p.MIME)
		dst = appendString(dst, string(p.Data))
	}
	dst = appendString(dst, b.Metadata)
	return appendString(dst, b.ID), nil
}

// UnmarshalBinary decodes what AppendBinary made.
func (b *Bundle) UnmarshalBinary(data []byte) error {
	d := decoder{data: data}
	n := d.uvarint()
	if n > uint64(len(data)) {
		return errShort
	}
	b.Parts = make([]Part, 0, n)
	for range n {
		b.Parts = append(b.Parts, Part{MIME: d.string(), Data: []byte(d.string())})
	}
	b.Metadata, b.ID = d.string(), d.string()
	return d.err
}

// AppendBinary appends the encoding of f to dst: its three strings, and a byte that is 1 where it was shown.
func (f *Failed) AppendBinary(dst []byte) ([]byte, error) {
	dst = appendString(appendString(appendString(dst, f.Name), f.Value), f.Trace)
	if f.Shown {
		return append(dst, 1), nil
	}
	return append(dst, 0), nil
}

// UnmarshalBinary decodes what AppendBinary made; the last byte may be missing, as from older programs.
func (f *Failed) UnmarshalBinary(data []byte) error {
	d := decoder{data: data}
	f.Name, f.Value, f.Trace = d.string(), d.string(), d.string()
	f.Shown = len(d.data) > 0 && d.data[0] == 1
	return d.err
}

func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// decoder reads varints and strings and remembers the first error.
type decoder struct {
	data []byte
	err  error
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.err, d.data = errShort, nil
		return 0
	}
	d.data = d.data[n:]
	return v
}

func (d *decoder) string() string {
	n := d.uvarint()
	if n > uint64(len(d.data)) {
		d.err, d.data = errShort, nil
		return ""
	}
	s := string(d.data[:n])
	d.data = d.data[n:]
	return s
}
