// Package program makes a program of a cell and of what earlier cells declared: it parses and type-checks the cell,
// adds the imports and composes the source. Package toolchain knows the packages, compiles and links.
//
// A [Request] asks for one cell's program; [Compose] answers with a [Program], or with cell.Diagnostics when the cell is
// wrong; toolchain.Env.Build makes an executable of its Unit. What earlier cells declared are defs.Defs.
//
// # The way of a cell
//
// A cell goes through stages (compose.go). Each is a function that takes the value of the one before and returns its own,
// which no later stage changes:
//
//  1. parsed: the cell's text as declarations and statements (parse.go, cut.go).
//  2. resolved: every package name has an import path, and the packages are listed (resolve.go).
//  3. typed: the statements were checked as the body of a function, so that scoping is Go's own (typed.go). This gives the
//     types of the variables that they declare (vars.go), and what the last line shows (last.go).
//  4. reached: the program was written with these variables at package level and checked as it will be compiled; so it is
//     known what its start leads to (package check).
//  5. written: the program with only that (write.go). What is written is planned first (plan.go); then come the cell's
//     statements (body.go, edits.go), variables and their initialisers (writevars.go), tables that tell the run-time what
//     values may refer to (refs.go, anchors.go), and func main (start.go). Package source writes the text: every word of the
//     user's keeps its line and column.
//
// # Choices
//
// Declarations of different cells are different files, so each keeps the imports that it was checked with: a function
// that meant the package rand still does after another cell has declared a variable rand. Everything else is bound
// late: callers use the newest function, type or variable of a name.
//
// A variable whose initialiser registers a command-line flag is initialised in each program, as in GoNB; other
// initialisers run again only when the value store has no value.
//
// A cell runs in Go's order: variables in the order of their dependencies, functions init, statements. Which "var" of a cell
// with statements belongs to the first part is said in first.go. A function init runs with its cell and, as its effects on
// other packages and files would come twice, never again, unless a variable that it reaches is initialised again because
// its value could not be kept: handlers that init has registered in a map would be missing there. GoNB's functions init_name
// run in each program, after the cell's own variables, as GoNB says.
package program

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Compose checks the cell and composes its program. It runs no code of the user and changes nothing but the caches and the
// notebook's go.mod, so that the program of the next cell can be composed while one runs. An error in the cell is returned
// as cell.Diagnostics, the end of ctx as its error.
func Compose(ctx context.Context, env *toolchain.Env, req Request) (*Program, error) {
	start := time.Now()
	var listing time.Duration
	for {
		view := env.View()
		p, err := attended(ctx, func() (*Program, error) { return composeWith(ctx, view, req) })
		listing += view.Listing()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, toolchain.ErrChanged):
			continue // a module was fetched: everything is looked up in the new go.mod
		case err != nil && view.Relisted():
			continue // a compiled package was damaged
		case err != nil:
			return nil, err
		}
		p.Phases = Phases{Imports: listing, Compose: time.Since(start) - listing}
		return p, nil
	}
}

