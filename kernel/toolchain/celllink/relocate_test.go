package celllink

import (
	"bytes"
	"encoding/binary"
	"maps"
	"os"
	"slices"
	"testing"
)

// The functions of a base, relocated to where the Go linker has put them, have the bytes that the Go linker has given them. Those of which there may
// be several are left out: the Go linker may have taken another.
func TestRelocations(t *testing.T) { forMachines(t, testRelocations) }

func testRelocations(t *testing.T, m machine) {
	b := m.newBase(t, "errors", "fmt", "reflect", "runtime", "sort", "strings")
	patched, err := os.ReadFile(b.path)
	if err != nil {
		t.Fatal(err)
	}
	im, err := readImage(patched, b.base.cpu)
	if err != nil {
		t.Fatal(err)
	}
	l := &linking{base: b.base}
	types, functions, differ := map[uint16]int{}, 0, 0
	for _, o := range b.base.objects {
		for i := range o.defs {
			id := symbolID{o, i}
			s, address := id.symbol(), b.base.address(id)
			if address == 0 || !isText(s) || s.Flag&SymDupOK != 0 {
				continue
			}
			theirs := bytes.Clone(im.place(address, int(s.Size)))
			ours := make([]byte, s.Size)
			copy(ours, o.Data(i))
			l.relocateKnown(t, id, ours, theirs, types)
			if functions++; !bytes.Equal(ours, theirs) {
				if differ++; differ < 20 {
					t.Errorf("%s at %#x:\n% x\nby the Go linker:\n% x", s.Name, address, ours, theirs)
				}
			}
		}
	}
	if im.err != nil {
		t.Error(im.err)
	}
	if functions < 1000 {
		t.Errorf("%d functions were compared", functions)
	}
	for _, typ := range map[string][]uint16{
		"amd64": {relocCall, relocPCRel, relocTLS},
		"arm64": {relocCallARM64, relocAddrARM64, relocTLSARM64, relocLoad8, relocLoad8 + 1, relocLoad8 + 2, relocLoad64},
	}[m.arch] {
		if types[typ] == 0 {
			t.Errorf("no relocation of type %d was compared", typ)
		}
	}
	t.Logf("%d functions, relocations by type: %v", functions, types)
}

// relocateKnown relocates a function, and takes from other bytes of it what leads to something whose address the index of the base does not have.
func (l *linking) relocateKnown(t *testing.T, id symbolID, ours, theirs []byte, types map[uint16]int) {
	t.Helper()
	targets := make([]target, id.o.Relocs(id.i))
	for k := range targets {
		r := id.o.Reloc(id.i, k)
		if marker(r.Type &^ relocWeak) {
			continue
		}
		f, err := l.resolve(id.o, r.Target)
		if err == nil && f.address != 0 || r.Type == l.base.cpu.thread {
			targets[k].address = f.address
			types[r.Type&^relocWeak]++
			continue
		}
		targets[k].address = l.base.address(id) // whatever it leads to
	}
	if err := l.relocate(ours, l.base.address(id), id, targets); err != nil {
		t.Errorf("%s: %v", id.symbol().Name, err)
	}
	for k := range targets {
		r := id.o.Reloc(id.i, k)
		if f, err := l.resolve(id.o, r.Target); (err != nil || f.address == 0) && r.Type != l.base.cpu.thread {
			copy(ours[r.Offset:][:r.Size], theirs[r.Offset:])
		}
	}
}

