package remote

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/mercer-go/mercer/display/grade/door"
)

// peer is one end of a connection: it calls functions of the other end, and answers its calls.
type peer struct {
	link
	name     string                                   // of the other end, in sentences
	limit    time.Duration                            // of a call; 0 for none
	declared func(name string) (reflect.Value, error) // what the other end may call by name

	mu      sync.Mutex
	turn    *sync.Cond // of the goroutines that run this end's code: see enter
	active  int
	alone   bool
	next    uint64
	waiting map[uint64]chan message
	funcs   []reflect.Value // that the other end has got as arguments or results
	broken  error           // nothing comes any more
	opened  int             // bytes of the other end's calls that are not answered
	heard   bool            // an answer has come
}

func newPeer(name string, in io.Reader, out io.Writer) *peer {
	p := &peer{link: link{in: bufio.NewReader(in), out: out}, name: name, waiting: map[uint64]chan message{}, next: firstID()}
	p.turn = sync.NewCond(&p.mu)
	return p
}

// listen handles messages until there are no more.
func (p *peer) listen() error {
	for {
		m, size, err := p.receive()
		if err == errDamaged && !p.greeted() {
			continue // of an earlier program
		}
		if err == nil && m.Kind == ended && p.greeted() {
			err = fmt.Errorf("%s has ended", p.name)
		}
		if err == nil && m.Kind == call && !p.open(size+callBytes) {
			err = errMany
		}
		if err != nil {
			p.fail(err)
			return err
		}
		switch m.Kind {
		case call:
			go func() {
				p.answer(m)
				p.open(-size - callBytes)
			}()
		case hello, done, panicked, refused:
			if !p.deliver(m) && m.Kind == hello && p.declared != nil {
				go p.send(m)
			}
		}
	}
}

// open accounts for bytes of calls that are to be answered, or no longer, and reports whether there
// is room for them.
func (p *peer) open(bytes int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened += bytes
	return p.opened <= maxOpen
}

// deliver hands a message to the call that it answers, and reports whether there is one.
func (p *peer) deliver(m message) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	reply := p.waiting[m.ID]
	if reply == nil {
		return false
	}
	delete(p.waiting, m.ID)
	p.heard = true
	reply <- m
	return true
}

// greeted reports whether the other end has answered this program.
func (p *peer) greeted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.heard
}

// fail ends all calls that wait, and those that come.
func (p *peer) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = err
	for id, reply := range p.waiting {
		delete(p.waiting, id)
		reply <- message{Kind: refused, Text: err.Error()}
	}
}

// Panicked is the error of a call that panicked at the other end.
type Panicked struct{ Text string }

func (e *Panicked) Error() string { return e.Text }

// call calls a function of the other end, by name or number, and returns its results.
func (p *peer) call(m message, t reflect.Type, args []reflect.Value) ([]reflect.Value, error) {
	m.Kind, m.Type = call, t.String()
	for i, a := range args {
		raw, err := p.write(a)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		m.Values = append(m.Values, raw)
	}
	r, err := p.ask(m)
	switch {
	case err != nil:
		return nil, err
	case r.Kind == panicked:
		return nil, &Panicked{r.Text}
	case r.Kind == refused:
		return nil, errors.New(r.Text)
	case len(r.Values) != t.NumOut():
		return nil, errDamaged
	}
	results := make([]reflect.Value, t.NumOut())
	for i := range results {
		if results[i], err = read(r.Values[i], t.Out(i), p.function); err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
	}
	for i, raw := range r.Changed {
		if i < 0 || i >= len(args) {
			return nil, errDamaged
		}
		v, err := read(raw, t.In(i), p.function)
		if err != nil {
			return nil, fmt.Errorf("argument %d, as it is left: %w", i+1, err)
		}
		assign(args[i], v)
	}
	return results, nil
}

// ask sends a call and waits for what answers it.
func (p *peer) ask(m message) (message, error) {
	reply := make(chan message, 1)
	p.mu.Lock()
	if p.broken != nil {
		defer p.mu.Unlock()
		return message{}, p.broken
	}
	p.next++
	m.ID = p.next
	p.waiting[m.ID] = reply
	p.mu.Unlock()
	go func() { // a pipe that nobody reads takes no more
		if err := p.send(m); err != nil {
			p.deliver(message{Kind: refused, ID: m.ID, Text: err.Error()})
		}
	}()
	p.leave()
	defer p.enter()
	var late <-chan time.Time
	if p.limit > 0 {
		late = time.After(p.limit)
	}
	select {
	case r := <-reply:
		return r, nil
	case <-late:
		p.mu.Lock()
		delete(p.waiting, m.ID)
		p.broken = fmt.Errorf("%s %s %v", p.name, door.Late, p.limit) // nor will it: no other call waits again
		p.mu.Unlock()
		return message{}, p.broken
	}
}

