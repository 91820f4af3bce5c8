package report

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/hints"
	"github.com/mercer-go/mercer/kernel/run"
)

// Places tell the texts of cells by their file keys: what the user calls them, and their lines.
type Places map[string]labelled

type labelled struct {
	name  string // "Cell [3]"
	lines []string
}

// Add enters a text: name is what the user calls it.
func (l Places) Add(key, name, source string) { l[key] = labelled{name, strings.Split(source, "\n")} }

// position matches the places in composed sources that the toolchain and the runtime name.
var position = regexp.MustCompile(`(?:[^\s:()]*/)?(cell_[0-9a-f]{8}\.go):(\d+)(?::(\d+))?`)

// Translate replaces positions in composed sources by cells and lines as the user sees them.
func (l Places) Translate(text string) string {
	return position.ReplaceAllStringFunc(text, func(place string) string {
		m := position.FindStringSubmatch(place)
		c, ok := l[m[1]]
		if !ok {
			return place
		}
		return fmt.Sprintf("%s, line %s", c.name, m[2])
	})
}

// line returns a line of a text, or "".
func (l Places) line(key string, n int) string {
	if lines := l[key].lines; n >= 1 && n <= len(lines) {
		return lines[n-1]
	}
	return ""
}

// restored says what an interrupt leaves, behind its name.
const restored = "values and definitions are as they were before the cell"

// Explain makes an error what the user reads. hint adds to a diagnostic what might help.
func (l Places) Explain(err error, hint func(cell.Diagnostic) string) *Error {
	var diagnostics cell.Diagnostics
	var bad *EndedBadly
	var ready *Error
	switch {
	case errors.As(err, &ready):
		return ready
	case errors.As(err, &diagnostics):
		return l.explainDiagnostics(diagnostics, hint)
	case errors.As(err, &bad):
		return explainOutcome(bad.Outcome, l)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{Name: "interrupted", Value: restored, Traceback: []string{red("interrupted")}}
	}
	text := l.Translate(err.Error())
	first, _, _ := strings.Cut(text, "\n")
	return &Error{Name: "error", Value: first, Traceback: strings.Split(red("error: ")+text, "\n")}
}

// explainDiagnostics shows each error of a cell's text under its line, with a caret.
func (l Places) explainDiagnostics(ds cell.Diagnostics, hint func(cell.Diagnostic) string) *Error {
	e := &Error{Name: "compile error"}
	for i, d := range hints.Explain(ds, l.line) {
		where := l.Translate(fmt.Sprintf("%s:%d", d.File, d.Line))
		msg := strings.Split(l.Translate(d.Msg), "\n")
		if i == 0 {
			e.Value = where + ": " + msg[0]
		}
		msg[0] = red(where+": ") + msg[0]
		e.Traceback = append(e.Traceback, msg...)
		src := l.line(d.File, d.Line)
		if text := hint(d); text != "" {
			e.Traceback = append(e.Traceback, "    "+text)
		}
		if src != "" {
			e.Traceback = append(e.Traceback, caret(src, d.Line, d.Col)...)
		}
	}
	return e
}

// caret shows a line of source with its number, and a caret below the given byte column (0: none).
func caret(src string, line, col int) []string {
	number := fmt.Sprintf("%4d | ", line)
	shown := []string{number + src}
	if col >= 1 && col <= len(src)+1 {
		lead := strings.Map(func(r rune) rune {
			if r == '\t' {
				return r
			}
			return ' '
		}, src[:col-1])
		shown = append(shown, strings.Repeat(" ", len(number)-2)+"| "+lead+red("^"))
	}
	return shown
}

