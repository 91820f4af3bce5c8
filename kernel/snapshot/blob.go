package snapshot

import (
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"os"
	"unsafe"
)

// blobMin is the size in bytes from which an object without pointers is kept as a blob.
const blobMin = 64 << 10

// pageSize is the unit of extents: a multiple of the page size of the systems that Mercer runs on.
const pageSize = 16 << 10

// maxExtents is the number of extents from which a blob is written anew as one.
const maxExtents = 512

// mapping is a blob in memory. Memory and files are shared until a page is written to.
type mapping struct {
	base unsafe.Pointer
	size int64 // of the blob
	blob Blob
	heap bool // read, not mapped
}

// readBlob reads a blob into ordinary memory.
func (im *Image) readBlob(b *Blob) (*mapping, error) {
	words := make([]uint64, (b.Size+7)/8)
	m := &mapping{base: unsafe.Pointer(unsafe.SliceData(words)), size: b.Size, blob: *b, heap: true}
	at := int64(0)
	for _, e := range b.Extents {
		f, err := im.openExtent(e)
		if err != nil {
			return nil, err
		}
		_, err = f.ReadAt(bytesAt(unsafe.Add(m.base, at), int(e.Len)), e.Off)
		f.Close()
		if err != nil {
			return nil, err
		}
		at += e.Len
	}
	return m, nil
}

// openExtent opens the file of an extent and checks that it is long enough: a mapping beyond its end would be fatal.
func (im *Image) openExtent(e Extent) (*os.File, error) {
	f, _, err := openIn(im.dir, e.File, e.Off+e.Len)
	return f, err
}

// chunkSums are the checksums of the chunks of data.
func chunkSums(data []byte) []uint32 {
	sums := make([]uint32, 0, len(data)/BlobChunk+1)
	for len(data) > 0 {
		n := min(len(data), BlobChunk)
		sums = append(sums, packed.Checksum(data[:n]))
		data = data[n:]
	}
	return sums
}

// saveBlob writes a new blob as one extent.
func (out *output) saveBlob(id uint64, p unsafe.Pointer, size int64) (Blob, error) {
	b := Blob{ID: id, Size: size}
	data := bytesAt(p, int(size))
	e, err := out.extent(data, func(piece []byte) { b.CRCs = append(b.CRCs, chunkSums(piece)...) })
	b.Extents = []Extent{e}
	return b, err
}

// updateBlob writes what has changed in a mapped blob and returns its new description; unchanged, the old one.
func (out *output) updateBlob(m *mapping) (Blob, error) {
	runs, err := out.im.changedRuns(m)
	if err != nil || len(runs) == 0 {
		return m.blob, err
	}
	b := Blob{ID: m.blob.ID, Size: m.size, CRCs: append([]uint32(nil), m.blob.CRCs...)}
	if len(m.blob.Extents)+2*len(runs) > maxExtents || out.others { // checksums of chunks are made of what is written
		return out.saveBlob(b.ID, m.base, m.size)
	}
	b.Extents = append([]Extent(nil), m.blob.Extents...)
	for _, r := range runs {
		e, err := out.extent(bytesAt(unsafe.Add(m.base, r.off), int(r.len)), nil)
		if err != nil {
			return Blob{}, err
		}
		b.Extents = replaceExtent(b.Extents, r.off, e)
	}
	resum(&b, m.base, runs)
	return b, nil
}

// resum computes the checksums of the chunks that runs touch.
func resum(b *Blob, base unsafe.Pointer, runs []run) {
	done := int64(0)
	for _, r := range runs {
		for c := max(r.off/BlobChunk, done); c*BlobChunk < r.off+r.len; c++ {
			n := min(b.Size-c*BlobChunk, BlobChunk)
			b.CRCs[c] = packed.Checksum(bytesAt(unsafe.Add(base, c*BlobChunk), int(n)))
			done = c + 1
		}
	}
}

// run is a range of a blob, from a multiple of pageSize on.
type run struct{ off, len int64 }

// replaceExtent puts e in place of what list has at offset off of the blob.
func replaceExtent(list []Extent, off int64, e Extent) []Extent {
	var out []Extent
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
			out = append(out, Extent{x.File, x.Off, off - at})
		}
		if !placed {
			out, placed = append(out, e), true
		}
		if at+x.Len > end {
			out = append(out, Extent{x.File, x.Off + end - at, at + x.Len - end})
		}
		at += x.Len
	}
	if !placed {
		out = append(out, e)
	}
	return out
}

// changedRuns returns the ranges of a mapped blob whose bytes are not those of its files.
func (im *Image) changedRuns(m *mapping) ([]run, error) {
	var runs []run
	buf := make([]byte, pageSize)
	at := int64(0)
	for _, e := range m.blob.Extents {
		touched := touchedPages(unsafe.Add(m.base, at), e.Len, m.heap)
		if !anyTrue(touched) {
			at += e.Len
			continue
		}
		f, err := im.openExtent(e)
		if err != nil {
			return nil, err
		}
		for i, t := range touched {
			if !t {
				continue
			}
			off := int64(i) * pageSize
			n := min(e.Len-off, pageSize)
			if _, err := f.ReadAt(buf[:n], e.Off+off); err != nil {
				f.Close()
				return nil, err
			}
			if string(buf[:n]) != string(bytesAt(unsafe.Add(m.base, at+off), int(n))) {
				runs = appendRun(runs, run{at + off, n})
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
func appendRun(runs []run, r run) []run {
	if n := len(runs); n > 0 && runs[n-1].off+runs[n-1].len == r.off {
		runs[n-1].len += r.len
		return runs
	}
	return append(runs, r)
}
