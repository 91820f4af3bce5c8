package remote

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"
)

// Answers are the functions and variables of another process.
type Answers struct{ peer *peer }

// Connect connects to the process that serves answers. limit is the longest that a call may take.
func Connect(in io.Reader, out io.Writer, limit time.Duration) *Answers {
	p := newPeer("the process of the answers", in, out)
	p.limit, p.alone, p.active = limit, true, 1
	go p.listen()
	return &Answers{p}
}

// Call calls the function of a name, of the type of like, with arguments, and sets what results points to. It panics as
// the function does, with the text of the panic, and with an error where the call cannot be made.
func (a *Answers) Call(name string, like any, args []any, results []any) {
	t := reflect.TypeOf(like)
	values := make([]reflect.Value, len(args))
	for i, arg := range args {
		values[i] = reflect.New(t.In(i)).Elem()
		if arg != nil {
			values[i].Set(reflect.ValueOf(arg))
		}
	}
	got, err := a.peer.call(message{Name: name}, t, values)
	if err != nil {
		panic(failure(err))
	}
	for i, r := range results {
		reflect.ValueOf(r).Elem().Set(got[i])
	}
}

// Variable sets a variable, by its address, to what it is in the other process, or to its zero value if it cannot be had, as
// the error says.
func (a *Answers) Variable(name string, address any) error {
	v := reflect.ValueOf(address)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return errors.New("the address of a variable is wanted")
	}
	v.Elem().SetZero()
	t := reflect.FuncOf(nil, []reflect.Type{v.Type().Elem()}, false)
	got, err := a.peer.call(message{Name: name}, t, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	v.Elem().Set(got[0])
	return nil
}
