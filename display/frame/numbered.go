package frame

import "encoding/binary"

// Numbered is a payload of a conversation about a derivation: what the kernel replies to frames of kind Judge and Answers, and what the
// program sends with Answers.
type Numbered struct {
	// Number names the derivation while the kernel asks back. It is 0 in the last reply, whose body is the verdict.
	Number uint64
	Body   []byte // the encoding of calls of the program's functions, of their answers, or of a verdict
}

// AppendBinary appends the encoding of n to dst: its number as an unsigned varint, then its body. The error is always nil.
func (n *Numbered) AppendBinary(dst []byte) ([]byte, error) {
	return append(binary.AppendUvarint(dst, n.Number), n.Body...), nil
}

// UnmarshalBinary decodes what AppendBinary made. The body is a part of data.
func (n *Numbered) UnmarshalBinary(data []byte) error {
	d := decoder{data: data}
	n.Number, n.Body = d.uvarint(), d.data
	return d.err
}
