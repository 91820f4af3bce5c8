package snapshot

import (
	"math"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

type node struct {
	left, right *node
	key         int
	val         float64
}

func TestBasicRoundTrip(t *testing.T) {
	type pair struct {
		A int
		b string
	}
	var x = 42
	var s = "hello"
	var f = []float64{1, 2, math.Inf(1)}
	var m = map[string]int{"a": 1, "b": 2}
	var p = &pair{3, "x"}
	var e any = pair{7, "boxed"}
	var tree = &node{key: 1, left: &node{key: 2}, right: &node{key: 3}}
	tree.left.right = tree
	var nested = [][]float64{{1}, nil, {}, {2, 3}}
	ss := newSession(t)
	ss.keep("x", &x, "s", &s, "f", &f, "m", &m, "p", &p, "e", &e, "tree", &tree, "nested", &nested)

	var x2 int
	var s2 string
	var f2 []float64
	var m2 map[string]int
	var p2 *pair
	var e2 any
	var tree2 *node
	var nested2 [][]float64
	im, missing := ss.open("x", &x2, "s", &s2, "f", &f2, "m", &m2, "p", &p2, "e", &e2, "tree", &tree2, "nested", &nested2)
	if len(missing) > 0 {
		t.Fatal(missing)
	}
	if x2 != 42 || s2 != "hello" || len(f2) != 3 || f2[2] != math.Inf(1) || m2["b"] != 2 || *p2 != *p || e2 != e {
		t.Fatal(x2, s2, f2, m2, p2, e2)
	}
	if tree2.left.key != 2 || tree2.left.right != tree2 || tree2.right.key != 3 {
		t.Fatal(tree2)
	}
	if len(nested2) != 4 || nested2[1] != nil || nested2[2] == nil || nested2[3][1] != 3 {
		t.Fatal(nested2)
	}
	before := im.base.Segments
	m3, _ := ss.commit(im)
	if len(m3.Segments) != len(before) {
		t.Fatal("segments", len(before), len(m3.Segments))
	}
	for _, s := range m3.Segments {
		if !containsSegment(before, s) {
			t.Errorf("segment of %v was written though nothing changed", s.Sig)
		}
	}
}

func containsSegment(list []manifest.Segment, s manifest.Segment) bool {
	for _, o := range list {
		if o.File == s.File && o.Off == s.Off {
			return true
		}
	}
	return false
}
