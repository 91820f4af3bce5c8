// Package ahead compiles ahead: while a cell runs, the programs of the cells that wait behind it are composed and built, on the
// guess that the running cell ends well and that the values it declares can be carried. A wrong guess costs only the time: a
// program is used when everything that it was composed from turns out to be so.
package ahead

import (
	"context"
	"slices"
	"sync"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/session/plan"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// depth is how many waiting cells are looked at; builders is how many are built at the same time.
const (
	depth    = 8
	builders = 2
)

// made is a composed program, and what it was composed from.
type made struct {
	Program *program.Program
	Request program.Request
	asked   map[string]answer // what the composer asked about values, and was told
}

type answer struct {
	info  program.ValueInfo
	known bool
}

// Compose composes a program and remembers what it asked about values.
func Compose(ctx context.Context, env *toolchain.Env, req program.Request) (*made, error) {
	m := &made{Request: req, asked: map[string]answer{}}
	values := req.Values
	req.Values = func(name string) (program.ValueInfo, bool) {
		info, known := values(name)
		m.asked[name] = answer{info, known}
		return info, known
	}
	p, err := program.Compose(ctx, env, req)
	if err != nil {
		return nil, err
	}
	m.Program = p
	return m, nil
}

// fits says whether the program is the one that composing req would make.
func (m *made) fits(req program.Request) bool {
	old := m.Request
	if old.Defs != req.Defs || old.CellID != req.CellID || old.Cell.Source != req.Cell.Source || old.Mode != req.Mode || old.Func != req.Func ||
		old.NoAutoget != req.NoAutoget || old.NoResult != req.NoResult || old.Debug != req.Debug || !slices.Equal(old.Goflags, req.Goflags) {
		return false
	}
	for name, told := range m.asked {
		info, known := req.Values(name)
		if known != told.known || !sameInfo(info, told.info) {
			return false
		}
	}
	return true
}

func sameInfo(a, b program.ValueInfo) bool {
	return (a.NotCarried == "") == (b.NotCarried == "") && slices.Equal(a.ExtraTypes, b.ExtraTypes) && slices.Equal(a.RelatedVars, b.RelatedVars) &&
		slices.Equal(a.Unit, b.Unit) &&
		slices.Equal(a.Refs, b.Refs)
}

// Ahead is the compile-ahead of a session.
type Ahead struct {
	env     *toolchain.Env
	foresee func(*cell.Cell) (plan.Plan, bool)
	ctx     context.Context
	end     context.CancelFunc
	wg      sync.WaitGroup

	mu    sync.Mutex
	queue []Cell
	chain []*made // for the running cell and those behind it, as far as they are composed
	base  *Base
	busy  bool // a goroutine extends the chain
	slots chan struct{}
}

// Cell is a cell that waits.
type Cell struct {
	Code, ID string
	Silent   bool
	Debug    bool // its program is for a debugger
}

// Base is what the running cell finds, and leaves as it is.
type Base struct {
	Values    func(name string) (program.ValueInfo, bool) // see program.Request
	Goflags   []string
	NoAutoget bool
}

// New compiles ahead with env. foresee says what the program of a cell will be, if that can be told from the cell.
func New(env *toolchain.Env, foresee func(*cell.Cell) (plan.Plan, bool)) *Ahead {
	a := &Ahead{env: env, foresee: foresee, slots: make(chan struct{}, builders)}
	a.ctx, a.end = context.WithCancel(context.Background())
	return a
}

// Close ends what is being made, and waits for that.
func (a *Ahead) Close() {
	a.end()
	a.wg.Wait()
}

// Wait tells which cells wait behind the running one, in order.
func (a *Ahead) Wait(cells []Cell) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queue = slices.Clone(cells[:min(len(cells), depth)])
	a.extend()
}

// Settle waits until everything is made that is being made.
func (a *Ahead) Settle() { a.wg.Wait() }

