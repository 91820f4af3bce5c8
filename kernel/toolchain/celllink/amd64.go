package celllink

import (
	"debug/elf"
	"encoding/binary"
)

// Types of relocations of code for amd64.
const (
	relocCall  = 7
	relocPCRel = 14
	relocTLS   = 15
)

// amd64 reaches 2 GiB: a cell lies high enough for bases of any size.
var amd64 = &processor{
	machine: elf.EM_X86_64,
	text:    0x3c000000, base: 0x40000000, end: 0x70000000, page: 0x1000, align: 32, gap: 0xcc, // int3
	call: relocCall, thread: relocTLS, beforeCall: 1,
	isJump: func(code []byte, at int32) bool { return at > 0 && code[at-1] == 0xe9 },
	jump: func(word uint64) []byte {
		return binary.LittleEndian.AppendUint32([]byte{0xff, 0x24, 0x25}, uint32(word))
	}, // jmp *word
	mayJump:  func([]byte) bool { return true },
	relocate: relocateAMD64,
}

func relocateAMD64(r Reloc, place []byte, from, to int64) error {
	switch r.Type &^ relocWeak {
	case relocCall, relocPCRel:
		return put(place, to-from-int64(r.Size), true)
	case relocTLS:
		return put(place, r.Addend-wordSize, true) // the runtime's only such variable is the word below the thread's
	}
	return errUnknown
}
