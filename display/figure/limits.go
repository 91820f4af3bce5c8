package figure

import (
	"errors"
	"fmt"
	"strings"
)

// A figure is for looking at: beyond these sizes nobody sees more, and drawing takes minutes and gigabytes.
const (
	maxPoints = 1_000_000  // of one layer that is a line or a cloud
	maxShapes = 50_000     // of one layer each of whose marks has a shape or a word of its own
	maxCells  = 4_000_000  // values of one grid
	maxLevels = 200        // of one contour layer
	maxPanels = 400        // figures on a page
	maxPages  = 1_000      // pages of a sequence
	maxTotal  = 10_000_000 // points, shapes and values of a page or of a sequence together
)

// size is the number of points, shapes or values of a layer.
func (l Layer) size() int { return max(len(l.X), len(l.Z), len(l.Lo)) }

// check returns an error when the pages together are too much.
func check(pages ...*Grid) error {
	total := 0
	for _, g := range pages {
		if g == nil {
			continue
		}
		if n := len(g.Figures); n > maxPanels {
			return fmt.Errorf("figure: a page of %s figures is more than the %s that are drawn: use several pages, or Frames", grouped(n), grouped(maxPanels))
		}
		for _, f := range g.Figures {
			if f == nil {
				continue
			}
			for _, l := range f.Layers {
				if e := l.excess(); e != "" {
					return errors.New("figure: " + e)
				}
				total += l.size()
			}
		}
	}
	switch {
	case len(pages) > maxPages:
		return fmt.Errorf("figure: %s pages are more than the %s that are drawn", grouped(len(pages)), grouped(maxPages))
	case total > maxTotal:
		return fmt.Errorf("figure: %s points and values together are more than the %s that are drawn: draw fewer, or in several figures", grouped(total), grouped(maxTotal))
	}
	return nil
}

// grouped writes a number with commas, as 1,000,000.
func grouped(n int) string {
	digits := fmt.Sprint(n)
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, groups...), ",")
}