// Programs returns what is made, that of the running cell first.
func (a *Ahead) Programs() []*made {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.chain)
}

// Take returns the program made ahead for a request, if there is one and it fits.
func (a *Ahead) Take(req program.Request) *made {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, m := range a.chain {
		if m.fits(req) && a.env.Current(m.Program.Unit) {
			a.chain = a.chain[i+1:]
			return m
		}
	}
	a.chain = nil
	return nil
}

// Composed starts the chain at the running cell.
func (a *Ahead) Composed(from Base, m *made) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.chain) > 0 && a.chain[0].Request.Defs != m.Program.Defs {
		a.chain = nil
	}
	a.base = &from
	a.chain = append([]*made{m}, a.chain...)
	a.extend()
}

// extend makes sure that somebody composes what waits. The lock is held.
func (a *Ahead) extend() {
	if a.busy || a.base == nil || len(a.chain) > len(a.queue) || a.ctx.Err() != nil {
		return
	}
	a.busy = true
	a.wg.Go(a.work)
}

// work composes waiting cells until all are, or one cannot be foreseen.
func (a *Ahead) work() {
	for {
		a.mu.Lock()
		next, ok := a.nextRequest()
		if !ok {
			a.busy = false
			a.mu.Unlock()
			return
		}
		last := a.chain[len(a.chain)-1]
		a.mu.Unlock()

		m, err := Compose(a.ctx, a.env, next)

		a.mu.Lock()
		if err != nil || len(a.chain) == 0 || a.chain[len(a.chain)-1] != last {
			a.busy = false
			a.mu.Unlock()
			return
		}
		a.chain = append(a.chain, m)
		a.mu.Unlock()
		a.build(m)
	}
}

// build builds a program when a slot is free. That it fails is no matter: the cell builds it again, or goes on with this
// build, and tells.
func (a *Ahead) build(m *made) {
	if m.Program.Empty {
		return
	}
	a.wg.Go(func() {
		select {
		case a.slots <- struct{}{}:
			defer func() { <-a.slots }()
			_, _ = a.env.Build(a.ctx, m.Program.Unit)
		case <-a.ctx.Done():
		}
	})
}

// nextRequest is what the first waiting cell that is not yet composed will ask for, if that can be foreseen. The chain
// begins with the running cell, the queue behind it. The lock is held.
func (a *Ahead) nextRequest() (program.Request, bool) {
	if len(a.chain) == 0 || len(a.chain) > len(a.queue) || a.ctx.Err() != nil {
		return program.Request{}, false
	}
	for i, m := range a.chain[1:] {
		if m.Request.Cell.Source != a.queue[i].Code {
			return program.Request{}, false // the queue has moved on: the next cell that runs puts the chain right
		}
	}
	next := a.queue[len(a.chain)-1]
	c, err := cell.Split(next.Code)
	if err != nil || c.Script != nil {
		return program.Request{}, false
	}
	p, ok := a.foresee(c)
	if !ok {
		return program.Request{}, false
	}
	last := a.chain[len(a.chain)-1].Program
	return p.Request(program.Request{
		Defs: last.Defs, CellID: next.ID, Values: a.guess(),
		Goflags: a.base.Goflags, NoAutoget: a.base.NoAutoget, NoResult: next.Silent, Debug: next.Debug,
	}), true
}

// guess says what the store will know of a variable, if the cells of the chain end well.
func (a *Ahead) guess() func(string) (program.ValueInfo, bool) {
	values, declared := a.base.Values, map[string]bool{}
	for _, m := range a.chain {
		for _, v := range m.Program.Vars {
			declared[v.Name] = declared[v.Name] || v.Fresh
		}
	}
	return func(name string) (program.ValueInfo, bool) {
		if declared[name] {
			return program.ValueInfo{}, true
		}
		return values(name)
	}
}

// Err is why nothing is made any more; nil while things are.
func (a *Ahead) Err() error { return a.ctx.Err() }
