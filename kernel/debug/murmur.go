package debug

import "encoding/binary"

// murmur2 is the 32-bit MurmurHash2 of a text, by which front ends name the text of a cell.
//
// Reference: A. Appleby, MurmurHash2 (2008), https://github.com/aappleby/smhasher.
func murmur2(text string, seed uint32) uint32 {
	const m, r = 0x5bd1e995, 24
	data := []byte(text)
	h := seed ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		k ^= k >> r
		h = h*m ^ k*m
	}
	for i := len(data) - 1; i >= 0; i-- {
		h ^= uint32(data[i]) << (8 * i)
	}
	if len(data) > 0 {
		h *= m
	}
	h ^= h >> 13
	h *= m
	return h ^ h>>15
}