// explainOutcome says how a program ended that did not come to its end.
func explainOutcome(o *run.Outcome, l Places) *Error {
	switch {
	case o.Failure != nil:
		value := shorten(o.Failure.Value)
		e := &Error{Name: o.Failure.Name, Value: value, Traceback: []string{red(o.Failure.Name+": ") + value}}
		if o.Failure.Shown { // what is wrong stands above, set better than here
			e.Traceback = []string{red(o.Failure.Name+": ") + "see above"}
		}
		if o.Failure.Trace != "" {
			e.Traceback = append(e.Traceback, strings.Split(l.Translate(o.Failure.Trace), "\n")...)
		}
		return e
	case o.OverMemory > 0:
		when := ""
		if o.Scarce {
			when = " when the machine had nearly none left"
		}
		value := fmt.Sprintf("the cell held %s of memory%s and was ended; its values are as they were before", files.SizeText(o.OverMemory), when)
		return &Error{Name: "out of memory", Value: value, Traceback: []string{red("out of memory: ") + value}}
	case o.Crash != nil:
		return explainCrash(o.Crash, l)
	case o.Interrupted:
		return &Error{Name: "interrupted", Value: restored, Traceback: []string{red("interrupted")}}
	case o.Signal != "":
		value := "the cell's process was ended by the signal: " + o.Signal
		return &Error{Name: "killed", Value: value, Traceback: []string{red("killed: ") + value}}
	}
	value := "exit status " + strconv.Itoa(o.ExitCode)
	if o.ExitCode == 0 {
		value = "os.Exit(0) ended the cell before its end: its definitions and values are not kept"
	}
	return &Error{Name: "exit", Value: value, Traceback: []string{red("exit: ") + value}}
}

// maxSame is how many times a line of a stack is repeated before the rest is left out, as in a deep
// recursion, of which the runtime tells only the beginning and the end.
const maxSame = 2

// maxRound is how many calls of a circle are shown.
const maxRound = 6

// explainCrash shows a panic or an interrupt with the stack of the cell's own code.
func explainCrash(c *run.Crash, l Places) *Error {
	message := withoutAddress(shorten(l.Translate(c.Message)))
	if c.Kind == "interrupted" {
		message = restored
	}
	first, _, _ := strings.Cut(lastPanic(message), "\n")
	e := &Error{Name: c.Kind, Value: first, Traceback: strings.Split(red(c.Kind+": ")+message, "\n")}
	frames := l.own(c.Frames)
	if c.Message == "stack overflow" && len(frames) > 0 {
		return l.explainOverflow(frames)
	}
	if hint := l.panicHint(c, frames); hint != "" {
		e.Traceback = append(e.Traceback, "    "+hint)
	}
	if len(frames) > 0 {
		e.Value = fmt.Sprintf("%s (%s, line %d)", first, l[baseName(frames[0].File)].name, frames[0].Line)
	}
	frames = slices.CompactFunc(frames, l.sameLine)
	for len(frames) > 0 {
		same := 1
		for same < len(frames) && frames[same] == frames[0] {
			same++
		}
		for range min(same, maxSame) {
			e.Traceback = append(e.Traceback, l.frame(frames[0])...)
		}
		if same > maxSame {
			e.Traceback = append(e.Traceback, "  … and more of these")
		}
		frames = frames[same:]
	}
	return e
}

// addressed matches the value of a panic that is neither an error nor of a basic type: the Go runtime writes its type and its
// address.
var addressed = regexp.MustCompile(`(?m)(^|^\tpanic: )\((.+)\) 0x[0-9a-f]{5,}`)

// withoutAddress replaces the address of such a value.
func withoutAddress(message string) string {
	return addressed.ReplaceAllStringFunc(message, func(found string) string {
		m := addressed.FindStringSubmatch(found)
		return m[1] + "a value of type " + strings.ReplaceAll(m[2], "main.", "")
	})
}

// sameLine reports whether two calls of different functions read the same: a function literal and the call that it is an argument of.
func (l Places) sameLine(a, b run.Frame) bool {
	return a.Func != b.Func && slices.Equal(l.frame(a), l.frame(b))
}

// panicHint says what a panic may mean, or nothing.
func (l Places) panicHint(c *run.Crash, frames []run.Frame) string {
	src := ""
	if len(frames) > 0 {
		src = l.line(baseName(frames[0].File), frames[0].Line)
	}
	message, _, _ := strings.Cut(lastPanic(c.Message), "\n")
	if addressed.MatchString(message) {
		return `Go does not write such a value: panic(fmt.Sprintf("%+v", v)), or an error, shows what it holds`
	}
	if c.Sizes != "" {
		message += " (" + c.Sizes + ")"
	}
	return hints.OfPanic(strings.TrimPrefix(message, "runtime error: "), src)
}

// again matches what stands behind a panic that was recovered, as the Go runtime writes it.
var again = regexp.MustCompile(` \[recovered(?:, repanicked)?\]$`)

