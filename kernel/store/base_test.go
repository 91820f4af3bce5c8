package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// described is a manifest of variables whose values lie in a file that is there: each in a segment of its own, some in a
// segment that several share.
func described(t *testing.T, s *Store, rng *rand.Rand, next uint64, names ...string) *manifest.Manifest {
	t.Helper()
	file := fmt.Sprintf("s%08d-%d-%d", s.maxSeq+1, rng.Uint32(), next)
	if err := os.WriteFile(filepath.Join(s.Dir(), file), []byte("0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &manifest.Manifest{NextID: next}
	slices.Sort(names)
	for i, name := range slices.Compact(names) {
		m.Vars = append(m.Vars, manifest.Var{Name: name, ID: m.NextID, Type: "main.T" + strings.Repeat("x", 20)})
		sig := []uint64{m.NextID}
		if i > 0 && rng.IntN(8) == 0 {
			sig = []uint64{m.NextID - 1, m.NextID}
		}
		m.Segments = append(m.Segments, manifest.Segment{Sig: sig, File: file, Len: 16, CRC: packed.Checksum([]byte("0123456789abcdef"))})
		m.NextID++
	}
	return m
}

// change commits new values of some variables.
func change(t *testing.T, s *Store, rng *rand.Rand, names ...string) {
	t.Helper()
	part := s.Manifest().Part(names)
	now := described(t, s, rng, max(1, s.Manifest().NextID), append(part.Names(), names...)...)
	if err := s.Adopt(part.Names(), now, Meta{}); err != nil {
		t.Fatal(err)
	}
}

func commitSize(t *testing.T, s *Store) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(s.Dir(), commitName(s.current().seq)))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// A commit of few variables among many is a small file, and a store that is opened again has what it had, whatever was
// committed, dropped and undone.
func TestCommitsTellWhatDiffers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	var all []string
	for i := range 1000 {
		all = append(all, fmt.Sprint("v", i))
	}
	change(t, s, rng, all...)
	bases := map[string]bool{}
	for round := range 50 {
		switch rng.IntN(8) {
		case 0:
			if err := s.Drop([]string{all[rng.IntN(len(all))]}, Meta{}); err != nil {
				t.Fatal(err)
			}
		case 1:
			if err := s.Undo(); err != nil {
				t.Fatal(err)
			}
		case 2:
			change(t, s, rng, all[:400+rng.IntN(400)]...)
		default:
			change(t, s, rng, all[rng.IntN(len(all))], fmt.Sprint("new", rng.IntN(50)))
			full, _ := s.Manifest().AppendBinary(nil)
			if size := commitSize(t, s); size > int64(smallManifest+len(full)/baseShare+1000) {
				t.Errorf("round %d: a commit file of %d bytes for a manifest of %d", round, size, len(full))
			}
		}
		if b := s.current().base; b != nil {
			bases[b.name] = true
		}
		want, _ := s.Manifest().AppendBinary(nil)
		s.Close()
		s = openStore(t, dir, Limits{})
		if got, _ := s.Manifest().AppendBinary(nil); string(got) != string(want) {
			t.Fatalf("round %d: the store that was opened again has another manifest", round)
		}
	}
	if len(bases) < 2 {
		t.Errorf("%d bases were made: too few to try them", len(bases))
	}
}

// A running store writes a base again that somebody has deleted; one that is opened goes back to a commit without.
func TestBaseIsLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	change(t, s, rng, "first")
	var all []string
	for i := range 2000 {
		all = append(all, fmt.Sprint("v", i))
	}
	change(t, s, rng, all...)
	remove := func() {
		t.Helper()
		if err := os.Remove(filepath.Join(dir, s.current().base.name)); err != nil {
			t.Fatal(err)
		}
	}
	remove()
	findings, err := s.Verify()
	if err != nil || len(findings) != 2 || !strings.HasSuffix(findings[0], writtenAgain) {
		t.Errorf("%q, %v", findings, err)
	}
	if len(s.Manifest().Vars) != 2001 {
		t.Errorf("%d variables are left", len(s.Manifest().Vars))
	}
	remove()
	s.Close()
	s, findings, err = Open(dir)
	if err != nil || len(findings) == 0 {
		t.Fatal(findings, err)
	}
	defer s.Close()
	if got := s.Manifest().Names(); !slices.Equal(got, []string{"first"}) {
		t.Errorf("%d variables are left", len(got))
	}
}

// A commit that would replace one of several variables that share memory, or use another's id, is refused.
func TestAdoptRefusesHalves(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	fill(t, s, 2)
	shared := s.Manifest().Part([]string{"n"})
	shared.Segments[0].Sig = append(shared.Segments[0].Sig, s.Manifest().NextID)
	shared.Vars = append(shared.Vars, manifest.Var{Name: "other", ID: s.Manifest().NextID})
	shared.NextID++
	if err := s.Adopt([]string{"n"}, shared, Meta{}); err != nil {
		t.Fatal(err)
	}
	half := s.Manifest().Part([]string{"n"})
	half.Keep(func(v *manifest.Var) bool { return v.Name == "n" })
	stranger := &manifest.Manifest{Vars: []manifest.Var{{Name: "stranger", ID: s.Manifest().Var("s").ID}}}
	for _, m := range []*manifest.Manifest{half, stranger} {
		if err := s.Adopt([]string{"n"}, m, Meta{}); err == nil {
			t.Errorf("%s was adopted", m.Names())
		}
	}
}

// Of a store with many files Verify finds the damage of a named variable at once, and that of others in turn.
func TestVerifyInTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := openStore(t, t.TempDir(), Limits{Commits: 3})
	for i := range 3 * lookedAt / 2 {
		change(t, s, rng, fmt.Sprintf("v%04d", i))
	}
	damage := func(name string) {
		t.Helper()
		file := s.Manifest().Part([]string{name}).Segments[0].File
		if err := os.WriteFile(filepath.Join(s.Dir(), file), []byte("0123456789abcdeF"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	last := fmt.Sprintf("v%04d", 3*lookedAt/2-1)
	damage(last)
	if findings, err := s.Verify(last); err != nil || len(findings) == 0 || s.Manifest().Var(last) != nil {
		t.Fatal(findings, err)
	}
	last = fmt.Sprintf("v%04d", 3*lookedAt/2-2)
	damage(last)
	for range 2 {
		if _, err := s.Verify(); err != nil {
			t.Fatal(err)
		}
	}
	if s.Manifest().Var(last) != nil {
		t.Error("damage was not noticed when its turn had come")
	}
}
