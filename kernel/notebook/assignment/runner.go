package assignment

import (
	"context"
	"io"
)

// Runner runs notebooks for a grader: those of students where they can reach nothing, and those that judge here.
type Runner interface {
	// Answer executes a notebook in place in its directory, with all cells though some fail, and then serves what it
	// declares of some names to the notebook that judges, until it is closed. Closing returns when nothing that the
	// notebook has started lives any more. An error is the machine's fault, not the notebook's.
	Answer(ctx context.Context, dir, name string, names []string) (Answering, error)
	// Judge executes a notebook in place, with all cells though some fail, whose calls go to the answers. student is the name under
	// which these were handed in.
	Judge(ctx context.Context, dir, name, student string, answers Answering) error
}

// Answering is a notebook that has run and whose answers can be called.
type Answering interface {
	io.Closer
	Door() string // the directory of the pipes, see package remote
	// Once it is closed, Remark is what the notebook has done that ended it, "" for nothing, and Greedy says that all it has
	// started has taken more than half of the processors.
	Remark() string
	Greedy() bool
}

// KernelEnded is a remark: something has ended the notebook's kernel.
const KernelEnded = "its kernel has ended before its cells had run"
