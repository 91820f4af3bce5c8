// Package tables makes what a program tells its run-time about the values of its variables: which variables of imported
// packages they may point at (refs.go), and which types they may hold that the program would not link by itself
// (anchors.go, extra.go).
package tables

import (
	"cmp"
	"context"
	"go/types"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Tables are pieces of Go text for the program's start.
type Tables struct {
	Refs    []string // entries of the table of references
	Types   []string // types to link
	Handles []string // functions unique.Make, of the handles that values hold
	Anchors []string // functions to link for the types that they use
}

// Request says what tables are for.
type Request struct {
	Out    *source.Files // which gets the imports that the tables need
	File   string        // the file of Out that the tables will be in
	Scope  *defs.Scope   // of After
	After  *defs.Defs    // the definitions after the cell
	Vars   []types.Type  // of the program's variables
	Extras []Extra       // what their values hold
	Stored []string      // variables of packages that their values refer to, as "io.EOF"
	Skip   []string      // import paths of the kernel's own

	Handles bool // the run-time can make handles of package unique
}

// tabler makes tables.
type tabler struct {
	Request
	ctx     context.Context
	view    *toolchain.View
	closure *typeClosure // of Vars, and of the types that values hold
	seen    map[string]bool
	tables  Tables
	err     error // of finding packages
}

// Make makes the tables. The error is toolchain.ErrChanged, or that of a package that cannot be had.
func Make(ctx context.Context, view *toolchain.View, req Request) (Tables, error) {
	t := &tabler{Request: req, ctx: ctx, view: view, closure: newTypeClosure(), seen: map[string]bool{}}
	for _, typ := range req.Vars {
		t.closure.add(typ)
	}
	t.addTypes()
	err := t.addRefs()
	return t.tables, cmp.Or(t.err, err)
}