// lastPanic is the message of the panic that has ended the program: the last of those that the runtime lists one below the
// other, where one came while another was dealt with.
func lastPanic(message string) string {
	if i := strings.LastIndex(message, "\n\tpanic: "); i >= 0 {
		message = message[i+len("\n\tpanic: "):]
	}
	first, rest, more := strings.Cut(message, "\n")
	first = again.ReplaceAllString(first, "")
	if more {
		return first + "\n" + rest
	}
	return first
}

// maxMessage is how many characters of an error are shown, as of other texts.
const maxMessage = 4000

// shorten leaves out the middle of a long message.
func shorten(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	r := []rune(s)
	if len(r) <= maxMessage {
		return s
	}
	head, tail := maxMessage*3/4, maxMessage/4
	return string(r[:head]) + fmt.Sprintf("\n… (%d characters left out) …\n", len(r)-head-tail) + string(r[len(r)-tail:])
}

// explainOverflow shows the circle of calls that never return; of the stack that they fill it shows one round.
func (l Places) explainOverflow(frames []run.Frame) *Error {
	round := frames[:1]
	for _, f := range frames[1:] {
		if slices.Contains(round, f) {
			break
		}
		round = append(round, f)
	}
	round = round[:min(len(round), maxRound)]
	e := &Error{Name: "stack overflow"}
	e.Value = fmt.Sprintf("in %s (%s, line %d): it calls itself without end", cellFunc(round[0].Func), l[baseName(round[0].File)].name, round[0].Line)
	e.Traceback = append(e.Traceback, red(e.Name+": ")+e.Value)
	for _, f := range round {
		e.Traceback = append(e.Traceback, l.frame(f)...)
	}
	e.Traceback = append(e.Traceback, "  … and so on")
	return e
}

// own returns the frames that lie in texts of cells.
func (l Places) own(frames []run.Frame) []run.Frame {
	var own []run.Frame
	for _, f := range frames {
		if _, ok := l[baseName(f.File)]; ok {
			own = append(own, l.atLoop(f))
		}
	}
	for len(own) > 1 && raiser.MatchString(own[0].Func) {
		own = own[1:]
	}
	return own
}

// raiser matches functions of a notebook that only turn an error into a panic, as func must[T any](v T, err error) T does: the place of the error is
// where they are called.
var raiser = regexp.MustCompile(`(?:^|\.)must\d?(?:\[\.\.\.\])?$`)

// endless matches the head of a loop without a condition, head that of a function.
var (
	endless = regexp.MustCompile(`\bfor\s*(?:[^;{]*;\s*;[^{]*)?\{`)
	head    = regexp.MustCompile(`^func\s*(?:\([^)]*\)\s*)?(\w+)`)
)

// atLoop gives a frame without a line that of the first endless loop of its function, or of the cell where the function
// is the cell itself or has no name.
func (l Places) atLoop(f run.Frame) run.Frame {
	if f.Line > 0 {
		return f
	}
	lines := l[baseName(f.File)].lines
	name := f.Func[strings.LastIndexByte(f.Func, '.')+1:]
	from := max(0, slices.IndexFunc(lines, func(line string) bool {
		m := head.FindStringSubmatch(line)
		return m != nil && m[1] == name
	}))
	f.Line = from + 1
	if i := slices.IndexFunc(lines[from:], endless.MatchString); i >= 0 {
		f.Line += i
	}
	return f
}

// frame shows a line of a stack, with its source.
func (l Places) frame(f run.Frame) []string {
	key := baseName(f.File)
	shown := []string{fmt.Sprintf("  at %s, line %d, in %s", l[key].name, f.Line, cellFunc(f.Func))}
	if src := l.line(key, f.Line); src != "" {
		shown = append(shown, fmt.Sprintf("%8d | %s", f.Line, src))
	}
	return shown
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// cellFunc names a function of the composed program as the user knows it.
func cellFunc(name string) string {
	name = strings.TrimPrefix(name, "main.")
	if name == "main" || strings.HasPrefix(name, "main.") || strings.HasPrefix(name, "mercer") {
		return "the cell"
	}
	return name
}

func red(s string) string { return "\x1b[31m" + s + "\x1b[0m" }
