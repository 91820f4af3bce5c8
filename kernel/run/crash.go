package run

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// Crash is what the Go runtime wrote when it ended the program.
type Crash struct {
	Kind    string  // "panic", "fatal error" or "interrupted"
	Message string  // the value of the panic, or the runtime's message, without the prefix
	Frames  []Frame // stack of the goroutine that crashed (for an interrupt: of the one in the cell's code), innermost first
	Text    string  // everything the runtime wrote, cut after maxCrash bytes
	Sizes   string  // of the operands of the matrix operation that has panicked, as "0×0, 2×3, 2×3"; "" if there is none
}

// Frame is one line of a Go stack.
type Frame struct {
	Func string // such as "main.f"
	File string // as the program's sources name it
	Line int    // 0 or less for the jump of an endless loop, of which the compiler tells no line
}

// maxCrash bounds the kept text of a crash.
const maxCrash = 256 << 10

// quitLine begins the dump that the runtime writes when it is asked to.
var quitLine = []byte("SIGQUIT: quit")

// crashStarts are the beginnings of lines with which the Go runtime announces its end.
var crashStarts = [][]byte{
	[]byte("panic: "), []byte("fatal error: "), quitLine, []byte("runtime: goroutine stack exceeds"),
	[]byte("unexpected fault address"), []byte("runtime: out of memory"),
}

// crashCatcher takes a runtime's last words out of standard error. Text before them passes; from the first line that
// looks like their beginning all is held, until the process has ended or it is clear that it goes on living.
type crashCatcher struct {
	held    []byte // from the announcing line on
	line    []byte // the beginning of a line that may yet become an announcement
	within  bool   // what passed last did not end its line
	holding bool
	fatal   bool   // the process has died of it: held is a crash
	edge    []byte // the last bytes that came when no more are kept: the beginning of a dump, perhaps
	quit    bool   // held begins with the runtime's dump
}

// filter returns what may pass.
func (c *crashCatcher) filter(p []byte) []byte {
	if c.holding {
		c.hold(p)
		return nil
	}
	var pass []byte
	p = append(c.line, p...)
	c.line = nil
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if !c.within && announces(p) {
			c.holding = true
			c.hold(p)
			return pass
		}
		if end < 0 && !c.within && mayAnnounce(p) {
			c.line = bytes.Clone(p)
			return pass
		}
		if c.within = end < 0; c.within {
			return append(pass, p...)
		}
		pass = append(pass, p[:end+1]...)
		p = p[end+1:]
	}
	return pass
}

// hold keeps the beginning of what comes, up to maxCrash bytes. When the runtime's dump comes after that, it begins anew
// with the dump.
func (c *crashCatcher) hold(p []byte) {
	n := min(maxCrash-len(c.held), len(p))
	c.held, p = append(c.held, p[:n]...), p[n:]
	if len(p) == 0 || c.quit {
		return
	}
	p = append(c.edge, p...)
	if i := bytes.Index(p, quitLine); i >= 0 {
		c.held, c.quit = c.held[:0], true
		c.hold(p[i:])
		return
	}
	c.edge = bytes.Clone(p[len(p)-min(len(p), len(quitLine)-1):])
}

// die ends the catching because the process has died of what is held, which is returned. When it was interrupted, what
// comes before the runtime's dump is none of it.
func (c *crashCatcher) die(interrupted bool) string {
	c.fatal = true
	text := string(c.held)
	if i := strings.Index(text, string(quitLine)); interrupted && i >= 0 {
		text = text[i:]
	}
	return text
}

// overflow begins what the runtime writes of a stack that has grown over its limit; the stack's place follows.
var overflow = regexp.MustCompile(`^runtime: goroutine stack exceeds .*\nruntime: sp=0x[0-9a-f]+ stack=\[0x([0-9a-f]+), 0x([0-9a-f]+)\]\nfatal error: stack overflow\n`)

