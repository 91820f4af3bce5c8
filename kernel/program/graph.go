package program

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// graph says which declarations at package level use which, as the type checker knows it.
type graph struct {
	c       *checked
	nodes   []*node
	byName  map[string]*node
	methods map[string][]*node
}

// node is a declaration in the checked files.
type node struct {
	key      string // name, or "T.Method"
	from, to token.Pos
	uses     map[string]bool // names at package level
	method   bool
	recv     string
}

// reached are the keys that a start reaches.
type reached map[string]bool

func newGraph(c *checked) *graph {
	g := &graph{c: c, byName: map[string]*node{}, methods: map[string][]*node{}}
	for _, f := range c.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				g.funcDecl(d)
			case *ast.GenDecl:
				g.genDecl(d)
			}
		}
	}
	return g
}

func (g *graph) funcDecl(d *ast.FuncDecl) {
	n := g.node(d, d.Name.Name)
	if d.Recv != nil {
		n.method, n.recv = true, receiver(d)
		n.key = n.recv + "." + d.Name.Name
		g.methods[n.recv] = append(g.methods[n.recv], n)
		return
	}
	g.byName[n.key] = n
}

func (g *graph) genDecl(d *ast.GenDecl) {
	switch d.Tok {
	case token.CONST: // a group stays together
		n := g.node(d, "")
		for _, id := range specNames(d) {
			g.byName[id.Name] = n
		}
	case token.TYPE:
		for _, spec := range d.Specs {
			name := spec.(*ast.TypeSpec).Name.Name
			g.byName[name] = g.node(spec, name)
		}
	case token.VAR:
		for _, spec := range d.Specs {
			n := g.node(spec, "")
			for _, id := range spec.(*ast.ValueSpec).Names {
				g.byName[id.Name] = n
			}
		}
	}
}

func (g *graph) node(d ast.Node, key string) *node {
	n := &node{key: key, from: d.Pos(), to: d.End(), uses: map[string]bool{}}
	pkg := g.c.pkg
	ast.Inspect(d, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok {
			if obj := g.c.info.Uses[id]; obj != nil && obj.Pkg() == pkg && obj.Parent() == pkg.Scope() {
				n.uses[obj.Name()] = true
			}
		}
		return true
	})
	g.nodes = append(g.nodes, n)
	return n
}

// from returns what the names reach.
func (g *graph) from(roots []string) *reached {
	out := reached{}
	queue := roots
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if out[name] {
			continue
		}
		out[name] = true
		if n := g.byName[name]; n != nil {
			for u := range n.uses {
				queue = append(queue, u)
			}
		}
		for _, m := range g.methods[name] {
			out[m.key] = true
			for u := range m.uses {
				queue = append(queue, u)
			}
		}
	}
	return &out
}

// at returns the declaration at a position, or nil.
func (g *graph) at(pos token.Pos) *node {
	for _, n := range g.nodes {
		if n.from <= pos && pos <= n.to {
			return n
		}
	}
	return nil
}

// reachedAt says whether the declaration at a position is among those reached. What is outside declarations is.
func (g *graph) reachedAt(pos token.Pos, r *reached) bool {
	n := g.at(pos)
	if n == nil {
		return true
	}
	if n.key != "" {
		return (*r)[n.key]
	}
	for name, other := range g.byName {
		if other == n && (*r)[name] {
			return true
		}
	}
	return false
}

// unusedImports returns the imports that the checker found unused, as "file name" and import path.
func unusedImports(errs []types.Error, position func(token.Pos) token.Position) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, e := range errs {
		if isUnusedImport(e) {
			_, rest, _ := strings.Cut(e.Msg, `"`)
			path, _, _ := strings.Cut(rest, `"`)
			out[[2]string{position(e.Pos).Filename, path}] = true
		}
	}
	return out
}
