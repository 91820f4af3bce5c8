package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

// A saved file (.msnap) holds values with all that they need: the bytes of segments and blobs, then a commit whose
// manifest refers to these under the one file name [savedName], its length in eight bytes, and savedMagic.
const (
	savedName  = "values"
	savedMagic = "MSNAP1\r\n"
	savedAlign = 16 << 10 // blobs begin at multiples of it
)

// Save writes the values of the named variables, or of all if none is named, and the session's data, with all texts in
// it, into one file.
func (s *Store) Save(path string, meta []byte, names ...string) error {
	m := *s.Manifest()
	for _, n := range names {
		if v := m.Var(n); v == nil || v.NotCarried != "" {
			return fmt.Errorf("store: save: there is no value of %s", n)
		}
	}
	m.Keep(func(v *manifest.Var) bool { return len(names) == 0 || slices.Contains(names, v.Name) })
	f, err := newUnnamed(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("store: save: %w", err)
	}
	err = s.saveTo(f.File, &m, meta)
	if err == nil {
		err = f.name(path)
	}
	if err = errors.Join(err, f.close()); err != nil {
		return fmt.Errorf("store: save: %w", err)
	}
	return nil
}

func (s *Store) saveTo(f *os.File, m *manifest.Manifest, meta []byte) error {
	w := &saver{store: s, w: bufio.NewWriterSize(f, 1<<20)}
	m.Segments = slices.Clone(m.Segments)
	for i := range m.Segments {
		if err := w.segment(&m.Segments[i]); err != nil {
			return err
		}
	}
	manifest, err := m.AppendBinary(nil)
	if err != nil {
		return err
	}
	data := (&fileContent{seq: m.Seq, time: s.now().Unix(), manifest: manifest, meta: meta}).encode()
	n := len(data)
	data = binary.LittleEndian.AppendUint64(data, uint64(n))
	if _, err := w.w.Write(append(data, savedMagic...)); err != nil {
		return err
	}
	if err := w.w.Flush(); err != nil {
		return err
	}
	return f.Sync()
}

// saver copies segments and blobs into a saved file.
type saver struct {
	store *Store
	w     *bufio.Writer
	at    int64
}

// segment copies a segment and changes its description to where it lies now.
func (w *saver) segment(seg *manifest.Segment) error {
	if err := w.copy(&seg.File, &seg.Off, seg.Len); err != nil {
		return err
	}
	seg.Blobs = slices.Clone(seg.Blobs)
	for i := range seg.Blobs {
		b := &seg.Blobs[i]
		b.Extents = slices.Clone(b.Extents)
		for j := range b.Extents {
			e := &b.Extents[j]
			if _, err := w.w.Write(make([]byte, -w.at&(savedAlign-1))); err != nil {
				return err
			}
			w.at += -w.at & (savedAlign - 1)
			if err := w.copy(&e.File, &e.Off, e.Len); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *saver) copy(file *string, off *int64, n int64) error {
	f, err := files.Open(filepath.Join(w.store.dir, *file))
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.CopyN(w.w, io.NewSectionReader(f, *off, n), n); err != nil {
		return fmt.Errorf("%s: %w", *file, err)
	}
	*file, *off = savedName, w.at
	w.at += n
	return nil
}

// Saved is the content of a saved file.
type Saved struct {
	Values []Value
	Meta   []byte // the session's data when it was saved

	manifest manifest.Manifest
}

// ReadSaved reads what a saved file holds, without its values, and verifies the checksum of this description.
func ReadSaved(path string) (*Saved, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	saved, err := readSaved(f)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, err)
	}
	return saved, nil
}

var errNotSaved = errors.New("not a file of saved values, or cut short")

func readSaved(f *os.File) (*Saved, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var tail [16]byte
	if info.Size() < int64(len(tail)) {
		return nil, errNotSaved
	}
	if _, err := f.ReadAt(tail[:], info.Size()-int64(len(tail))); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(tail[:8])
	if string(tail[8:]) != savedMagic || n > uint64(info.Size())-uint64(len(tail)) {
		return nil, errNotSaved
	}
	data := make([]byte, n)
	if _, err := f.ReadAt(data, info.Size()-int64(len(tail))-int64(n)); err != nil {
		return nil, err
	}
	var c fileContent
	if err := c.decode(data); err != nil {
		return nil, err
	}
	saved := &Saved{Meta: c.meta}
	if saved.manifest, err = c.whole(); err != nil {
		return nil, err
	}
	for _, v := range saved.manifest.Vars {
		saved.Values = append(saved.Values, newValue(&v))
	}
	return saved, nil
}

// Load merges the values of the named variables of a saved file, or of all if none is named, into the current state, as a
// commit of its own whose session data is meta; variables of the same names are replaced. Everything in the file is verified first; damage is an error, and nothing
// changes.
func (s *Store) Load(path string, meta Meta, names ...string) (*Saved, error) {
	saved, err := ReadSaved(path)
	if err != nil {
		return nil, err
	}
	name, err := s.take(path)
	if err != nil {
		return nil, fmt.Errorf("store: load %s: %w", path, err)
	}
	loaded := saved.manifest
	loaded.Keep(func(v *manifest.Var) bool { return len(names) == 0 || slices.Contains(names, v.Name) })
	relocate(&loaded, name, s.Manifest().NextID)
	v := verification{store: s, m: &loaded, stale: map[string]identity{}, bad: map[string]string{}}
	if v.stale[name], err = identify(filepath.Join(s.dir, name)); err == nil {
		v.run()
		if findings := v.findings(); len(findings) > 0 {
			err = errors.New(findings[0])
		}
	}
	if err == nil {
		err = s.replace(&loaded, meta)
	}
	if err != nil {
		os.Remove(filepath.Join(s.dir, name))
		return nil, fmt.Errorf("store: load %s: %w", path, err)
	}
	return saved, nil
}

// take copies a saved file into the store and returns its name there.
func (s *Store) take(path string) (string, error) {
	src, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer src.Close()
	name := "s" + fmt.Sprintf("%08d", s.maxSeq+1) + "-loaded-" + strconv.Itoa(os.Getpid())
	dst, err := os.OpenFile(filepath.Join(s.dir, name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(dst, src)
	if err == nil {
		err = dst.Sync()
	}
	if e := dst.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(filepath.Join(s.dir, name))
	}
	return name, err
}

// relocate moves all ids of a manifest up by base and its segments into a file. The ids inside the segments stay: Base
// says by how much they are off.
func relocate(m *manifest.Manifest, file string, base uint64) {
	m.NextID += base
	for i := range m.Vars {
		m.Vars[i].ID += base
	}
	for i := range m.Segments {
		seg := &m.Segments[i]
		seg.File, seg.Base = file, seg.Base+base
		for j := range seg.Sig {
			seg.Sig[j] += base
		}
		for j := range seg.Blobs {
			seg.Blobs[j].ID += base
			for k := range seg.Blobs[j].Extents {
				seg.Blobs[j].Extents[k].File = file
			}
		}
	}
}

// replace commits loaded values in the place of those of the same names.
func (s *Store) replace(loaded *manifest.Manifest, meta Meta) error {
	part := s.Manifest().Part(loaded.Names())
	all := part.Names()
	part.Keep(func(v *manifest.Var) bool { return loaded.Var(v.Name) == nil })
	now, err := part.Put(nil, loaded)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return s.Adopt(all, now, meta)
}
