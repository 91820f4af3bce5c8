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
}

// Frame is one line of a Go stack.
type Frame struct {
	Func string // such as "main.f"
	File string // as the program's sources name it
	Line int
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
	holding bool
	fatal   bool   // the process has died of it: held is a crash
	cut     int    // bytes not kept
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
		if announces(p) {
			c.holding = true
			c.hold(p)
			return pass
		}
		if end < 0 {
			if mayAnnounce(p) {
				c.line = bytes.Clone(p)
				return pass
			}
			return append(pass, p...)
		}
		pass = append(pass, p[:end+1]...)
		p = p[end+1:]
	}
	return pass
}

// hold keeps the beginning of what comes, up to maxCrash bytes, and begins anew with the runtime's dump after that.
func (c *crashCatcher) hold(p []byte) {
	if c.cut > 0 {
		p = append(c.edge, p...)
		c.edge = nil
		if i := bytes.Index(p, quitLine); i >= 0 && !c.quit {
			c.cut, c.held, p, c.quit = c.cut+len(c.held)+i, c.held[:0], p[i:], true
		} else if !c.quit {
			n := len(p) - min(len(p), len(quitLine)-1)
			c.edge = bytes.Clone(p[n:])
			c.cut += n
			return
		}
	}
	room := max(0, maxCrash-len(c.held))
	n := min(room, len(p))
	c.held = append(c.held, p[:n]...)
	c.cut += len(p) - n
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
	positionLine  = regexp.MustCompile(`^\t(.+?):(\d+)( \+0x[0-9a-f]+)?( fp=.*)?$`)
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
