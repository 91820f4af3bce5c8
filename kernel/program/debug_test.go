package program

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// A program for a debugger waits for one, whatever it is; any other has nothing to do with it.
func TestProgramsForADebugger(t *testing.T) {
	env := testEnv(t)
	c, err := cell.Split("x := 1\nfunc TestA(t *testing.T) {}")
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []Mode{Plain, Main, Test} {
		for _, debug := range []bool{false, true} {
			p, err := Compose(t.Context(), env, Request{Cell: c, Mode: mode, Debug: debug})
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for _, s := range p.Unit.Sources {
				text.WriteString(s.Text)
			}
			if has := strings.Contains(text.String(), tracedPath); has != debug || p.Unit.Debug != debug {
				t.Errorf("mode %d, debug %v: it waits: %v, built for a debugger: %v", mode, debug, has, p.Unit.Debug)
			}
		}
	}
}
