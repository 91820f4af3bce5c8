package snapshot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommitThatCannotWrite(t *testing.T) {
	x := []float64{1, 2, 3}
	ss := newSession(t)
	im := ss.fresh("x", &x)
	if err := os.RemoveAll(ss.dir); err != nil {
		t.Fatal(err)
	}
	if _, err := im.Commit(); err == nil || !strings.Contains(err.Error(), "cannot be stored") {
		t.Fatal(err)
	}
}

func TestDamagedFilesAreNotDecoded(t *testing.T) {
	x, big := &node{key: 1}, make([]int64, 20000)
	for _, damage := range []func(data []byte) []byte{
		func(data []byte) []byte { data[len(data)/2] ^= 1; return data },
		func(data []byte) []byte { return data[:len(data)-1] },
		func([]byte) []byte { return nil },
	} {
		ss := newSession(t)
		m := ss.keep("x", &x, "big", &big)
		for _, name := range m.Files() {
			path := filepath.Join(ss.dir, name)
			good, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			bad := damage(append([]byte(nil), good...))
			if name[0] == 'b' && len(bad) == len(good) {
				continue // blobs are verified by the store
			}
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			im := Open(ss.dir, ss.manifest(), nil, nil)
			var y *node
			var b []int64
			if _, err := im.Load([]Variable{{Name: "x", Ptr: &y}, {Name: "big", Ptr: &b}}); err == nil {
				t.Errorf("%s: damage was not noticed", name)
			}
			if err := os.WriteFile(path, good, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestSmallSegmentsAreJoined(t *testing.T) {
	var all [][]*node
	for i := range 8 { // each some 700 KB: a segment of its own
		var l []*node
		for j := range 20000 {
			l = append(l, &node{key: i*100000 + j})
		}
		all = append(all, l)
	}
	ss := newSession(t)
	m := ss.keep("all", &all)
	if len(m.Segments) < 5 {
		t.Fatal(len(m.Segments))
	}
	var again [][]*node
	im, _ := ss.open("all", &again)
	for i := range again {
		again[i] = again[i][:10:10]
		again[i] = append([]*node(nil), again[i]...)
	}
	m, _ = ss.commit(im)
	if len(m.Segments) > 3 {
		t.Errorf("%d segments for 80 nodes", len(m.Segments))
	}
	var last [][]*node
	ss.open("all", &last)
	if d := newComparison().same(&again, &last); d != "" {
		t.Error(d)
	}
}

// An attempt that is given up, because memory changed meanwhile, leaves no number that another object then gets as well.
func TestAttemptsThatAreGivenUp(t *testing.T) {
	s := newSession(t)
	p := &[]int{1, 2, 3}
	im, _ := s.open("p", &p)
	if saved, err := im.attemptCommit(false); err != nil || saved == nil {
		t.Fatal(saved, err)
	}
	s.commit(im)
	var q *[]int
	s.open("p", &q)
	if q == nil || len(*q) != 3 || (*q)[2] != 3 {
		t.Errorf("got %v", q)
	}
}
