package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

type counter struct {
	sync.Mutex
	n int
}

func (c *counter) add(n int) { c.Lock(); c.n += n; c.Unlock() }
func (c counter) value() int { return c.n }

type op func(float64) float64

func (o op) twice() op { return func(x float64) float64 { return o(o(x)) } }

func compose(fs ...op) op {
	return func(x float64) float64 {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func collatz(n int) (steps int) {
	defer func() { steps *= 10 }()
	for ; n != 1; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return steps
}

func main() {
	c := &counter{}
	add, value, method := c.add, counter.value, (*counter).add
	add(1)
	method(c, 2)
	fmt.Println(value(counter{n: 5}), c.n, compose(math.Sqrt, op(math.Exp).twice(), func(x float64) float64 { return math.FMA(x, 2, 1) })(0.25))
	var fs []func() int
	for i := range 3 {
		defer func() { fmt.Println("deferred", i) }()
		fs = append(fs, func() int { i++; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println(collatz(27))
	work, results := make(chan int), make(chan string, 100)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for n := range work {
				results <- strconv.Itoa(n * n)
				add(n)
			}
		})
	}
	for i := range 50 {
		work <- i
	}
	close(work)
	wg.Wait()
	total := 0
	for range 50 {
		n, _ := strconv.Atoi(<-results)
		total += n
	}
	fmt.Println(total, c.n)
	ctx, cancel := context.WithTimeoutCause(context.Background(), time.Millisecond, errors.New("too late"))
	defer cancel()
	select {
	case <-ctx.Done():
		fmt.Println(context.Cause(ctx), ctx.Err())
	case <-time.After(time.Minute):
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0)
	fmt.Fprintln(w, strings.ToUpper("a\tbb\tccc"))
	w.Flush()
	fmt.Println(time.Unix(1e9, 0).UTC().Format(time.RFC1123), time.Duration(1.5e9))
	go func() { panic(fmt.Sprintf("%d", c.value())) }()
	select {}
}
