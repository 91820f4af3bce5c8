package blob

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/disk"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// commit does what a commit does with a blob, and returns its description.
func commit(t *testing.T, dir string, seq uint64, do func(*disk.Output) (manifest.Blob, error)) manifest.Blob {
	t.Helper()
	out := &disk.Output{Dir: dir, Seq: seq}
	b, err := do(out)
	if err = out.Close(err); err != nil {
		t.Fatal(err)
	}
	return b
}

func mapped(t *testing.T, dir string, b manifest.Blob) *Mapping {
	t.Helper()
	m, err := Map(dir, &b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func sizeOf(t *testing.T, dir string) (n int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		n += info.Size()
	}
	return n
}

// A blob that is mapped, changed at random and written again many times is what plain memory would be; of each change only
// the pages that were touched are written, as long as there are few extents.
func TestManyUpdates(t *testing.T) {
	for _, size := range []int{Min, 3*manifest.BlobChunk + 12345} {
		rng := rand.New(rand.NewPCG(uint64(size), 7))
		dir, plain := t.TempDir(), make([]byte, size)
		for i := range plain {
			plain[i] = byte(rng.Uint32())
		}
		b := commit(t, dir, 0, func(out *disk.Output) (manifest.Blob, error) {
			return Save(out, 9, unsafe.Pointer(&plain[0]), int64(size))
		})
		for round := range uint64(40) {
			m := mapped(t, dir, b)
			data := memory.Bytes(m.Base, size)
			pages := map[int]bool{}
			for range rng.IntN(4) {
				from := rng.IntN(size)
				for i := from; i < min(size, from+rng.IntN(50)+1); i++ {
					plain[i]++
					data[i]++
					pages[i/manifest.PageSize] = true
				}
			}
			runs, err := m.Changed(dir)
			if err != nil {
				t.Fatal(err)
			}
			changed := 0
			for _, r := range runs {
				changed += int(r.Len+manifest.PageSize-1) / manifest.PageSize
			}
			if changed != len(pages) {
				t.Fatalf("round %d: %d pages are told to have changed, not %d", round, changed, len(pages))
			}
			before := sizeOf(t, dir)
			b = commit(t, dir, round+1, m.Update)
			if grown := sizeOf(t, dir) - before; grown > int64(len(pages)*manifest.PageSize) {
				t.Errorf("round %d: %d bytes were written for %d pages", round, grown, len(pages))
			}
			m.Unmap()
			again := mapped(t, dir, b)
			if string(memory.Bytes(again.Base, size)) != string(plain) {
				t.Fatalf("round %d: what was written is not what was read", round)
			}
			sums := chunkSums(plain)
			for i := range sums {
				if sums[i] != b.CRCs[i] {
					t.Fatalf("round %d: the checksum of piece %d is not that of its bytes", round, i)
				}
			}
			again.Unmap()
		}
	}
}

// With goroutines that may still write, a changed blob is written whole, from a copy of each piece.
func TestUpdateBesideOthers(t *testing.T) {
	dir, plain := t.TempDir(), make([]byte, 2*manifest.BlobChunk)
	b := commit(t, dir, 0, func(out *disk.Output) (manifest.Blob, error) {
		return Save(out, 1, unsafe.Pointer(&plain[0]), int64(len(plain)))
	})
	m := mapped(t, dir, b)
	defer m.Unmap()
	memory.Bytes(m.Base, 1)[0] = 1
	b = commit(t, dir, 1, func(out *disk.Output) (manifest.Blob, error) {
		out.Others = true
		return m.Update(out)
	})
	if len(b.Extents) != 1 || b.Extents[0].Len != int64(len(plain)) {
		t.Errorf("the extents are %v", b.Extents)
	}
}

// A file that is gone or too short is an error, when the blob is mapped and when it is compared.
func TestFilesThatAreNotThere(t *testing.T) {
	dir, plain := t.TempDir(), make([]byte, Min)
	b := commit(t, dir, 0, func(out *disk.Output) (manifest.Blob, error) {
		return Save(out, 1, unsafe.Pointer(&plain[0]), Min)
	})
	m, err := readBlob(dir, &b)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, b.Extents[0].File)
	for what, damage := range map[string]func() error{
		"cut": func() error { return os.WriteFile(path, plain[1:], 0o600) }, "gone": func() error { return os.Remove(path) },
	} {
		if err := damage(); err != nil && what == "cut" {
			t.Fatal(err)
		}
		if _, err := Map(dir, &b); err == nil {
			t.Errorf("%s: mapped", what)
		}
		if _, err := readBlob(dir, &b); err == nil {
			t.Errorf("%s: read", what)
		}
		if _, err := m.Changed(dir); err == nil {
			t.Errorf("%s: compared", what)
		}
		if err := os.WriteFile(path, plain, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
