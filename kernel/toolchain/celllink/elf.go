package celllink

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"slices"
	"strings"
)

// This file writes the file of a cell: a page with the headers and, as its program interpreter, the path of the base; variables; functions;
// constants and tables. Headers and variables are one part of memory.

const (
	filePath = 0x800                     // where in the file the path of the base is
	maxPath  = filePage - filePath - 1   // bytes of the path
	fileHead = 64 + 5*56                 // bytes of the headers
	_        = uint(filePath - fileHead) // they end before the path
)

// file writes the file.
func (c *contents) file(cpu *processor, path string) ([]byte, error) {
	if !strings.HasPrefix(path, "/") || len(path) > maxPath || strings.ContainsRune(path, 0) {
		return nil, refuse("a base cannot be at %q", path)
	}
	out := make([]byte, filePage, filePage+len(c.variables)+len(c.code)+len(c.constants)+2*filePage)
	copy(out[filePath:], path)
	out = append(out, c.variables...)
	length := uint64(len(path) + 1)
	progs := []elf.Prog64{
		{Type: uint32(elf.PT_INTERP), Flags: uint32(elf.PF_R), Off: filePath, Vaddr: cpu.file() + filePath, Filesz: length, Memsz: length, Align: 1},
		{Type: uint32(elf.PT_GNU_STACK), Flags: uint32(elf.PF_R | elf.PF_W)},
		{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_W), Vaddr: cpu.file(), Filesz: uint64(len(out)), Memsz: c.noPtrBSS.end - cpu.file(), Align: cpu.page},
	}
	for _, part := range []struct {
		flags elf.ProgFlag
		start uint64
		data  []byte
	}{{elf.PF_R | elf.PF_X, c.text.start, c.code}, {elf.PF_R, c.roData.start, c.constants}} {
		out = pad(out, 0, filePage)
		size := uint64(len(part.data))
		progs = append(progs, elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(part.flags), Off: uint64(len(out)), Vaddr: part.start, Filesz: size, Memsz: size, Align: cpu.page})
		out = append(out, part.data...)
	}
	slices.SortStableFunc(progs[2:], func(a, b elf.Prog64) int { return cmp.Compare(a.Vaddr, b.Vaddr) })
	return out, c.headers(out, cpu, progs)
}

// headers writes the headers of a file.
func (c *contents) headers(out []byte, cpu *processor, progs []elf.Prog64) error {
	header := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(cpu.machine), Version: 1, Entry: c.text.start, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: uint16(len(progs)), Shentsize: 64,
	}
	copy(header.Ident[:], "\x7fELF\x02\x01\x01")
	for i := range progs {
		progs[i].Paddr = progs[i].Vaddr
	}
	var head bytes.Buffer
	for _, part := range []any{header, progs} {
		if err := binary.Write(&head, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	copy(out, head.Bytes())
	return nil
}

// BaseOf returns the path of the base that the program of a cell needs, given what its file begins with, a page at least; "" if it is no program
// that Link has made.
func BaseOf(head []byte) string {
	if len(head) < filePage || string(head[:4]) != "\x7fELF" || elf.ProgType(u32(head, 64)) != elf.PT_INTERP || u32(head, 64+8) != filePath {
		return ""
	}
	path, _, _ := bytes.Cut(head[filePath:filePage], []byte{0})
	return string(path)
}
