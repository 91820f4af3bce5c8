// Package store is the kernel's side of the value store: commits in a directory, their verification, history and undo.
//
// A commit is one file, "commit-" and its number, that holds the manifest of the values (see package snapshot), the
// session's own data, and a checksum. It is written under another name, made durable and renamed, so that it is there
// whole or not at all; the newest good commit file is the current state. Where there are many variables, commit files tell
// only how they differ from a base, a manifest in a file of its own (base.go). The files that manifests refer to are written
// by the cells' programs before they ask for the commit, and never change afterwards.
//
//	s, findings, err := store.Open(dir)
//	... a cell's program is given a part of s.Manifest(), and sends what has become of it
//	err = s.Adopt(part.Names(), manifest, meta)
//	err = s.Undo()
//
// [Open] verifies every checksum of the current commit and rolls back to the last good one; [Store.Verify] does so again
// for files that have been touched since.
package store

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// Store is an open value store. Its methods must not be called at the same time.
type Store struct {
	dir      string
	lock     *os.File
	limits   Limits
	commits  []*commit // ascending; the last is current
	empty    manifest.Manifest
	verified map[string]identity
	texts    map[textKey]*knownText
	adopted  int            // commits that were made here
	refs     map[string]int // how many commits need a file
	maxSeq   uint64
	turn     int // of the current commit's files, the first that Verify looks at next
	now      func() time.Time
}

// Limits bound the history.
type Limits struct {
	Commits int   // number of commits kept besides the current one; zero means 20
	Bytes   int64 // size in bytes of the files that only they need; zero means 2 GiB
}

func (l Limits) withDefaults() Limits {
	if l.Commits == 0 {
		l.Commits = 20
	}
	if l.Bytes == 0 {
		l.Bytes = 2 << 30
	}
	return l
}

// commit is a commit file in memory. It does not change.
type commit struct {
	seq, parent uint64
	time        time.Time
	manifest    *manifest.Manifest
	told                 // how the file tells the manifest
	files       []string // that the manifest refers to
	texts       []string
	meta        []byte
}

// ErrLocked is returned by Open while another process has the store open.
var ErrLocked = errors.New("store: the value store is in use by another kernel")

// ErrNewer says that a file was written by a newer Mercer, so that this one cannot read it. It is no damage: the file stays
// as it is.
var ErrNewer = packed.ErrNewer

// ErrNothingToUndo is returned by Undo at the oldest commit that is kept.
var ErrNothingToUndo = errors.New("store: no earlier state is kept")

const (
	commitPrefix  = "commit-"
	damagedPrefix = "damaged-"
	tempPrefix    = "tmp-"
)

// LockName is the file in a store's directory that its owner locks.
const LockName = "lock"

// Open opens the store in dir, which is made if it does not exist. Damage that it finds is returned as findings, in
// plain words; the store is then at the newest commit without damage. A store with a commit that a newer Mercer has written
// stays as it is: the error is ErrNewer.
func Open(dir string) (*Store, []string, error) { return OpenLimits(dir, Limits{}) }

// OpenLimits is Open with limits of the history.
func OpenLimits(dir string, limits Limits) (*Store, []string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("store: %w", err)
	}
	lock, err := acquire(filepath.Join(dir, LockName))
	if err != nil {
		return nil, nil, err
	}
	s := &Store{dir: dir, lock: lock, limits: limits.withDefaults(), verified: map[string]identity{}, refs: map[string]int{}, now: time.Now,
		empty: manifest.Manifest{NextID: 1}}
	findings, err := s.read()
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	return s, findings, nil
}

// Close releases the store for other processes.
func (s *Store) Close() error {
	if s.lock == nil {
		return nil
	}
	err := s.lock.Close()
	s.lock = nil
	return err
}

// Dir is the store's directory.
func (s *Store) Dir() string { return s.dir }

// read loads the commit files, verifies the current state, and removes what no commit needs.
func (s *Store) read() ([]string, error) {
	names, err := s.commitFiles()
	if err != nil {
		return nil, err
	}
	var findings []string
	bases := map[string]*base{}
	for _, name := range names {
		c, err := s.readCommit(name, bases)
		if errors.Is(err, ErrNewer) {
			return nil, fmt.Errorf("store: %s %w", name, err)
		}
		if err != nil {
			findings = append(findings, name+": "+err.Error())
			s.setAside(name)
			continue
		}
		s.push(c)
	}
	if len(findings) == 0 {
		findings = s.missingHead()
	}
	more, err := s.rollBack(s.allFiles())
	findings = append(findings, more...)
	if err != nil {
		return nil, err
	}
	if len(findings) > 0 {
		findings = append(findings, "The values are those of "+s.describe()+".")
		s.writeHead(s.Manifest().Seq) // told once
	}
	return findings, s.sweep()
}

