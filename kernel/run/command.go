package run

import (
	"time"

	"github.com/mercer-go/mercer/display/frame"
)

// Output receives what a program shows, in order. It is called from one goroutine at a time.
type Output interface {
	// Stream receives text that the program wrote to "stdout" or "stderr".
	Stream(name, text string)
	// Display receives what the program displays; update asks to replace what was shown with the same id.
	Display(b frame.Bundle, update bool)
	// Result receives the value of the cell's last expression.
	Result(b frame.Bundle)
	// Clear asks to clear the cell's output, with wait not before there is more.
	Clear(wait bool)
	// Note receives a notice from the program's run-time; the same may come from many programs of a notebook.
	Note(text string)
	// Notice receives a notice about the output.
	Notice(text string)
}

// Command is a program to run and what it may ask of the kernel.
type Command struct {
	Path string   // the executable
	Args []string // arguments, without the program's name
	Dir  string   // working directory
	Env  []string // the whole environment, as in os/exec

	// Frames says that the program speaks frames: it gets frame.Env, and its end counts as done only after a Done frame.
	Frames bool
	// GoNB serves the named pipes of gonbui, GONB_PIPE and GONB_PIPE_BACK, made in PipeDir.
	GoNB    bool
	PipeDir string
	// Stdin is what the program reads; when it is nil the program reads what Input answers to gonbui's input requests.
	Stdin []byte
	// PromptAfter, when over 0, asks Input for a line when the program still runs after that time, and again after each
	// answer (GoNB's %with_inputs); Password hides what is typed.
	PromptAfter time.Duration
	Password    bool
	// Notify says that the program handles interrupts itself (it imports os/signal), and is first asked with SIGINT.
	Notify bool

	Out    Output
	Commit func(manifest []byte) error                        // commits values; nil refuses
	Input  func(prompt string, password bool) (string, error) // asks the user; nil refuses
	Limits Limits
}

// Limits bound what a program may use. The zero value takes the defaults.
type Limits struct {
	Head   int    // bytes of each stream that are shown as they come; default 1 MiB
	Tail   int    // bytes of each stream's end shown after more than Head; default 64 KiB
	Memory uint64 // resident anonymous memory in bytes over which the program is killed; default 90 % of the machine's
}

// Outcome says how a program ended.
type Outcome struct {
	Done        bool          // it ended having done everything: with exit status 0 and, if it speaks frames, a Done frame; or with its last commit
	ExitCode    int           // exit status; -1 when a signal ended it
	Signal      string        // the signal that ended it, or empty
	Failure     *frame.Failed // an error with which the cell failed by its own decision
	Crash       *Crash        // what the Go runtime said when it died of a panic, a fatal error or an interrupt
	Interrupted bool          // the context ended first
	OverMemory  uint64        // the memory in bytes for which it was killed, or 0
	Start       time.Duration // from the start of the process to its first frame, or 0
	Total       time.Duration // from the start of the process to its end
}

const (
	defaultHead = 1 << 20
	defaultTail = 64 << 10
)

func (l Limits) withDefaults() Limits {
	if l.Head <= 0 {
		l.Head = defaultHead
	}
	if l.Tail <= 0 {
		l.Tail = defaultTail
	}
	if l.Memory == 0 {
		l.Memory = machineMemory() / 10 * 9
	}
	return l
}
