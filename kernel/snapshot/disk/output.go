package disk

import (
	"errors"
	"os"
	"strconv"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

// Output is the files that one commit writes: a pack of segments and a file of blob extents, each made when it is first
// needed.
type Output struct {
	Dir    string // of the store
	Seq    uint64 // of the commit that it starts from
	pack   *outFile
	blobs  *outFile
	Others bool // goroutines may write to what is written out
}

type outFile struct {
	f    *File
	name string
	at   int64
}

// file makes a new file in the store.
func (out *Output) file(kind string) (*outFile, error) {
	for try := 0; ; try++ {
		name := kind + pad(out.Seq+1, 8) + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(try)
		f, err := open(Path(out.Dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &outFile{f: f, name: name}, nil
	}
}

// pad writes n with at least width digits.
func pad(n uint64, width int) string {
	s := strconv.FormatUint(n, 10)
	for len(s) < width {
		s = "0" + s
	}
	return s
}

func (o *outFile) write(b []byte) error {
	n, err := o.f.Write(b)
	o.at += int64(n)
	return err
}

// align pads the file to a multiple of n.
func (o *outFile) align(n int64) error {
	if rest := o.at % n; rest != 0 {
		return o.write(make([]byte, n-rest))
	}
	return nil
}

// Segment appends a segment's bytes and says where they lie.
func (out *Output) Segment(parts ...[]byte) (seg manifest.Segment, err error) {
	if out.pack == nil {
		if out.pack, err = out.file("s"); err != nil {
			return seg, err
		}
	}
	seg.File, seg.Off = out.pack.name, out.pack.at
	for _, p := range parts {
		if err := out.pack.write(p); err != nil {
			return seg, err
		}
	}
	seg.Len = out.pack.at - seg.Off
	return seg, nil
}

// Extent appends data at a page boundary, in pieces of BlobChunk bytes that are shown to sum while they are in the
// processor's cache.
func (out *Output) Extent(data []byte, sum func([]byte)) (e manifest.Extent, err error) {
	if out.blobs == nil {
		if out.blobs, err = out.file("b"); err != nil {
			return e, err
		}
	}
	if err := out.blobs.align(manifest.PageSize); err != nil {
		return e, err
	}
	e = manifest.Extent{File: out.blobs.name, Off: out.blobs.at, Len: int64(len(data))}
	for len(data) > 0 {
		piece := data[:min(len(data), manifest.BlobChunk)]
		if data = data[len(piece):]; out.Others {
			piece = append([]byte(nil), piece...) // what is summed is what is written
		}
		if sum != nil {
			sum(piece)
		}
		if err := out.blobs.write(piece); err != nil {
			return e, err
		}
	}
	return e, nil
}

// Close makes the files durable; after a failure of the commit it removes them.
func (out *Output) Close(failed error) error {
	for _, o := range []*outFile{out.pack, out.blobs} {
		if o == nil {
			continue
		}
		if failed == nil {
			failed = o.f.Sync()
		}
		if err := o.f.Close(); failed == nil {
			failed = err
		}
	}
	if failed != nil {
		out.Remove()
	}
	return failed
}

// Remove removes the files.
func (out *Output) Remove() {
	for _, o := range []*outFile{out.pack, out.blobs} {
		if o != nil {
			remove(Path(out.Dir, o.name))
		}
	}
}
