package celllink

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"encoding/binary"
	"os"
	"slices"
	"testing"
)

// The fields of runtime.moduledata are where the compiler tells debuggers that they are.
func TestModuleFields(t *testing.T) { forMachines(t, testModuleFields) }

func testModuleFields(t *testing.T, m machine) {
	dir := t.TempDir()
	k, err := NewKeep(m.packages(t, dir, "errors"))
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := k.module()
	if err != nil {
		t.Fatal(err)
	}
	m.linkBase(t, dir, k)
	cmd := m.goCommand(dir, "tool", "link", "-buildmode=exe", "-importcfg", "importcfg", "-o", "debug", "main.a")
	output(t, cmd)
	f, err := elf.Open(dir + "/debug")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for r := d.Reader(); ; {
		e, err := r.Next()
		if err != nil || e == nil {
			break
		}
		if e.Tag != dwarf.TagStructType || e.Val(dwarf.AttrName) != "runtime.moduledata" {
			continue
		}
		typ, err := d.Type(e.Offset)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range typ.(*dwarf.StructType).Field {
			if offset, ok := got[field.Name]; ok {
				compared++
				if int64(offset) != field.ByteOffset {
					t.Errorf("%s at %d, want %d", field.Name, offset, field.ByteOffset)
				}
			}
		}
		break
	}
	if compared < len(moduleFields)-1 {
		t.Errorf("%d fields were compared of %d", compared, len(moduleFields))
	}
}

// A base differs from the program that it was made of in five places, and a program that is not as expected is refused.
func TestPatch(t *testing.T) { forMachines(t, testPatch) }

func testPatch(t *testing.T, m machine) {
	dir := t.TempDir()
	k, err := NewKeep(m.packages(t, dir, "errors"))
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.ReadFile(m.linkBase(t, dir, k))
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(exe)
	base, err := k.Patch(exe)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(exe, before) || len(base) != len(exe) {
		t.Error("the program itself was changed, or its size")
	}
	var places [][2]int // where they differ, of bytes closer than 8 the whole
	for i := range base {
		if base[i] == exe[i] {
			continue
		}
		if n := len(places); n > 0 && i-places[n-1][1] < 8 {
			places[n-1][1] = i
		} else {
			places = append(places, [2]int{i, i})
		}
	}
	if len(places) != 5 {
		t.Errorf("the base differs at %v, want five places", places)
	}
	_, main, err := k.Addresses(base)
	im, err2 := readImage(base, k.cpu)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	want := map[string]string{
		"amd64": "\xff\x24\x25\x00\x08\x00\x40",                                                    // jmp *0x40000800
		"arm64": "\x1b\x00\x83\xd2" + "\x1b\xe0\xa0\xf2" + "\x7b\x03\x40\xf9" + "\x60\x03\x1f\xd6", // movz x27, #0x1800; movk x27, #0x700, lsl #16; ldr x27, [x27]; br x27
	}[m.arch]
	if got := im.place(main, len(want)); string(got) != want {
		t.Errorf("main.main begins with % x", got)
	}
	cell := binary.LittleEndian.AppendUint64(nil, k.cpu.base)
	if n := bytes.Count(base, cell) - bytes.Count(exe, cell); n != 2 {
		t.Errorf("%d places lead to the cell, want 2", n)
	}
	if _, err := k.Patch(base); err == nil {
		t.Error("a base was made into a base again")
	}
	for n := 0; n < len(exe); n += len(exe)/20 + 1 {
		if _, err := k.Patch(exe[:n]); err == nil && n < len(exe)/2 {
			t.Errorf("%d of %d bytes were taken for a program", n, len(exe))
		}
	}
}
