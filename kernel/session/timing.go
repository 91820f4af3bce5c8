package session

import (
	"encoding/json"
	"os"
	"time"
)

// writeTiming appends the phases of a cell to the timing file, as one line of JSON in milliseconds.
func (s *Session) writeTiming(x *execution, total time.Duration) {
	if s.opts.Timing == "" {
		return
	}
	ms := map[string]float64{"total": float64(total.Microseconds()) / 1e3}
	for name, d := range x.phases {
		ms[name] = float64(d.Microseconds()) / 1e3
	}
	if b := x.built; b != nil {
		for name, d := range map[string]time.Duration{"imports": x.program.Phases.Imports, "compile": b.Compile, "link": b.Link} {
			ms[name] = float64(d.Microseconds()) / 1e3
		}
	}
	line, err := json.Marshal(map[string]any{"count": x.count, "cached": x.built != nil && x.built.Cached, "phases": ms})
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
