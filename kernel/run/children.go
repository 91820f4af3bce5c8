package run

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// This file looks for the processes that a program leaves behind. They are known by a variable in their environment,
// which a new session or a new parent does not change, or by their process group, which a new environment does not. One that
// has left both is not found.

// markerEnv names that variable.
const markerEnv = "MERCER_CELL"

// childTime is how long children that may be about to end are waited for.
const childTime = 200 * time.Millisecond

var markers atomic.Int64

// newMarker returns a text that no other program of this machine has.
func newMarker() string {
	return fmt.Sprintf("%d.%d.%d", os.Getpid(), time.Now().UnixNano(), markers.Add(1))
}

// environ is the program's environment: what the command says, without what belongs to the program that started this
// kernel, if a cell did.
func (p *process) environ(pipes []string) []string {
	env := append(pipes, markerEnv+"="+p.marker)
	for _, v := range p.cmd.Env {
		name, _, _ := strings.Cut(v, "=")
		if name != markerEnv && name != frame.Env && name != frame.EnvVersion {
			env = append(env, v)
		}
	}
	return env
}

// endChildren ends what a program that failed has left behind. Of one that ended well it returns a sentence about what
// goes on, or "".
func (p *process) endChildren(ctx context.Context, well bool) string {
	if !well {
		p.killGroup()
		for range 100 { // those that are just being started as well
			left := observe.Marked(p.proc.Pid, markerEnv+"="+p.marker)
			if len(left) == 0 {
				return ""
			}
			for _, c := range left {
				syscall.Kill(c.PID, syscall.SIGKILL)
			}
			time.Sleep(time.Millisecond)
		}
		return ""
	}
	left := observe.Marked(p.proc.Pid, markerEnv+"="+p.marker)
	for began := time.Now(); len(left) > 0 && time.Since(began) < childTime && sleep(ctx, 10*time.Millisecond); {
		left = observe.Marked(p.proc.Pid, markerEnv+"="+p.marker)
	}
	return goesOn(left)
}

func goesOn(left []observe.Child) string {
	const most = 5
	var names []string
	for _, c := range left[:min(len(left), most)] {
		names = append(names, fmt.Sprintf("%s (process %d)", c.Name, c.PID))
	}
	if more := len(left) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	switch len(left) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s goes on: the cell has started it and has not ended it. \"!kill %d\" does.", names[0], left[0].PID)
	}
	return strings.Join(names, ", ") + " go on: the cell has started them and has not ended them."
}
