package tree

import (
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
)

// Rules returns the tree as text, one line for each node, with the given names of the columns;
// without them those that learn.FitData gave the model, else x₁, x₂, …. A model that Fit did not
// make gives its error as text.
func (m *Model) Rules(features ...string) string {
	if err := m.whole(); err != nil {
		return "tree: " + err.Error() + "\n"
	}
	return m.rules(learn.Names(features, m.FeatureNames), m.leafText)
}

// Rules returns the tree as text, as that of Model.
func (m *RegressionModel) Rules(features ...string) string {
	if err := m.whole(); err != nil {
		return "tree: " + err.Error() + "\n"
	}
	return m.rules(learn.Names(features, m.FeatureNames), m.leafText)
}

// Outline is a tree as a diagram shows it: texts of the nodes, those of inner nodes the condition of the left side, and of the edges to them, yes or no, and the positions of the sides of each, none for a leaf.
type Outline struct {
	Text, Edge []string
	Sides      [][]int
}

// Outline returns what a diagram of the tree shows: classNames[k-1] is the name of the class with label k, as data.Set has them. It is empty for a model that Fit did not make.
func (m *Model) Outline(classNames []string, features ...string) Outline {
	if m.whole() != nil {
		return Outline{}
	}
	return m.outline(learn.Names(features, m.FeatureNames), func(n *Node) string {
		c := m.Classes[label.Largest(n.Counts, m.Tie)]
		name := fmt.Sprint(c)
		if c >= 1 && c <= len(classNames) {
			name = classNames[c-1]
		}
		return name + "\n" + counts(n)
	})
}

// Outline returns what a diagram of the tree shows. It is empty for a model that Fit did not make.
func (m *RegressionModel) Outline(features ...string) Outline {
	if m.whole() != nil {
		return Outline{}
	}
	return m.outline(learn.Names(features, m.FeatureNames), func(n *Node) string { return fmt.Sprintf("%.4g\n%d", n.Value, n.Rows) })
}

func (t *Tree) outline(features []string, text func(n *Node) string) Outline {
	o := Outline{Text: make([]string, len(t.Nodes)), Edge: make([]string, len(t.Nodes)), Sides: make([][]int, len(t.Nodes))}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		o.Text[i] = text(n)
		if n.Leaf() {
			continue
		}
		condition, _ := t.condition(n, features)
		o.Text[i] = condition + "\n" + counts(n)
		o.Sides[i] = []int{n.Left, n.Right}
		o.Edge[n.Left], o.Edge[n.Right] = "yes", "no"
	}
	return o
}

// counts are the weights of the classes, or the number of observations.
func counts(n *Node) string {
	if n.Counts == nil {
		return fmt.Sprint(n.Rows)
	}
	parts := make([]string, len(n.Counts))
	for k, c := range n.Counts {
		parts[k] = fmt.Sprintf("%.4g", c)
	}
	return strings.Join(parts, " : ")
}

func (m *Model) leafText(n *Node) string {
	return fmt.Sprintf("%d (%s)", m.Classes[label.Largest(n.Counts, m.Tie)], counts(n))
}

func (m *RegressionModel) leafText(n *Node) string { return fmt.Sprintf("%.6g (%d)", n.Value, n.Rows) }

func (t *Tree) rules(features []string, leaf func(n *Node) string) string {
	var b strings.Builder
	type line struct {
		node, depth int
		condition   string
	}
	stack := []line{{0, 0, ""}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n, depth := &t.Nodes[at.node], at.depth
		if at.condition != "" {
			b.WriteString(strings.Repeat("  ", depth-1) + at.condition)
		}
		if n.Leaf() {
			b.WriteString(strings.Repeat(": ", min(depth, 1)) + leaf(n))
		}
		if n.Leaf() || at.condition != "" {
			b.WriteString("\n")
		}
		if !n.Leaf() {
			left, right := t.condition(n, features)
			stack = append(stack, line{n.Right, depth + 1, right}, line{n.Left, depth + 1, left})
		}
	}
	return b.String()
}

// condition are the conditions of both sides of a node.
func (t *Tree) condition(n *Node, features []string) (left, right string) {
	name := "x" + strings.Map(func(r rune) rune { return r - '0' + '₀' }, fmt.Sprint(n.Column+1))
	if len(features) == t.Dim {
		name = features[n.Column]
	}
	if n.Categories == nil {
		left, right = fmt.Sprintf("%s ≤ %.6g", name, n.Threshold), fmt.Sprintf("%s > %.6g", name, n.Threshold)
	} else {
		parts := make([]string, len(n.Categories))
		for k, c := range n.Categories {
			parts[k] = fmt.Sprint(c)
		}
		set := strings.Join(parts, ", ")
		left, right = fmt.Sprintf("%s in {%s}", name, set), fmt.Sprintf("%s not in {%s}", name, set)
	}
	if t.Missing == MissingSide && n.MissingLeft {
		left += " or missing"
	} else if t.Missing == MissingSide {
		right += " or missing"
	}
	return left, right
}

// String is the tree as Rules writes it, with the names of the columns that it knows.
func (m *Model) String() string { return outlineText(m.Rules()) }

// String is the tree as Rules writes it, with the names of the columns that it knows.
func (m *RegressionModel) String() string { return outlineText(m.Rules()) }

// maxOutline is how many lines String has at most.
const maxOutline = 60

// outlineText leaves out the last lines of a long outline.
func outlineText(rules string) string {
	lines := strings.Split(strings.TrimSuffix(rules, "\n"), "\n")
	if len(lines) > maxOutline {
		lines = append(lines[:maxOutline], fmt.Sprintf("… (%d lines are left out; Rules has all)", len(lines)-maxOutline))
	}
	return strings.Join(lines, "\n")
}
