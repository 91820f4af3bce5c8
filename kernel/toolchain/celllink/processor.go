package celllink

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// This file has what differs from one processor to another. What there is of each is one value of type processor, in a file of its own.

// processor is for what an object was compiled. Everything of it is a constant.
type processor struct {
	machine elf.Machine
	text    uint64 // where the functions of a cell begin, above each base
	base    uint64 // where a cell's moduledata lies, above its functions
	end     uint64 // where other things may lie, above a cell
	page    uint64 // what the addresses of parts of a cell with different rights are apart, the largest page that the system may use
	align   uint64 // of functions
	gap     byte   // what lies between functions

	// Types of relocations: a call, and a place in the memory of a thread.
	call, thread uint16
	// beforeCall is how many bytes of a call come before its relocation.
	beforeCall int32
	// isJump says whether what a relocation of type call belongs to, at a place of some code, calls nothing but goes on there for good.
	isJump func(code []byte, at int32) bool
	// jump is code that a function may begin with: it goes on at the address that a word of memory holds.
	jump func(word uint64) []byte
	// mayJump says whether code that a function begins with may be overwritten by jump.
	mayJump func(code []byte) bool
	// relocate writes a relocation of one of the processor's own types. place is where, at the address from; to is the target with the addend.
	relocate func(r Reloc, place []byte, from, to int64) error
}

var processors = map[string]*processor{"amd64": amd64, "arm64": arm64}

// errUnknown says that a relocation is of a type that the processor does not have, or that nobody has met.
var errUnknown = errors.New("an unknown type")

// processorOf is what an object was compiled for, by its header: "go object", system, processor, version.
func processorOf(header string) (*processor, error) {
	words := strings.Fields(header)
	if len(words) < 5 || words[2] != "linux" || processors[words[3]] == nil {
		return nil, fmt.Errorf("celllink: objects of %q are not known", header)
	}
	return processors[words[3]], nil
}

// Where in the head of a cell, from the address base of its processor on, something is besides its moduledata.
const (
	cellHead = 0x1000 // bytes before its variables
	mainAt   = 0x800  // the address of its main.main
	mapAt    = 0x900  // a map without elements
)

func (p *processor) main() uint64     { return p.base + mainAt }
func (p *processor) emptyMap() uint64 { return p.base + mapAt }

// file is where in memory the first page of a cell's file is, before the head.
func (p *processor) file() uint64 { return p.base - filePage }

// instruction is a word of code.
func instruction(code []byte, at int) uint32 { return binary.LittleEndian.Uint32(code[at:]) }