// attended returns what work does, or ctx's error as soon as ctx ends: a type check of a very long cell takes its time and
// cannot be interrupted. What is left of it changes nothing.
func attended(ctx context.Context, work func() (*Program, error)) (*Program, error) {
	type outcome struct {
		program *Program
		err     error
	}
	done := make(chan outcome, 1)
	go func() {
		p, err := work()
		done <- outcome{p, err}
	}()
	select {
	case o := <-done:
		return o.program, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// composeWith takes a cell through its stages, with one state of the notebook's module. No stage changes what an earlier
// one has made.
func composeWith(ctx context.Context, view *toolchain.View, req Request) (*Program, error) {
	if req.Wasm {
		req = req.inBrowser()
	}
	parsed, err := parse(req)
	if err != nil {
		return nil, err
	}
	p, r, err := composeMeaning(ctx, view, parsed, nil)
	var wrong cell.Diagnostics
	if r == nil || !errors.As(err, &wrong) {
		return p, err
	}
	for _, forced := range r.otherMeanings(ctx, view) {
		if p, _, otherwise := composeMeaning(ctx, view, parsed, forced); otherwise == nil {
			return p, nil
		}
	}
	return nil, err
}

// composeMeaning takes a parsed cell through the other stages. forced are packages of names that could be several. It
// returns what was resolved even if a later stage fails.
func composeMeaning(ctx context.Context, view *toolchain.View, parsed *parsed, forced map[string]string) (*Program, *resolved, error) {
	resolved, err := resolve(ctx, view, parsed, forced)
	if err != nil {
		return nil, nil, err
	}
	p, err := composeResolved(ctx, view, resolved)
	return p, resolved, err
}

// composeResolved takes a resolved cell through the other stages.
func composeResolved(ctx context.Context, view *toolchain.View, resolved *resolved) (*Program, error) {
	req := resolved.req
	typed, err := typecheck(view, resolved)
	if err != nil {
		var u *unchecked
		if errors.As(err, &u) {
			return nil, hints(ctx, view, u.typed, u.check, u.all(view))
		}
		return nil, err
	}
	after, removed := typed.earlier.Replace(req.CellID, typed.ownDecls())
	reached, err := reach(ctx, view, typed, after)
	if err != nil {
		return nil, err
	}
	written, err := writeReached(ctx, view, typed, after, reached)
	if err != nil {
		return nil, err
	}
	unit, err := view.Resolve(ctx, toolchain.Unit{
		Sources: written.files.Sources(), Imports: written.files.Paths(), Flags: req.Goflags, Test: req.Mode == Test,
		ByGo: written.files.Cgo() || written.embeds, Debug: req.Debug,
	})
	if err != nil {
		return nil, err
	}
	p := written.program
	p.Unit, p.Removed = unit, removed
	if req.Wasm {
		p.leaveBrowser()
	}
	return &p, nil
}

// reached is what the program's start leads to: the fourth stage.
type reached struct {
	keys    check.Reached
	checked *check.Result // of everything that it may lead to
	notices []string
}

// reach writes the program with the cell's variables at package level and everything that the cell names, checks it as it
// will be compiled, and finds what of it the start uses.
func reach(ctx context.Context, view *toolchain.View, t *typed, after *defs.Defs) (*reached, error) {
	draft, err := writeDraft(ctx, view, t, after)
	if err != nil {
		return nil, err
	}
	if err := view.Ensure(ctx, !t.req.NoAutoget, draft.files.Paths()...); err != nil {
		return nil, err
	}
	files, err := check.Parse(t.fset, draft.files.Sources())
	if err != nil {
		return nil, internal(err)
	}
	checked := check.Files(view, t.fset, files)
	graph := check.NewGraph(checked)
	r := &reached{keys: draft.reruns(graph), checked: checked}
	if errs := r.errors(t, graph); len(errs) > 0 {
		return nil, hints(ctx, view, t, checked, check.Diagnose(t.fset, errs))
	}
	return r, nil
}

// keeps says whether a declaration belongs to what is reached. Of everything, all does.
func keeps(keys check.Reached, d *defs.Decl) bool {
	if keys == nil || d.Kind == defs.KindImport {
		return true
	}
	if d.Kind == defs.KindInit {
		return keys[initName(d)]
	}
	return slices.ContainsFunc(d.Names, func(n defs.Name) bool { return keys[n.Key] })
}

// errors returns the errors that the user must know: those in the cell, and those in earlier cells that the program would
// run. Others become notices, if they concern something that this cell declares.
func (r *reached) errors(t *typed, g *check.Graph) []types.Error {
	own := map[string]bool{}
	for _, d := range t.ownDecls() {
		for _, n := range d.Names {
			own[n.Key] = true
		}
	}
	touches := func(n *check.Node) bool {
		for name := range n.Uses {
			if own[name] {
				return true
			}
		}
		return own[n.Recv]
	}
	var errs []types.Error
	told := map[string]bool{}
	for _, e := range r.checked.Errs {
		p := t.fset.Position(e.Pos)
		switch n := g.At(e.Pos); {
		case check.IsUnusedImport(e):
		case p.Filename == t.key || g.ReachedAt(e.Pos, r.keys):
			errs = append(errs, e)
		case n != nil && !told[p.Filename] && strings.HasPrefix(p.Filename, cell.FilePrefix) && touches(n):
			told[p.Filename] = true
			r.notices = append(r.notices, fmt.Sprintf("%s:%d no longer compiles: %s", p.Filename, p.Line, e.Msg))
		}
	}
	return errs
}
