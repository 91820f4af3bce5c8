package proof

import (
	"encoding/binary"
	"fmt"
)

// version of the encodings, their first byte. A program and a kernel of different versions refuse each other.
const version = 5

// MaxQuestion is the largest encoding of a question in bytes.
const MaxQuestion = 64 << 20

// AppendBinary appends the encoding of q to dst. It fails where that is over MaxQuestion.
func (q *Question) AppendBinary(dst []byte) ([]byte, error) {
	dst = append(dst, version)
	dst = appendString(appendString(dst, q.Title), q.Text)
	dst = appendInt(binary.AppendUvarint(dst, q.Seed), q.Draws)
	dst = appendInt(appendBool(appendInt(appendFloat(dst, q.Tol), q.Effort), q.Spells), q.Own)
	dst = appendInt(dst, q.Work)
	before := len(dst)
	dst = appendList(dst, q.Values, appendBinding)
	dst = appendList(dst, q.Points, func(dst []byte, row *[]Binding) []byte { return appendList(dst, *row, appendBinding) })
	dst = appendList(dst, q.Funcs, func(dst []byte, f *Func) []byte {
		return appendString(appendInt(appendString(dst, f.Name), f.Args), f.Doc)
	})
	dst = appendList(dst, q.Faults, appendText)
	if len(dst) > MaxQuestion {
		return nil, fmt.Errorf("the values from Go take %d MB, and 64 MB is the most", (len(dst)-before)>>20)
	}
	return dst, nil
}

// UnmarshalBinary decodes what AppendBinary made. Of any other bytes it returns an error, and takes memory in proportion to them only.
func (q *Question) UnmarshalBinary(data []byte) error {
	if len(data) > 0 && data[0] != version {
		return errVersion(data[0])
	}
	r := &reader{data: data}
	r.byte()
	q.Title, q.Text = r.string(), r.string()
	q.Seed, q.Draws = r.uint(), r.int()
	q.Tol, q.Effort = r.float(), r.int()
	q.Spells, q.Own, q.Work = r.bool(), r.int(), r.int()
	q.Values = list(r, readBinding)
	q.Points = list(r, func(r *reader, row *[]Binding) { *row = list(r, readBinding) })
	q.Funcs = list(r, func(r *reader, f *Func) { f.Name, f.Args, f.Doc = r.string(), r.int(), r.string() })
	q.Faults = list(r, text)
	return r.end()
}

func errVersion(found byte) error {
	return fmt.Errorf("this program speaks version %d of the encoding of derivations, the kernel version %d: run the cell again", found, version)
}

func appendBinding(dst []byte, b *Binding) []byte {
	return appendValue(appendString(appendString(dst, b.Option), b.Name), &b.Value)
}

func readBinding(r *reader, b *Binding) {
	b.Option, b.Name = r.string(), r.string()
	readValue(r, &b.Value)
}

func appendValue(dst []byte, v *Value) []byte {
	dst = append(dst, byte(v.Kind))
	switch v.Kind {
	case Number, Truth:
		return appendFloat(dst, v.N)
	case Vector, Matrix:
		dst = appendLen(appendInt(dst, v.Cols), len(v.Entries))
		for _, x := range v.Entries {
			dst = appendFloat(dst, x)
		}
		return dst
	case Family:
		return appendList(appendInt(dst, v.First), v.Items, appendValue)
	}
	return dst
}

// maxDepth bounds how deep families are nested.
const maxDepth = 16

func readValue(r *reader, v *Value) {
	switch v.Kind = Kind(r.byte()); v.Kind {
	case Number, Truth:
		v.N = r.float()
	case Vector, Matrix:
		v.Cols, v.Entries = r.int(), r.floats()
		if len(v.Entries) == 0 || v.Kind == Matrix && (v.Cols < 1 || len(v.Entries)%v.Cols != 0) {
			r.fail(errInvalid)
		}
	case Family:
		v.First = r.int()
		if r.depth == maxDepth {
			r.fail(errInvalid)
		}
		r.depth++
		v.Items = list(r, readValue)
		r.depth--
		if len(v.Items) == 0 {
			r.fail(errInvalid)
		}
	case Other:
	default:
		r.fail(errInvalid)
	}
}

// AppendCalls appends the encoding of calls to dst.
func AppendCalls(dst []byte, calls []Call) []byte {
	return appendList(append(dst, version), calls, func(dst []byte, c *Call) []byte {
		return appendList(appendInt(dst, c.Func), c.Args, appendValue)
	})
}

// ReadCalls decodes what AppendCalls made.
func ReadCalls(data []byte) ([]Call, error) {
	if len(data) > 0 && data[0] != version {
		return nil, errVersion(data[0])
	}
	r := &reader{data: data}
	r.byte()
	calls := list(r, func(r *reader, c *Call) { c.Func, c.Args = r.int(), list(r, readValue) })
	return calls, r.end()
}

// AppendAnswers appends the encoding of answers to dst.
func AppendAnswers(dst []byte, answers []Answer) []byte {
	return appendList(append(dst, version), answers, func(dst []byte, a *Answer) []byte {
		return appendValue(appendInt(appendString(dst, a.Fault), a.Arg), &a.Value)
	})
}

// ReadAnswers decodes what AppendAnswers made.
func ReadAnswers(data []byte) ([]Answer, error) {
	if len(data) > 0 && data[0] != version {
		return nil, errVersion(data[0])
	}
	r := &reader{data: data}
	r.byte()
	answers := list(r, func(r *reader, a *Answer) {
		a.Fault, a.Arg = r.string(), r.int()
		readValue(r, &a.Value)
	})
	return answers, r.end()
}
