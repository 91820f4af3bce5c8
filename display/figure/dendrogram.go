package figure

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// Dendrogram is a tree of clusters: of n leaves, the nodes 0..n-1, merge k makes the node n+k.
type Dendrogram struct {
	Merges  [][2]int  // the n-1 pairs of nodes that become one, each node once and after it was made
	Heights []float64 // of the merges, not negative
	Leaves  []string  // names of the n leaves; nil for their numbers
	Cut     float64   // each cluster of merges that are no higher has a colour, and a dashed line is drawn here; 0 for none
}

const (
	acrossPixels = 900 // up to this width names stand side by side below the tree, which then has its root at the top
	mostNames    = 120 // leaves that are named at most
)

// NewDendrogram returns a figure of a tree of clusters over an axis of heights. The root is at the top where the names of the leaves find place side by side, else at
// the right, with a name in each line. More than 120 leaves are drawn without names. Models of mllib/cluster give merges and heights by their Tree.
func NewDendrogram(title string, d Dendrogram) *Figure {
	f := New(title).Legend(NoLegend)
	if why := d.check(); why != "" {
		return f.problem("dendrogram: %s", why)
	}
	t := d.layout()
	_, top := Span(d.Heights)
	if top = 1.05 * max(top, d.Cut); top == 0 {
		top = 1
	}
	n := float64(t.n)
	if t.side {
		f.XRange(0, top).YRange(-0.6, n-0.4).Axes("height", "").setTicks("y", &f.YAxis, t.places(), t.names())
		f.Width, f.Height = 600, min(max(200, 17*n+70), 2200)
	} else {
		f.YRange(0, top).XRange(-0.6, n-0.4).Axes("", "height").setTicks("x", &f.XAxis, t.places(), t.names())
		f.Width = min(max(560, t.width+80), acrossPixels+80)
	}
	return t.draw(f)
}

// check tells what is wrong with the tree, or nothing.
func (d Dendrogram) check() string {
	n := len(d.Merges) + 1
	switch {
	case n < 2 || len(d.Heights) != n-1:
		return fmt.Sprintf("%d merges and %d heights, want as many and at least one", n-1, len(d.Heights))
	case d.Leaves != nil && len(d.Leaves) != n:
		return fmt.Sprintf("%d merges of %d leaves", n-1, len(d.Leaves))
	case n > maxShapes:
		return fmt.Sprintf("%s leaves are more than the %s that are drawn", grouped(n), grouped(maxShapes))
	case !finite(d.Cut) || d.Cut < 0:
		return fmt.Sprintf("a cut at %g", d.Cut)
	}
	used := make([]bool, 2*n-1)
	for k, m := range d.Merges {
		if h := d.Heights[k]; !finite(h) || h < 0 {
			return fmt.Sprintf("merge %d has the height %g", k, h)
		}
		for _, i := range m {
			if i < 0 || i >= n+k || used[i] {
				return fmt.Sprintf("merge %d joins %d and %d, want nodes below %d, each once", k, m[0], m[1], n+k)
			}
			used[i] = true
		}
	}
	return ""
}

// dendrogramLayout is a tree with places for its nodes.
type dendrogramLayout struct {
	Dendrogram
	n      int
	place  []float64 // of each node; whole numbers for leaves
	leaves []int     // in the order of their places
	low    []bool    // the node is a leaf, or it and all below it are no higher than the cut
	side   bool      // the root is at the right
	width  float64   // pixels that the names take side by side
}

func (d Dendrogram) layout() *dendrogramLayout {
	n := len(d.Merges) + 1
	t := &dendrogramLayout{Dendrogram: d, n: n, place: make([]float64, 2*n-1), leaves: make([]int, n), low: make([]bool, 2*n-1)}
	first, size := make([]int, 2*n-1), make([]int, 2*n-1)
	for i := range n {
		size[i], t.low[i] = 1, true
	}
	for k, m := range d.Merges {
		size[n+k] = size[m[0]] + size[m[1]]
		t.low[n+k] = t.low[m[0]] && t.low[m[1]] && d.Heights[k] <= d.Cut
	}
	for k := n - 2; k >= 0; k-- {
		m := d.Merges[k]
		first[m[0]], first[m[1]] = first[n+k], first[n+k]+size[m[0]]
	}
	for i := range n {
		t.place[i], t.leaves[first[i]] = float64(first[i]), i
	}
	for k, m := range d.Merges {
		t.place[n+k] = (t.place[m[0]] + t.place[m[1]]) / 2
	}
	longest := 0
	for i := range n {
		longest = max(longest, utf8.RuneCountInString(t.name(i)))
	}
	t.width = float64(n) * (6.5*float64(longest) + 8)
	t.side = t.width > acrossPixels && n <= mostNames
	return t
}

func (d Dendrogram) name(leaf int) string {
	if d.Leaves == nil {
		return strconv.Itoa(leaf)
	}
	return d.Leaves[leaf]
}

