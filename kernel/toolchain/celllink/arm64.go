package celllink

import (
	"debug/elf"
	"encoding/binary"
)

// Types of relocations of code for arm64.
const (
	relocAddrARM64 = 3  // two instructions: the page of an address, and the rest added
	relocCallARM64 = 9  // a call or jump
	relocTLSARM64  = 32 // an instruction that loads a variable's offset in the memory of a thread
	relocLoad8     = 37 // two instructions: the page of an address, and a load or store of a byte there; those of 2, 4 and 8 bytes follow
	relocLoad64    = 40
)

// arm64 calls at a distance of 128 MiB: a cell's functions lie below its variables, so that all of a base, which ends below them, is within their reach, however many
// variables there are. The system may have pages of 4, 16 or 64 KiB.
var arm64 = &processor{
	machine: elf.EM_AARCH64,
	text:    0x06000000, base: 0x07000000 + filePage, end: 0x70000000, page: 0x10000, align: 16, gap: 0,
	call: relocCallARM64, thread: relocTLSARM64, beforeCall: 0,
	isJump: func(code []byte, at int32) bool {
		return at >= 0 && int(at)+4 <= len(code) && instruction(code, int(at))>>26 == 0x05
	},
	jump:     jumpARM64,
	mayJump:  mayJumpARM64,
	relocate: relocateARM64,
}

// jumpARM64 uses R27, which holds nothing between two instructions of the assembler's language, and is what the Go linker itself uses for long jumps.
func jumpARM64(word uint64) (code []byte) {
	const register = 27
	for _, instruction := range []uint32{
		0xd2800000 | uint32(word&0xffff)<<5 | register,     // movz
		0xf2a00000 | uint32(word>>16&0xffff)<<5 | register, // movk, at bit 16
		0xf9400000 | register<<5 | register,                // ldr
		0xd61f0000 | register<<5,                           // br
	} {
		code = binary.LittleEndian.AppendUint32(code, instruction)
	}
	return code
}

// mayJumpARM64 wants the beginning of a function whose fourth instruction makes its frame, after a look whether the stack has room: the table of
// functions says that there is no frame at any of the four, which is then true of the jump as well.
func mayJumpARM64(code []byte) bool {
	for n, want := range []struct{ mask, instruction uint32 }{
		{0xffffffff, 0xf9400b90}, // ldr x16, [x28, #16]
		{0xffffffff, 0xeb3063ff}, // cmp sp, x16
		{0xff00001f, 0x54000009}, // b.ls
		{0xffe00fff, 0xf8000ffe}, // str x30, [sp, #-n]!
	} {
		if instruction(code, 4*n)&want.mask != want.instruction {
			return false
		}
	}
	return true
}

func relocateARM64(r Reloc, place []byte, from, to int64) error {
	switch typ := r.Type &^ relocWeak; {
	case typ == relocCallARM64 && len(place) == 4:
		return placeBranch(place, to-from)
	case typ == relocTLSARM64 && len(place) == 4:
		return placeBits(place, 0xffffffe0, 0xd2800000, 2*wordSize<<5) // movz; the runtime's only such variable is behind the two words of a thread's head
	case typ == relocAddrARM64 && len(place) == 8:
		if err := placePage(place, from, to); err != nil {
			return err
		}
		return placeBits(place[4:], 0xfffffc00, 0x91000000, uint32(to&0xfff)<<10) // add
	case typ >= relocLoad8 && typ <= relocLoad64 && len(place) == 8:
		if err := placePage(place, from, to); err != nil {
			return err
		}
		return placeLoad(place[4:], typ-relocLoad8, to)
	}
	return errUnknown
}

// placeBranch completes a call or a jump.
func placeBranch(place []byte, distance int64) error {
	const reach = 1 << 27
	if distance < -reach || distance >= reach || distance%4 != 0 {
		return refuse("%#x is too far", distance)
	}
	return placeBits(place, 0x7c000000, 0x14000000, uint32(distance>>2)&(1<<26-1)) // b, bl
}

// placePage completes an instruction that computes the page of an address.
func placePage(place []byte, from, to int64) error {
	const reach = 1 << 32
	distance := to&^0xfff - from&^0xfff
	if distance < -reach || distance >= reach {
		return refuse("%#x is too far", distance)
	}
	pages := uint32(distance >> 12)
	return placeBits(place, 0x9f000000, 0x90000000, pages&3<<29|pages>>2&(1<<19-1)<<5) // adrp
}

// placeLoad completes a load or store of 1<<size bytes, whose offset in the page counts such units.
func placeLoad(place []byte, size uint16, to int64) error {
	if to&(1<<size-1) != 0 {
		return refuse("%#x is no place of %d bytes", to, 1<<size)
	}
	return placeBits(place, 0x3b000000|3<<30, 0x39000000|uint32(size)<<30, uint32(to&0xfff)>>size<<10)
}

// placeBits sets bits of an instruction, which were zero; the mask shows which instruction it has to be.
func placeBits(place []byte, mask, want, bits uint32) error {
	had := instruction(place, 0)
	if had&mask != want || had&bits != 0 {
		return refuse("the instruction %#x in the place of %#x", had, want)
	}
	binary.LittleEndian.PutUint32(place, had|bits)
	return nil
}
