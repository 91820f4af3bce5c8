package grade

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
	"github.com/mercer-go/mercer/display/grade/door"
)

// Bounds of what is graded.
const (
	MaxBytes = 8000 // of an answer
	MaxSteps = 40   // with a reason
	MaxWork  = 100  // million operations for an answer in one case, unless Task.Options say otherwise: some seconds
)

// Proof is a derivation that a student is to find.
type Proof struct {
	Task derive.Task

	// Seed is that of the points at which answers are evaluated. The student's cell draws others if it has another; 0 and 1, which is
	// that of derivations without a seed, are refused.
	Seed uint64

	// Cases are other declarations under which the same answer must hold.
	Cases []Case
}

// Case is a task in other circumstances: another dimension, another number of classes, another kernel. What is to be shown is the same.
type Case struct {
	Name  string // for the sentence that says where a step fails: "three classes"
	Given string // in the place of Task.Given, which declares the same names
	Let   string // in the place of Task.Let; "" keeps that
}

// Grade judges an answer, a text in a string. The error is about the proof: the task cannot be read or does not hold, or has no seed of its own.
func (p Proof) Grade(answer any) (*Report, error) {
	tasks, err := p.tasks()
	if err != nil {
		return nil, err
	}
	text, ok := answer.(string)
	if !ok {
		return refused("a text is wanted, and this is a %T", answer), nil
	}
	if says := tooLong(text); says != "" {
		return refused("%s", says), nil
	}
	r := &Report{Outcome: check.Right}
	for i, t := range tasks {
		a, err := assess(t, text)
		if err != nil {
			return nil, p.inCase(i, err)
		}
		r.add(p.caseName(i), a)
		if r.Outcome == check.NotAnswered {
			break
		}
	}
	r.share()
	return r, nil
}

// tasks are the task with its hidden points in each of its cases.
func (p Proof) tasks() ([]derive.Task, error) {
	if p.Seed < 2 {
		return nil, fmt.Errorf("grade: the seed is %d: a proof has a seed of its own, which students do not see, from 2 on", p.Seed)
	}
	base := p.Task
	base.Options = append([]derive.Option{derive.Work(MaxWork)}, p.Task.Options...)
	base.Options = append(base.Options, derive.Seed(p.Seed))
	all := []derive.Task{base}
	for _, c := range p.Cases {
		t := base
		t.Given = c.Given
		if c.Let != "" {
			t.Let = c.Let
		}
		all = append(all, t)
	}
	return all, nil
}

// caseName is the name of the case of task i, "" for the task itself.
func (p Proof) caseName(i int) string {
	switch {
	case i == 0:
		return ""
	case p.Cases[i-1].Name == "":
		return fmt.Sprintf("case %d", i)
	}
	return p.Cases[i-1].Name
}

func (p Proof) inCase(i int, err error) error {
	if name := p.caseName(i); name != "" {
		return fmt.Errorf("grade: %s: %w", name, err)
	}
	return fmt.Errorf("grade: %w", err)
}

// assess judges an answer in one case. An answer that makes the judge panic is one without points.
func assess(t derive.Task, text string) (a *derive.Assessment, err error) {
	defer func() {
		if r := recover(); r != nil {
			a, err = &derive.Assessment{Outcome: check.Wrong, Says: fmt.Sprintf("the answer cannot be judged, a teacher has to look at it: %v", r)}, nil
		}
	}()
	return t.Assess(text)
}

// tooLong says that an answer is, or "".
func tooLong(text string) string {
	if n := len(text); n > MaxBytes {
		return fmt.Sprintf("the answer has %d bytes, and %d are the most", n, MaxBytes)
	}
	if n := strings.Count(text, `\because`); n > MaxSteps {
		return fmt.Sprintf("the answer has %d steps, and %d are the most", n, MaxSteps)
	}
	return ""
}

// Try grades what the author of a proof knows to be right, and to be wrong: usual slips. The error says what was found otherwise.
func (p Proof) Try(right, slips []string) error {
	var all []error
	note := func(kind string, i int, answer string, want bool) {
		r, err := p.Grade(answer)
		switch {
		case err != nil:
			all = append(all, err)
		case (r.Outcome == check.Right) != want:
			all = append(all, fmt.Errorf("grade: %s %d is found %s: %s", kind, i+1, r.Outcome, r.Says))
		}
	}
	for i, answer := range right {
		note("proof", i, answer, true)
	}
	for i, answer := range slips {
		note("slip", i, answer, false)
	}
	return errors.Join(all...)
}

// Rule is the rule of the proof for check.Points, which shows what each step is worth, and for check.Exercise, which shows one sentence. It panics where
// the proof has no seed of its own, or its task cannot be read or does not hold in one of the cases.
func (p Proof) Rule() check.Rule {
	if err := p.sound(); err != nil {
		panic(err)
	}
	return check.NewDetailedRule(func(answer any) (string, check.Detail, error) {
		switch r, err := p.Grade(answer); {
		case err != nil:
			return "", nil, err
		case r.Outcome == check.Right:
			if r.Doubt != "" && os.Getenv(door.EnvStudent) != "" { // it is graded
				remark(fmt.Sprintf("%s %s.", door.Doubtful, r.Doubt))
			}
			return r.Says, r, nil
		case r.Outcome == check.NotAnswered:
			return "", r, check.ErrUnanswered
		default:
			return "", r, check.Partly(r.Share, errors.New(r.Says))
		}
	})
}

// sound is what is wrong with the proof itself, or nil.
func (p Proof) sound() error {
	tasks, err := p.tasks()
	for i := 0; i < len(tasks) && err == nil; i++ {
		if _, bad := tasks[i].Assess(""); bad != nil {
			err = p.inCase(i, bad)
		}
	}
	return err
}
