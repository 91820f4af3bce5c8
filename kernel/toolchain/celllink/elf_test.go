package celllink

import (
	"bytes"
	"debug/elf"
	"os"
	"strings"
	"testing"
)

// The parts of a cell's file lie in memory as a system with the largest pages wants it: at the same place of a page as in the file, and no
// two of them in one page. No part is writable and code at once. From all code of the cell all code of the base is within reach of a call.
func TestParts(t *testing.T) { forMachines(t, testParts) }

func testParts(t *testing.T, m machine) {
	b := m.newBase(t, "fmt", "runtime", "strings")
	large, err := os.ReadFile("testdata/large.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{"least": "package main\n\nfunc main() { println(42) }\n", "large": string(large)} {
		exe, err := b.base.Link(b.compile(t, name, source), b.path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(exe))
		if err != nil {
			t.Fatal(err)
		}
		if f.Type != elf.ET_EXEC || f.Machine != b.base.cpu.machine || len(exe) > 2<<20 {
			t.Errorf("%s: %v for %v of %d bytes", name, f.Type, f.Machine, len(exe))
		}
		b.checkParts(t, name, f, map[string]uint64{"amd64": 0x1000, "arm64": 0x10000}[m.arch])
	}
}

func (b *testBase) checkParts(t *testing.T, name string, f *elf.File, page uint64) {
	t.Helper()
	base, err := elf.Open(b.path)
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	end := uint64(0) // of what lies below
	for _, p := range base.Progs {
		if p.Type == elf.PT_LOAD {
			end = max(end, p.Vaddr+p.Memsz)
		}
	}
	parts := map[elf.ProgFlag]int{}
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD {
			continue
		}
		if parts[p.Flags]++; p.Off%page != p.Vaddr%page || p.Align != page || p.Vaddr/page*page < end {
			t.Errorf("%s: a part from byte %#x of the file at %#x, aligned to %#x, behind %#x", name, p.Off, p.Vaddr, p.Align, end)
		}
		if end = p.Vaddr + p.Memsz; p.Flags&elf.PF_X != 0 && b.arch == "arm64" && end-b.base.Text >= 1<<27 {
			t.Errorf("%s: functions up to %#x, those of the base from %#x on", name, end, b.base.Text)
		}
	}
	if len(parts) != 3 || parts[elf.PF_R|elf.PF_X] != 1 || parts[elf.PF_R|elf.PF_W] != 1 || parts[elf.PF_R] != 1 {
		t.Errorf("%s: parts with the rights %v", name, parts)
	}
}

// Programs for arm64 do the same on a system whose pages are of 64 KiB, as the emulator can have them.
func TestLargePages(t *testing.T) {
	m := machine{arch: "arm64"}.here(t)
	if !m.emulated() {
		t.Skip("the pages of this system are as they are")
	}
	b := m.newBase(t, "fmt", "os", "runtime", "strings")
	large, err := os.ReadFile("testdata/large.go")
	if err != nil {
		t.Fatal(err)
	}
	way := testWay{"", "QEMU_PAGESIZE=65536"}
	b.same(t, "large", string(large), way)
	_, cell := b.link(t, "size", b.compile(t, "size", "package main\n\nimport \"os\"\n\nfunc main() { println(os.Getpagesize()) }\n"))
	if got := m.run(t, cell, []string{way.environ}); !strings.HasPrefix(got, "65536\n") {
		t.Errorf("the size of a page is %s", got)
	}
}
