package assignment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/display/grade/door"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// This file keeps what the machine has done from being held against a student.

// run runs a submission and sets what it has earned. Where it has lost points that the machine may have cost, it is run a second time,
// and when that goes the same way it has no points at all, but an error.
func (b *Batch) run(ctx context.Context, source, submitted *notebook.Notebook, r *Result) (*notebook.Notebook, error) {
	nb, err := b.try(ctx, source, submitted, r)
	fault := new(machineFault)
	if !errors.As(err, &fault) {
		return nb, err
	}
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-time.After(b.Rest):
	}
	nb, err = b.try(ctx, source, submitted, r)
	if errors.As(err, &fault) {
		r.Marks, r.Notes = nil, nil
		return nil, fmt.Errorf("it has run twice, and %w: nothing counts until it is graded again", err)
	}
	return nb, err
}

// machineFault is why a run says nothing of the one who has handed in what ran.
type machineFault struct{ says string }

func (f *machineFault) Error() string { return f.says }

// try runs a submission once.
func (b *Batch) try(ctx context.Context, source, submitted *notebook.Notebook, r *Result) (*notebook.Notebook, error) {
	nb, notes, err := Prepare(source, submitted)
	if err != nil {
		return nil, err
	}
	judge, names, err := Judge(source)
	if err != nil {
		return nil, err
	}
	stop := func() observe.Shortage { return observe.Shortage{} }
	if b.Watch != nil {
		stop = b.Watch()
	}
	how, err := b.execute(ctx, judge, names, nb, r.Student)
	short := stop()
	switch {
	case err != nil && ctx.Err() == nil:
		return nil, &machineFault{err.Error()}
	case err != nil:
		return nil, err
	case how.remark != "":
		notes = append(notes, "the notebook was ended: "+how.remark)
	}
	marks, err := Grade(source, nb)
	if err != nil {
		return nil, err
	}
	r.Marks, r.Notes = marks, append(notes, remarked(how.judged)...)
	if earned, of := r.Machine(); earned < of {
		if says := how.fault(nb, short); says != "" {
			return nil, &machineFault{says}
		}
	}
	return nb, nil
}

// remarked returns the remarks of tests, each once: that the notebook has another name in it than it
// was handed in under, that a person should look at a proof.
func remarked(judged *notebook.Notebook) (list []string) {
	for _, c := range judged.Cells {
		for _, o := range c.Outputs {
			says, ok := o.Data[door.Remark].(string)
			if !ok || o.Type != notebook.Display {
				continue
			}
			says = strings.TrimSuffix(says, ".")
			if !strings.HasPrefix(says, door.HandedIn) {
				p, _ := partOf(c)
				says = p.ID + ": " + says
			}
			if !slices.Contains(list, says) {
				list = append(list, says)
			}
		}
	}
	return list
}

// ran is how a notebook and its tests have run.
type ran struct {
	remark string // what has ended the notebook before its end
	greedy bool   // it has kept the processors busy itself
	judged *notebook.Notebook
}

// fault is what the machine may have cost a notebook that has lost points; "" for nothing.
func (r ran) fault(nb *notebook.Notebook, short observe.Shortage) string {
	switch {
	case r.remark == KernelEnded: // by a student's program, or where there was no room for it
		return short.Room
	case r.remark != "":
		return ""
	}
	late := false
	for _, c := range r.judged.Cells { // it runs here, and no answer is linked into it
		for _, o := range c.Outputs {
			switch {
			case o.Type != notebook.Failure:
			case o.EName == "killed", o.EName == "out of memory", o.EName == "exit":
				return fmt.Sprintf("a cell that judges was ended: %s", firstLine(o.EValue))
			default:
				late = late || o.EName == execute.Timeout || strings.Contains(o.EValue, door.Late)
			}
		}
	}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			late = late || o.Type == notebook.Failure && o.EName == execute.Timeout
		}
	}
	if short.Room == "" && late && !r.greedy {
		return short.Time
	}
	return short.Room
}
