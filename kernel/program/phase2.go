package program

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// phase2 writes the whole program with the cell's variables at package level, checks it, and writes it again with only
// what its start reaches.
func (c *composition) phase2() error {
	c.after = c.req.Defs.replace(c.req.CellID, c.allDecls())
	c.prog.Defs = c.after
	w := c.newWriter(nil)
	w.write()
	if err := c.view.Ensure(c.ctx, !c.req.NoAutoget, w.r.paths()...); err != nil {
		return err
	}
	files, err := parseSources(c.fset, w.r.sources())
	if err != nil {
		return c.internal(err)
	}
	p2 := check(c.view, c.fset, files)
	g := newGraph(p2)
	reached := g.from(w.roots())
	if err := c.phase2Errors(p2, g, reached); err != nil {
		return err
	}
	final := c.newWriter(reached)
	final.unused = unusedImports(p2.errs, c.fset.Position)
	final.types2 = p2
	final.write()
	if final.err != nil {
		return final.err
	}
	return c.finish(final, p2)
}

// allDecls returns everything that the cell declares: declarations, then variables in order. A tuple is one decl.
func (c *composition) allDecls() []*decl {
	var out []*decl
	for _, d := range c.decls {
		if d.Kind != KindImport || !slices.ContainsFunc(c.vars, func(v *topVar) bool { return v.name == d.Names[0].Key }) {
			out = append(out, d)
		}
	}
	for _, v := range c.vars {
		if !v.local && !slices.Contains(out, v.decl) {
			out = append(out, v.decl)
		}
	}
	return out
}

// phase2Errors returns the errors that the user must know: those in the cell, and those in earlier cells that the
// program would run. Others become notices.
func (c *composition) phase2Errors(p2 *checked, g *graph, reached *reached) error {
	var errs []types.Error
	notices := map[string]bool{}
	for i := 0; i < len(p2.errs); i++ {
		e := p2.errs[i]
		if isUnusedImport(e) {
			continue
		}
		p := c.fset.Position(e.Pos)
		if p.Filename != c.key && !g.reachedAt(e.Pos, reached) {
			if !notices[p.Filename] && strings.HasPrefix(p.Filename, cell.FilePrefix) && c.touches(p2, g, e) {
				notices[p.Filename] = true
				c.prog.Notices = append(c.prog.Notices, fmt.Sprintf("%s:%d no longer compiles: %s", p.Filename, p.Line, e.Msg))
			}
			continue
		}
		errs = append(errs, e)
	}
	if len(errs) == 0 {
		return nil
	}
	return c.hints(diagnose(c.fset, errs))
}

// touches says whether an error in an earlier cell concerns something that this cell declares.
func (c *composition) touches(p2 *checked, g *graph, e types.Error) bool {
	n := g.at(e.Pos)
	if n == nil {
		return false
	}
	for _, d := range c.allDecls() {
		for _, k := range d.keys() {
			if n.uses[k] || n.method && n.recv == k {
				return true
			}
		}
	}
	return false
}

func isUnusedImport(e types.Error) bool {
	return strings.HasSuffix(e.Msg, "and not used") && strings.Contains(e.Msg, "imported")
}

// internal reports an error in what Mercer itself wrote.
func (c *composition) internal(err error) error {
	return fmt.Errorf("mercer wrote a program that does not parse, please report this: %w", err)
}

// finish fills in the program.
func (c *composition) finish(w *writer, p2 *checked) error {
	p := c.prog
	p.Vars = w.vars
	for _, d := range c.allDecls() {
		p.Declared = append(p.Declared, d.keys()...)
	}
	slices.Sort(p.Declared)
	p.Declared = slices.Compact(p.Declared)
	for _, k := range c.req.Defs.Names() {
		if c.after.Lookup(k) == nil {
			p.Removed = append(p.Removed, k)
		}
	}
	p.Uses = w.uses()
	p.Result = c.result != nil
	p.ReadOnly = c.exprs != nil
	p.Empty = w.empty()
	p.TestArgs = w.testArgs()
	return c.link(w)
}

// link completes the unit to be built.
func (c *composition) link(w *writer) (err error) {
	c.prog.key = c.key
	c.prog.Unit, err = c.view.Resolve(c.ctx, toolchain.Unit{
		Sources: w.r.sources(), Imports: w.r.paths(), Flags: c.req.Goflags, Test: c.req.Mode == Test, ByGo: w.r.cgo() || w.embeds,
	})
	return err
}
