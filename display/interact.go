package display

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Interact shows what a function gives for values that the reader chooses, below a control for each of its arguments:
//
//	display.Interact(func(lambda float64, degree int) any {
//		return fitted(lambda, degree) // a figure, say
//	}, display.Slider("λ", 0, 1, 0.05), display.IntSlider("degree", 1, 9))
//
// The arguments are float64 for [Slider] and [LogSlider], int for [IntSlider], string for [Choice] and [TextBox], bool for [Checkbox], or types made of
// these. What the function returns is shown as [Show] shows it, and so is what it shows or prints itself; its last result may be an error, which is shown
// in the place of the others. An error or a panic at the start fails the cell. A function that does not fit its controls fails it too.
//
// In JupyterLab, Notebook 7 and VS Code a control that is moved runs the cell's program again, up to this call of Interact and with the chosen values: beside the
// other cells, from the values that the notebook has then, and without a change to any of them. So what takes long belongs in a cell before, which
// leaves its result in a variable. A run that takes more than a minute is ended.
//
// A page without a kernel, such as those of mercer run, holds what the function gives for some values of the controls, the start and, where there is room,
// the ends among them: at most 25 in all, evenly spaced, fewer where they are large. [Control.Frames] asks for more or fewer. Elsewhere, as in a terminal, the start is shown.
//
// The call for the start is part of the cell: what the function changes there in a variable of the notebook stays changed. For a page the cell's program runs
// once more, up to this call, and what that changes is dropped; so the variables do not depend on where the cell runs.
func Interact(f any, controls ...*Control) {
	t, err := newInteraction(f, controls)
	if err == nil {
		err = t.run()
	}
	if err != nil {
		fail := frame.Failed{Name: "error", Value: "display.Interact: " + err.Error()}
		if _, file, line, ok := runtime.Caller(1); ok {
			fail.Trace = fmt.Sprintf("  at %s:%d", file, line)
		}
		send.Fail(fail)
	}
}

// interaction is a function with the controls for its arguments.
type interaction struct {
	f        reflect.Value
	controls []*Control
	settled  frame.Interaction
}

var errorType = reflect.TypeFor[error]()

func newInteraction(f any, controls []*Control) (*interaction, error) {
	v := reflect.ValueOf(f)
	switch {
	case f == nil || v.Kind() != reflect.Func:
		return nil, fmt.Errorf("got %T, want a function", f)
	case v.IsNil():
		return nil, fmt.Errorf("the function is nil, of type %T", f)
	}
	t := v.Type()
	if t.IsVariadic() {
		return nil, fmt.Errorf("the function is a %s, and its number of arguments has to be fixed", t)
	}
	if t.NumIn() != len(controls) || len(controls) == 0 {
		return nil, fmt.Errorf("the function is a %s, and the number of controls is %d: want one for each argument", t, len(controls))
	}
	i := &interaction{f: v, controls: controls}
	var names []string
	for n, c := range controls {
		if c == nil {
			return nil, fmt.Errorf("the control of argument %d is nil", n+1)
		}
		k := kinds[c.spec.Kind]
		if k.takes == nil {
			return nil, fmt.Errorf("the control of argument %d was not made by Slider, LogSlider, IntSlider, Choice, Checkbox or TextBox", n+1)
		}
		if in := t.In(n); !slices.Contains(k.takes, in.Kind()) {
			return nil, fmt.Errorf("argument %d of the function has the type %s, want %s: the control %q is made by %s%s", n+1, in, k.gives, c.spec.Name, k.maker, instead(in.Kind()))
		}
		settled, err := c.settle()
		if err != nil {
			return nil, fmt.Errorf("the %s %q of argument %d %w", k.maker, c.spec.Name, n+1, err)
		}
		if c.spec.Name == "" || slices.Contains(names, c.spec.Name) {
			return nil, fmt.Errorf("the control of argument %d is called %q: want a name that no other control has", n+1, c.spec.Name)
		}
		names = append(names, c.spec.Name)
		i.settled.Controls = append(i.settled.Controls, settled)
	}
	return i, nil
}

// instead names the controls that an argument could have.
func instead(kind reflect.Kind) string {
	var makers []string
	for _, k := range kinds {
		if slices.Contains(k.takes, kind) {
			makers = append(makers, k.maker)
		}
	}
	if len(makers) == 0 {
		return "; no control gives such a value"
	}
	slices.Sort(makers)
	return ", and it needs one that is made by " + strings.Join(makers, " or ")
}

// calling is held while the function of an interaction is called.
var calling sync.Mutex

// run has the function called: by a kernel that knows interactions for what it asks, else once for the start.
func (t *interaction) run() error {
	if !calling.TryLock() {
		return errors.New("it is called while the function of another one runs: want one after the other")
	}
	defer calling.Unlock()
	c := frame.Default()
	if c == nil || c.Version() < 3 {
		return t.alone()
	}
	question, _ := t.settled.AppendBinary(nil)
	for kind := frame.Interact; ; kind, question = frame.Called, nil {
		answer, err := c.Ask(kind, question)
		if err != nil {
			return err
		}
		var call frame.Call
		if err := call.UnmarshalBinary(answer); err != nil {
			return err
		}
		switch call.Mode {
		case frame.Go:
			return nil
		case frame.Leave:
			os.Exit(0)
		}
		if err := t.serve(call); err != nil {
			return err
		}
	}
}

// alone shows the start, below the values in words.
func (t *interaction) alone() error {
	var words, values []string
	for _, c := range t.settled.Controls {
		words, values = append(words, c.Name+" = "+c.Start), append(values, c.Start)
	}
	send.Display(bundle("text/plain", strings.Join(words, ", "), ""))
	results, err := t.call(values)
	Show(results...)
	return err
}

// serve calls the function and shows what it gives. The error is one with which the cell fails.
func (t *interaction) serve(call frame.Call) error {
	if call.Mode == frame.Held {
		defer func() {
			if p := recover(); p != nil {
				Show(fmt.Errorf("panic: %v", p))
			}
		}()
	}
	results, err := t.call(call.Values)
	if err != nil && call.Mode != frame.First {
		Show(err)
		return nil
	}
	Show(results...)
	return err
}

// call calls the function and returns its results, or its error.
func (t *interaction) call(values []string) (results []any, err error) {
	if len(values) != len(t.controls) {
		return nil, fmt.Errorf("the kernel gives %d values for %d controls", len(values), len(t.controls))
	}
	args := make([]reflect.Value, len(values))
	for n, v := range values {
		if args[n], err = t.controls[n].argument(v, t.f.Type().In(n)); err != nil {
			return nil, fmt.Errorf("%s: %w", t.settled.Controls[n].Name, err)
		}
	}
	out := t.f.Call(args)
	if n := len(out) - 1; n >= 0 && t.f.Type().Out(n) == errorType {
		if err, _ := out[n].Interface().(error); err != nil {
			return nil, t.at(values, err)
		}
		out = out[:n]
	}
	for _, r := range out {
		if x := r.Interface(); x != nil {
			results = append(results, x)
		}
	}
	return results, nil
}

// at tells for which values the function has returned an error.
func (t *interaction) at(values []string, err error) error {
	words := make([]string, len(values))
	for n, v := range values {
		words[n] = t.settled.Controls[n].Name + " = " + v
	}
	return fmt.Errorf("%s: %w", strings.Join(words, ", "), err)
}
