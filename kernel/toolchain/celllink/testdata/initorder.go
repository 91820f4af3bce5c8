package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

var (
	a       = note("a", b+1)
	b       = note("b", f())
	c, d    = two()
	e       = func() int { return note("e", len(order)) }()
	order   []string
	m       = map[string]int{"a": a, "b": b}
	verbose = flag.Bool("verbose", true, "a flag")
	replace = strings.NewReplacer("a", "b")
	deep    = [][]map[string]*int{{{"a": &a}}}
	_       = note("blank", 0)
)

func note(name string, v int) int { order = append(order, fmt.Sprint(name, v)); return v }
func f() int                      { return note("f", c*2) }
func two() (int, int)             { return note("c", 5), note("d", 6) }

func init() { note("first", 1) }
func init() { note("second", *deep[0][0]["a"]) }

func main() {
	flag.Parse()
	fmt.Println(order, m, *verbose, replace.Replace("abc"), len(os.Args), e, d)
}