// at is where a leaf or a merge is along the names: from the left, or from above.
func (t *dendrogramLayout) at(place float64) float64 {
	if t.side {
		return float64(t.n-1) - place
	}
	return place
}

// places and names are the ticks of the leaves; without names there is one beside the axis, for no ticks at all would be automatic.
func (t *dendrogramLayout) places() []float64 {
	if t.n > mostNames {
		return []float64{-10}
	}
	at := make([]float64, t.n)
	for p := range at {
		at[p] = t.at(float64(p))
	}
	return at
}

func (t *dendrogramLayout) names() []string {
	if t.n > mostNames {
		return []string{""}
	}
	return t.below(0, t.n)
}

// below are the names of the leaves at the places from lo to hi-1.
func (t *dendrogramLayout) below(lo, hi int) (names []string) {
	for _, leaf := range t.leaves[lo:hi] {
		names = append(names, t.name(leaf))
	}
	return names
}

// draw adds a layer for the merges above the cut, if there are any, one for each cluster below it that has merges, and the cut.
func (t *dendrogramLayout) draw(f *Figure) *Figure {
	upper := Layer{Kind: Joins, Style: Style{Color: "gray"}}
	if t.Cut == 0 {
		upper.Style, upper.Text = Style{Series: 1}, t.below(0, t.n)
	}
	if t.n > mostNames {
		upper.Style.Width = 0.8
	}
	clusters, of := t.clusters()
	for k := range t.Merges {
		if t.Cut > 0 && t.low[t.n+k] {
			t.join(&clusters[of[t.n+k]], k)
		} else {
			t.join(&upper, k)
		}
	}
	if len(upper.X) > 0 {
		f.add(upper, false, nil)
	}
	colours := 0
	for _, l := range clusters {
		if len(l.X) > 0 {
			l.Name, l.Style = "cluster", Style{Series: colours%len(Palette) + 1, Width: upper.Style.Width}
			f.add(l, false, nil)
			colours++
		}
	}
	return t.drawCut(f)
}

func (t *dendrogramLayout) drawCut(f *Figure) *Figure {
	switch {
	case t.Cut > 0 && t.side:
		return f.VLine("cut", t.Cut, Dashed, Thin, Color("gray"))
	case t.Cut > 0:
		return f.HLine("cut", t.Cut, Dashed, Thin, Color("gray"))
	}
	return f
}

// clusters are layers for the clusters below the cut, each at the place of its first leaf, with the names of its leaves and no merges yet; of has this place for all
// nodes of each.
func (t *dendrogramLayout) clusters() (layers []Layer, of []int) {
	layers, of = make([]Layer, t.n), t.roots()
	first := make(map[int]int, t.n)
	for p, leaf := range t.leaves {
		if _, known := first[of[leaf]]; !known {
			first[of[leaf]] = p
			layers[p].Kind = Joins
		}
		at := first[of[leaf]]
		layers[at].Text = append(layers[at].Text, t.name(leaf))
	}
	for i, root := range of {
		of[i] = first[root]
	}
	return layers, of
}

// roots are the highest nodes over each node that are no higher than the cut.
func (t *dendrogramLayout) roots() []int {
	root := make([]int, 2*t.n-1)
	for i := range root {
		root[i] = i
	}
	for k := t.n - 2; k >= 0; k-- {
		if t.low[t.n+k] {
			root[t.Merges[k][0]], root[t.Merges[k][1]] = root[t.n+k], root[t.n+k]
		}
	}
	return root
}

// join adds merge k to a layer: from one node up, across, and down to the other.
func (t *dendrogramLayout) join(l *Layer, k int) {
	a, b, h := t.Merges[k][0], t.Merges[k][1], t.Heights[k]
	x := []float64{t.at(t.place[a]), t.at(t.place[a]), t.at(t.place[b]), t.at(t.place[b]), math.NaN()}
	y := []float64{t.height(a), h, h, t.height(b), math.NaN()}
	if t.side {
		x, y = y, x
	}
	l.X, l.Y, l.Lo = append(l.X, x...), append(l.Y, y...), append(l.Lo, h)
}

func (t *dendrogramLayout) height(node int) float64 {
	if node < t.n {
		return 0
	}
	return t.Heights[node-t.n]
}

// joinWords tells of merges and of the leaves below them.
func joinWords(l Layer, words string) string {
	lo, hi := Span(l.Lo)
	text := fmt.Sprintf("%s: %d merges at heights in %s", named(words, l.Name), len(l.Lo), interval(lo, hi))
	if len(l.Lo) == 1 {
		text = fmt.Sprintf("%s: 1 merge at height %s", named(words, l.Name), Number(lo))
	}
	if len(l.Text) > 0 {
		text += ", of " + some(l.Text, 12)
	}
	return text
}