// describe names the current state.
func (s *Store) describe() string {
	if len(s.commits) == 0 {
		return "an empty notebook"
	}
	c := s.current()
	return "commit " + strconv.FormatUint(c.seq, 10) + " of " + c.time.Format(time.DateTime)
}

// commitFiles lists the names of the commit files by ascending number.
func (s *Store) commitFiles() ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	var names []string
	for _, e := range entries {
		plain, aside := strings.CutPrefix(e.Name(), damagedPrefix)
		seq, ok := commitSeq(plain)
		if !ok {
			continue
		}
		if s.maxSeq = max(s.maxSeq, seq); !aside {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		x, _ := commitSeq(a)
		y, _ := commitSeq(b)
		return int(int64(x) - int64(y))
	})
	return names, nil
}

func commitName(seq uint64) string { return fmt.Sprintf("%s%08d", commitPrefix, seq) }

func commitSeq(name string) (uint64, bool) {
	rest, ok := strings.CutPrefix(name, commitPrefix)
	seq, err := strconv.ParseUint(rest, 10, 48)
	return seq, ok && err == nil && commitName(seq) == name
}

// readCommit reads a commit file; bases are those that were read before.
func (s *Store) readCommit(name string, bases map[string]*base) (*commit, error) {
	data, err := files.Read(filepath.Join(s.dir, name))
	if err != nil {
		return nil, err
	}
	var f fileContent
	if err := f.decode(data); err != nil {
		return nil, err
	}
	if commitName(f.seq) != name {
		return nil, errors.New("the file is that of another commit")
	}
	c := &commit{seq: f.seq, parent: f.parent, time: time.Unix(f.time, 0), texts: f.texts, meta: f.meta}
	if c.manifest, c.told, err = s.tell(&f, bases); err != nil {
		return nil, err
	}
	c.files = c.manifest.Files()
	if id, err := identify(filepath.Join(s.dir, name)); err == nil {
		s.verified[name] = id
	}
	return c, nil
}

// push makes a commit the current one.
func (s *Store) push(c *commit) {
	s.commits = append(s.commits, c)
	for name := range c.needs {
		s.refs[name]++
	}
}

// forget takes commits out of the history; the files that only they needed are removed by the next sweep.
func (s *Store) forget(from, to int) {
	for _, c := range s.commits[from:to] {
		for name := range c.needs {
			if s.refs[name]--; s.refs[name] == 0 {
				delete(s.refs, name)
			}
		}
	}
	s.commits = slices.Delete(s.commits, from, to)
}

// needs lists the files that the commit needs.
func (c *commit) needs(yield func(name string) bool) {
	for _, list := range [][]string{c.files, c.texts, c.baseNames()} {
		for _, name := range list {
			if !yield(name) {
				return
			}
		}
	}
}

// setAside renames a damaged commit file, so that it is neither read again nor destroyed before it can be looked at.
func (s *Store) setAside(name string) {
	os.Rename(filepath.Join(s.dir, name), filepath.Join(s.dir, damagedPrefix+name))
}

// current is the current commit, nil of an empty store.
func (s *Store) current() *commit {
	if len(s.commits) == 0 {
		return nil
	}
	return s.commits[len(s.commits)-1]
}

// Manifest describes the current values. The caller must not change it.
func (s *Store) Manifest() *manifest.Manifest {
	if c := s.current(); c != nil {
		return c.manifest
	}
	return &s.empty
}

// Empty says whether there is no commit.
func (s *Store) Empty() bool { return len(s.commits) == 0 }

// Meta is the session's own data of the current commit, nil if there is none.
func (s *Store) Meta() []byte {
	if c := s.current(); c != nil {
		return c.meta
	}
	return nil
}

// Adopt makes a commit in which now's variables stand in the place of the named ones and of those of the same names,
// together with the session's data. names must hold all variables that share memory with one of them, as in a part of the
// manifest. An error means that nothing has changed. What now says of commits is filled in here.
func (s *Store) Adopt(names []string, now *manifest.Manifest, meta Meta) error {
	if err := s.present(now); err != nil {
		return err
	}
	old := s.Manifest()
	c := &commit{seq: s.maxSeq + 1, parent: old.Seq, time: s.now(), texts: slices.Clone(meta.Texts), meta: slices.Clone(meta.Data)}
	part := *now
	part.Vars = stamp(now, old.Part(names), c.seq, meta.Count)
	var err error
	if c.manifest, err = old.Put(names, &part); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	c.manifest.Seq = c.seq
	c.files = c.manifest.Files()
	if c.told, err = s.tellFrom(s.current(), c.manifest, append(slices.Clone(names), now.Names()...)); err != nil {
		return err
	}
	if err := s.write(c); err != nil {
		return err
	}
	s.maxSeq = c.seq
	s.push(c)
	s.trim()
	s.forgetTexts()
	return s.sweep()
}

