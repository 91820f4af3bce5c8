package celllink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkRefused links an archive that may be damaged: it is linked or refused, and nothing else happens.
func (b *testBase) checkRefused(t *testing.T, what string, archive []byte) (refused bool) {
	t.Helper()
	exe, err := b.base.Link(archive, b.path)
	var no *Unsupported
	switch {
	case err == nil:
		return false
	case exe != nil || !errors.As(err, &no):
		t.Fatalf("%s: %d bytes with the error %v", what, len(exe), err)
	case strings.Contains(no.Reason, "an error in the linker"):
		t.Errorf("%s: %s", what, no.Reason)
	}
	return true
}

// Damaged archives of a cell are refused, or linked if what was changed is not the linker's to see, such as an instruction.
func TestDamagedCell(t *testing.T) { forMachines(t, testDamagedCell) }

func testDamagedCell(t *testing.T, m machine) {
	b := m.newBase(t, "errors", "fmt")
	archive := b.compile(t, "program", program)
	step, rounds := len(archive)/300+1, 1500
	if slow() {
		step, rounds = 7, 20000
	}
	for n := 0; n < len(archive); n += step {
		if !b.checkRefused(t, fmt.Sprint(n, " bytes"), archive[:n]) {
			t.Errorf("%d bytes of %d were linked", n, len(archive))
		}
	}
	r := random(t)
	count := 0
	for n := range rounds {
		damaged := append([]byte{}, archive...)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(damaged))
			switch r.IntN(3) {
			case 0:
				damaged[at] ^= 1 << r.IntN(8)
			case 1:
				damaged[at] = byte(r.IntN(256))
			case 2:
				copy(damaged[at:], []byte{0xff, 0xff, 0xff, byte(r.IntN(256))})
			}
		}
		if b.checkRefused(t, fmt.Sprint("round ", n), damaged) {
			count++
		}
	}
	if count < rounds/20 {
		t.Errorf("%d of %d damaged archives were refused", count, rounds)
	}
	t.Logf("%d of %d damaged archives were refused", count, rounds)
}

// What is not known to come out as the Go linker would make it is refused, and the reason says what it was.
func TestRefused(t *testing.T) { forMachines(t, testRefused) }

func testRefused(t *testing.T, m machine) {
	b := m.newBase(t, "errors", "fmt", "os", "runtime", "runtime/debug")
	other := m.newBase(t, "errors", "strings", "encoding/json")
	const least = "package main\n\nfunc main() {}\n"
	fine := b.compile(t, "fine", least)
	for _, c := range []struct {
		what, want string
		archive    []byte
	}{
		{"no archive", "not an archive", []byte("#!/bin/sh\n")},
		{"nothing", "not an archive", nil},
		{"two objects", "2 objects", append(append([]byte{}, fine...), fine[len(archiveMagic):]...)},
		{"another toolchain", "compiled by", []byte(strings.Replace(string(fine), " go1.", " go2.", -1))},
		{"a package that the base lacks", "encoding/json", other.compile(t, "json", "package main\n\nimport \"encoding/json\"\n\nfunc main() { json.Marshal(1) }\n")},
		{"a name of another package", "linkname", b.compile(t, "linkname", "package main\n\nimport _ \"unsafe\"\n\n//go:linkname exit os.runtime_beforeExit\nfunc exit(int) {}\n\nfunc main() { exit(1) }\n")},
		{"a function that does not check its stack", "check its stack", b.compile(t, "nosplit", "package main\n\n//go:nosplit\nfunc f() { println(1) }\n\nfunc main() { f() }\n", "-l")},
		{"a large frame without a check", "check its stack", b.compile(t, "frame", "package main\n\n//go:nosplit\nfunc f(n int) int {\n\tvar a [1000]int\n\ta[n%1000] = n\n\treturn a[(n+1)%1000]\n}\n\nvar sink = f(3)\n\nfunc main() {}\n", "-l")},
		{"a dump of the heap", "dumps the heap", b.compile(t, "dump", "package main\n\nimport \"runtime/debug\"\n\nfunc main() { debug.WriteHeapDump(1) }\n")},
		{"the rate of memory profiles", "MemProfileRate", b.compile(t, "rate", "package main\n\nimport \"runtime\"\n\nfunc main() { println(runtime.MemProfileRate) }\n")},
		{"a library", "main.main", b.compile(t, "library", "package main\n\nfunc Main() {}\n")},
	} {
		_, err := b.base.Link(c.archive, b.path)
		var no *Unsupported
		if !errors.As(err, &no) || !strings.Contains(no.Reason, c.want) {
			t.Errorf("%s: got %v, want %s", c.what, err, c.want)
		}
	}
	for _, path := range []string{"", "base", "/" + strings.Repeat("x", maxPath), "/a\x00b"} {
		if _, err := b.base.Link(fine, path); err == nil {
			t.Errorf("a base at %.20q was taken", path)
		}
	}
	if exe, err := b.base.Link(fine, "/"+strings.Repeat("x", maxPath-1)); err != nil || len(exe) == 0 {
		t.Error(err)
	}
}