// enter waits, where the end is to run on one goroutine at a time, until no other runs its code; leave lets others run. So a function that the other end calls back, at any time and from many goroutines, never runs beside the code that
// has handed it over.
func (p *peer) enter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.alone && p.active > 0 {
		p.turn.Wait()
	}
	p.active++
}

func (p *peer) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.active--
	p.turn.Broadcast()
}

// answer makes the call that the other end asks for.
func (p *peer) answer(m message) {
	p.enter()
	defer p.leave()
	r, err := p.perform(m)
	if err != nil {
		r = message{Kind: refused, Text: err.Error()}
	}
	r.ID = m.ID
	if p.send(r) != nil && err == nil {
		p.send(message{Kind: refused, ID: m.ID, Text: errLong.Error()})
	}
}

func (p *peer) perform(m message) (r message, err error) {
	f, err := p.target(m)
	if err != nil {
		return r, err
	}
	t := f.Type()
	if len(m.Values) != t.NumIn() {
		return r, errDamaged
	}
	args := make([]reflect.Value, len(m.Values))
	for i, raw := range m.Values {
		if args[i], err = read(raw, t.In(i), p.function); err != nil {
			return r, fmt.Errorf("argument %d: %w", i+1, err)
		}
	}
	results, says, ok := guarded(f, args)
	if !ok {
		return message{Kind: panicked, Text: says}, nil
	}
	r = message{Kind: done}
	for i, v := range results {
		raw, err := p.write(v)
		if err != nil {
			return r, fmt.Errorf("result %d: %w", i+1, err)
		}
		r.Values = append(r.Values, raw)
	}
	r.Changed, err = p.changed(m, t, args)
	return r, err
}

// changed are the arguments whose memory the function has changed.
func (p *peer) changed(m message, t reflect.Type, args []reflect.Value) (map[int][]byte, error) {
	list := map[int][]byte{}
	for i, a := range args {
		if k := t.In(i).Kind(); k != reflect.Slice && k != reflect.Map && k != reflect.Pointer && !isMatrix(t.In(i)) {
			continue
		}
		raw, err := p.write(a)
		if err != nil {
			return nil, fmt.Errorf("argument %d, as it is left: %w", i+1, err)
		}
		if !bytes.Equal(raw, m.Values[i]) {
			list[i] = raw
		}
	}
	return list, nil
}

// write is a value as it travels.
func (p *peer) write(v reflect.Value) ([]byte, error) {
	w := writer{number: p.number}
	err := w.value(addressable(v))
	return w.buf, err
}

// addressable is a copy of a value of which all fields can be read.
func addressable(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// target is the function that a call is for.
func (p *peer) target(m message) (reflect.Value, error) {
	if m.Name != "" && p.declared != nil {
		f, err := p.declared(m.Name)
		if err == nil && f.Type().String() != m.Type {
			err = fmt.Errorf("%s is a %s, and a %s is wanted", m.Name, f.Type(), m.Type)
		}
		return f, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if m.Name != "" || m.Number >= uint64(len(p.funcs)) {
		return reflect.Value{}, errors.New("there is no such function")
	}
	return p.funcs[m.Number], nil
}

// number is the one under which the other end calls a function.
func (p *peer) number(f reflect.Value) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.funcs = append(p.funcs, f)
	return uint64(len(p.funcs) - 1)
}

// function is a function of the other end. A call that fails panics with the error, and with the text of the panic where
// the function has panicked.
func (p *peer) function(number uint64, t reflect.Type) reflect.Value {
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		results, err := p.call(message{Number: number}, t, args)
		if err != nil {
			panic(failure(err))
		}
		return results
	})
}

// failure is what a failed call panics with: a text for the panic of the function itself.
func failure(err error) any {
	if p, ok := errors.AsType[*Panicked](err); ok {
		return p.Text
	}
	return err
}

// guarded calls a function that may panic; says is then with what.
func guarded(f reflect.Value, args []reflect.Value) (results []reflect.Value, says string, ok bool) {
	defer func() {
		if r := recover(); !ok {
			if says = fmt.Sprint(r); says != unanswered {
				says += place()
			}
		}
	}()
	if f.Type().IsVariadic() {
		results = f.CallSlice(args)
	} else {
		results = f.Call(args)
	}
	return results, "", true
}

// unanswered is check.Unanswered, with which a function panics that is still to be written.
const unanswered = "not answered yet"

// place is the line of a cell in which a panic began that is being recovered, in words, or "".
func place() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(0, pc)])
	for panicking, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if panicking && !strings.HasPrefix(f.Function, "runtime.") {
			if strings.HasPrefix(filepath.Base(f.File), "cell_") {
				return fmt.Sprintf(", in line %d", f.Line)
			}
			return ""
		}
		panicking = panicking || f.Function == "runtime.gopanic"
	}
	return ""
}
