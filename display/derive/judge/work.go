package judge

import (
	"context"
	"errors"
)

// This file bounds the work of a judgement.

// errWork is the error of a judgement that takes more than Question.Work.
var errWork = errors.New("its formulas take more computing than is allowed here: sums of fewer terms, or smaller matrices, are wanted")

// ballWork is by how much more an operation of numbers with a radius counts.
const ballWork = 50

// work is a context that also ends when more than most units of 4096 operations are done, if most is not 0. It counts and looks at no clock, so that the same
// text ends at the same place everywhere.
type work struct {
	context.Context
	done, most int
}

func (w *work) isSpent() bool { return w.most > 0 && w.done > w.most }

// Err is not nil when the work is to end.
func (w *work) Err() error {
	if w.isSpent() {
		return errWork
	}
	return w.Context.Err()
}
