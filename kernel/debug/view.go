package debug

import (
	"context"
	"encoding/json"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/mercer-go/mercer/kernel/cell"
)

// How much of a program is shown.
const (
	mostFrames    = 200
	mostThreads   = 100
	mostVariables = 200
	mostText      = 512 // bytes of a text value
)

// statements is the name that stands for the function with a cell's statements.
const statements = "(cell)"

// shownSource is a source as the front end knows it.
func (d *Debugger) shownSource(s *dap.Source) *dap.Source {
	if s == nil {
		return nil
	}
	shown := d.sources.shown(s.Path)
	return &dap.Source{Name: path.Base(shown), Path: shown}
}

// machinery says whether a frame is of what the kernel has written around cells, or of the runtime below it.
func (d *Debugger) machinery(f dap.StackFrame) bool {
	if f.Source == nil {
		return true
	}
	file := path.Base(f.Source.Path)
	return strings.HasPrefix(file, cell.OursPrefix) || strings.HasPrefix(file, cell.SourcePrefix) || strings.Contains(f.Source.Path, "/kernel/cellrt/") ||
		strings.HasPrefix(f.Name, "runtime.") || strings.HasPrefix(f.Name, "testing.")
}

// frames returns the frames of a goroutine that mean something to the user, as he knows them, and all.
func (d *Debugger) frames(ctx context.Context, p *program, thread int) (shown, all []dap.StackFrame) {
	data, err := p.ask(ctx, askTime, "stackTrace", dap.StackTraceArguments{ThreadId: thread, Levels: mostFrames})
	var body dap.StackTraceResponseBody
	if err != nil || json.Unmarshal(data, &body) != nil {
		return nil, nil
	}
	for _, f := range body.StackFrames {
		if !d.machinery(f) {
			f.Name, f.Source, f.InstructionPointerReference, f.PresentationHint = shownName(f.Name), d.shownSource(f.Source), "", ""
			f.Column = 1
			shown = append(shown, f)
		}
	}
	if len(shown) == 0 {
		shown = body.StackFrames
	}
	return shown, body.StackFrames
}

// shownName is the name of a function as the user knows it.
func shownName(name string) string {
	name = strings.ReplaceAll(name, "go.shape.", "") // of type parameters
	at := ownType.FindStringIndex(name)
	if at == nil || at[0] > 0 {
		return name
	}
	name = name[at[1]:]
	ours, rest := strings.CutPrefix(name, cell.OursPrefix)
	if !rest {
		return name
	}
	for from, to := range map[string]string{"cell": statements, "main": "main", "func_init": "init", "old_": ""} {
		if tail, ok := strings.CutPrefix(ours, from); ok {
			if from == "func_init" {
				_, after, closure := strings.Cut(tail, ".")
				if tail = ""; closure {
					tail = "." + after
				}
			}
			return to + tail
		}
	}
	return name
}

// threadPattern matches the name of a goroutine in an adapter's list.
var threadPattern = regexp.MustCompile(`^\*?\s*\[Go (\d+)[^\]]*\] (.*?)(?: \(Thread \d+\))?$`)

// shownThreads are goroutines as the user knows them, that which has stopped before the others, and not more than are of use.
func shownThreads(list []dap.Thread, first int) []dap.Thread {
	var stopped, others []dap.Thread
	for _, t := range list {
		if m := threadPattern.FindStringSubmatch(t.Name); m != nil {
			t.Name = "goroutine " + m[1] + ": " + shownName(m[2])
		}
		if t.Id == first {
			stopped = append(stopped, t)
		} else if len(others) < mostThreads-1 {
			others = append(others, t)
		}
	}
	return append(stopped, others...)
}

// runningThread stands for the goroutines of a program that runs, or of none.
var runningThread = []dap.Thread{{Id: mainGoroutine, Name: "goroutine " + strconv.Itoa(mainGoroutine)}}

// ownType matches the qualifier of what the notebook declares, in programs and in test programs.
var ownType = regexp.MustCompile(`\b(?:main|command-line-arguments)\.`)

// shownVariables are variables as the user knows them, without those that the kernel or the compiler has made.
func shownVariables(list []dap.Variable) []dap.Variable {
	shown := make([]dap.Variable, 0, len(list))
	for _, v := range list {
		if strings.HasPrefix(v.Name, cell.OursPrefix) || strings.HasPrefix(v.Name, "~") || strings.HasPrefix(v.Name, ".") {
			continue
		}
		if rest, ok := strings.CutPrefix(v.Value, v.Type); ok {
			v.Value = shownType(v.Value[:len(v.Value)-len(rest)]) + rest
		} else if ownType.MatchString(v.Type) {
			v.Value = ownType.ReplaceAllString(v.Value, "")
		}
		if strings.HasPrefix(v.Type, "func(") {
			v.Value = shownName(v.Value)
		}
		v.Type, v.MemoryReference = shownType(v.Type), ""
		shown = append(shown, v)
	}
	return shown
}

// forClient are variables as a front end shows them best. JupyterLab's tree shows the type of a variable in the place of its value, unless the type is
// one of Python's: so it is told only those that go by the same name, and numbers only as long as JavaScript has them.
func (d *Debugger) forClient(list []dap.Variable) []dap.Variable {
	d.mu.Lock()
	lab := d.client == clientLab || d.client == "" // which asks before it initializes
	d.mu.Unlock()
	for i := range list {
		if v := &list[i]; lab && v.Type != "bool" && (v.Type != "int" || len(v.Value) > exactDigits) {
			v.Type = ""
		}
	}
	return list
}

// clientLab is how JupyterLab calls itself, exactDigits are as many as every number of JavaScript can have.
const (
	clientLab   = "jupyterlab"
	exactDigits = 15
)

func shownType(text string) string { return ownType.ReplaceAllString(text, "") }
