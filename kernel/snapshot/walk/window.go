package walk

import (
	"sort"

	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// window is memory seen through a pointer: n values of a type at an address. Windows that overlap are parts of one
// object.
type window struct {
	addr  uintptr
	n     int
	plan  uint32
	next  uint32 // the next window at the same granule, plus 1
	color uint32
	obj   int32 // the object it is part of, once known
	flags registry.View
}

// Windows are found by address through pages of granules.
const (
	pageShift    = 13
	granuleShift = 3
	granules     = 1 << (pageShift - granuleShift)
)

type windowPage [granules]uint32 // first window of each granule, plus 1

// windows is the set of windows of one walk.
type windows struct {
	list  []window
	pages map[uintptr]*windowPage
	lastN uintptr
	lastP *windowPage
}

func newWindows() *windows { return &windows{pages: map[uintptr]*windowPage{}} }

func (ws *windows) page(addr uintptr) *windowPage {
	n := addr >> pageShift
	if ws.lastP != nil && ws.lastN == n {
		return ws.lastP
	}
	p := ws.pages[n]
	if p != nil {
		ws.lastN, ws.lastP = n, p
	}
	return p
}

// find returns the number of the window at addr with the given plan and flags ViewBox and ViewMap, or -1.
func (ws *windows) find(addr uintptr, plan uint32, kind registry.View) int {
	p := ws.page(addr)
	if p == nil {
		return -1
	}
	for i := p[addr>>granuleShift&(granules-1)]; i != 0; i = ws.list[i-1].next {
		w := &ws.list[i-1]
		if w.addr == addr && w.plan == plan && w.flags&(registry.ViewBox|registry.ViewMap|registry.ViewText) == kind {
			return int(i - 1)
		}
	}
	return -1
}

// add enters a window that find does not know.
func (ws *windows) add(w window) int {
	p := ws.page(w.addr)
	if p == nil {
		p = new(windowPage)
		ws.pages[w.addr>>pageShift] = p
	}
	first := &p[w.addr>>granuleShift&(granules-1)]
	w.next = *first
	ws.list = append(ws.list, w)
	*first = uint32(len(ws.list))
	return len(ws.list) - 1
}

// ordered calls visit with all windows by ascending address; those of one granule come in the order of before.
func (ws *windows) ordered(before func(a, b int) bool, visit func(i int)) {
	numbers := make([]uintptr, 0, len(ws.pages))
	for n := range ws.pages {
		numbers = append(numbers, n)
	}
	sort.Slice(numbers, func(i, j int) bool { return numbers[i] < numbers[j] })
	var batch []int
	for _, n := range numbers {
		for _, first := range ws.pages[n] {
			if first == 0 {
				continue
			}
			if ws.list[first-1].next == 0 {
				visit(int(first - 1))
				continue
			}
			batch = batch[:0]
			for i := first; i != 0; i = ws.list[i-1].next {
				batch = append(batch, int(i-1))
			}
			sort.Slice(batch, func(i, j int) bool { return before(batch[i], batch[j]) })
			for _, i := range batch {
				visit(i)
			}
		}
	}
}
