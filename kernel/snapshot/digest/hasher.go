package digest

import (
	"math/bits"

	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Hasher is a hash of two words, good enough to tell whether a map has changed.
type Hasher struct{ a, b uint64 }

// NewHasher returns a hasher that has seen nothing.
func NewHasher() *Hasher { return &Hasher{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f} }

// Word takes a word in.
func (h *Hasher) Word(v uint64) {
	hi, lo := bits.Mul64(h.a^v, 0xa0761d6478bd642f)
	h.a = hi ^ lo
	hi, lo = bits.Mul64(h.b+v, 0xe7037ed1a0b428db)
	h.b = hi ^ lo ^ v<<1
}

// Bytes takes bytes in, and how many they are beyond whole words.
func (h *Hasher) Bytes(b []byte) {
	for len(b) >= 8 {
		h.Word(memory.Word(b, 0))
		b = b[8:]
	}
	var last [8]byte
	copy(last[:], b)
	h.Word(memory.Word(last[:], 0) ^ uint64(len(b))<<56)
}

// Sum ends the hash.
func (h *Hasher) Sum() (uint64, uint64) {
	h.Word(0x8ebc6af09c88c6e3)
	return h.a, h.b
}

func (h *Hasher) sum() Sum {
	a, b := h.Sum()
	return Sum{a, b}
}
