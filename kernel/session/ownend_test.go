package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/interrupt"
)

// interrupted runs a cell that prints a line when it is ready, and interrupts it then, and again after each line "more".
func interrupted(t *testing.T, s *Session, code string) (Reply, string) {
	t.Helper()
	ctx, source := interrupt.New(context.Background())
	defer source.End(nil)
	sink := &lineSink{on: map[string]func(){
		"ready": func() { source.Interrupt(context.Canceled) }, "more": func() { source.Interrupt(context.Canceled) },
	}}
	reply := s.Execute(ctx, Request{Code: code, StoreHistory: true}, sink)
	return reply, sink.text.String()
}

// lineSink calls a function when a line is printed.
type lineSink struct {
	transcript
	on map[string]func()
}

func (s *lineSink) Stream(name, text string) {
	s.transcript.Stream(name, text)
	for line := range strings.Lines(text) {
		if do := s.on[strings.TrimSpace(line)]; do != nil {
			go do()
		}
	}
}

// trainsUntil is a loop as of a training that the user stops early.
const trainsUntil = `ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
fmt.Println("ready")
for ctx.Err() == nil {
	time.Sleep(time.Millisecond)
}
stop()
`

// A program that has asked for the interrupt gets it, may end by itself however it is built, and its values are kept.
func TestOwnEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	for _, linker := range []string{"cell", "go"} {
		t.Run(linker, func(t *testing.T) {
			t.Setenv("MERCER_LINKER", linker)
			s := newTestSession(t, "")
			runCell(t, s, "a", "epochs := 0")
			for name, code := range map[string]string{
				"NotifyContext": trainsUntil + "epochs++",
				"Notify":        "c := make(chan os.Signal, 1)\nsignal.Notify(c, os.Interrupt)\nfmt.Println(\"ready\")\n<-c\nepochs++",
				"all signals":   "c := make(chan os.Signal, 1)\nsignal.Notify(c)\nfmt.Println(\"ready\")\nfor s := range c { if s == os.Interrupt { break } }\nepochs++",
				"slow to end":   trainsUntil + "time.Sleep(1500 * time.Millisecond)\nepochs++",
				"func main":     "func main() {\n" + trainsUntil + "epochs++\n}",
				"%%":            "%%\n" + trainsUntil + "epochs++",
			} {
				before := runCell(t, s, "", "fmt.Println(epochs)")
				if reply, shown := interrupted(t, s, code); reply.Err != nil {
					t.Errorf("%s: %+v, %s", name, reply.Err, shown)
				}
				if after := runCell(t, s, "", "fmt.Println(epochs)"); after == before {
					t.Errorf("%s: what the cell has changed is not kept", name)
				}
			}
		})
	}
}

// A program that does not end for an interrupt is ended by the next, or after a while; one that has stopped asking, or has
// asked for other signals, at once.
func TestNoOwnEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	t.Parallel()
	s := newTestSession(t, "")
	runCell(t, s, "a", "n := 0")
	for name, code := range map[string]string{
		"a second interrupt": "c := make(chan os.Signal, 1)\nsignal.Notify(c, os.Interrupt)\nfmt.Println(\"ready\")\n<-c\nn = 1\nfmt.Println(\"more\")\nselect {}",
		"too long":           "%env MERCER_INTERRUPT_TIME 1500ms\nc := make(chan os.Signal, 1)\nsignal.Notify(c, os.Interrupt)\nfmt.Println(\"ready\")\nn = 1\nselect {}",
		"stopped":            "c := make(chan os.Signal, 1)\nsignal.Notify(c, os.Interrupt)\nsignal.Stop(c)\nn = 1\nfmt.Println(\"ready\")\nselect {}",
		"another signal":     "c := make(chan os.Signal, 1)\nsignal.Notify(c, syscall.SIGHUP)\nn = 1\nfmt.Println(\"ready\")\nselect {}",
		"ignored":            "signal.Ignore(os.Interrupt)\nn = 1\nfmt.Println(\"ready\")\nfor {}",
	} {
		started := time.Now()
		reply, shown := interrupted(t, s, code)
		if reply.Err == nil || reply.Err.Name != "interrupted" {
			t.Errorf("%s: %+v, %s", name, reply.Err, shown)
		}
		if reminded := strings.Contains(shown, "The program handles the interrupt itself."); reminded != (name == "too long") {
			t.Errorf("%s: after %v: %s", name, time.Since(started), shown)
		}
	}
	if got := runCell(t, s, "", "fmt.Println(n)"); got != "0" {
		t.Errorf("n is %s", got)
	}
}
