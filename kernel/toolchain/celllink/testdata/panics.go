package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

type account struct{ balance map[string]int }

func (a *account) withdraw(n int) int { return check(a.balance["x"] / n) }

func check(n int) int { // is inlined
	if n < 0 {
		panic(fmt.Errorf("negative: %d", n))
	}
	return n
}

func callers() (names []string) {
	pcs := make([]uintptr, 20)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		f, more := frames.Next()
		names = append(names, fmt.Sprintf("%s %s:%d", f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line))
		if !more {
			return names
		}
	}
}

func try(what string, f func()) {
	defer func() {
		r := recover()
		var e runtime.Error
		if err, ok := r.(error); ok && errors.As(err, &e) {
			fmt.Println(what, "runtime error:", e)
		} else {
			fmt.Println(what, r)
		}
	}()
	f()
	fmt.Println(what, "no panic")
}

func deep(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	var room [100]int
	room[n] = n
	deep(n-1, f)
	if room[n] != n {
		panic("the stack was not copied well")
	}
}

func main() {
	a := &account{map[string]int{"x": -3}}
	var none *account
	var list []int
	try("divide", func() { a.withdraw(0) })
	try("negative", func() { a.withdraw(1) })
	try("nil", func() { none.withdraw(1) })
	try("index", func() { fmt.Println(list[len(os.Args)+3]) })
	try("slice", func() { fmt.Println(list[:len(os.Args)+3]) })
	try("convert", func() { fmt.Println([4]int(make([]int, len(os.Args)))) })
	try("assert", func() { fmt.Println(any(a).(fmt.Stringer)) })
	try("assert type", func() { fmt.Println(any(a).(*int)) })
	try("goexit not", func() {})
	try("again", func() {
		defer func() { panic(fmt.Sprint("second after ", recover())) }()
		panic("first")
	})
	fmt.Println(strings.Join(callers(), "\n"))
	func() { fmt.Println(strings.Join(callers(), "\n")) }()
	deep(90, func() { runtime.GC(); fmt.Println(strings.Count(string(debug.Stack()), "main.deep")) })
	done := make(chan bool)
	go func() {
		defer close(done)
		try("in a goroutine", func() { var m map[string]int; m["x"] = 1 })
		runtime.Goexit()
	}()
	<-done
	defer fmt.Println("deferred")
	deep(3, func() { a.withdraw(1) })
}