// Damaged bases are refused when their index is made, or it is made; nothing else happens.
func TestDamagedBase(t *testing.T) { forMachines(t, testDamagedBase) }

func testDamagedBase(t *testing.T, m machine) {
	rounds := 300
	if m.foreign() && !slow() {
		rounds = 30
	}
	b := m.newBase(t, "errors")
	patched, err := os.ReadFile(b.path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	if _, err := b.keep.Index(nil); err == nil {
		t.Error("there is an index of nothing")
	}
	record, ok := b.base.lookup(named{"runtime.firstmoduledata", 0})
	im, err := readImage(patched, b.keep.cpu)
	if err != nil || !ok {
		t.Fatal(err, ok)
	}
	place := im.place(record.address, b.base.Size)
	for range rounds {
		before := append([]byte{}, place...)
		for range 3 {
			place[r.IntN(len(place))] ^= byte(1 + r.IntN(255))
		}
		_, err := b.keep.Index(patched) // where there is one, a field was changed that nobody reads
		if err != nil && !strings.HasPrefix(err.Error(), "celllink: ") {
			t.Error(err)
		}
		copy(place, before)
	}
	for n := 0; n < len(patched); n += len(patched)/20 + 1 {
		if _, err := b.keep.Index(patched[:n]); err == nil && n < len(patched)/2 {
			t.Errorf("%d of %d bytes have an index", n, len(patched))
		}
	}
}

// A damaged index, or one that is not whole, is not opened. One of which the sum is right, but nothing else, does no harm.
func TestDamagedIndex(t *testing.T) {
	b := native.newBase(t, "errors", "fmt")
	cell := b.compile(t, "program", program)
	for n := 0; n < len(b.index); n += len(b.index)/200 + 1 {
		if _, err := Open(b.index[:n], b.archive); err == nil {
			t.Errorf("%d of %d bytes were opened", n, len(b.index))
		}
	}
	rounds := 300
	if slow() {
		rounds = 5000
	}
	r := random(t)
	for n := range rounds {
		damaged := slices.Clone(b.index)
		at := r.IntN(len(damaged))
		damaged[at] ^= byte(1 + r.IntN(255))
		if _, err := Open(damaged, b.archive); err == nil {
			t.Errorf("round %d: opened with another byte %d", n, at)
		}
		for range 20 {
			damaged[indexHead+r.IntN(len(damaged)-indexHead)] = byte(r.IntN(256))
		}
		binary.LittleEndian.PutUint32(damaged[len(indexMagic):], Checksum(damaged[len(indexMagic)+crc32.Size:]))
		base, err := Open(damaged, b.archive)
		if err == nil {
			_, err = base.Link(cell, b.path)
		}
		var no *Unsupported
		if err != nil && !errors.As(err, &no) && !strings.HasPrefix(err.Error(), "celllink: ") {
			t.Errorf("round %d: %v", n, err)
		}
	}
}

// A base does not link with archives that are not those that it was made of.
func TestOtherArchives(t *testing.T) {
	b := native.newBase(t, "errors", "fmt")
	cell := b.compile(t, "program", program)
	for what, archive := range map[string]func(path string) ([]byte, error){
		"none":       func(string) ([]byte, error) { return nil, errors.New("gone") },
		"cut off":    func(path string) ([]byte, error) { data, err := b.archive(path); return data[:len(data)/2], err },
		"of another": func(string) ([]byte, error) { return b.archive("io") },
	} {
		base, err := Open(b.index, archive)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			var no *Unsupported
			if _, err := base.Link(cell, b.path); !errors.As(err, &no) || strings.Contains(no.Reason, "an error in the linker") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// A base links several cells at a time, and the same cell to the same bytes.
func TestLinkTogether(t *testing.T) {
	b := native.newBase(t, "errors", "fmt")
	archive := b.compile(t, "program", program)
	want, err := b.base.Link(archive, b.path)
	if err != nil {
		t.Fatal(err)
	}
	results := make(chan error)
	for range 8 {
		go func() {
			got, err := b.base.Link(archive, b.path)
			if err == nil && string(got) != string(want) {
				err = errors.New("other bytes")
			}
			results <- err
		}()
	}
	for range 8 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

// Whatever is written over a cell's archive, it is linked or refused.
func FuzzLink(f *testing.F) {
	b := native.newBase(f, "errors", "fmt")
	archive := b.compile(f, "program", program)
	f.Add(uint32(0), []byte("!<arch>"), uint32(100), []byte{1})
	f.Add(uint32(len(archive)/2), []byte{0, 0, 0, 0x80}, uint32(len(archive)-100), []byte{0xff})
	f.Fuzz(func(t *testing.T, at uint32, over []byte, at2 uint32, over2 []byte) {
		damaged := slices.Clone(archive)
		copy(damaged[int(at)%len(damaged):], over)
		copy(damaged[int(at2)%len(damaged):], over2)
		b.checkRefused(t, "archive", damaged)
	})
}

// Whatever is written over a linked base, it is made a base and opened, or there is an error.
func FuzzBase(f *testing.F) {
	b := native.newBase(f, "errors")
	linked, err := os.ReadFile(filepath.Join(b.dir, "base"))
	if err != nil {
		f.Fatal(err)
	}
	at := func(name string) uint32 {
		d, ok := b.base.lookup(named{name, 0})
		im, err := readImage(linked, b.keep.cpu)
		if err != nil || !ok {
			f.Fatal(err, ok)
		}
		place := im.place(d.address, 8)
		return uint32(cap(linked) - cap(place))
	}
	f.Add(uint32(0), []byte("\x7fELF\x02"))
	f.Add(at("runtime.firstmoduledata"), []byte{1, 2, 3})
	f.Add(at("runtime.lastmoduledatap"), []byte{0xff})
	f.Add(uint32(bytes.Index(linked, b.keep.magic[:])+16), []byte{0, 0, 0, 0, 0, 0, 0, 0x80})
	f.Fuzz(func(t *testing.T, at uint32, over []byte) {
		damaged := slices.Clone(linked)
		copy(damaged[int(at)%len(damaged):], over)
		patched, err := b.keep.Patch(damaged)
		if err != nil {
			return
		}
		index, err := b.keep.Index(patched)
		if err != nil {
			return
		}
		base, err := Open(index, b.archive)
		if err != nil {
			t.Fatal(err)
		}
		if base.Types < base.Text {
			t.Error("a base with types before its functions was opened")
		}
	})
}

func BenchmarkLink(b *testing.B) {
	base := native.newBase(b, "errors", "fmt")
	for _, c := range []struct{ name, source string }{
		{"hello", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"}, {"program", program},
	} {
		archive := base.compile(b, c.name, c.source)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := base.base.Link(archive, base.path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
