package session

import (
	"context"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/mathcell"
)

// derive runs a derivation as the Go cell that proves it.
func (x *execution) derive(ctx context.Context, s *cell.Script) error {
	code, err := mathcell.Translate(x.cell.Source, s, mathcell.Types(x.before.defs.All()))
	if err != nil {
		return err
	}
	x.cell = &cell.Cell{Source: x.cell.Source, Go: code}
	return x.runGo(ctx)
}