// overflowed returns the place of the stack, when what is held says that one has overflowed.
func (c *crashCatcher) overflowed() (lo, hi uint64, ok bool) {
	m := overflow.FindSubmatch(c.held)
	if m == nil {
		return 0, 0, false
	}
	lo, err1 := strconv.ParseUint(string(m[1]), 16, 64)
	hi, err2 := strconv.ParseUint(string(m[2]), 16, 64)
	return lo, hi, err1 == nil && err2 == nil
}

// release gives back what was held, for a program that only wrote like a dying one.
func (c *crashCatcher) release() []byte {
	p := append(c.held, c.line...)
	*c = crashCatcher{}
	return p
}

func announces(line []byte) bool {
	for _, s := range crashStarts {
		if bytes.HasPrefix(line, s) {
			return true
		}
	}
	return false
}

func mayAnnounce(line []byte) bool {
	for _, s := range crashStarts {
		if bytes.HasPrefix(s, line) {
			return true
		}
	}
	return false
}

var (
	goroutineLine = regexp.MustCompile(`^goroutine \d+ .*\[.*\]:$`)
	positionLine  = regexp.MustCompile(`^\t(.+?):(-?\d+)( \+0x[0-9a-f]+)?( fp=.*)?$`)
)

// parseCrash reads the runtime's last words. inCell says which file names are the cell's own; a stack that has one is
// preferred, since an interrupt dumps every goroutine.
func parseCrash(text string, inCell func(file string) bool) *Crash {
	c := &Crash{Kind: "fatal error", Text: text}
	head, stacks, _ := strings.Cut(text, "\ngoroutine ")
	switch {
	case strings.Contains(text[:min(len(text), 64)], "SIGQUIT: quit"):
		c.Kind, c.Message = "interrupted", "interrupted"
	case strings.HasPrefix(text, "panic: "):
		c.Kind, c.Message = "panic", strings.TrimPrefix(head, "panic: ")
	default:
		_, message, found := strings.Cut(head, "fatal error: ")
		if !found {
			message = head
		}
		c.Message = message
	}
	for _, more := range []string{"\n[signal ", "\nruntime stack:"} {
		if i := strings.Index(c.Message, more); i >= 0 {
			c.Message = c.Message[:i]
		}
	}
	c.Message = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(c.Message), "[recovered]"))
	if stacks != "" {
		c.Frames = chooseStack("goroutine "+stacks, inCell)
	}
	return c
}

// chooseStack returns the first stack that touches the cell's code, or else the first.
func chooseStack(text string, inCell func(string) bool) []Frame {
	var first []Frame
	for _, block := range strings.Split(text, "\n\n") {
		frames := parseStack(block)
		if frames == nil {
			continue
		}
		for _, f := range frames {
			if inCell(f.File) {
				return frames
			}
		}
		if first == nil {
			first = frames
		}
	}
	return first
}

// parseStack reads one goroutine's stack.
func parseStack(block string) []Frame {
	lines := strings.Split(strings.TrimLeft(block, "\n"), "\n")
	if len(lines) == 0 || !goroutineLine.MatchString(lines[0]) {
		return nil
	}
	var frames []Frame
	for i := 1; i+1 < len(lines); i++ {
		m := positionLine.FindStringSubmatch(lines[i+1])
		if m == nil {
			continue
		}
		line, _ := strconv.Atoi(m[2])
		if n := len(frames); n > 0 && strings.HasPrefix(lines[i], "created by ") && frames[n-1].File == m[1] && frames[n-1].Line == line {
			continue // the goroutine was started where it failed: that line is there
		}
		frames = append(frames, Frame{Func: funcName(lines[i]), File: m[1], Line: line})
		i++
	}
	return frames
}

// funcName takes the arguments off a stack's line "main.f(0x1, 0x2)".
func funcName(line string) string {
	line = strings.TrimPrefix(line, "created by ")
	if i := strings.Index(line, " in goroutine "); i >= 0 {
		line = line[:i]
	}
	if i := strings.LastIndexByte(line, '('); i > 0 && strings.HasSuffix(line, ")") {
		line = line[:i]
	}
	return line
}
