package figure

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Two pairs and a leaf of its own; at 2 the tree falls into three clusters.
func ExampleNewDendrogram() {
	fmt.Print(NewDendrogram("Five leaves", Dendrogram{
		Merges:  [][2]int{{0, 3}, {1, 4}, {5, 6}, {2, 7}},
		Heights: []float64{1, 1.5, 3, 4},
		Leaves:  []string{"a", "b", "c", "d", "e"},
		Cut:     2,
	}))
	// Output:
	// Figure: Five leaves
	//   x axis, [−0.6, 4.6]
	//   y axis: height, [0, 4.2]
	//   dendrogram: 2 merges at heights in [3, 4]
	//   dendrogram “cluster”: 1 merge at height 1, of a, d
	//   dendrogram “cluster”: 1 merge at height 1.5, of b, e
	//   straight line “cut”: y = 2
}

// TestDendrogramLayout: leaves stand at whole places without crossings, each merge in the middle of its nodes.
func TestDendrogramLayout(t *testing.T) {
	d := Dendrogram{Merges: [][2]int{{0, 3}, {1, 4}, {5, 6}, {2, 7}}, Heights: []float64{1, 1.5, 3, 4}}
	f := NewDendrogram("", d)
	if want := []string{"2", "0", "3", "1", "4"}; !slices.Equal(f.XAxis.Names, want) {
		t.Errorf("leaves %v, want %v", f.XAxis.Names, want)
	}
	l := f.Layers[0]
	if x, y := l.X[15:19], l.Y[15:19]; !slices.Equal(x, []float64{0, 0, 2.5, 2.5}) || !slices.Equal(y, []float64{0, 4, 4, 3}) {
		t.Errorf("the last merge goes along %v, %v", x, y)
	}
	d.Leaves = []string{"a", "b", "c", "d", strings.Repeat("long ", 40)}
	f = NewDendrogram("", d)
	if l = f.Layers[0]; !slices.Equal(l.Y[15:19], []float64{4, 4, 1.5, 1.5}) || f.YAxis.Names[0] != "c" || f.YAxis.TicksAt[0] != 4 {
		t.Errorf("long names: the last merge goes along %v, names %v at %v", l.Y[15:19], f.YAxis.Names, f.YAxis.TicksAt)
	}
}

// TestDendrogramCut: a merge is below the cut only with all that is below it, also where heights fall.
func TestDendrogramCut(t *testing.T) {
	d := Dendrogram{Merges: [][2]int{{0, 1}, {2, 3}}, Heights: []float64{5, 1}, Cut: 2}
	if f := NewDendrogram("", d); len(f.Layers) != 2 || len(f.Layers[0].Lo) != 2 {
		t.Errorf("heights that fall: %v", f)
	}
	d.Heights = []float64{0, 0}
	if f := NewDendrogram("", d); f.Err() != nil || len(f.Layers) != 2 || len(f.Layers[0].Text) != 3 {
		t.Errorf("heights of zero: %v", f)
	}
	many := Dendrogram{Merges: [][2]int{{0, 1}}, Heights: []float64{1}}
	for k := range 200 {
		many.Merges, many.Heights = append(many.Merges, [2]int{k + 2, 202 + k}), append(many.Heights, float64(k+2))
	}
	if f := NewDendrogram("", many); f.Err() != nil || len(f.XAxis.Names) != 1 {
		t.Errorf("many leaves: %v, names %v", f.Err(), f.XAxis.Names)
	}
}
