package snapshot

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

func TestPartialLoadKeepsSharing(t *testing.T) {
	shared := &node{key: 1}
	x := &node{left: shared}
	y := &node{right: shared, key: 5}
	z := []int{1}
	ss := newSession(t)
	ss.keep("x", &x, "y", &y, "z", &z)

	var x1 *node
	im, _ := ss.open("x", &x1)
	x1.left.key = 77
	x1.left.left = &node{key: 88} // new, and reached by y as well
	x1.left = nil                 // x lets go: y alone keeps the shared node
	m, _ := ss.commit(im)
	if got := m.Var("y"); got == nil || got.NotCarried != "" {
		t.Fatal(got)
	}

	var y1 *node
	im, _ = ss.open("y", &y1)
	if y1.key != 5 || y1.right.key != 77 || y1.right.left == nil || y1.right.left.key != 88 {
		t.Fatalf("%+v %+v", y1, y1.right)
	}
	y1.right.left.right = y1 // a cycle
	ss.commit(im)

	var x2, y2 *node
	var z2 []int
	ss.open("y", &y2, "x", &x2, "z", &z2)
	if y2.right.left.right != y2 || x2.left != nil || z2[0] != 1 {
		t.Fatal("third program sees something else")
	}
}

func TestPointersIntoOtherVariables(t *testing.T) {
	var x [4]int
	p := &x[2]
	s := x[1:3]
	ss := newSession(t)
	m := ss.keep("x", &x, "p", &p, "s", &s)
	if r := m.Var("p").Related; !slices.Equal(r, []string{"x"}) {
		t.Fatal(r)
	}
	// A program that has both: the pointer leads into the variable itself.
	var x1 [4]int
	var p1 *int
	im, _ := ss.open("x", &x1, "p", &p1)
	if p1 != &x1[2] {
		t.Fatal("p does not point into x")
	}
	*p1 = 9
	ss.commit(im)
	// One that has only the pointer: it changes x all the same.
	var p2 *int
	im, _ = ss.open("p", &p2)
	if *p2 != 9 {
		t.Fatal(*p2)
	}
	*p2 = 10
	ss.commit(im)
	var x3 [4]int
	var s3 []int
	im, _ = ss.open("x", &x3, "s", &s3)
	if x3[2] != 10 || &s3[1] != &x3[2] || cap(s3) != 3 {
		t.Fatal(x3, s3)
	}
	ss.commit(im)
	// x is declared anew: the old memory lives on behind p and s.
	x4 := "new"
	ss.keep("x", &x4)
	var p5 *int
	var s5 []int
	var x5 string
	ss.open("p", &p5, "s", &s5, "x", &x5)
	if p5 != &s5[1] || *p5 != 10 || x5 != "new" {
		t.Fatal(p5, s5, x5)
	}
}

func TestSharedBadness(t *testing.T) {
	type box struct{ v any }
	b := &box{1}
	x, y := b, b
	ss := newSession(t)
	ss.keep("x", &x, "y", &y)
	var x1 *box
	im, _ := ss.open("x", &x1)
	x1.v = func() {}
	m, notes := ss.commit(im)
	if m.Var("x").NotCarried == "" || m.Var("y").NotCarried == "" || len(notes) != 2 || len(m.Segments) != 0 {
		t.Fatal(m.Vars, notes, m.Segments)
	}
	var y2 *box
	if _, missing := ss.open("y", &y2); missing["y"] == "" || y2 != nil {
		t.Fatal(missing)
	}
}

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	tree := func() *node { // some 5 MB
		var all []*node
		for i := range 100000 {
			n := &node{key: i}
			if i > 0 {
				if p := all[(i-1)/2]; p.left == nil {
					p.left = n
				} else {
					p.right = n
				}
			}
			all = append(all, n)
		}
		return all[0]
	}()
	ss := newSession(t)
	first := ss.keep("tree", &tree)
	if len(first.Segments) < 3 {
		t.Fatal("segments:", len(first.Segments))
	}
	var again *node
	im, _ := ss.open("tree", &again)
	again.left.right.key = -1
	second, _ := ss.commit(im)
	written := 0
	for _, s := range second.Segments {
		if !containsSegment(first.Segments, s) {
			written++
		}
	}
	if written != 1 {
		t.Errorf("%d segments of %d written for one changed node", written, len(second.Segments))
	}
	// A garbage-free list that grows a little in each program does not fall apart into many segments.
	var l []*node
	ss = newSession(t)
	ss.keep("l", &l)
	var m *manifest.Manifest
	for i := range 30 {
		var l []*node
		im, _ := ss.open("l", &l)
		l = append(l, &node{key: i})
		m, _ = ss.commit(im)
	}
	if len(m.Segments) != 1 {
		t.Errorf("%d segments", len(m.Segments))
	}
}

