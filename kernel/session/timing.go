package session

import (
	"encoding/json"
	"os"
	"time"

	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// times say what the parts of a cell have taken.
type times struct {
	phases map[string]time.Duration
	cached bool   // the executable was there
	linker string // see toolchain.Built, as is waited
	waited bool
}

// since adds to a phase what has passed since it started.
func (t *times) since(phase string, started time.Time) { t.add(phase, time.Since(started)) }

func (t *times) add(phase string, d time.Duration) {
	if t.phases == nil {
		t.phases = map[string]time.Duration{}
	}
	t.phases[phase] += d
}

// built notes what the parts of composing and building took.
func (t *times) built(p *program.Program, b *toolchain.Built) {
	for phase, d := range map[string]time.Duration{"imports": p.Phases.Imports, "compile": b.Compile, "link": b.Link} {
		t.phases[phase] = d
	}
	t.cached, t.linker, t.waited = b.Cached, b.Linker, b.Waited
}

// writeTiming appends the phases of a cell to the timing file, as one line of JSON in milliseconds.
func (s *Session) writeTiming(count int, t times, total time.Duration) {
	if s.opts.Timing == "" {
		return
	}
	ms := map[string]float64{"total": float64(total.Microseconds()) / 1e3}
	for name, d := range t.phases {
		ms[name] = float64(d.Microseconds()) / 1e3
	}
	line, err := json.Marshal(map[string]any{"count": count, "cached": t.cached, "linker": t.linker, "waited": t.waited, "phases": ms})
	if err != nil {
		return
	}
	f, err := os.OpenFile(s.opts.Timing, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		s.opts.Log.Warn("timing", "err", err)
		return
	}
	defer f.Close()
	f.Write(append(line, '\n'))
}
