package main

import (
	"os"
	"runtime"
	"strings"
	"time"
)

var turns int

// A loop that calls nothing is stopped by a signal: for the collector, and for others on its processor.
func main() {
	if strings.Contains(os.Getenv("GODEBUG"), "gccheckmark") {
		return // it does without the signal
	}
	runtime.GOMAXPROCS(1)
	for range 3 {
		go func() {
			local := 0
			for {
				local++
				if local < 0 {
					turns = local
				}
			}
		}()
	}
	for n := range 3 {
		time.Sleep(time.Millisecond)
		runtime.GC()
		println("collected", n)
	}
}