// stamp returns now's variables with the commit in which each last changed: the new one, unless the program says that it has not
// changed since that of old, or all that it reaches lies where it lay.
func stamp(now, old *manifest.Manifest, seq uint64, count int) []manifest.Var {
	places, before := contents(now), contents(old)
	vars := slices.Clone(now.Vars)
	for i := range vars {
		v := &vars[i]
		o := old.Var(v.Name)
		if o != nil && o.ID == v.ID && o.NotCarried == v.NotCarried && (o.Changed == v.Changed || slices.Equal(places[v.ID], before[v.ID])) {
			v.Changed, v.SetBy = o.Changed, o.SetBy
		} else {
			v.Changed, v.SetBy = seq, uint64(max(count, 0))
		}
	}
	return vars
}

// contents says where the objects of each variable lie, by the variable's id.
func contents(m *manifest.Manifest) map[uint64][]manifest.Extent {
	lists := map[uint64][]manifest.Extent{}
	for i := range m.Segments {
		s := &m.Segments[i]
		for _, id := range s.Sig {
			lists[id] = append(lists[id], manifest.Extent{File: s.File, Off: s.Off, Len: s.Len})
			for _, b := range s.Blobs {
				lists[id] = append(lists[id], b.Extents...)
			}
		}
	}
	for _, list := range lists {
		slices.SortFunc(list, func(a, b manifest.Extent) int {
			return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Off, b.Off))
		})
	}
	return lists
}

// write makes a commit file durable.
func (s *Store) write(c *commit) error {
	data, err := c.encode()
	if err != nil {
		return err
	}
	name := commitName(c.seq)
	path := filepath.Join(s.dir, name)
	if err := durably.Replace(path, data); err != nil {
		return fmt.Errorf("store: the values cannot be stored: %w", err)
	}
	if id, err := identify(path); err == nil {
		s.verified[name] = id
	}
	s.writeHead(c.seq)
	return nil
}

// durably is how commits and texts are written. What a killed process leaves of one is swept.
var durably = files.Way{Temp: tempPrefix + "*", Durable: true}

// encode makes the content of a commit file.
func (c *commit) encode() ([]byte, error) {
	manifest, err := c.told.of(c.manifest).AppendBinary(nil)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	f := fileContent{seq: c.seq, parent: c.parent, time: c.time.Unix(), gone: c.gone, manifest: manifest, texts: c.texts, meta: c.meta}
	if c.base != nil {
		f.base = c.base.name
	}
	return f.encode(), nil
}

// Drop removes variables from the current state, as a commit of its own. Names that are not there are ignored; with no
// name that is, only meta changes.
func (s *Store) Drop(names []string, meta Meta) error {
	part := s.Manifest().Part(names)
	all := part.Names()
	part.Keep(func(v *manifest.Var) bool { return !slices.Contains(names, v.Name) })
	return s.Adopt(all, part, meta)
}

// Clear removes all variables, as a commit of its own.
func (s *Store) Clear(meta Meta) error {
	return s.Adopt(s.Manifest().Names(), &manifest.Manifest{}, meta)
}

// Undo goes back to the commit before the current one, which is removed. Object ids and commit numbers are not used
// again.
func (s *Store) Undo() error {
	c := s.current()
	if c == nil || len(s.commits) == 1 && c.parent != 0 {
		return ErrNothingToUndo
	}
	s.writeHead(c.parent)
	if err := os.Remove(filepath.Join(s.dir, commitName(c.seq))); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.forget(len(s.commits)-1, len(s.commits))
	if err := files.SyncDir(s.dir); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return s.sweep()
}

// Value describes a variable's current value.
type Value struct {
	Name       string
	Type       string
	Size       uint64 // bytes that it reaches, memory shared with others included
	Commit     uint64 // the commit that last changed it
	SetBy      int    // Meta.Count of that commit, 0 if it had none
	NotCarried string // why there is no value; empty if there is one
}

// Values lists the variables of the current state by name.
func (s *Store) Values() []Value {
	var list []Value
	for _, v := range s.Manifest().Vars {
		list = append(list, newValue(&v))
	}
	return list
}

func newValue(v *manifest.Var) Value {
	return Value{v.Name, v.Type, v.Size, v.Changed, int(v.SetBy), v.NotCarried}
}
