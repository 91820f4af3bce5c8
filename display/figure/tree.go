package figure

// Node is a node of a tree diagram.
type Node struct {
	Text     string  // in the box; lines are separated by \n
	Edge     string  // at the edge to the parent, such as "x₁ ≤ 2"
	Children []*Node // from left to right
}

// NewTree returns a figure of a tree, the root at the top.
func NewTree(title string, root *Node) *Figure {
	f := New(title).NoAxes().Legend(NoLegend)
	if root == nil {
		return f.problem("tree: no root")
	}
	t := treeLayout{seen: map[*Node]bool{}}
	t.place(root, 0)
	if t.bad {
		return f.problem("tree: a node occurs twice or the tree is deeper than %d", maxTreeDepth)
	}
	f.Width = min(max(560, 96*float64(t.leaves)), 2000)
	f.Height = min(max(160, 90*float64(t.depth+1)), 2000)
	f.XRange(-0.6, float64(t.leaves)-0.4).YRange(-float64(t.depth)-0.45, 0.45)
	for _, e := range t.edges {
		f.Line("", []float64{e[0], e[2]}, []float64{e[1], e[3]}, Color("gray"))
	}
	if len(t.edgeText) > 0 {
		f.add(Layer{Kind: Boxes, X: t.edgeX, Y: t.edgeY, Text: t.edgeText, Style: Style{Color: "white"}}, false, nil)
	}
	return f.add(Layer{Kind: Boxes, X: t.x, Y: t.y, Text: t.text}, false, nil)
}

// NewTreeOf is NewTree of the texts of nodes, the root first, and of the edges to them; sides are the positions of the children of each, after it, none for a leaf. Models of mllib/tree
// give them by their Outline.
func NewTreeOf(title string, text, edge []string, sides [][]int) *Figure {
	if len(text) == 0 || len(edge) != len(text) || len(sides) != len(text) {
		return New(title).problem("tree: %d texts, %d edges and %d lists of children", len(text), len(edge), len(sides))
	}
	nodes := make([]Node, len(text))
	for i := range nodes {
		nodes[i] = Node{Text: text[i], Edge: edge[i]}
		for _, k := range sides[i] {
			if k <= i || k >= len(nodes) {
				return New(title).problem("tree: node %d of %d has the child %d", i, len(nodes), k)
			}
			nodes[i].Children = append(nodes[i].Children, &nodes[k])
		}
	}
	return NewTree(title, &nodes[0])
}

const maxTreeDepth = 60

// treeLayout gives each leaf the next place and each inner node the middle of its children.
type treeLayout struct {
	x, y         []float64
	text         []string
	edges        [][4]float64
	edgeX, edgeY []float64
	edgeText     []string
	leaves       int
	depth        int
	seen         map[*Node]bool
	bad          bool
}

func (t *treeLayout) place(n *Node, depth int) (x float64) {
	if t.seen[n] || depth > maxTreeDepth {
		t.bad = true
		return 0
	}
	t.seen[n] = true
	t.depth = max(t.depth, depth)
	var at []float64
	var kids []*Node
	for _, c := range n.Children {
		if c != nil {
			at, kids = append(at, t.place(c, depth+1)), append(kids, c)
		}
	}
	if len(at) == 0 {
		x = float64(t.leaves)
		t.leaves++
	} else {
		x = (at[0] + at[len(at)-1]) / 2
	}
	y := -float64(depth)
	for i, cx := range at {
		t.edges = append(t.edges, [4]float64{x, y, cx, y - 1})
		if kids[i].Edge != "" {
			t.edgeX, t.edgeY = append(t.edgeX, (x+cx)/2), append(t.edgeY, y-0.5)
			t.edgeText = append(t.edgeText, kids[i].Edge)
		}
	}
	t.x, t.y, t.text = append(t.x, x), append(t.y, y), append(t.text, n.Text)
	return x
}
