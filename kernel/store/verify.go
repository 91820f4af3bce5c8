package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// identity tells whether a file is the one that was verified.
type identity struct {
	size, mtime, ctime int64
	inode              uint64
}

// lookedAt is how many files Verify looks at besides those of the named variables.
const lookedAt = 256

// Verify verifies again the files of the current state that have been touched since they were last verified. Damage is
// returned as findings; the store is then at the newest commit without damage. It costs a stat per file: it looks at those
// that the values of the named variables are in, and at 256 others in turn, so that of a store with more files damage is
// noticed after some calls.
//
// A commit file, or a text, that is missing or changed is written again; so a running kernel survives the deletion of its
// store.
func (s *Store) Verify(names ...string) ([]string, error) {
	findings, err := s.restore()
	if err != nil {
		return nil, err
	}
	damage, err := s.rollBack(append(s.nextFiles(), s.Manifest().Part(names).Files()...))
	findings = append(findings, damage...)
	if len(findings) > 0 {
		findings = append(findings, "The values are those of "+s.describe()+".")
	}
	return findings, err
}

// nextFiles are the files of the current commit whose turn it is to be looked at.
func (s *Store) nextFiles() (files []string) {
	c := s.current()
	if c == nil || len(c.files) <= lookedAt {
		return s.allFiles()
	}
	for i := range lookedAt {
		files = append(files, c.files[(s.turn+i)%len(c.files)])
	}
	s.turn = (s.turn + lookedAt) % len(c.files)
	return files
}

// allFiles are the files with the values of the current commit.
func (s *Store) allFiles() []string {
	if c := s.current(); c != nil {
		return slices.Clone(c.files)
	}
	return nil
}

// rollBack sets commits aside, the newest first, until one is without damage. Of the current one it looks at some files.
func (s *Store) rollBack(files []string) ([]string, error) {
	var findings []string
	for c := s.current(); c != nil; c = s.current() {
		damage, err := s.check(c.manifest, files)
		if err != nil {
			return findings, err
		}
		damage = append(damage, s.checkTexts(append(c.baseNames(), c.texts...))...)
		if len(damage) == 0 {
			break
		}
		findings = append(findings, damage...)
		s.setAside(commitName(c.seq))
		s.forget(len(s.commits)-1, len(s.commits))
		s.writeHead(s.Manifest().Seq)
		files = s.allFiles()
	}
	return findings, nil
}

