package check

import (
	"go/ast"
	"go/token"
	"slices"
	"sort"
)

// Graph says which declarations at package level use which, as the type checker knows it.
type Graph struct {
	result  *Result
	nodes   []*Node // by position, once it is complete
	byName  map[string]*Node
	methods map[string][]*Node
}

// Node is a declaration in the checked files.
type Node struct {
	Recv     string          // of a method: the type
	Uses     map[string]bool // names at package level
	keys     []string        // names, or "T.Method"
	from, to token.Pos
}

// Reached are the keys that a start reaches.
type Reached map[string]bool

// NewGraph returns the graph of checked files.
func NewGraph(c *Result) *Graph {
	g := &Graph{result: c, byName: map[string]*Node{}, methods: map[string][]*Node{}}
	for _, f := range c.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				g.funcDecl(d)
			case *ast.GenDecl:
				g.genDecl(d)
			}
		}
	}
	slices.SortFunc(g.nodes, func(a, b *Node) int { return int(a.from - b.from) })
	return g
}

func (g *Graph) funcDecl(d *ast.FuncDecl) {
	n := g.node(d)
	if d.Recv != nil {
		n.Recv = Receiver(d)
		n.keys = []string{n.Recv + "." + d.Name.Name}
		g.methods[n.Recv] = append(g.methods[n.Recv], n)
		return
	}
	g.name(n, d.Name)
}

func (g *Graph) genDecl(d *ast.GenDecl) {
	switch d.Tok {
	case token.CONST: // a group stays together
		g.name(g.node(d), SpecNames(d)...)
	case token.TYPE:
		for _, spec := range d.Specs {
			g.name(g.node(spec), spec.(*ast.TypeSpec).Name)
		}
	case token.VAR:
		for _, spec := range d.Specs {
			g.name(g.node(spec), spec.(*ast.ValueSpec).Names...)
		}
	}
}

// node enters a declaration.
func (g *Graph) node(d ast.Node) *Node {
	n := &Node{from: d.Pos(), to: d.End(), Uses: map[string]bool{}}
	pkg := g.result.Pkg
	ast.Inspect(d, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok {
			if obj := g.result.Info.Uses[id]; obj != nil && obj.Pkg() == pkg && obj.Parent() == pkg.Scope() {
				n.Uses[obj.Name()] = true
			}
		}
		return true
	})
	g.nodes = append(g.nodes, n)
	return n
}

func (g *Graph) name(n *Node, ids ...*ast.Ident) {
	for _, id := range ids {
		n.keys = append(n.keys, id.Name)
		g.byName[id.Name] = n
	}
}

// From returns what the names reach.
func (g *Graph) From(roots []string) Reached {
	out := Reached{}
	queue := slices.Clone(roots)
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if out[name] {
			continue
		}
		out[name] = true
		if n := g.byName[name]; n != nil {
			for u := range n.Uses {
				queue = append(queue, u)
			}
		}
		for _, m := range g.methods[name] {
			out[m.keys[0]] = true
			for u := range m.Uses {
				queue = append(queue, u)
			}
		}
	}
	return out
}

// At returns the declaration at a position, or nil.
func (g *Graph) At(pos token.Pos) *Node {
	i := sort.Search(len(g.nodes), func(i int) bool { return g.nodes[i].to >= pos })
	if i < len(g.nodes) && g.nodes[i].from <= pos {
		return g.nodes[i]
	}
	return nil
}

// ReachedAt says whether the declaration at a position is among those reached. What is outside declarations is.
func (g *Graph) ReachedAt(pos token.Pos, r Reached) bool {
	n := g.At(pos)
	return n == nil || slices.ContainsFunc(n.keys, func(k string) bool { return r[k] })
}

// SpecNames returns the names in a declaration of variables or constants.
func SpecNames(g *ast.GenDecl) []*ast.Ident {
	var ids []*ast.Ident
	for _, spec := range g.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			ids = append(ids, v.Names...)
		}
	}
	return ids
}

// Receiver returns the name of the type that a method belongs to.
func Receiver(d *ast.FuncDecl) string {
	if len(d.Recv.List) == 0 {
		return "_"
	}
	t := d.Recv.List[0].Type
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.Ident:
			return e.Name
		default:
			return "_"
		}
	}
}

// FuncKey is the key of a function, "f", or of a method, "T.m".
func FuncKey(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	return Receiver(fn) + "." + fn.Name.Name
}

// Declared returns the names that a declaration of types, variables or constants gives.
func Declared(spec ast.Spec) []*ast.Ident {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{s.Name}
	case *ast.ValueSpec:
		return s.Names
	}
	return nil
}
