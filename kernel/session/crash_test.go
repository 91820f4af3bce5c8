package session

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/run"
)

//go:embed crashmodel_test.go
var crashModel string

// crashCells are the cells that a notebook of the crash tests begins with.
func crashCells() []string {
	_, source, _ := strings.Cut(crashModel, "package session\n")
	return []string{source, "world := newCrashWorld()\nalias := &world.trail"}
}

// crashStep is a cell that takes the step, and ends in the way, that crashSettings has set. Its text is always the same,
// so that its program is in the cache and starts at once.
const crashStep = `func atoi(s string) int { n, _ := strconv.Atoi(s); return n }
args := strings.Split(os.Getenv("CRASH"), ",")
if early, ok := strings.CutPrefix(args[1], "early "); ok {
	ending(early, time.Duration(atoi(args[2])))
}
world.step(atoi(args[0]), atoi(args[0])%10 == 3)
ending(args[1], time.Duration(atoi(args[2])))`

func crashSettings(r int, mode string, delay time.Duration) string {
	return fmt.Sprintf("%%env CRASH \"%d,%s,%d\"", r, mode, delay)
}

const crashCheck = "if alias != &world.trail { panic(\"the alias is lost\") }\nfmt.Println(world.digest())"

// endings are the ways in which a cell ends, and how long until then at most. "kill from outside" may hit the program at
// any moment from its start.
var endings = []struct {
	mode  string
	delay time.Duration
}{
	{"kill", 30 * time.Millisecond}, {"early kill", 10 * time.Millisecond}, {"exit", 30 * time.Millisecond}, {"panic", 20 * time.Millisecond},
	{"own panic", 0}, {"exit 0", 0}, {"memory", 0}, {"stack", 0}, {"loop", 300 * time.Millisecond}, {"sleep", 100 * time.Millisecond},
	{"deadlock", 100 * time.Millisecond}, {"kill from outside", 30 * time.Millisecond}, {"interrupt", 80 * time.Millisecond}, {"none", 0},
}

// TestTransactions ends cells in many ways at random moments, that of the commit among them, and checks after each that
// the values are those of the last cell that ended well.
func TestTransactions(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs many cells")
	}
	if runtime.GOOS != "linux" {
		t.Skip("looks for the cells' processes in /proc")
	}
	noLeftovers(t)
	s, err := New(Options{Dir: t.TempDir(), Limits: run.Limits{Memory: 400 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for i, code := range crashCells() {
		if out := runCell(t, s, fmt.Sprint("setup", i), code); out != "" {
			t.Fatal(out)
		}
	}
	rng := rand.New(rand.NewPCG(20, 5))
	committed, seen := []int{}, map[string]int{}
	for r := range size(28, 300) {
		e := endings[r%len(endings)]
		delay := time.Duration(rng.Int64N(int64(e.delay) + 1))
		if rng.IntN(4) == 0 {
			delay = 0 // as soon as it can
		}
		ended := crashRound(t, s, r, e.mode, delay)
		name := e.mode + ": failed"
		if ended {
			committed = append(committed, r)
			name = e.mode + ": committed"
		}
		seen[name]++
		checkWorld(t, s, committed, fmt.Sprintf("round %d, %s after %v", r, e.mode, delay))
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
}

// crashRound runs one cell and says whether it ended well, by the session's word.
func crashRound(t *testing.T, s *Session, r int, mode string, delay time.Duration) (ended bool) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	switch mode {
	case "loop", "sleep", "deadlock", "interrupt":
		go func() {
			if len(waitForCell(ctx)) > 0 {
				time.Sleep(delay)
			}
			cancel()
		}()
	case "kill from outside":
		go func() {
			pids := waitForCell(ctx)
			time.Sleep(delay)
			for _, pid := range pids {
				if n, err := strconv.Atoi(pid); err == nil {
					if p, err := os.FindProcess(n); err == nil {
						p.Kill()
					}
				}
			}
		}()
	}
	runCell(t, s, "", crashSettings(r, mode, delay))
	var rec transcript
	reply := s.Execute(ctx, Request{Code: crashStep, StoreHistory: true}, &rec)
	if mode == "exit 0" {
		return false // it is no error, but ends the cell before its end
	}
	return reply.Status == StatusOK
}

// waitForCell waits for the process of a cell.
func waitForCell(ctx context.Context) []string {
	for ctx.Err() == nil {
		if pids := cellPIDs(); len(pids) > 0 {
			return pids
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

// checkWorld compares the notebook's values with what the committed rounds make.
func checkWorld(t *testing.T, s *Session, committed []int, where string) {
	t.Helper()
	if got, want := runCell(t, s, "", crashCheck), worldAfter(committed).digest(); got != want {
		t.Errorf("%s:\n got %s\nwant %s", where, got, want)
	}
}

func worldAfter(rounds []int) *crashWorld {
	w := newCrashWorld()
	for _, r := range rounds {
		w.step(r, r%10 == 3)
	}
	return w
}
