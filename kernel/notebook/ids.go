package notebook

import "fmt"

// maxID is how long the id of a cell may be, as of nbformat.
const maxID = 64

// UniqueIDs gives another id to each cell that has that of an earlier one: the same with a number, such as "load-2". It returns
// the ids that several cells had, in the order of the notebook. Two cells with one id would be one cell that is edited.
func (nb *Notebook) UniqueIDs() (repeated []string) {
	free := freeIDs{taken: map[string]bool{}, last: map[string]int{}}
	for _, c := range nb.Cells {
		free.taken[c.ID] = true
	}
	seen, known := map[string]bool{}, map[string]bool{}
	for _, c := range nb.Cells {
		if c.ID == "" {
			continue
		}
		if seen[c.ID] {
			if !known[c.ID] {
				repeated = append(repeated, c.ID)
				known[c.ID] = true
			}
			c.ID = free.next(c.ID)
		}
		seen[c.ID] = true
	}
	return repeated
}

// freeIDs finds ids that no cell has.
type freeIDs struct {
	taken map[string]bool
	last  map[string]int // the number given last, by the beginning of the id that is never cut
}

// maxNumber is how long "-" and a number get at most.
const maxNumber = 12

// next takes the id with the first number with which it is not taken. Numbers that were tried before are not tried
// again, so that many cells with one id cost no more than others.
func (f freeIDs) next(id string) string {
	group := id[:min(len(id), maxID-maxNumber)]
	for n := max(f.last[group]+1, 2); ; n++ {
		number := fmt.Sprintf("-%d", n)
		if free := id[:min(len(id), maxID-len(number))] + number; !f.taken[free] {
			f.taken[free], f.last[group] = true, n
			return free
		}
	}
}