func TestBlobs(t *testing.T) {
	x := make([]float64, 1<<20) // 8 MB
	for i := range x {
		x[i] = float64(i)
	}
	rows := [][]float64{x[:1000:1000], x[1000:2000:2000]}
	ss := newSession(t)
	m := ss.keep("x", &x, "rows", &rows)
	if len(blobsOf(m)) != 1 {
		t.Fatal(blobsOf(m))
	}
	written := func() int64 {
		sum := int64(0)
		for _, b := range blobsOf(m) {
			for _, e := range b.Extents {
				if info, err := os.Stat(filepath.Join(ss.dir, e.File)); err == nil && info.Size() < 4<<20 {
					sum += e.Len
				}
			}
		}
		return sum
	}
	for round := range 20 {
		var y []float64
		var r [][]float64
		im, _ := ss.open("x", &y, "rows", &r)
		if &r[1][5] != &y[1005] || len(y) != len(x) || y[len(y)-1] != float64(len(x)-1) {
			t.Fatal("round", round)
		}
		for i := range round {
			if y[i*50000] != -float64(i) {
				t.Fatal("round", round, i, y[i*50000])
			}
		}
		y[round*50000] = -float64(round)
		m, _ = ss.commit(im)
	}
	if n := written(); n > 21*manifest.PageSize || n < manifest.PageSize {
		t.Errorf("%d bytes written for 20 changed elements", n)
	}
	var y []float64
	im, _ := ss.open("x", &y)
	before := blobsOf(m)[0]
	_ = y[12345]
	old := y[5]
	y[5] = -1
	y[5] = old // written to, but not changed
	m, _ = ss.commit(im)
	if len(blobsOf(m)[0].Extents) != len(before.Extents) {
		t.Error("an unchanged blob was written")
	}
}

func blobsOf(m *manifest.Manifest) []manifest.Blob {
	var list []manifest.Blob
	for _, s := range m.Segments {
		list = append(list, s.Blobs...)
	}
	return list
}

func TestRepeatedCommits(t *testing.T) {
	ss := newSession(t)
	x := []*node{}
	m := map[string][]int{}
	var big []byte
	im := ss.fresh("x", &x, "m", &m, "big", &big)
	for i := range 10 {
		x = append(x, &node{key: i})
		if i > 0 {
			x[i].left = x[i-1]
		}
		m[string(rune('a'+i))] = []int{i}
		big = append(big, make([]byte, 100000)...)
		big[i*100000] = byte(i)
		ss.commit(im)
		var x2 []*node
		var m2 map[string][]int
		var big2 []byte
		ss.open("x", &x2, "m", &m2, "big", &big2)
		a := pairOf[[]*node, pairOf[map[string][]int, []byte]]{x, pairOf[map[string][]int, []byte]{m, big}}
		b := pairOf[[]*node, pairOf[map[string][]int, []byte]]{x2, pairOf[map[string][]int, []byte]{m2, big2}}
		if d := newComparison().same(&a, &b); d != "" {
			t.Fatal(i, d)
		}
	}
}
