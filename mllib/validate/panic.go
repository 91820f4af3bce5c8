package validate

import "fmt"

// panicked is the panic of a method or a loss that was given to the package, with the fold or candidate it was in.
type panicked struct {
	where string // "candidate 1: fold 2"
	err   error  // what it panicked with
}

func (p *panicked) Error() string { return "validate: " + p.where + ": panic: " + p.err.Error() }
func (p *panicked) Unwrap() error { return p.err }

// inPanic says, deferred, in a panic that goes through, where it was.
func inPanic(what string, number int) {
	v := recover()
	if v == nil {
		return
	}
	where := fmt.Sprintf("%s %d", what, number)
	switch v := v.(type) {
	case *panicked:
		panic(&panicked{where + ": " + v.where, v.err})
	case error:
		panic(&panicked{where, v})
	default:
		panic(&panicked{where, fmt.Errorf("%v", v)})
	}
}