// check verifies those of a manifest's files that are not the ones verified before, and returns what is wrong with them.
func (s *Store) check(m *manifest.Manifest, files []string) ([]string, error) {
	v := verification{store: s, m: m, stale: map[string]identity{}, bad: map[string]string{}}
	for _, name := range files {
		id, err := identify(filepath.Join(s.dir, name))
		if errors.Is(err, os.ErrNotExist) {
			v.bad[name] = "is missing"
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		if s.verified[name] != id {
			v.stale[name] = id
		}
	}
	if len(v.stale)+len(v.bad) == 0 {
		return nil, nil
	}
	v.run()
	return v.findings(), nil
}

// verification is one check of a manifest.
type verification struct {
	store *Store
	m     *manifest.Manifest
	stale map[string]identity // files to be read
	bad   map[string]string   // what is wrong with a file
}

func (v *verification) run() {
	for i := range v.m.Segments {
		seg := &v.m.Segments[i]
		if _, stale := v.stale[seg.File]; stale {
			v.note(seg.File, v.segment(seg))
		}
		for j := range seg.Blobs {
			if b := &seg.Blobs[j]; v.touches(b) {
				v.blob(b)
			}
		}
	}
	for name, id := range v.stale {
		if v.bad[name] == "" {
			v.store.verified[name] = id
		}
	}
}

func (v *verification) note(file string, err error) {
	if err != nil && v.bad[file] == "" {
		v.bad[file] = "is damaged (" + err.Error() + ")"
	}
}

// touches reports whether a part of the blob lies in a file to be read.
func (v *verification) touches(b *manifest.Blob) bool {
	for _, e := range b.Extents {
		if _, stale := v.stale[e.File]; stale {
			return true
		}
	}
	return false
}

var errChecksum = errors.New("a checksum does not match")

func (v *verification) segment(seg *manifest.Segment) error {
	buf, err := readPart(filepath.Join(v.store.dir, seg.File), seg.Off, seg.Len)
	if err != nil {
		return err
	}
	if packed.Checksum(buf) != seg.CRC {
		return errChecksum
	}
	return nil
}

// readPart reads n bytes at an offset of a file that is known to be long enough only after a look.
func readPart(path string, off, n int64) ([]byte, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() < off+n {
		return nil, errShort
	}
	buf := make([]byte, n)
	_, err = f.ReadAt(buf, off)
	return buf, err
}

var errShort = errors.New("it is cut short")

// blob verifies all chunks of a blob. A chunk that fails is held against all files that it lies in.
func (v *verification) blob(b *manifest.Blob) {
	r := &blobReader{dir: v.store.dir, extents: b.Extents}
	defer r.close()
	buf := make([]byte, manifest.BlobChunk)
	left := b.Size
	for _, sum := range b.CRCs {
		n := min(left, manifest.BlobChunk)
		r.used = r.used[:0]
		_, err := io.ReadFull(r, buf[:n])
		if err != nil {
			v.note(r.name(), err)
			return
		}
		if packed.Checksum(buf[:n]) != sum {
			for _, name := range r.used {
				v.note(name, errChecksum)
			}
		}
		left -= n
	}
}

// blobReader reads the extents of a blob one after the other.
type blobReader struct {
	dir     string
	extents []manifest.Extent
	file    *os.File
	at      int64    // read so far of the first extent
	used    []string // files read from
}

func (r *blobReader) name() string {
	if len(r.extents) == 0 {
		return ""
	}
	return r.extents[0].File
}

func (r *blobReader) Read(p []byte) (int, error) {
	if len(r.extents) == 0 {
		return 0, io.EOF
	}
	e := r.extents[0]
	if r.file == nil {
		f, err := files.Open(filepath.Join(r.dir, e.File))
		if err != nil {
			return 0, err
		}
		r.file = f
	}
	r.used = append(r.used, e.File)
	n, err := r.file.ReadAt(p[:min(int64(len(p)), e.Len-r.at)], e.Off+r.at)
	if err == io.EOF && n == 0 {
		return 0, errShort
	}
	if r.at += int64(n); r.at == e.Len {
		r.close()
		r.extents, r.at = r.extents[1:], 0
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (r *blobReader) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

// findings puts what is wrong into words.
func (v *verification) findings() []string {
	var list []string
	for name, what := range v.bad {
		list = append(list, name+" "+what+": "+v.store.affected(v.m, name))
	}
	slices.Sort(list)
	return list
}

// present checks that the files of a manifest are there and long enough, and counts those that are new as verified: the
// program that asks for a commit has just written them.
func (s *Store) present(m *manifest.Manifest) error {
	need := map[string]int64{}
	for i := range m.Segments {
		seg := &m.Segments[i]
		need[seg.File] = max(need[seg.File], seg.Off+seg.Len)
		for _, b := range seg.Blobs {
			for _, e := range b.Extents {
				need[e.File] = max(need[e.File], e.Off+e.Len)
			}
		}
	}
	for name, size := range need {
		id, err := identify(filepath.Join(s.dir, name))
		if err != nil {
			return fmt.Errorf("store: %w", err)
		}
		if id.size < size {
			return fmt.Errorf("store: %s is cut short", name)
		}
		if _, known := s.verified[name]; !known {
			s.verified[name] = id
		}
	}
	return nil
}

// affected names the variables whose values lie in a file.
func (s *Store) affected(m *manifest.Manifest, file string) string {
	var names []string
	lists := contents(m)
	for _, v := range m.Vars {
		if slices.ContainsFunc(lists[v.ID], func(e manifest.Extent) bool { return e.File == file }) {
			names = append(names, v.Name)
		}
	}
	return "it holds " + strings.Join(names, ", ")
}
