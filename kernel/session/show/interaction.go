package show

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
)

// Interaction is a function of a cell with controls for its arguments, see display.Interact.
type Interaction struct {
	ID       string // the same whenever the cell runs
	Controls []frame.Control
	Outputs  []Recorded // what it gives at the start
	// Again returns what it gives for other values. It returns soon after ctx ends, with an error that tells the cause if that is not context.Canceled.
	Again func(ctx context.Context, values []string) []Recorded
}

// Start returns the values at the start.
func (i *Interaction) Start() []string {
	values := make([]string, len(i.Controls))
	for n, c := range i.Controls {
		values[n] = c.Start
	}
	return values
}

// Interactive is a front end that may show controls which a reader moves.
type Interactive interface {
	// ShowsControls says whether the front end is known to show them: then there need be nothing in their place.
	ShowsControls() bool
	// Open opens the controls of an interaction, in the place of those with the same id, and returns their representations.
	Open(i Interaction) map[string]json.RawMessage
}

// Assignment puts values into words, as in "λ = 0.5, degree = 3".
func Assignment(controls []frame.Control, values []string) string {
	words := make([]string, len(controls))
	for n, c := range controls {
		words[n] = c.Name + " = " + values[n]
	}
	return strings.Join(words, ", ")
}

// Grid is what a page holds of the values of controls: positions of each, rising.
type Grid [][]int

const (
	mostHeld  = 25      // values in all, unless controls ask for more
	mostAsked = 200     // if they do
	mostBytes = 3 << 20 // of what a page holds
	fewest    = 3       // positions of a slider that make room for those of another one
)

// NewGrid chooses what a page holds of the values of controls when each takes size bytes: evenly spaced positions with the ends and the start among them.
func NewGrid(controls []frame.Control, size int) Grid {
	room := min(mostAsked, max(1, mostBytes/max(size, 1)))
	counts := make([]int, len(controls))
	for n, c := range controls {
		counts[n] = max(1, c.Positions())
		if c.Frames > 0 {
			counts[n] = min(counts[n], c.Frames)
		}
	}
	for total(counts) > min(room, mostHeld) {
		if n := widest(controls, counts); n >= 0 {
			counts[n]--
		} else if total(counts) <= room { // they ask for it
			break
		} else {
			counts[slices.Index(counts, slices.Max(counts))]--
		}
	}
	grid := make(Grid, len(controls))
	for n := range controls {
		grid[n] = spread(&controls[n], counts[n])
	}
	return grid
}

// Starts is the grid that holds nothing but the start.
func Starts(controls []frame.Control) Grid { return NewGrid(controls, mostBytes) }

// widest returns the control that is to hold one position less, or -1: a slider before a choice, and none that has asked for its number.
func widest(controls []frame.Control, counts []int) int {
	found := -1
	for _, least := range []struct {
		count   int
		sliders bool
	}{{fewest, true}, {1, false}} {
		for n, c := range controls {
			slider := c.Kind != frame.Choice && c.Kind != frame.Checkbox
			if c.Frames == 0 && counts[n] > least.count && (slider || !least.sliders) && (found < 0 || counts[n] > counts[found]) {
				found = n
			}
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}

func total(counts []int) int {
	product := 1
	for _, n := range counts {
		product = min(product*n, 1<<30)
	}
	return product
}

// spread returns n positions of a control, evenly spaced from the first to the last, of which the start takes the place of the nearest.
func spread(c *frame.Control, n int) []int {
	start, _ := c.Position(c.Start)
	if n == 1 {
		return []int{start}
	}
	last, at := c.Positions()-1, make([]int, n)
	nearest := 0
	for i := range at {
		at[i] = (2*i*last + n - 1) / (2 * (n - 1)) // rounded
		end := i == 0 || i == n-1
		if d := distance(at[i], start); d < distance(at[nearest], start) || d == distance(at[nearest], start) && !end {
			nearest = i
		}
	}
	if n > 2 && at[nearest] != start { // the ends stay
		nearest = min(max(nearest, 1), n-2)
	}
	at[nearest] = start
	return at
}

func distance(a, b int) int { return max(a-b, b-a) }

// Cells returns the positions of all that the page holds, the last control's changing fastest.
func (g Grid) Cells() [][]int {
	cells := [][]int{nil}
	for _, positions := range g {
		var more [][]int
		for _, cell := range cells {
			for n := range positions {
				more = append(more, append(slices.Clone(cell), n))
			}
		}
		cells = more
	}
	return cells
}

// Values returns the values of a cell.
func (g Grid) Values(controls []frame.Control, cell []int) []string {
	values := make([]string, len(cell))
	for n, at := range cell {
		values[n] = controls[n].Start
		if controls[n].Positions() > 0 {
			values[n] = controls[n].Value(g[n][at])
		}
	}
	return values
}
