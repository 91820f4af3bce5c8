package store

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

type tree struct {
	Left, Right *tree
	Key         int
}

// values are the variables of a test program.
type values struct {
	n    int
	s    string
	list []*tree
	big  []float64
	m    map[string][]int
}

var names = []string{"n", "s", "list", "big", "m"}

func (v *values) vars(fresh bool) []snapshot.Variable {
	return []snapshot.Variable{{Name: "n", Ptr: &v.n, Fresh: fresh}, {Name: "s", Ptr: &v.s, Fresh: fresh},
		{Name: "list", Ptr: &v.list, Fresh: fresh}, {Name: "big", Ptr: &v.big, Fresh: fresh}, {Name: "m", Ptr: &v.m, Fresh: fresh}}
}

func openStore(t testing.TB, dir string, l Limits) *Store {
	t.Helper()
	s, findings, err := OpenLimits(dir, l)
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// cell runs a cell's program in this process: load, change, commit.
func cell(t testing.TB, s *Store, fresh bool, change func(v *values)) {
	t.Helper()
	part := s.Manifest().Part(names)
	im := snapshot.Open(s.Dir(), part, nil, nil)
	var v values
	if _, err := im.Load(v.vars(fresh)); err != nil {
		t.Fatal(err)
	}
	change(&v)
	saved, err := im.Commit()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Adopt(part.Names(), decoded(t, saved.Manifest), Meta{Data: []byte("meta of " + v.s)}); err != nil {
		t.Fatal(err)
	}
}

// look loads the values without a commit.
func look(t testing.TB, s *Store) *values {
	t.Helper()
	im := snapshot.Open(s.Dir(), s.Manifest().Part(names), nil, nil)
	v := &values{}
	if _, err := im.Load(v.vars(false)); err != nil {
		t.Fatal(err)
	}
	return v
}

func first(v *values) {
	v.n, v.s = 1, "first"
	v.list = []*tree{{Key: 1}, {Key: 2}}
	v.list[0].Left = v.list[1]
	v.big = make([]float64, 50000)
	v.m = map[string][]int{"a": {1, 2}}
}

func next(i int) func(v *values) {
	return func(v *values) {
		v.n, v.s = i, "cell "+string(rune('a'+i))
		v.list = append(v.list, &tree{Key: i, Left: v.list[0]})
		v.big[i*1000] = float64(i)
		v.m["a"] = append(v.m["a"], i)
	}
}

func checkState(t *testing.T, v *values, i int) {
	t.Helper()
	if v.n != i || len(v.list) != i+1 || v.list[0].Left != v.list[1] || v.big[i*1000] != float64(max(i, 2))*b2f(i > 1) || len(v.m["a"]) != i+1 {
		t.Fatalf("state %d: n %d, %d nodes, big %v, map %v", i, v.n, len(v.list), v.big[i*1000], v.m)
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func fill(t *testing.T, s *Store, n int) {
	t.Helper()
	cell(t, s, true, first)
	for i := 2; i <= n; i++ {
		cell(t, s, false, next(i))
	}
}

func TestHistoryAndUndo(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	if !s.Empty() || !errors.Is(s.Undo(), ErrNothingToUndo) || s.Meta() != nil || len(s.Values()) != 0 {
		t.Fatal("a new store is not empty")
	}
	fill(t, s, 5)
	checkState(t, look(t, s), 5)
	if n := len(s.commits); n != 5 || s.current().seq != 5 {
		t.Fatal(n, s.current().seq)
	}
	for _, v := range s.Values() {
		if v.Commit != 5 {
			t.Errorf("%s was set in commit %d", v.Name, v.Commit)
		}
	}
	for i := 4; i >= 1; i-- {
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		checkState(t, look(t, s), i)
	}
	s.Close()
	s = openStore(t, dir, Limits{})
	checkState(t, look(t, s), 1)
	if string(s.Meta()) != "meta of first" {
		t.Errorf("meta %q", s.Meta())
	}
	cell(t, s, false, next(2))
	checkState(t, look(t, s), 2)
	if err := s.Undo(); err != nil {
		t.Fatal(err)
	}
	if err := s.Undo(); err != nil {
		t.Fatal(err)
	}
	if !s.Empty() || len(s.Values()) != 0 {
		t.Fatal("not empty after all is undone")
	}
	if names := dataFiles(t, dir); len(names) != 0 {
		t.Fatal("files left", names)
	}
}

func dataFiles(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != LockName && e.Name() != headName {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestChangedIsTheCommitThatSetTheValue(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	cell(t, s, true, first)
	cell(t, s, false, func(v *values) { v.n = 5 })
	cell(t, s, false, func(v *values) { v.big[3] = 1 })
	got := map[string]uint64{}
	for _, v := range s.Values() {
		got[v.Name] = v.Commit
	}
	if got["n"] != 2 || got["big"] != 3 || got["s"] != 1 || got["list"] != 1 || got["m"] != 1 {
		t.Error(got)
	}
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{Commits: 3})
	cell(t, s, true, first)
	for range 10 {
		cell(t, s, false, func(v *values) { v.n++; v.big = append([]float64(nil), make([]float64, 20000)...) })
	}
	if h := s.commits; len(h) != 4 || h[0].seq != 8 {
		t.Fatal(h)
	}
	blobs := 0
	for _, name := range dataFiles(t, dir) {
		if name[0] == 'b' {
			blobs++
		}
	}
	if blobs != 4 {
		t.Errorf("%d blob files for four commits", blobs)
	}
	for range 3 {
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Undo(); !errors.Is(err, ErrNothingToUndo) {
		t.Fatal(err)
	}
	if v := look(t, s); v.n != 8 {
		t.Fatal(v.n)
	}
	s.Close()
	s = openStore(t, dir, Limits{Bytes: 1000})
	for range 3 {
		cell(t, s, false, func(v *values) { v.n++; v.big = make([]float64, 20000) })
	}
	if h := s.commits; len(h) != 1 {
		t.Errorf("%d commits within 1000 bytes", len(h))
	}
}

func TestDropAndClear(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	cell(t, s, true, first)
	if err := s.Drop([]string{"n", "nothing"}, Meta{Data: []byte("dropped")}); err != nil {
		t.Fatal(err)
	}
	v := look(t, s)
	if v.n != 0 || v.s != "first" || len(v.list) != 2 || string(s.Meta()) != "dropped" || s.Manifest().Var("n") != nil {
		t.Fatal(v)
	}
	if err := s.Clear(Meta{Data: []byte("cleared")}); err != nil {
		t.Fatal(err)
	}
	if len(s.Values()) != 0 || look(t, s).s != "" {
		t.Fatal(s.Values())
	}
	for range 2 {
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	checkState(t, look(t, s), 1)
}

func TestOneKernelAtATime(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	if _, _, err := Open(dir); !errors.Is(err, ErrLocked) {
		t.Fatal(err)
	}
	s.Close()
	openStore(t, dir, Limits{})
}

func TestSaveAndLoad(t *testing.T) {
	a, b := openStore(t, t.TempDir(), Limits{}), openStore(t, t.TempDir(), Limits{})
	fill(t, a, 3)
	cell(t, b, true, func(v *values) { v.n, v.s, v.list = 77, "other", []*tree{{Key: 9}} })
	path := filepath.Join(t.TempDir(), "x.msnap")
	if err := a.Save(path, nil, "list", "big", "m", "nope"); err == nil {
		t.Fatal("saved a variable that does not exist")
	}
	if err := a.Save(path, a.Meta(), "list", "big", "m"); err != nil {
		t.Fatal(err)
	}
	saved, err := b.Load(path, Meta{Data: []byte("after load")})
	if err != nil {
		t.Fatal(err)
	}
	if len(saved.Values) != 3 || string(saved.Meta) != string(a.Meta()) || string(b.Meta()) != "after load" {
		t.Fatal(saved.Values, saved.Meta)
	}
	v := look(t, b)
	if v.n != 77 || v.s != "other" {
		t.Fatal(v.n, v.s)
	}
	v.n = 3
	checkState(t, v, 3)
	for i := range 3 { // what was loaded can be changed, unchanged, and loaded again on top
		cell(t, b, false, func(v *values) { v.list[0].Key = i; v.big[7] = float64(i) })
		if v := look(t, b); v.list[0].Key != i || v.big[7] != float64(i) || v.big[3000] != 3 || v.list[0].Left != v.list[1] || len(v.m["a"]) != 4 {
			t.Fatal(i)
		}
		if _, err := b.Load(path, Meta{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Save(path, nil); err != nil { // all of it, loaded segments included
		t.Fatal(err)
	}
	c := openStore(t, t.TempDir(), Limits{})
	if _, err := c.Load(path, Meta{}); err != nil {
		t.Fatal(err)
	}
	if v := look(t, c); v.n != 77 || len(v.list) != 4 || v.big[3000] != 3 {
		t.Fatal(v.n, len(v.list))
	}
}

func TestDamagedSavedFile(t *testing.T) {
	a := openStore(t, t.TempDir(), Limits{})
	fill(t, a, 2)
	path := filepath.Join(t.TempDir(), "x.msnap")
	if err := a.Save(path, nil); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b := openStore(t, t.TempDir(), Limits{})
	rng := rand.New(rand.NewPCG(1, 1))
	missed := 0
	for range 60 {
		bad := slices.Clone(good)
		if rng.IntN(3) == 0 {
			bad = bad[:rng.IntN(len(bad))]
		} else {
			bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Load(path, Meta{}); err == nil { // a bit of padding
			missed++
			checkState(t, look(t, b), 2)
			if err := b.Clear(Meta{}); err != nil {
				t.Fatal(err)
			}
		} else if len(b.Values()) != 0 {
			t.Fatal("a damaged file changed the store")
		}
	}
	if missed > 6 {
		t.Errorf("%d of 60 damages had no effect", missed)
	}
}

// TestDamage flips bits and cuts files all over a store, and puts pipes, to which nobody writes, in their places. Whatever happens, an earlier or the current state is there
// whole, and damage to what is current is reported.
func TestDamage(t *testing.T) {
	origin := t.TempDir()
	s := openStore(t, origin, Limits{})
	fill(t, s, 4)
	s.Close()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range dataFiles(t, origin) {
		good, err := os.ReadFile(filepath.Join(origin, name))
		if err != nil {
			t.Fatal(err)
		}
		for round := range 13 {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
				t.Fatal(err)
			}
			bad := slices.Clone(good)
			switch at := rng.IntN(len(bad)); {
			case round < 8:
				bad[at] ^= 1 << rng.IntN(8)
			case round < 11:
				bad = bad[:at]
			default:
				bad = nil
			}
			if round == 12 {
				pipe(t, filepath.Join(dir, name))
			} else if err := os.WriteFile(filepath.Join(dir, name), bad, 0o600); err != nil {
				t.Fatal(err)
			}
			checkDamaged(t, dir, name)
		}
	}
}

// pipe puts a pipe in the place of a file.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
}

func checkDamaged(t *testing.T, dir, name string) {
	t.Helper()
	s, findings, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	v := look(t, s)
	if v.n == 0 {
		if len(s.commits) > 0 {
			t.Fatal("an empty value of a commit that exists")
		}
	} else {
		checkState(t, v, v.n)
	}
	if v.n != 4 && len(findings) == 0 {
		t.Fatalf("%s: rolled back to %d without a finding", name, v.n)
	}
	if strings.HasPrefix(name, commitPrefix) && len(findings) == 0 {
		t.Fatalf("%s: not noticed", name)
	}
	// The store goes on, and is clean from now on.
	cell(t, s, v.n == 0, func(v *values) { v.s = "after" })
	s.Close()
	s, findings, err = Open(dir)
	if err != nil || len(findings) > 0 && len(s.commits) == 0 {
		t.Fatal(err, findings)
	}
	defer s.Close()
	if look(t, s).s != "after" {
		t.Fatal("the commit after the damage is lost")
	}
}

func TestVerifyBetweenCells(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	fill(t, s, 3)
	if findings, err := s.Verify(); err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	var blob string
	for _, name := range s.Manifest().Files() {
		if name[0] == 'b' {
			blob = filepath.Join(s.Dir(), name)
		}
	}
	data, err := os.ReadFile(blob)
	if err != nil {
		t.Fatal(err)
	}
	data[100] ^= 4
	if err := os.WriteFile(blob, data, 0o600); err != nil {
		t.Fatal(err)
	}
	findings, err := s.Verify()
	if err != nil || len(findings) == 0 || !strings.Contains(findings[0], "it holds big") {
		t.Fatal(err, findings)
	}
	if v := look(t, s); v.n > 2 {
		t.Fatal("not rolled back", v.n)
	}
}

func TestLeftoversAreRemoved(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	fill(t, s, 2)
	for _, name := range []string{"s00000003-1-0", "b00000003-1-0", tempPrefix + "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.sweep(); err != nil {
		t.Fatal(err)
	}
	names := dataFiles(t, dir)
	if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, "-1-0") || strings.HasPrefix(n, tempPrefix) }) || !slices.Contains(names, "notes.txt") {
		t.Error(names)
	}
	checkState(t, look(t, s), 2)
}

func TestAdoptRefuses(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	fill(t, s, 2)
	m := *s.Manifest()
	m.Segments = slices.Clone(m.Segments)
	m.Segments[0].File = "s99999999-1-1"
	data, _ := m.AppendBinary(nil)
	if err := s.Adopt(nil, decoded(t, data), Meta{}); err == nil {
		t.Error("adopted a manifest with a missing file")
	}
	checkState(t, look(t, s), 2)
}

// decoded is a manifest as a program sends it.
func decoded(t testing.TB, data []byte) *manifest.Manifest {
	t.Helper()
	var m manifest.Manifest
	if err := m.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	return &m
}
