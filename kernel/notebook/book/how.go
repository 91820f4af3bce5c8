package book

import (
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// how is a way in which a cell reproduces what it is tagged with, from the weakest on.
type how int

const (
	isShown     how = iota // a definition, a picture, a table: drawn or printed
	isSimulated            // held against random repeats, within standard errors
	isChecked              // held against numbers: exact values, enumerations, another method
	isDerived              // a derivation that is evaluated as it stands
	hows                   // how many there are
)

var howNames = [hows]string{isShown: "shown", isSimulated: "simulated", isChecked: "checked", isDerived: "derived"}

func (h how) String() string { return howNames[h] }

var (
	derivationCell = regexp.MustCompile(`(?m)^%%derive\b|\bderive\.(?:Prove|Judge)\b`)
	checks         = regexp.MustCompile(`\bcheck\.[A-Z]`)
	simulations    = regexp.MustCompile(`\.(?:Simulated|SimulatedAtMost|Share|ShareAtMost|Paired|PairedLess)\(`)
	numbers        = regexp.MustCompile(`\.(?:Equal|Near|Relative|Number|Exactly|True|NoError|Less|AtMost|AtLeast|Greater|Within|Between|Bound|Attained|Vector|VectorNear|MatrixNear|Slice|Where|Trials|Exercise|Points)\(`)
)

// howOf are the ways of a cell, of which those of its checks are told by their names.
func howOf(c *notebook.Cell) (ways [hows]bool) {
	ways[isDerived] = derivationCell.MatchString(c.Source)
	if checks.MatchString(c.Source) {
		ways[isSimulated] = simulations.MatchString(c.Source)
		ways[isChecked] = numbers.MatchString(c.Source) || !ways[isSimulated]
	}
	ways[isShown] = ways == [hows]bool{}
	return ways
}

// words names the ways, the strongest first; what is also shown is not said of what is more than that.
func words(ways [hows]bool) string {
	var list []string
	for h := hows - 1; h >= 0; h-- {
		if ways[h] && (h > isShown || len(list) == 0) {
			list = append(list, h.String())
		}
	}
	return strings.Join(list, ", ")
}

// strongest is the way by which an item is counted.
func strongest(ways [hows]bool) how {
	for h := hows - 1; h > isShown; h-- {
		if ways[h] {
			return h
		}
	}
	return isShown
}

// tally counts items by the strongest way in which they are reproduced.
type tally struct {
	Name  string
	Count [hows]int
}

// All is the number of items.
func (t tally) All() (n int) {
	for _, c := range t.Count {
		n += c
	}
	return n
}

// Derived, Checked, Simulated and Shown are the counts.
func (t tally) Derived() int   { return t.Count[isDerived] }
func (t tally) Checked() int   { return t.Count[isChecked] }
func (t tally) Simulated() int { return t.Count[isSimulated] }
func (t tally) Shown() int     { return t.Count[isShown] }

// bySourceTally counts the items of each source, and of all.
func bySourceTally(sources []sourceItems) []tally {
	all := tally{Name: "all"}
	var list []tally
	for _, s := range sources {
		t := tally{Name: s.Letter}
		for _, it := range s.Items {
			t.Count[strongest(it.Ways)]++
			all.Count[strongest(it.Ways)]++
		}
		list = append(list, t)
	}
	return append(list, all)
}
