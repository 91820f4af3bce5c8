package walk

import (
	"sort"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
)

// largeSpans holds back slices with pointers until nothing smaller is left to walk. Many slices may lie over one array
// (rows cut from one piece all have a capacity up to its end); what they share is walked once.
type largeSpans struct {
	pending []span
	walked  map[*layout.Plan][]interval // sorted, disjoint
}

// interval is a range of addresses.
type interval struct{ lo, hi uintptr }

func (l *largeSpans) add(s span) { l.pending = append(l.pending, s) }

// take appends to stack the parts of the pending spans that have not been taken before.
func (l *largeSpans) take(stack []span) []span {
	if len(l.pending) == 0 {
		return stack
	}
	if l.walked == nil {
		l.walked = map[*layout.Plan][]interval{}
	}
	list := l.pending
	l.pending = nil
	sort.Slice(list, func(i, j int) bool {
		if list[i].base != list[j].base {
			return uintptr(list[i].base) < uintptr(list[j].base)
		}
		return list[i].n > list[j].n
	})
	fresh := map[*layout.Plan][]interval{}
	for _, s := range list {
		stack = l.rest(s, fresh, stack)
	}
	for p, more := range fresh {
		l.walked[p] = union(l.walked[p], more)
	}
	return stack
}

// rest appends the parts of s that are neither walked nor in fresh, and enters s into fresh, whose intervals begin at
// ascending addresses.
func (l *largeSpans) rest(s span, fresh map[*layout.Plan][]interval, stack []span) []span {
	lo, hi := uintptr(s.base), uintptr(s.base)+uintptr(s.n)*s.plan.Size
	taken := fresh[s.plan]
	if n := len(taken); n > 0 && taken[n-1].hi > lo {
		if taken[n-1].hi >= hi {
			return stack
		}
		s.base = unsafe.Add(s.base, taken[n-1].hi-lo)
		lo = taken[n-1].hi
	}
	fresh[s.plan] = append(taken, interval{lo, hi})
	walked := l.walked[s.plan]
	for i := sort.Search(len(walked), func(i int) bool { return walked[i].hi > lo }); lo < hi; i++ {
		end := hi
		if i < len(walked) {
			end = min(hi, max(lo, walked[i].lo))
		}
		if end > lo {
			part := s
			part.n = int((end - lo) / s.plan.Size)
			stack = append(stack, part)
		}
		if i == len(walked) {
			break
		}
		next := max(end, min(hi, walked[i].hi))
		s.base, lo = unsafe.Add(s.base, next-lo), next
	}
	return stack
}

// union merges two lists of intervals.
func union(a, b []interval) []interval {
	all := append(append([]interval(nil), a...), b...)
	sort.Slice(all, func(i, j int) bool { return all[i].lo < all[j].lo })
	out := all[:0]
	for _, iv := range all {
		if n := len(out); n > 0 && iv.lo <= out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, iv.hi)
		} else {
			out = append(out, iv)
		}
	}
	return out
}
