package blob

import (
	"encoding/binary"
	"errors"
	"os"
	"syscall"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/disk"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Map maps a blob's extents one after the other, copy on write.
func Map(dir string, b *manifest.Blob) (*Mapping, error) {
	if manifest.PageSize%os.Getpagesize() != 0 {
		return readBlob(dir, b)
	}
	size := (b.Size + manifest.PageSize - 1) &^ (manifest.PageSize - 1)
	base, err := mmap(0, size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE, -1, 0)
	if err != nil {
		return nil, err
	}
	m := &Mapping{Base: memory.At(base), Size: b.Size, Blob: *b}
	at := int64(0)
	for _, e := range b.Extents {
		if err := mapExtent(dir, base+uintptr(at), e); err != nil {
			m.Unmap()
			return nil, err
		}
		at += e.Len
	}
	return m, nil
}

func mapExtent(dir string, addr uintptr, e manifest.Extent) error {
	f, err := openExtent(dir, e)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = mmap(addr, e.Len, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_FIXED|syscall.MAP_NORESERVE, int(f.Fd()), e.Off)
	return err
}

func mmap(addr uintptr, size int64, prot, flags, fd int, off int64) (uintptr, error) {
	p, _, errno := syscall.Syscall6(syscall.SYS_MMAP, addr, uintptr(size), uintptr(prot), uintptr(flags), uintptr(fd), uintptr(off))
	if errno != 0 {
		return 0, errors.New("cannot map memory: " + errno.Error())
	}
	return p, nil
}

// Unmap gives the memory back.
func (m *Mapping) Unmap() {
	if !m.Heap {
		size := (m.Size + manifest.PageSize - 1) &^ (manifest.PageSize - 1)
		syscall.Syscall(syscall.SYS_MUNMAP, uintptr(m.Base), uintptr(size), 0)
	}
}

// Bits of an entry of /proc/self/pagemap.
const (
	pagePresent = 1 << 63
	pageSwapped = 1 << 62
	pageOfFile  = 1 << 61
)

// touchedPages reports, for each PageSize bytes, whether memory may differ from the file that is mapped there: a page
// that was written to belongs to no file any more. Where the kernel does not say, all may differ.
func touchedPages(p unsafe.Pointer, n int64, heap bool) []bool {
	touched := make([]bool, (n+manifest.PageSize-1)/manifest.PageSize)
	entries, ok := pagemap(uintptr(p), n)
	if heap || !ok {
		for i := range touched {
			touched[i] = true
		}
		return touched
	}
	per := manifest.PageSize / os.Getpagesize()
	for i := 0; i+8 <= len(entries); i += 8 {
		e := binary.NativeEndian.Uint64(entries[i:])
		if e&(pagePresent|pageSwapped) != 0 && e&pageOfFile == 0 {
			touched[i/8/per] = true
		}
	}
	return touched
}

// pagemap reads the entries of the pages that hold n bytes at addr.
func pagemap(addr uintptr, n int64) ([]byte, bool) {
	f, err := disk.OpenPath("/proc/self/pagemap")
	if err != nil {
		return nil, false
	}
	defer f.Close()
	page := int64(os.Getpagesize())
	buf := make([]byte, 8*((n+page-1)/page))
	_, err = f.ReadAt(buf, int64(addr)/page*8)
	return buf, err == nil
}
