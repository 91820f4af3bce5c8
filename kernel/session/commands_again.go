package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/session/state"
)

// This file implements the commands that run again what stands on something else: %fresh, %rerun.

// newRecord is what is remembered of the cell when it has run.
func (x *execution) newRecord(p *program.Program) *state.Record {
	return &state.Record{
		ID: x.req.CellID, Key: cell.FileKey(x.Cell.Source), Count: x.count, Code: x.req.Code,
		Declares: p.Declared, Uses: p.Uses,
	}
}

// removedNotice tells which names are gone because the cell's new text no longer declares them.
func removedNotice(removed []string) string {
	if len(removed) == 0 {
		return ""
	}
	return "Gone with this cell's earlier text: " + strings.Join(removed, ", ") + "."
}

// tellStale shows which cells the execution has made stale.
func (x *execution) tellStale(after state.State) {
	n := state.NewlyStale(fmt.Sprintf("mercer-stale-%d-%d", x.count, len(x.s.memory.stale)), x.before, x.s.numbered(after))
	if len(n.Cells) == 0 {
		return
	}
	x.out.Standing(n.Text, n.ID, false)
	x.s.memory.stale = append(x.s.memory.stale, n)
}

// warnStaleUses warns that the cell uses what stale cells have declared.
func (x *execution) warnStaleUses(p *program.Program) {
	if x.req.Aside {
		return
	}
	if list := x.s.numbered(x.before).StaleUses(x.newRecord(p).Ref(), p.Uses); len(list) > 0 {
		x.out.Notice("This cell uses stale definitions: " + strings.Join(list, ", ") + ". %fresh runs their cells again.")
	}
}

// updateStale brings the notices up to date that are shown. Those that have nothing more to say are forgotten.
func (x *execution) updateStale() {
	now := x.s.numbered(x.s.state())
	var kept []state.StaleNotice
	for _, n := range x.s.memory.stale {
		n, changed, over := n.Updated(now)
		if changed {
			x.out.Standing(n.Text, n.ID, true)
		}
		if !over {
			kept = append(kept, n)
		}
	}
	x.s.memory.stale = kept
}

// numbered returns a state with the counts that cells have on the screen.
func (s *Session) numbered(st state.State) state.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return st.Numbered(s.memory.shown)
}

// cmdFresh runs the stale cells again, as they last ran, in the order in which they did, but each after those
// whose names it uses. They keep their numbers.
func (x *execution) cmdFresh(ctx context.Context, c cell.Command) error {
	if len(c.Args) > 0 {
		return fmt.Errorf("takes nothing, got %q", c.Args)
	}
	st := x.s.numbered(x.s.state())
	stale := slices.DeleteFunc(slices.Clone(st.Cells), func(r *state.Record) bool {
		return !slices.Contains(st.Stale, r.Ref()) || r.Asks("fresh")
	})
	for _, r := range state.InOrderOfUse(stale) {
		x.out.Notice(fmt.Sprintf("Cell [%d] again:", r.Count))
		y := x.s.newExecution(ctx, Request{Code: r.Code, CellID: r.ID, AllowStdin: x.req.AllowStdin, Front: x.req.Front, Aside: x.req.Aside}, x.out.Sink)
		y.count = r.Count
		err := y.run(ctx)
		x.warnings = append(x.warnings, y.warnings...)
		if err != nil {
			return y.explain(err)
		}
	}
	if len(stale) == 0 {
		x.out.Stream("stdout", "Nothing is stale.\n")
	}
	x.before = x.s.state()
	return nil
}

// cmdRerun says whether declarations of variables whose values are not kept run again where a cell needs them.
func (x *execution) cmdRerun(_ context.Context, c cell.Command) error {
	if len(c.Args) == 0 {
		x.out.Stream("stdout", rerunText(x.settings.rerun)+"\n")
		return nil
	}
	sign, ok := map[string]string{"on": "+", "off": "-"}[c.Args[0]]
	if !ok {
		return fmt.Errorf("takes on or off and names of variables, got %q", c.Args[0])
	}
	rules := rerunRules(x.settings.rerun, sign, c.Args[1:])
	x.change(func(s *settings) { s.rerun = rules })
	return nil
}

// rerunRules adds rules for names, which replace earlier ones; without names it starts anew.
func rerunRules(rules []string, sign string, names []string) []string {
	if len(names) == 0 {
		return []string{sign}
	}
	for _, n := range names {
		rules = slices.DeleteFunc(slices.Clone(rules), func(r string) bool { return r[1:] == n })
		rules = append(rules, sign+n)
	}
	return rules
}

// rerunText puts rules into words.
func rerunText(rules []string) string {
	text := "%rerun on"
	var except []string
	for _, r := range rules {
		word := map[byte]string{'+': "on", '-': "off"}[r[0]]
		if len(r) == 1 {
			text = "%rerun " + word
		} else {
			except = append(except, "%rerun "+word+" "+r[1:])
		}
	}
	return strings.Join(append([]string{text}, except...), ", ")
}
