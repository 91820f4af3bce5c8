package run

import (
	"context"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// Output receives what a program shows, in order. It is called from one goroutine at a time, and may take its time: the
// program's displays wait for it, its text does not. When the context of Run has ended it should return soon.
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
	// GoNB serves the named pipes of gonbui, GONB_PIPE and GONB_PIPE_BACK, made in PipeDir. Page is where its widgets are.
	GoNB    bool
	PipeDir string
	Page    page.Seat
	// Stdin is what the program reads, unless Reads says otherwise; nil is the end of file at once.
	Stdin    []byte
	Reads    Reads
	Password bool // what is typed for Reads is not shown
	// Notify says that the program imports os/signal: where the system does not tell whether it has asked for interrupts,
	// it is first asked with SIGINT to end, for a moment.
	Notify bool
	// EndsItself lets a program that has asked for the interrupt signal have it and end by itself, within Limits.Interrupt
	// and until the next interrupt (package interrupt).
	EndsItself bool

	Out    Output
	Values func(names []string) ([]byte, error) // what is stored of variables, as frame.Values has it; nil refuses
	Commit func(manifest []byte) error          // commits values; nil refuses
	// Input asks the user for a line, until ctx ends; nil refuses.
	Input  func(ctx context.Context, prompt string, password bool) (string, error)
	Judge  Judge  // judges the program's derivations; nil refuses
	Tracer Tracer // a debugger for the program, which is built for one; nil for none
	// Interact answers a frame of kind Interact, or Called, with the next frame.Call; nil refuses. It is called as Out is, after all that
	// the program has shown before.
	Interact func(kind frame.Kind, payload []byte) (frame.Call, error)
	Limits   Limits
}

// Reads says how the user is asked for what a program reads from its standard input.
type Reads int

// The ways. Where the system does not tell that a program reads (only Linux does), Asked is the end of file at once, and
// Prompted asks again and again, a moment after the program's start and after each answer.
const (
	NotAsked Reads = iota // Command.Stdin is all that it reads; gonbui's requests for input are answered
	Asked                 // when it reads
	Prompted              // when it, or a program that it started, reads or waits for one of several things (GoNB's %with_inputs)
)

// Limits bound what a program may use. The zero value takes the defaults.
type Limits struct {
	Head  int // bytes of each stream that are shown as they come; default 1 MiB
	Tail  int // bytes of each stream's end shown after more than Head; default 64 KiB
	Shows int // displays that are shown as they come; of more than these the last 10 are shown at the end; default 1000
	// ShowBytes bounds the payload of these displays in bytes; default 256 MiB.
	ShowBytes int
	// Interrupt is how long a program may take to end that handles the interrupt itself; default 10 s.
	Interrupt time.Duration
	Memory    uint64 // resident anonymous memory in bytes over which the program is killed; default 90 % of the machine's
	Machine   string // directory below which the files that describe the machine's memory are; default "/"
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
	Scarce      bool          // it was killed because little memory of the machine was left
	Start       time.Duration // from the start of the process to its first frame, or 0
	Took        time.Duration // that the cell's statements took, in a program with frame.EnvTimed; 0 if it has not sent it
	Total       time.Duration // from the start of the process to its end
}

const (
	defaultHead      = 1 << 20
	defaultTail      = 64 << 10
	defaultShows     = 1000
	defaultShowBytes = 256 << 20
	showTail         = 10
	defaultInterrupt = 10 * time.Second
)

func (l Limits) withDefaults() Limits {
	if l.Head <= 0 {
		l.Head = defaultHead
	}
	if l.Tail <= 0 {
		l.Tail = defaultTail
	}
	if l.Shows <= 0 {
		l.Shows = defaultShows
	}
	if l.ShowBytes <= 0 {
		l.ShowBytes = defaultShowBytes
	}
	if l.Interrupt <= 0 {
		l.Interrupt = defaultInterrupt
	}
	if l.Memory == 0 {
		l.Memory = observe.MachineMemory() / 10 * 9
	}
	if l.Machine == "" {
		l.Machine = "/"
	}
	return l
}
