package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

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
