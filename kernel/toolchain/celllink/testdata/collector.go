package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"unique"
)

type leaf struct {
	n    int
	text string
	next *leaf
	any  any
	f    func() int
	c    chan *leaf
	m    map[int]*leaf
	s    []*leaf
	pad  [3]uint16
	arr  [2]struct {
		x int8
		p *int
	}
}

// Variables of many shapes, each with pointers that nothing else holds.
var (
	one    *leaf
	table  [1000]leaf
	strung [300]string
	mixed  [50]struct {
		a byte
		b *[4]int
		c [3]*string
		d complex128
		e any
	}
	started  = &leaf{n: 1, text: "started", next: &leaf{n: 2}}
	words    = []string{"static", "words"}
	faces    = [...]any{1, "two", 3.0, &leaf{n: 4}}
	nothing  struct{}
	numbers  [100000]float64
	handle   = unique.Make("handle")
	pool     = sync.Pool{New: func() any { return new(leaf) }}
	fillers  = [3]func(int) *leaf{fill, func(n int) *leaf { return fill(n + 1) }, nil}
	filled   = fill(7)
	onceOnly = sync.OnceValue(func() []*leaf { return []*leaf{fill(1), fill(2)} })
)

func fill(n int) *leaf {
	p := new(int)
	*p = n
	l := &leaf{n: n, text: strings.Repeat("x", n%50+1), any: fmt.Sprint(n), f: func() int { return n + *p }, c: make(chan *leaf, 1)}
	l.c <- &leaf{n: n}
	l.m = map[int]*leaf{n: {n: -n}}
	l.s = append(l.s, &leaf{n: n}, l)
	l.arr[1].p = p
	return l
}

func (l *leaf) check(n int) {
	x := <-l.c
	l.c <- x
	if l.n != n || len(l.text) != n%50+1 || l.any != fmt.Sprint(n) || l.f() != 2*n || x.n != n || l.m[n].n != -n || l.s[1].s[0].n != n || *l.arr[1].p != n {
		panic(fmt.Sprintf("leaf %d was lost: %+v", n, l))
	}
}

func churn(n int) (total int) {
	for i := range n {
		b := make([]*leaf, 20)
		b[i%20] = fill(i)
		total += len(b[i%20].text)
	}
	return total
}

func main() {
	for i := range table {
		table[i] = *fill(i)
		table[i].s[1] = &table[i]
	}
	for i := range strung {
		strung[i] = strings.Repeat(string(rune('a'+i%26)), i+1)
	}
	for i := range mixed {
		s := fmt.Sprint("s", i)
		mixed[i].b, mixed[i].c[2], mixed[i].e = &[4]int{i}, &s, &s
	}
	one = fill(3)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			var local [64]*leaf
			for i := range local {
				local[i] = fill(g * i)
			}
			churn(100)
			for i, l := range local {
				l.check(g * i)
			}
		})
	}
	wg.Wait()
	churn(300)
	runtime.GC()
	debug.FreeOSMemory()
	for i := range table {
		table[i].check(i)
	}
	for i, s := range strung {
		if len(s) != i+1 || s[i] != byte('a'+i%26) {
			panic("a string was lost")
		}
	}
	for i, m := range mixed {
		if m.b[0] != i || *m.c[2] != fmt.Sprint("s", i) || m.e != any(m.c[2]) {
			panic("a struct was lost")
		}
	}
	one.check(3)
	filled.check(7)
	fillers[1](4).check(5)
	onceOnly()[1].check(2)
	fmt.Println(started.next.n, words, faces[:3], faces[3].(*leaf).n, nothing, numbers[99999], handle.Value(), pool.Get().(*leaf).n)
	collected := make(chan string, 1)
	dropped := fill(9)
	runtime.SetFinalizer(dropped, func(l *leaf) { collected <- l.text })
	dropped = nil
	for range 20 {
		runtime.GC()
		select {
		case s := <-collected:
			fmt.Println("collected", s)
			return
		default:
			runtime.Gosched()
		}
	}
	fmt.Println("collected", <-collected)
}
