package session

import (
	"context"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/mathcell"
)

// derive runs a derivation as the Go cell that proves it.
func (x *execution) derive(ctx context.Context, s *cell.Script) error {
	code, err := mathcell.Translate(x.cell.Source, s, x.typeOf())
	if err != nil {
		return err
	}
	x.cell = &cell.Cell{Source: x.cell.Source, Go: code}
	return x.runGo(ctx)
}

// typeOf tells the types of the variables and functions of the notebook.
func (x *execution) typeOf() mathcell.Type {
	types := map[string]string{}
	for _, d := range x.before.defs.All() {
		types[d.Key] = d.Type
	}
	return func(name string) (string, bool) {
		t, ok := types[name]
		return t, ok
	}
}
