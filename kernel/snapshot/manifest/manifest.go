// Package manifest describes the values of one commit: the variables, and where the memory that they reach lies in files. It
// has the description's bytes, a part of it that a program is given (part.go), and comparison (same.go). It reads no files.
package manifest

import (
	"errors"
	"sort"

	"github.com/mercer-go/mercer/kernel/snapshot/lists"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// Manifest describes the values of one commit: the variables, and where the memory that they reach lies in files of the
// store's directory. The zero value describes an empty store.
type Manifest struct {
	Seq      uint64 // number of the commit, given by the store; 0 before the first
	NextID   uint64 // smallest object id never given out
	Vars     []Var  // by name
	Segments []Segment
}

// Var is one variable.
type Var struct {
	Name    string
	ID      uint64 // the object that is the variable's own memory
	Type    string // as reflect prints it
	Size    uint64 // bytes that the variable reaches, memory shared with others included
	Changed uint64 // the commit that last changed what the variable reaches, given by the store; a program says 0 of what it has changed
	SetBy   uint64 // what the store was told of that commit: the count of the cell; 0 if it was told nothing
	// NotCarried says why the value is not in the store, as in "x.handler is a func()"; empty when it is.
	NotCarried string
	// Extra are the named types that the value holds behind interfaces or pointers into larger objects and that the
	// static type does not reach. A program that loads the variable must link them.
	Extra []TypeName
	// Related are the variables into whose own memory the value points.
	Related []string
	// Refs are the package-level variables of imported packages that the value refers to, as named by Ref.Name.
	Refs []string
}

// TypeName is a named type: its package's import path, and its name with type arguments as reflect gives it.
type TypeName struct{ Pkg, Name string }

// Segment is a part of a file that holds the objects which one set of variables reaches.
type Segment struct {
	Sig    []uint64 // the IDs of the variables that reach the objects, ascending
	File   string   // name in the store's directory
	Off    int64
	Len    int64
	CRC    uint32 // Castagnoli, of the whole part
	Base   uint64 // what must be added to the object ids inside: not 0 in segments that came from another store
	Memory uint64 // bytes of the objects in memory, blobs included
	Types  []TypeName
	Refs   []string
	Blobs  []Blob
}

// Blob is a large object without pointers, which is mapped instead of read.
type Blob struct {
	ID      uint64
	Size    int64
	Extents []Extent // in order; together Size bytes
	CRCs    []uint32 // Castagnoli, one for each BlobChunk bytes
}

// Extent is a piece of a blob: Len bytes at a page-aligned offset of a file.
type Extent struct {
	File string
	Off  int64
	Len  int64
}

// BlobChunk is the number of bytes of a blob that one checksum covers.
const BlobChunk = 1 << 20

// PageSize is the unit of extents: a multiple of the page size of the systems that Mercer runs on.
const PageSize = 16 << 10

// MaxID bounds object ids, so that a reference to an object fits a word with room for marks.
const MaxID = 1 << 56

// The first bytes of a manifest: as it is written, and as earlier versions wrote it, without SetBy, and before that with
// one text more for each variable.
const (
	manifestMagic    = "MVM3"
	manifestMagicOf2 = "MVM2"
	manifestMagicOf1 = "MVM1"
)

// Var returns the variable called name, or nil.
func (m *Manifest) Var(name string) *Var {
	i := sort.Search(len(m.Vars), func(i int) bool { return m.Vars[i].Name >= name })
	if i == len(m.Vars) || m.Vars[i].Name != name {
		return nil
	}
	return &m.Vars[i]
}

// Files returns the names of the files that the manifest refers to, sorted.
func (m *Manifest) Files() []string {
	seen := map[string]bool{}
	var list []string
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	for i := range m.Segments {
		add(m.Segments[i].File)
		for _, b := range m.Segments[i].Blobs {
			for _, e := range b.Extents {
				add(e.File)
			}
		}
	}
	lists.Sort(list)
	return list
}

// Keep removes all variables for which keep reports false, and the segments that no other variable reaches.
func (m *Manifest) Keep(keep func(*Var) bool) {
	live := map[uint64]bool{}
	names := map[string]bool{}
	var vars []Var
	for _, v := range m.Vars {
		if keep(&v) {
			vars = append(vars, v)
			live[v.ID], names[v.Name] = true, true
		}
	}
	for i := range vars {
		var related []string
		for _, n := range vars[i].Related {
			if names[n] {
				related = append(related, n)
			}
		}
		vars[i].Related = related
	}
	m.Vars = vars
	var kept []Segment
	for _, s := range m.Segments {
		s.Sig = lists.FilterIDs(s.Sig, func(id uint64) bool { return live[id] })
		if len(s.Sig) > 0 {
			kept = append(kept, s)
		}
	}
	m.Segments = kept
}

// AppendBinary appends the encoding of m to dst: magic, body, checksum.
func (m *Manifest) AppendBinary(dst []byte) ([]byte, error) {
	start := len(dst)
	dst = append(dst, manifestMagic...)
	dst = packed.AppendUint(dst, m.Seq)
	dst = packed.AppendUint(dst, m.NextID)
	files := m.Files()
	dst = packed.AppendTexts(dst, files)
	dst = packed.AppendUint(dst, uint64(len(m.Vars)))
	for i := range m.Vars {
		dst = m.Vars[i].append(dst)
	}
	dst = packed.AppendUint(dst, uint64(len(m.Segments)))
	for i := range m.Segments {
		dst = m.Segments[i].append(dst, files)
	}
	return packed.Seal(dst, start), nil
}

func (v *Var) append(dst []byte) []byte {
	dst = packed.AppendText(dst, v.Name)
	dst = packed.AppendUint(dst, v.ID)
	dst = packed.AppendText(dst, v.Type)
	dst = packed.AppendUint(dst, v.Size)
	dst = packed.AppendUint(dst, v.Changed)
	dst = packed.AppendUint(dst, v.SetBy)
	dst = packed.AppendText(dst, v.NotCarried)
	dst = appendTypeNames(dst, v.Extra)
	dst = packed.AppendTexts(dst, v.Related)
	return packed.AppendTexts(dst, v.Refs)
}

func appendTypeNames(dst []byte, list []TypeName) []byte {
	dst = packed.AppendUint(dst, uint64(len(list)))
	for _, t := range list {
		dst = packed.AppendText(packed.AppendText(dst, t.Pkg), t.Name)
	}
	return dst
}

func (s *Segment) append(dst []byte, files []string) []byte {
	dst = packed.AppendUint(dst, uint64(len(s.Sig)))
	for _, id := range s.Sig {
		dst = packed.AppendUint(dst, id)
	}
	dst = appendFile(dst, files, s.File)
	for _, n := range []uint64{uint64(s.Off), uint64(s.Len), uint64(s.CRC), s.Base, s.Memory} {
		dst = packed.AppendUint(dst, n)
	}
	dst = appendTypeNames(dst, s.Types)
	dst = packed.AppendTexts(dst, s.Refs)
	dst = packed.AppendUint(dst, uint64(len(s.Blobs)))
	for i := range s.Blobs {
		dst = s.Blobs[i].append(dst, files)
	}
	return dst
}

func (b *Blob) append(dst []byte, files []string) []byte {
	dst = packed.AppendUint(dst, b.ID)
	dst = packed.AppendUint(dst, uint64(b.Size))
	dst = packed.AppendUint(dst, uint64(len(b.Extents)))
	for _, e := range b.Extents {
		dst = appendFile(dst, files, e.File)
		dst = packed.AppendUint(packed.AppendUint(dst, uint64(e.Off)), uint64(e.Len))
	}
	dst = packed.AppendUint(dst, uint64(len(b.CRCs)))
	for _, c := range b.CRCs {
		dst = append(dst, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return dst
}

func appendFile(dst []byte, files []string, name string) []byte {
	i := sort.SearchStrings(files, name)
	return packed.AppendUint(dst, uint64(i))
}

// UnmarshalBinary decodes what AppendBinary made. It checks the checksum, that every reference inside the manifest
// holds, and that file names are plain names; it never reads outside data nor allocates more than its size explains.
func (m *Manifest) UnmarshalBinary(data []byte) error {
	magic, body, err := packed.Open(data, manifestMagic, manifestMagicOf2, manifestMagicOf1)
	if err == packed.ErrNewer {
		return err
	}
	if err != nil {
		return errors.New("snapshot: manifest: " + err.Error())
	}
	r := &reader{*body}
	*m = Manifest{Seq: r.Uint(), NextID: r.Uint()}
	files := r.Texts()
	for range r.Count() {
		m.Vars = append(m.Vars, r.variable(magic))
	}
	SortVars(m.Vars)
	for range r.Count() {
		m.Segments = append(m.Segments, r.segment(files))
	}
	if r.Bad || len(r.B) > 0 {
		return errors.New("snapshot: manifest is malformed")
	}
	return m.check(files)
}

// reader reads a manifest.
type reader struct{ packed.Reader }

// variable reads a variable of a manifest that begins with magic.
func (r *reader) variable(magic string) Var {
	v := Var{Name: r.Text(), ID: r.Uint(), Type: r.Text()}
	if magic == manifestMagicOf1 {
		r.Text()
	}
	v.Size, v.Changed = r.Uint(), r.Uint()
	if magic == manifestMagic {
		v.SetBy = r.Uint()
	}
	v.NotCarried = r.Text()
	v.Extra, v.Related, v.Refs = r.typeNames(), r.Texts(), r.Texts()
	return v
}

func (r *reader) typeNames() []TypeName {
	var list []TypeName
	for range r.Count() {
		list = append(list, TypeName{Pkg: r.Text(), Name: r.Text()})
	}
	return list
}

func (r *reader) segment(files []string) Segment {
	var s Segment
	for range r.Count() {
		s.Sig = append(s.Sig, r.Uint())
	}
	s.File = r.file(files)
	s.Off, s.Len, s.CRC, s.Base, s.Memory = r.size(), r.size(), uint32(r.Int(1<<32-1)), uint64(r.size()), r.Uint()
	s.Types, s.Refs = r.typeNames(), r.Texts()
	for range r.Count() {
		s.Blobs = append(s.Blobs, r.blob(files))
	}
	return s
}

func (r *reader) blob(files []string) Blob {
	b := Blob{ID: r.Uint(), Size: r.size()}
	for range r.Count() {
		b.Extents = append(b.Extents, Extent{File: r.file(files), Off: r.size(), Len: r.size()})
	}
	n := r.Count()
	raw := r.Bytes(4 * n)
	for i := 0; i < len(raw); i += 4 {
		b.CRCs = append(b.CRCs, uint32(raw[i])|uint32(raw[i+1])<<8|uint32(raw[i+2])<<16|uint32(raw[i+3])<<24)
	}
	return b
}

func (r *reader) size() int64 { return int64(r.Int(1 << 56)) }

func (r *reader) file(files []string) string {
	i := r.Int(1 << 30)
	if i >= len(files) {
		r.Fail()
		return ""
	}
	return files[i]
}

// check verifies what the encoding alone does not ensure.
func (m *Manifest) check(files []string) error {
	for _, f := range files {
		if !plainName(f) {
			return errors.New("snapshot: manifest: bad file name")
		}
	}
	if m.NextID > MaxID {
		return errors.New("snapshot: manifest: bad object id")
	}
	ids, names := map[uint64]bool{}, map[string]bool{}
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.ID >= m.NextID || ids[v.ID] || names[v.Name] {
			return errors.New("snapshot: manifest: bad variable " + v.Name)
		}
		ids[v.ID], names[v.Name] = true, true
	}
	for i := range m.Segments {
		if err := m.Segments[i].check(ids); err != nil {
			return err
		}
	}
	return nil
}

func (s *Segment) check(vars map[uint64]bool) error {
	if len(s.Sig) == 0 || !ascending(s.Sig) {
		return errors.New("snapshot: manifest: segment without variables")
	}
	for _, id := range s.Sig {
		if !vars[id] {
			return errors.New("snapshot: manifest: segment of an unknown variable")
		}
	}
	for i := range s.Blobs {
		if err := s.Blobs[i].check(); err != nil {
			return err
		}
	}
	return nil
}

func (b *Blob) check() error {
	var sum int64
	for i, e := range b.Extents {
		last := i == len(b.Extents)-1
		if e.Off%PageSize != 0 || e.Len <= 0 || !last && e.Len%PageSize != 0 {
			return errors.New("snapshot: manifest: bad extent")
		}
		sum += e.Len
	}
	if sum != b.Size || int64(len(b.CRCs)) != (b.Size+BlobChunk-1)/BlobChunk {
		return errors.New("snapshot: manifest: blob is incomplete")
	}
	return nil
}

func ascending(list []uint64) bool {
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return false
		}
	}
	return true
}

// plainName reports whether name is a file name without directories.
func plainName(name string) bool {
	if name == "" || name[0] == '.' {
		return false
	}
	for _, c := range []byte(name) {
		if c == '/' || c == '\\' || c < ' ' {
			return false
		}
	}
	return true
}

// Blob finds a blob of the segment.
func (s *Segment) Blob(id uint64) *Blob {
	for i := range s.Blobs {
		if s.Blobs[i].ID == id {
			return &s.Blobs[i]
		}
	}
	return nil
}

// Place identifies a segment by where it lies.
type Place struct {
	File string
	Off  int64
}

// Place is where the segment lies.
func (s *Segment) Place() Place { return Place{s.File, s.Off} }
