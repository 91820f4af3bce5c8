// Variables of some hundred megabytes, which lie between functions and constants.
package main

import (
	"fmt"
	"runtime"
	"strings"
)

var (
	bytes    [200 << 20]byte
	pointers [1 << 18]*int
	numbers  = [1 << 16]int{5: 5, 1<<16 - 1: 7}
	names    = [1 << 12]*string{1<<12 - 1: &last}
	last     = "last"
	between  string
)

func main() {
	bytes[0], bytes[len(bytes)-1] = 1, 2
	for i := 0; i < len(pointers); i += 1000 {
		pointers[i] = new(int)
		*pointers[i] = i
	}
	between = strings.Repeat("between", 3)
	runtime.GC()
	sum := 0
	for _, p := range pointers {
		if p != nil {
			sum += *p
		}
	}
	fmt.Println(int(bytes[0])+int(bytes[len(bytes)-1])+int(bytes[100<<20]), sum, numbers[5]+numbers[len(numbers)-1], *names[len(names)-1], between)
}
