//lint:file-ignore U1000,SA4017,SA5002,SA5007 parts of this file are run as cells, which are meant to end badly

package session

import (
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"runtime/debug"
	"syscall"
	"time"
)

// This file is compiled into the tests and, as a cell, into the notebooks of the crash tests. A world is changed by
// numbered steps, and both sides can tell what it must look like after any of them.

type crashNode struct {
	id   int
	next *crashNode
}

type crashWorld struct {
	n     int
	trail []int
	part  []int // a part of trail's array
	m     map[string][]int
	ring  *crashNode
	big   []float64
}

func newCrashWorld() *crashWorld {
	w := &crashWorld{m: map[string][]int{}, ring: &crashNode{}, big: make([]float64, 400_000)}
	w.ring.next = w.ring
	return w
}

// step changes everything in the world, and grows the large slice when asked.
func (w *crashWorld) step(r int, grow bool) {
	w.n = r
	w.trail = append(w.trail, r)
	w.part = w.trail[len(w.trail)/2:]
	w.part[0] += r
	w.m[fmt.Sprint(r%7)] = w.part
	w.ring.next = &crashNode{r, w.ring.next}
	if r%5 == 0 {
		w.ring = w.ring.next
	}
	for i := range 1000 {
		w.big[(r*7919+i)%len(w.big)] = float64(r)
	}
	if grow {
		w.big = append(w.big[:len(w.big):len(w.big)], make([]float64, 1_000_000)...)
		for i := range w.big {
			w.big[i] += 0.5
		}
	}
	if len(w.big) > 5_000_000 {
		w.big = w.big[:400_000:400_000]
	}
}

// digest tells everything about the world in a few words.
func (w *crashWorld) digest() string {
	h := fnv.New64a()
	for _, x := range w.big {
		b := math.Float64bits(x)
		h.Write([]byte{byte(b >> 56), byte(b >> 48), byte(b >> 40), byte(b >> 32)})
	}
	ids, nodes := 0, 0
	for p := w.ring; nodes == 0 || p != w.ring; p = p.next {
		ids = ids*31 + p.id
		nodes++
	}
	shared := len(w.part) > 0 && &w.part[0] == &w.trail[len(w.trail)-len(w.part)]
	return fmt.Sprintf("n=%d trail=%v shared=%v m=%v ring=%d/%d big=%d/%x", w.n, w.trail, shared, w.m, nodes, ids, len(w.big), h.Sum64())
}

// crashSink keeps what the endings use from being optimised away.
var crashSink [][]byte

func overflow(n int) int { return overflow(n+1) + 1 }

// ending ends the program in one of many ways after a delay, or at once, or not at all.
func ending(mode string, delay time.Duration) {
	later := func(f func()) {
		go func() {
			time.Sleep(delay)
			f()
		}()
	}
	switch mode {
	case "kill":
		later(func() { syscall.Kill(os.Getpid(), syscall.SIGKILL) })
	case "exit":
		later(func() { os.Exit(3) })
	case "exit 0":
		os.Exit(0)
	case "panic":
		later(func() { panic("in a goroutine") })
	case "own panic":
		panic("here")
	case "memory":
		for {
			b := make([]byte, 16<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			crashSink = append(crashSink, b)
		}
	case "stack":
		debug.SetMaxStack(32 << 20)
		overflow(0)
	case "loop":
		for {
		}
	case "sleep":
		time.Sleep(time.Hour)
	case "deadlock":
		select {}
	}
}
