package session

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/session/show"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// Panel is what a debugger's panel shows of a session beside the cells: its variables, and what its programs are made of. Its methods may be
// called at any time.
type Panel struct {
	s *Session

	mu     sync.Mutex // one look at a time
	seen   moment
	values []Brief
}

// moment tells two states of the values apart.
type moment struct {
	commit uint64
	defs   *defs.Defs
}

// Brief is a variable with its value in one line, "" where that cannot be told.
type Brief struct {
	Name, Type, Value string
}

// NewPanel returns a panel of a session.
func NewPanel(s *Session) *Panel { return &Panel{s: s} }

// Dir is a directory for the texts of cells, which need not be there. JupyterLab shows a cell by its number if "ipykernel_" is in its path, and
// by the path if not.
func (p *Panel) Dir() string { return filepath.Join(p.s.temp.Path, "ipykernel_cells") }

// Codes are the texts of the cells that have run.
func (p *Panel) Codes() []string {
	var codes []string
	for _, r := range p.s.state().Cells {
		codes = append(codes, r.Code)
	}
	return codes
}

// Values are the variables as they are kept. Those of a state that was asked for before cost nothing: front ends ask after each message.
func (p *Panel) Values(ctx context.Context) []Brief {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.s
	s.mu.Lock()
	now := moment{s.vault.Store.Manifest().Seq, s.now.Defs}
	stored := s.vault.Store.Values()
	s.mu.Unlock()
	if p.values != nil && p.seen == now {
		return p.values
	}
	var names []string
	for _, v := range stored[:min(len(stored), maxBriefs)] {
		if v.NotCarried == "" {
			names = append(names, v.Name)
		}
	}
	briefs, values := s.briefs(ctx, names), make([]Brief, len(stored))
	for i, v := range stored {
		values[i] = Brief{v.Name, typeText(v, now.defs), briefs[v.Name]}
		if v.NotCarried != "" {
			values[i].Value = "not kept: " + v.NotCarried
		}
	}
	if ctx.Err() == nil {
		p.seen, p.values = now, values
	}
	return values
}

// Show evaluates an expression of the variables as they are kept.
func (p *Panel) Show(ctx context.Context, expr string) (show.Bundle, error) {
	shown, err := p.s.evaluate(ctx, map[string]string{"value": expr}, briefTime)
	if ds := (cell.Diagnostics)(nil); errors.As(err, &ds) && len(ds) > 0 {
		return show.Bundle{}, errors.New(ds[0].Msg)
	}
	if err != nil {
		return show.Bundle{}, err
	}
	return shown["value"], nil
}

// Packages are the directories of the packages that the last cell's program imports, by import path.
func (p *Panel) Packages() map[string]string {
	p.s.mu.Lock()
	last := p.s.last
	p.s.mu.Unlock()
	if last == nil || last.Unit == nil {
		return nil
	}
	dirs := last.Unit.Dirs()
	for path := range dirs {
		if strings.HasPrefix(path, module.Path+"/kernel/") || slices.Contains([]string{"runtime", "unsafe"}, path) {
			delete(dirs, path)
		}
	}
	return dirs
}
