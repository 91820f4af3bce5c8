package celllink

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"strings"
)

// This file writes the file of a cell. It has a page with the headers and, as its program interpreter, the path of the base; then its three
// parts as they will be in memory.

const (
	filePath = 0x800                     // where in the file the path of the base is
	fileBase = cellBase - pageSize       // where the first page will be in memory
	maxPath  = pageSize - filePath - 1   // bytes of the path
	fileHead = 64 + 6*56                 // bytes of the headers
	_        = uint(filePath - fileHead) // they end before the path
)

// file writes the file.
func (c *contents) file(path string) ([]byte, error) {
	if !strings.HasPrefix(path, "/") || len(path) > maxPath || strings.ContainsRune(path, 0) {
		return nil, refuse("a base cannot be at %q", path)
	}
	out := make([]byte, pageSize)
	copy(out[filePath:], path)
	progs := []elf.Prog64{
		{Type: uint32(elf.PT_INTERP), Flags: uint32(elf.PF_R), Off: filePath, Vaddr: fileBase + filePath, Filesz: uint64(len(path) + 1), Memsz: uint64(len(path) + 1), Align: 1},
		{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R), Vaddr: fileBase, Filesz: pageSize, Memsz: pageSize, Align: pageSize},
	}
	for _, part := range []struct {
		flags  elf.ProgFlag
		start  uint64
		data   []byte
		memory uint64
	}{
		{elf.PF_R | elf.PF_W, cellBase, c.variables, c.noPtrBSS.end - cellBase},
		{elf.PF_R | elf.PF_X, c.text.start, c.code, uint64(len(c.code))},
		{elf.PF_R, c.roData.start, c.constants, uint64(len(c.constants))},
	} {
		out = pad(out, 0, pageSize)
		progs = append(progs, elf.Prog64{
			Type: uint32(elf.PT_LOAD), Flags: uint32(part.flags), Off: uint64(len(out)), Vaddr: part.start, Filesz: uint64(len(part.data)),
			Memsz: part.memory, Align: pageSize,
		})
		out = append(out, part.data...)
	}
	progs = append(progs, elf.Prog64{Type: uint32(elf.PT_GNU_STACK), Flags: uint32(elf.PF_R | elf.PF_W)})
	header := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: 1, Entry: c.text.start, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: uint16(len(progs)), Shentsize: 64,
	}
	copy(header.Ident[:], "\x7fELF\x02\x01\x01")
	var head bytes.Buffer
	for i := range progs {
		progs[i].Paddr = progs[i].Vaddr
	}
	for _, part := range []any{header, progs} {
		if err := binary.Write(&head, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	copy(out, head.Bytes())
	return out, nil
}

// BaseOf returns the path of the base that the program of a cell needs, given what its file begins with, a page at least; "" if it is no program
// that Link has made.
func BaseOf(head []byte) string {
	if len(head) < pageSize || string(head[:4]) != "\x7fELF" || elf.ProgType(u32(head, 64)) != elf.PT_INTERP || u32(head, 64+8) != filePath {
		return ""
	}
	path, _, _ := bytes.Cut(head[filePath:pageSize], []byte{0})
	return string(path)
}
