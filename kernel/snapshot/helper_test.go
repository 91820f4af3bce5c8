package snapshot

import (
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// session plays a sequence of programs over one store.
type session struct {
	t   testing.TB
	dir string
	seq uint64
}

func newSession(t testing.TB) *session {
	if tt, ok := t.(*testing.T); ok {
		_ = tt
	}
	return &session{t: t, dir: t.TempDir()}
}

// manifest reads the manifest of the last commit.
func (s *session) manifest() *manifest.Manifest {
	s.t.Helper()
	m := &manifest.Manifest{NextID: 1}
	if s.seq == 0 {
		return m
	}
	data, err := os.ReadFile(s.file())
	if err == nil {
		err = m.UnmarshalBinary(data)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

// part is what of the manifest a program with these variables is given.
func (s *session) part(vars []Variable) *manifest.Manifest {
	var names []string
	for _, v := range vars {
		names = append(names, v.Name)
	}
	return s.manifest().Part(names)
}

// file is where the manifest of the last commit is.
func (s *session) file() string { return filepath.Join(s.dir, "c"+strconv.FormatUint(s.seq, 10)) }

// open loads variables as a program would. Names and pointers alternate in vars.
func (s *session) open(vars ...any) (*Image, map[string]string) {
	s.t.Helper()
	return s.openWith(nil, nil, vars...)
}

func (s *session) openWith(types []reflect.Type, refs []memory.Ref, vars ...any) (*Image, map[string]string) {
	s.t.Helper()
	var list []Variable
	for i := 0; i < len(vars); i += 2 {
		list = append(list, Variable{Name: vars[i].(string), Ptr: vars[i+1]})
	}
	im := Open(s.dir, s.part(list), types, refs)
	missing, err := im.Load(list)
	if err != nil {
		s.t.Fatal(err)
	}
	return im, missing
}

// commit commits and adopts, as the kernel does. It returns why variables are not carried that were before.
func (s *session) commit(im *Image) (*manifest.Manifest, []string) {
	s.t.Helper()
	saved, err := im.Commit()
	if err != nil {
		s.t.Fatal(err)
	}
	var sent manifest.Manifest
	if err := sent.UnmarshalBinary(saved.Manifest); err != nil {
		s.t.Fatal(err)
	}
	m, err := s.manifest().Put(im.base.Names(), &sent)
	if err != nil {
		s.t.Fatal(err)
	}
	var newly []string
	for _, v := range m.Vars {
		if old := im.stored(v.Name); v.NotCarried != "" && (old == nil || old.NotCarried != v.NotCarried) {
			newly = append(newly, v.NotCarried)
		}
	}
	s.seq++
	m.Seq = s.seq
	data, _ := m.AppendBinary(nil)
	if err := os.WriteFile(s.file(), data, 0o600); err != nil {
		s.t.Fatal(err)
	}
	saved.Adopted()
	return m, newly
}

// keep stores variables in one program.
func (s *session) keep(vars ...any) *manifest.Manifest {
	s.t.Helper()
	m, _ := s.commit(s.fresh(vars...))
	return m
}

// fresh declares variables anew.
func (s *session) fresh(vars ...any) *Image {
	s.t.Helper()
	var list []Variable
	for i := 0; i < len(vars); i += 2 {
		list = append(list, Variable{Name: vars[i].(string), Ptr: vars[i+1], Fresh: true})
	}
	im := Open(s.dir, s.part(list), nil, nil)
	if _, err := im.Load(list); err != nil {
		s.t.Fatal(err)
	}
	return im
}
