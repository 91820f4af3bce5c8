package mutate

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Score counts what became of slips.
type Score struct{ Caught, Refused, Endless, Survived int }

// Share is the share of the slips that did not survive, 1 where none was tried.
func (s Score) Share() float64 {
	noticed := s.Caught + s.Refused + s.Endless
	if noticed+s.Survived == 0 {
		return 1
	}
	return float64(noticed) / float64(noticed+s.Survived)
}

func (s *Score) add(o Outcome) {
	switch o {
	case Caught:
		s.Caught++
	case Refused:
		s.Refused++
	case Endless:
		s.Endless++
	default:
		s.Survived++
	}
}

// Scores are those of derivations without the slips of strictness, of these, and of checks: < for ≤ is a slip only where equality can
// happen.
func Scores(tried []Tried) (derivations, strictness, checks Score) {
	for _, t := range tried {
		switch {
		case t.Check:
			checks.add(t.Outcome)
		case t.Kind == "strictness":
			strictness.add(t.Outcome)
		default:
			derivations.add(t.Outcome)
		}
	}
	return derivations, strictness, checks
}

// Table writes the counts by kind, then the slips that survived or did not end, by cell. An
// inequality that passes with ≤ and with ≥ alike is listed as one that holds both ways.
func Table(w io.Writer, tried []Tried) error {
	kinds := map[string]*Score{}
	var names []string
	for _, t := range tried {
		name := "derivations: " + t.Kind
		if t.Check {
			name = "checks: " + t.Kind
		}
		if kinds[name] == nil {
			kinds[name] = &Score{}
			names = append(names, name)
		}
		kinds[name].add(t.Outcome)
	}
	slices.Sort(names)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "slip\tcaught\trefused\tendless\tsurvived\tshare that did not survive")
	for _, name := range slices.Backward(names) {
		s := kinds[name]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%.1f %%\n", name, s.Caught, s.Refused, s.Endless, s.Survived, 100*s.Share())
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, t := range tried {
		var err error
		switch {
		case t.Outcome == Survived && t.turnsRelation():
			_, err = fmt.Fprintf(w, "holds both ways in %s, %s\n", t.Cell, t.Slip)
		case t.Outcome == Survived:
			_, err = fmt.Fprintf(w, "survived in %s, %s\n", t.Cell, t.Slip)
		case t.Outcome == Endless:
			_, err = fmt.Fprintf(w, "endless in %s, %s: %s\n", t.Cell, t.Slip, t.Error)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
