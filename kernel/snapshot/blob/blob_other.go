//go:build !linux

package blob

import (
	"syscall"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Map maps a blob of one extent, copy on write; one of several is read.
func Map(dir string, b *manifest.Blob) (*Mapping, error) {
	if len(b.Extents) != 1 {
		return readBlob(dir, b)
	}
	f, err := openExtent(dir, b.Extents[0])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := syscall.Mmap(int(f.Fd()), b.Extents[0].Off, int(b.Size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
	if err != nil {
		return readBlob(dir, b)
	}
	return &Mapping{Base: unsafe.Pointer(&data[0]), Size: b.Size, Blob: *b}, nil
}

// Unmap gives the memory back.
func (m *Mapping) Unmap() {
	if !m.Heap {
		_ = syscall.Munmap(memory.Bytes(m.Base, int(m.Size)))
	}
}

// touchedPages reports, for each PageSize bytes, whether memory may differ from the file: here, always.
func touchedPages(_ unsafe.Pointer, n int64, _ bool) []bool {
	touched := make([]bool, (n+manifest.PageSize-1)/manifest.PageSize)
	for i := range touched {
		touched[i] = true
	}
	return touched
}
