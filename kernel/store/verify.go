package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/snapshot"
)

// identity tells whether a file is the one that was verified.
type identity struct {
	size, mtime, ctime int64
	inode              uint64
}

// Verify verifies again the files of the current state that have been touched since they were last verified. Damage is
// returned as findings; the store is then at the newest commit without damage. It costs a stat per file.
//
// A commit file that is missing or changed is written again; so a running kernel survives the deletion of its store.
func (s *Store) Verify() ([]string, error) {
	findings, err := s.restore()
	if err != nil {
		return nil, err
	}
	damage, err := s.rollBack()
	findings = append(findings, damage...)
	if len(findings) > 0 {
		findings = append(findings, "The values are those of "+s.describe()+".")
	}
	return findings, err
}

// rollBack sets commits aside, the newest first, until one is without damage.
func (s *Store) rollBack() ([]string, error) {
	var findings []string
	for c := s.current(); c != nil; c = s.current() {
		damage, err := s.check(&c.manifest)
		if err != nil {
			return findings, err
		}
		damage = append(damage, s.checkTexts(c.texts)...)
		if len(damage) == 0 {
			break
		}
		findings = append(findings, damage...)
		s.setAside(commitName(c.seq))
		s.commits = s.commits[:len(s.commits)-1]
		s.writeHead(s.Manifest().Seq)
	}
	return findings, nil
}

// check verifies the files of a manifest that are not the ones verified before, and returns what is wrong with them.
func (s *Store) check(m *snapshot.Manifest) ([]string, error) {
	v := verification{store: s, m: m, stale: map[string]identity{}, bad: map[string]string{}}
	for _, name := range m.Files() {
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
	v.run()
	return v.findings(), nil
}

// verification is one check of a manifest.
type verification struct {
	store *Store
	m     *snapshot.Manifest
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
func (v *verification) touches(b *snapshot.Blob) bool {
	for _, e := range b.Extents {
		if _, stale := v.stale[e.File]; stale {
			return true
		}
	}
	return false
}

var errChecksum = errors.New("a checksum does not match")

func (v *verification) segment(seg *snapshot.Segment) error {
	buf, err := readPart(filepath.Join(v.store.dir, seg.File), seg.Off, seg.Len)
	if err != nil {
		return err
	}
	if snapshot.Checksum(buf) != seg.CRC {
		return errChecksum
	}
	return nil
}

// readPart reads n bytes at an offset of a file that is known to be long enough only after a look.
func readPart(path string, off, n int64) ([]byte, error) {
	f, err := os.Open(path)
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
func (v *verification) blob(b *snapshot.Blob) {
	r := &blobReader{dir: v.store.dir, extents: b.Extents}
	defer r.close()
	buf := make([]byte, snapshot.BlobChunk)
	left := b.Size
	for _, sum := range b.CRCs {
		n := min(left, snapshot.BlobChunk)
		r.used = r.used[:0]
		_, err := io.ReadFull(r, buf[:n])
		if err != nil {
			v.note(r.name(), err)
			return
		}
		if snapshot.Checksum(buf[:n]) != sum {
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
	extents []snapshot.Extent
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
		f, err := os.Open(filepath.Join(r.dir, e.File))
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
func (s *Store) present(m *snapshot.Manifest) error {
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
func (s *Store) affected(m *snapshot.Manifest, file string) string {
	var names []string
	lists := contents(m)
	for _, v := range m.Vars {
		if slices.ContainsFunc(lists[v.ID], func(e snapshot.Extent) bool { return e.File == file }) {
			names = append(names, v.Name)
		}
	}
	return "it holds " + strings.Join(names, ", ")
}
