// Package cellrt is the run-time that every cell's program links. [Main] takes the program from start to end: load the
// values of the variables that the cell can reach, run the initialisers and the cell's own statements, commit.
//
// A program that ends any other way than by returning from Main's cell — a panic, os.Exit, a signal — has committed
// nothing, unless it called [Commit] itself. The kernel tells the two apart by the frames Finish, which commits the values
// of a cell that has come to its end, and Done, the last one that a program sends.
//
// A program that is run by hand, without a kernel, runs the initialisers and the cell and keeps nothing.
package cellrt

import (
	"errors"
	"os"
	"reflect"
	"runtime"
	"strconv"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/cellrt/bare"
	"github.com/mercer-go/mercer/kernel/snapshot"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Program is what the kernel composes of a cell and the definitions that it reaches.
type Program struct {
	Vars    []Var
	Refs    []Ref
	Types   []reflect.Type // types to be found when values need them
	Handles []Handle       // how handles of package unique are made that values hold
	Inits   []func()       // run after the values are loaded, in order
	Cell    func()         // the cell's statements; may be nil
}

// Var is a top-level variable that the cell can reach.
type Var struct {
	Name string
	Ptr  any // pointer to the variable
	// Init sets the variable as its declaration does, when the store does not have it; nil if there is no way.
	Init func()
	// Pure: Init only names a function or writes one down, so that nobody notices when it runs again.
	Pure bool
	// Once says why Init must not run again, and what to do instead; "" if it may.
	Once string
	// With are the other variables that Init sets.
	With []string
	// Fresh variables are declared anew by the cell's own statements: they start at zero.
	Fresh bool
	// Old variables hold the value that the name had before this cell, for a cell that declares the name anew and reads
	// it first. They are not committed; a Fresh variable of the same name is.
	Old bool
	// Next says how the next cell finds a Fresh variable that the cell sets after it has declared it, if its value cannot be
	// kept; "" for one that it does not set.
	Next string
}

// Ref is a package-level variable of an imported package: pointers to it, or to what it pointed to at the start, are
// carried from cell to cell as references.
type Ref = memory.Ref

// Handle is how values of a type unique.Handle[T] are made again, which each process makes anew.
type Handle = memory.Handle

// HandleOf returns the Handle of a function unique.Make[T].
func HandleOf[H any, T comparable](unique func(T) H) Handle { return memory.HandleOf(unique) }

// Environment variables of the store.
const (
	EnvStore = "MERCER_STORE" // its directory; empty: values are not kept
	// EnvRerun are rules, separated by spaces, of which the last that applies holds: "-" forbids to run the declarations of
	// variables whose values are not kept again, "-x" that of x; "+" and "+x" allow it, and "+x" without a word.
	EnvRerun = "MERCER_RERUN"
)

// running is the cell's link to the store, nil in a program run by hand.
var running *cell

type cell struct {
	conn  *frame.Conn
	rerun string          // the rules of EnvRerun
	image *snapshot.Image // nil without a store
	vars  []Var
}

// Main runs a cell's program and does not return when a kernel started it.
func Main(p Program) {
	body := bare.Program{Inits: p.Inits, Cell: p.Cell}
	conn := bare.Begin()
	if conn == nil {
		p.initialise()
		body.Run()
		return
	}
	c := &cell{conn: conn, rerun: take(EnvRerun), vars: p.Vars} // it is not for the programs that this one starts
	if err := c.load(&p); err != nil {
		c.fail(storeFailure(err))
	}
	running = c
	frame.SetCommit(Commit)
	body.Run()
	c.conn = bare.Leave(conn)
	if _, err := c.commit(frame.Finish); err != nil {
		c.fail(storeFailure(err))
	}
	bare.End(c.conn)
}

// initialise runs the initialisers of all variables, for want of a store.
func (p *Program) initialise() {
	for i := range p.Vars {
		if v := &p.Vars[i]; !v.Fresh && v.Init != nil {
			v.Init()
		}
	}
}

// load loads the values of the program's variables and initialises those that the store does not have.
func (c *cell) load(p *Program) error {
	missing := map[string]string{}
	if dir := take(EnvStore); dir != "" {
		stored, err := c.stored(p)
		if err != nil {
			return err
		}
		image := snapshot.Open(dir, stored, p.Types, p.Refs)
		image.Handles(p.Handles)
		vars := make([]snapshot.Variable, len(p.Vars))
		for i, v := range p.Vars {
			vars[i] = snapshot.Variable{Name: v.Name, Ptr: v.Ptr, Fresh: v.Fresh, Old: v.Old, Set: v.Next != ""}
		}
		if missing, err = image.Load(vars); err != nil {
			return err
		}
		c.image = image
	}
	for i := range p.Vars {
		c.settle(&p.Vars[i], missing)
	}
	return nil
}

// stored asks the kernel what the store has of the program's variables.
func (c *cell) stored(p *Program) (*manifest.Manifest, error) {
	var names []byte
	for i := range p.Vars {
		names = append(append(names, p.Vars[i].Name...), ' ')
	}
	reply, err := c.conn.Ask(frame.Values, names)
	if err != nil {
		return nil, err
	}
	m := new(manifest.Manifest)
	return m, m.UnmarshalBinary(reply)
}

// take returns a variable of the environment and removes it: it is not for the programs that the cell starts.
func take(name string) string {
	value := os.Getenv(name)
	_ = os.Unsetenv(name)
	return value
}

// settle runs the initialiser of a variable that was not loaded, and says what of a value is lost.
func (c *cell) settle(v *Var, missing map[string]string) {
	if v.Fresh {
		return
	}
	if c.image != nil && c.image.Loaded(v.Name) {
		if loss := c.image.Loss(v.Name); loss != "" {
			c.loss(v.Name, "is loaded without a part ("+loss+")")
		}
		return
	}
	why, known := missing[v.Name]
	switch {
	case v.Init == nil && !known:
	case v.Init == nil && c.image.NotCarried(v.Name):
		c.send(frame.Loss, "The value of "+v.Name+" is lost and starts at zero: "+why+".")
	case v.Old:
		c.send(frame.Loss, "The earlier value of "+v.Name+" cannot be loaded and is zero: "+why+".")
	case v.Init == nil:
		c.loss(v.Name, "cannot be loaded ("+why+"), so that "+v.Name+" is zero in this cell")
	case v.Once != "" && rule(c.rerun, v.Name) != "+"+v.Name:
		c.fail(frame.Failed{Name: "not kept", Value: v.Once})
	case !known || v.Pure:
		c.initialise(v)
	case rule(c.rerun, v.Name) != "" && rule(c.rerun, v.Name)[0] == '-':
		c.fail(frame.Failed{Name: "not kept", Value: "the value of " + v.Name + " is not there (" + why + "), and %rerun off forbids " +
			"to run its declaration again: declare it in this cell, or allow it with %rerun on " + v.Name})
	case c.image.NotCarried(v.Name):
		if rule(c.rerun, v.Name) != "+"+v.Name { // whoever has asked for it knows
			c.send(frame.Loss, "The value of "+v.Name+" is not kept from cell to cell, so its declaration runs again"+setting(v.With)+": "+why+".")
		}
		c.initialise(v)
	default:
		c.loss(v.Name, "cannot be loaded ("+why+"), so that its declaration runs again"+setting(v.With))
		c.initialise(v)
	}
}

// setting says what else an initialiser sets.
func setting(names []string) string {
	if len(names) == 0 {
		return ""
	}
	text := " and sets " + names[0]
	for _, n := range names[1:] {
		text += ", " + n
	}
	return text + " too"
}

func (c *cell) initialise(v *Var) {
	v.Init()
	if c.image == nil {
		return
	}
	c.image.Initialised(v.Name)
	for _, n := range v.With {
		c.image.Initialised(n)
	}
}

// rule returns the one of some rules, as EnvRerun has them, that applies to a variable, or "".
func rule(rules, name string) (last string) {
	start := 0
	for i := range len(rules) + 1 {
		if i < len(rules) && rules[i] != ' ' {
			continue
		}
		switch r := rules[start:i]; r {
		case "-", "+", "-" + name, "+" + name:
			last = r
		}
		start = i + 1
	}
	return last
}

// loss tells what a cell does not see of a stored value, which stays in the store.
func (c *cell) loss(name, what string) {
	by := ""
	if count := c.image.SetBy(name); count > 0 {
		by = ", set by cell [" + strconv.FormatUint(count, 10) + "],"
	}
	c.send(frame.Loss, "The value of "+name+by+" "+what+". It stays stored until a cell changes "+name+".")
}

// send gives a notice and waits until it is shown, so that it stands before what the cell prints.
func (c *cell) send(kind frame.Kind, text string) { _, _ = c.conn.Ask(kind, []byte(text)) }

func storeFailure(err error) frame.Failed {
	return frame.Failed{Name: "value store", Value: err.Error()}
}

// fail ends the program with an error that is not the cell's own.
func (c *cell) fail(f frame.Failed) {
	payload, _ := f.AppendBinary(nil)
	_ = c.conn.Send(frame.Failure, payload)
	os.Exit(1)
}

// commit writes the values and has the kernel adopt them; kind is Commit or Finish. The result is nil without a store.
func (c *cell) commit(kind frame.Kind) (*snapshot.Saved, error) {
	if c.image == nil {
		return nil, nil
	}
	write := c.image.Commit
	if kind == frame.Finish && runtime.GOOS == "linux" { // see frame.Conn.Final
		write = c.image.CommitLast
	}
	saved, err := write()
	if err != nil {
		return nil, err
	}
	for _, d := range saved.Dropped {
		c.send(frame.Loss, "What this cell has changed in "+d.Name+" is not kept: "+d.Why+". The next cell that uses "+d.Name+" finds it "+c.next(d.Name)+".")
	}
	if _, err := c.conn.Ask(kind, saved.Manifest); err != nil {
		if _, refused := err.(frame.Refusal); refused {
			saved.Discard() // but not when the kernel has died: it may have committed first
		}
		return nil, err
	}
	return saved, nil
}

// next says how the next cell finds a variable whose value is not kept.
func (c *cell) next(name string) string {
	for i := range c.vars {
		if v := &c.vars[i]; v.Name == name && v.Next != "" {
			return v.Next
		}
	}
	return "as its declaration sets it"
}

// ErrAlone is returned by Commit in a program that no kernel with a store started.
var ErrAlone = errors.New("cellrt: no value store to commit to")

// Commit commits the values as they are now, in the middle of a cell: they stay even if the cell fails later. No other
// goroutine may write to them meanwhile.
func Commit() error {
	if running == nil || running.image == nil {
		return ErrAlone
	}
	saved, err := running.commit(frame.Commit)
	if err == nil {
		saved.Adopted()
	}
	return err
}
