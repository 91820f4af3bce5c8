package session

import (
	"context"
	"slices"
	"sync"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
)

// This file compiles ahead: while a cell runs, the programs of the cells that wait behind it are composed and built, on
// the guess that the running cell ends well and that the values it declares can be carried. A wrong guess costs only
// the time: a program is used when everything that it was composed from turns out to be so.

// depth is how many waiting cells are looked at; builders is how many are built at the same time.
const (
	depth    = 8
	builders = 2
)

// made is a composed program, and what it was composed from.
type made struct {
	program *program.Program
	request program.Request
	asked   map[string]answer // what the composer asked about values, and was told
}

type answer struct {
	info  program.ValueInfo
	known bool
}

// compose composes a program and remembers what it asked about values.
func (s *Session) compose(ctx context.Context, req program.Request) (*made, error) {
	m := &made{request: req, asked: map[string]answer{}}
	values := req.Values
	req.Values = func(name string) (program.ValueInfo, bool) {
		info, known := values(name)
		m.asked[name] = answer{info, known}
		return info, known
	}
	p, err := program.Compose(ctx, s.env, req)
	if err != nil {
		return nil, err
	}
	m.program = p
	return m, nil
}

// fits says whether the program is the one that composing req would make.
func (m *made) fits(req program.Request) bool {
	old := m.request
	if old.Defs != req.Defs || old.CellID != req.CellID || old.Cell.Source != req.Cell.Source || old.Mode != req.Mode || old.Func != req.Func ||
		old.NoAutoget != req.NoAutoget || old.NoResult != req.NoResult || !slices.Equal(old.Goflags, req.Goflags) {
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

// ahead is the compile-ahead of a session.
type ahead struct {
	s   *Session
	ctx context.Context
	end context.CancelFunc
	wg  sync.WaitGroup

	mu    sync.Mutex
	queue []Request
	chain []*made // for the running cell and those behind it, as far as they are composed
	base  *execution
	busy  bool // a goroutine extends the chain
	slots chan struct{}
}

func newAhead(s *Session) *ahead {
	a := &ahead{s: s, slots: make(chan struct{}, builders)}
	a.ctx, a.end = context.WithCancel(context.Background())
	return a
}

func (a *ahead) close() {
	a.end()
	a.wg.Wait()
}

// Ahead tells the session which executions wait behind the running one, in order, so that their programs can be made
// while it runs.
func (s *Session) Ahead(reqs []Request) {
	a := s.ahead
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queue = slices.Clone(reqs[:min(len(reqs), depth)])
	a.extend()
}

// take returns the program made ahead for an execution, if there is one and it fits.
func (a *ahead) take(x *execution) *made {
	req := x.programRequest()
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, m := range a.chain {
		if m.fits(req) && a.s.env.Current(m.program.Unit) {
			a.chain = a.chain[i+1:]
			return m
		}
	}
	a.chain = nil
	return nil
}

// composed starts the chain at the running cell.
func (a *ahead) composed(x *execution, m *made) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.chain) > 0 && a.chain[0].request.Defs != m.program.Defs {
		a.chain = nil
	}
	a.base = x
	a.chain = append([]*made{m}, a.chain...)
	a.extend()
}

// extend makes sure that somebody composes what waits. The lock is held.
func (a *ahead) extend() {
	if a.busy || a.base == nil || len(a.chain) > len(a.queue) || a.ctx.Err() != nil {
		return
	}
	a.busy = true
	a.wg.Go(a.work)
}

// work composes waiting cells until all are, or one cannot be foreseen.
func (a *ahead) work() {
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

		m, err := a.s.compose(a.ctx, next)

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
func (a *ahead) build(m *made) {
	if m.program.Empty {
		return
	}
	a.wg.Go(func() {
		select {
		case a.slots <- struct{}{}:
			defer func() { <-a.slots }()
			_, _ = a.s.env.Build(a.ctx, m.program.Unit)
		case <-a.ctx.Done():
		}
	})
}

// nextRequest is what the first waiting cell that is not yet composed will ask for, if that can be foreseen. The chain
// begins with the running cell, the queue behind it. The lock is held.
func (a *ahead) nextRequest() (program.Request, bool) {
	if len(a.chain) == 0 || len(a.chain) > len(a.queue) || a.ctx.Err() != nil {
		return program.Request{}, false
	}
	for i, m := range a.chain[1:] {
		if m.request.Cell.Source != a.queue[i].Code {
			return program.Request{}, false // the queue has moved on: the next cell that runs puts the chain right
		}
	}
	req := a.queue[len(a.chain)-1]
	c, err := cell.Split(req.Code)
	if err != nil || c.Script != nil {
		return program.Request{}, false
	}
	p, ok := foresee(c)
	if !ok {
		return program.Request{}, false
	}
	last := a.chain[len(a.chain)-1].program
	return p.request(program.Request{
		Defs: last.Defs, CellID: req.CellID, Values: a.guess(),
		Goflags: a.base.settings.goflags, NoAutoget: a.base.settings.noAutoget, NoResult: req.Silent,
	}), true
}

// foresee returns what the program of a cell will be, if its commands only plan, or do not touch it.
func foresee(c *cell.Cell) (plan, bool) {
	p := plan{cell: c}
	for _, cmd := range c.Commands {
		known := lookupCommand(cmd.Name)
		switch {
		case cmd.Prefix != "%", known != nil && known.aside:
		case known == nil || known.plan == nil || known.plan(&p, cmd) != nil:
			return p, false
		}
	}
	return p, true
}

// guess says what the store will know of a variable, if the cells of the chain end well.
func (a *ahead) guess() func(string) (program.ValueInfo, bool) {
	values, declared := a.base.values, map[string]bool{}
	for _, m := range a.chain {
		for _, v := range m.program.Vars {
			declared[v.Name] = declared[v.Name] || v.Fresh
		}
	}
	return func(name string) (program.ValueInfo, bool) {
		if declared[name] {
			return program.ValueInfo{}, true
		}
		return values.info(name)
	}
}
