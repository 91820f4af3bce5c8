package main

import (
	"fmt"
	"maps"
	"slices"
)

type key struct {
	name string
	at   [2]int
}

type pair[K comparable, V any] struct {
	k K
	v V
}

var (
	byName   = map[string][]int{"one": {1}, "two": {1, 2}}
	byKey    = map[key]*pair[string, any]{{"a", [2]int{1, 2}}: {"x", 1.5}}
	byAny    = map[any]string{1: "int", "s": "string", 2.5: "float", key{name: "k"}: "struct", [1]int{3}: "array"}
	nested   = map[string]map[int]func() string{"f": {1: func() string { return "called" }}}
	large    = map[[40]int64][200]byte{}
	computed = squares(10)
)

func squares(n int) map[int]int {
	m := map[int]int{}
	for i := range n {
		m[i] = i * i
	}
	return m
}

func main() {
	fmt.Println(byName, byKey[key{"a", [2]int{1, 2}}].v, nested["f"][1]())
	fmt.Println(byAny[1], byAny["s"], byAny[2.5], byAny[key{name: "k"}], byAny[[1]int{3}], len(byAny))
	large[[40]int64{1}] = [200]byte{7: 9}
	fmt.Println(large[[40]int64{1}][7], len(large))
	fmt.Println(slices.Sorted(maps.Keys(computed)), computed[9])
	delete(computed, 9)
	_, ok := computed[9]
	fmt.Println(ok)
	func() {
		defer func() { fmt.Println(recover()) }()
		byAny[[]int{1}] = "no"
	}()
	var empty map[string]int
	defer func() { fmt.Println(recover()) }()
	empty["x"] = 1
}
