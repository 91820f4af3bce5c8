//go:build !linux

package snapshot

import (
	"syscall"
	"unsafe"
)

// mapBlob maps a blob of one extent, copy on write; one of several is read.
func (im *Image) mapBlob(b *Blob) (*mapping, error) {
	if len(b.Extents) != 1 {
		return im.readBlob(b)
	}
	f, err := im.openExtent(b.Extents[0])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := syscall.Mmap(int(f.Fd()), b.Extents[0].Off, int(b.Size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
	if err != nil {
		return im.readBlob(b)
	}
	return &mapping{base: unsafe.Pointer(&data[0]), size: b.Size, blob: *b}, nil
}

func (m *mapping) unmap() {
	if !m.heap {
		_ = syscall.Munmap(bytesAt(m.base, int(m.size)))
	}
}

// touchedPages reports, for each pageSize bytes, whether memory may differ from the file: here, always.
func touchedPages(_ unsafe.Pointer, n int64, _ bool) []bool {
	touched := make([]bool, (n+pageSize-1)/pageSize)
	for i := range touched {
		touched[i] = true
	}
	return touched
}
