// Package blob keeps large memory without pointers in files: it is mapped copy on write, so that a cell reads only what it
// looks at, and only the pages that were written to are stored again.
package blob

import (
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/disk"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// Min is the size in bytes from which an object without pointers is kept as a blob.
const Min = 64 << 10

// maxExtents is the number of extents from which a blob is written anew as one.
const maxExtents = 512

// Mapping is a blob in memory. Memory and files are shared until a page is written to.
type Mapping struct {
	Base unsafe.Pointer
	Size int64 // of the blob
	Blob manifest.Blob
	Heap bool // read, not mapped
}

// readBlob reads a blob into ordinary memory.
func readBlob(dir string, b *manifest.Blob) (*Mapping, error) {
	words := make([]uint64, (b.Size+7)/8)
	m := &Mapping{Base: unsafe.Pointer(unsafe.SliceData(words)), Size: b.Size, Blob: *b, Heap: true}
	at := int64(0)
	for _, e := range b.Extents {
		f, err := openExtent(dir, e)
		if err != nil {
			return nil, err
		}
		_, err = f.ReadAt(memory.Bytes(unsafe.Add(m.Base, at), int(e.Len)), e.Off)
		f.Close()
		if err != nil {
			return nil, err
		}
		at += e.Len
	}
	return m, nil
}

// openExtent opens the file of an extent and checks that it is long enough: a mapping beyond its end would be fatal.
func openExtent(dir string, e manifest.Extent) (*disk.File, error) {
	f, _, err := disk.Open(dir, e.File, e.Off+e.Len)
	return f, err
}

// chunkSums are the checksums of the chunks of data.
func chunkSums(data []byte) []uint32 {
	sums := make([]uint32, 0, len(data)/manifest.BlobChunk+1)
	for len(data) > 0 {
		n := min(len(data), manifest.BlobChunk)
		sums = append(sums, packed.Checksum(data[:n]))
		data = data[n:]
	}
	return sums
}

// Save writes a new blob as one extent.
func Save(out *disk.Output, id uint64, p unsafe.Pointer, size int64) (manifest.Blob, error) {
	b := manifest.Blob{ID: id, Size: size}
	data := memory.Bytes(p, int(size))
	e, err := out.Extent(data, func(piece []byte) { b.CRCs = append(b.CRCs, chunkSums(piece)...) })
	b.Extents = []manifest.Extent{e}
	return b, err
}

// Update writes what has changed in a mapped blob and returns its new description; unchanged, the old one.
func (m *Mapping) Update(out *disk.Output) (manifest.Blob, error) {
	runs, err := m.Changed(out.Dir)
	if err != nil || len(runs) == 0 {
		return m.Blob, err
	}
	b := manifest.Blob{ID: m.Blob.ID, Size: m.Size, CRCs: append([]uint32(nil), m.Blob.CRCs...)}
	if len(m.Blob.Extents)+2*len(runs) > maxExtents || out.Others { // checksums of chunks are made of what is written
		return Save(out, b.ID, m.Base, m.Size)
	}
	b.Extents = append([]manifest.Extent(nil), m.Blob.Extents...)
	for _, r := range runs {
		e, err := out.Extent(memory.Bytes(unsafe.Add(m.Base, r.Off), int(r.Len)), nil)
		if err != nil {
			return manifest.Blob{}, err
		}
		b.Extents = replaceExtent(b.Extents, r.Off, e)
	}
	resum(&b, m.Base, runs)
	return b, nil
}

// resum computes the checksums of the chunks that runs touch.
func resum(b *manifest.Blob, base unsafe.Pointer, runs []Run) {
	done := int64(0)
	for _, r := range runs {
		for c := max(r.Off/manifest.BlobChunk, done); c*manifest.BlobChunk < r.Off+r.Len; c++ {
			n := min(b.Size-c*manifest.BlobChunk, manifest.BlobChunk)
			b.CRCs[c] = packed.Checksum(memory.Bytes(unsafe.Add(base, c*manifest.BlobChunk), int(n)))
			done = c + 1
		}
	}
}

// Run is a range of a blob, from a multiple of PageSize on.
type Run struct{ Off, Len int64 }

// replaceExtent puts e in place of what list has at offset off of the blob.
func replaceExtent(list []manifest.Extent, off int64, e manifest.Extent) []manifest.Extent {
	var out []manifest.Extent
	at, end := int64(0), off+e.Len
	placed := false
	for _, x := range list {
		if at+x.Len <= off || at >= end {
			if at >= end && !placed {
				out, placed = append(out, e), true
			}
			out = append(out, x)
			at += x.Len
			continue
		}
		if at < off {
			out = append(out, manifest.Extent{File: x.File, Off: x.Off, Len: off - at})
		}
		if !placed {
			out, placed = append(out, e), true
		}
		if at+x.Len > end {
			out = append(out, manifest.Extent{File: x.File, Off: x.Off + end - at, Len: at + x.Len - end})
		}
		at += x.Len
	}
	if !placed {
		out = append(out, e)
	}
	return out
}

// Changed returns the ranges of a mapped blob whose bytes are not those of its files.
func (m *Mapping) Changed(dir string) ([]Run, error) {
	var runs []Run
	buf := make([]byte, manifest.PageSize)
	at := int64(0)
	for _, e := range m.Blob.Extents {
		touched := touchedPages(unsafe.Add(m.Base, at), e.Len, m.Heap)
		if !anyTrue(touched) {
			at += e.Len
			continue
		}
		f, err := openExtent(dir, e)
		if err != nil {
			return nil, err
		}
		for i, t := range touched {
			if !t {
				continue
			}
			off := int64(i) * manifest.PageSize
			n := min(e.Len-off, manifest.PageSize)
			if _, err := f.ReadAt(buf[:n], e.Off+off); err != nil {
				f.Close()
				return nil, err
			}
			if string(buf[:n]) != string(memory.Bytes(unsafe.Add(m.Base, at+off), int(n))) {
				runs = appendRun(runs, Run{at + off, n})
			}
		}
		f.Close()
		at += e.Len
	}
	return runs, nil
}

func anyTrue(list []bool) bool {
	for _, b := range list {
		if b {
			return true
		}
	}
	return false
}

// appendRun appends r, joined to the last run if it follows it.
func appendRun(runs []Run, r Run) []Run {
	if n := len(runs); n > 0 && runs[n-1].Off+runs[n-1].Len == r.Off {
		runs[n-1].Len += r.Len
		return runs
	}
	return append(runs, r)
}