// Relocations for arm64 of which neither the place nor the target is as the assembler makes them are refused, and so is what is out of reach.
func TestRelocateARM64(t *testing.T) {
	const from = 0x06001000
	for _, c := range []struct {
		name string
		typ  uint16
		code []uint32
		to   int64
		want []uint32 // nil: refused
	}{
		{"call forwards", relocCallARM64, []uint32{0x94000000}, from + 0x100, []uint32{0x94000040}},
		{"jump backwards", relocCallARM64, []uint32{0x14000000}, from - 4, []uint32{0x17ffffff}},
		{"call at the end of its reach", relocCallARM64, []uint32{0x94000000}, from + 1<<27 - 4, []uint32{0x95ffffff}},
		{"call of the first byte of its reach", relocCallARM64, []uint32{0x94000000}, from - 1<<27, []uint32{0x96000000}},
		{"call beyond its reach", relocCallARM64, []uint32{0x94000000}, from + 1<<27, nil},
		{"call before its reach", relocCallARM64, []uint32{0x94000000}, from - 1<<27 - 4, nil},
		{"call of no instruction", relocCallARM64, []uint32{0x94000000}, from + 2, nil},
		{"call that is none", relocCallARM64, []uint32{0xd503201f}, from, nil},
		{"call that is complete", relocCallARM64, []uint32{0x94000001}, from + 12, nil},
		{"address", relocAddrARM64, []uint32{0x9000001b, 0x9100037b}, 0x07003abc, []uint32{0xd000801b, 0x912af37b}},
		{"address below", relocAddrARM64, []uint32{0x90000000, 0x91000000}, 0x00400010, []uint32{0xf0fd1fe0, 0x91004000}},
		{"address of no pair", relocAddrARM64, []uint32{0x90000000, 0xf9400000}, from, nil},
		{"address too high", relocAddrARM64, []uint32{0x90000000, 0x91000000}, from + 1<<32, nil},
		{"load of a byte", relocLoad8, []uint32{0x9000001b, 0x39400360}, from + 0xfff, []uint32{0x9000001b, 0x397fff60}},
		{"store of two bytes", relocLoad8 + 1, []uint32{0x9000001b, 0x79000360}, from + 0xffe, []uint32{0x9000001b, 0x791fff60}},
		{"load of four bytes", relocLoad8 + 2, []uint32{0x9000001b, 0xb9400360}, from + 0x1004, []uint32{0xb000001b, 0xb9400760}},
		{"load of a float64", relocLoad64, []uint32{0x9000001b, 0xfd400360}, from + 0x10, []uint32{0x9000001b, 0xfd400b60}},
		{"load of eight bytes at an odd place", relocLoad64, []uint32{0x9000001b, 0xf9400360}, from + 0x14, nil},
		{"load of another size", relocLoad64, []uint32{0x9000001b, 0xb9400360}, from, nil},
		{"thread", relocTLSARM64, []uint32{0xd280001b}, 0, []uint32{0xd280021b}},
		{"another type", relocLoad64 + 1, []uint32{0x9000001b, 0xf9400360}, from, nil},
		{"a call of eight bytes", relocCallARM64, []uint32{0x94000000, 0}, from, nil},
	} {
		var place []byte
		for _, word := range c.code {
			place = binary.LittleEndian.AppendUint32(place, word)
		}
		err := relocateARM64(Reloc{Size: uint8(len(place)), Type: c.typ}, place, from, c.to)
		var got []uint32
		for word := range slices.Chunk(place, 4) {
			got = append(got, binary.LittleEndian.Uint32(word))
		}
		if (err != nil) != (c.want == nil) || err == nil && !slices.Equal(got, c.want) {
			t.Errorf("%s: %#x, %v; want %#x", c.name, got, err, c.want)
		}
	}
}

// An object says for which processor it is.
func TestProcessorOf(t *testing.T) {
	for header, want := range map[string]*processor{
		"go object linux amd64 go1.26.8 GOAMD64=v1": amd64, "go object linux arm64 go1.26.8 GOARM64=v8.0": arm64,
		"go object darwin arm64 go1.26.8": nil, "go object linux riscv64 go1.26.8": nil, "go object": nil, "": nil,
	} {
		if got, err := processorOf(header); got != want || (err == nil) != (want != nil) {
			t.Errorf("%q: %v", header, err)
		}
	}
	for _, arch := range slices.Sorted(maps.Keys(processors)) {
		if p := processors[arch]; p.text%p.page != 0 || p.file()%p.page != 0 || p.file() <= p.text || p.end <= p.base {
			t.Errorf("%s: functions at %#x, the head at %#x", arch, p.text, p.base)
		}
	}
}
