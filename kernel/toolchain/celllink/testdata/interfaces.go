package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

type reader interface {
	io.Reader
	io.WriterTo
}

type hidden interface{ area() float64 }

type shape interface {
	hidden
	fmt.Stringer
	perimeter() float64
}

type square struct{ side float64 }

func (s square) area() float64      { return s.side * s.side }
func (s square) perimeter() float64 { return 4 * s.side }
func (s square) String() string     { return fmt.Sprintf("square(%g)", s.side) }

type named struct {
	shape
	*strings.Builder
	name string
}

type descending struct{ sort.IntSlice }

func (d descending) Less(i, j int) bool { return d.IntSlice[i] > d.IntSlice[j] }

type counting struct {
	io.Writer
	n int
}

func (c *counting) Write(p []byte) (int, error) {
	c.n += len(p)
	return c.Writer.Write(p)
}

type key struct{ v any }

func main() {
	n := named{square{2}, &strings.Builder{}, "n"}
	n.WriteString("built")
	fmt.Println(n.area(), n.perimeter(), n.shape, n.Builder.String(), n.Len())
	var h hidden = n
	_, isShape := h.(shape)
	_, isReader := h.(reader)
	fmt.Println(isShape, isReader)
	d := descending{[]int{3, 1, 2}}
	sort.Sort(d)
	fmt.Println(d.IntSlice)
	sort.Sort(sort.Reverse(d))
	fmt.Println(d.IntSlice)
	c := &counting{Writer: os.Stdout}
	fmt.Fprintln(c, "counted")
	fmt.Println(c.n)
	var r io.Reader = strings.NewReader("read")
	w, ok := r.(io.WriterTo)
	fmt.Println(ok)
	w.WriteTo(os.Stdout)
	fmt.Println()
	// values in interfaces that the base and the cell made are equal if they are
	var a, b any = io.Reader(os.Stdin), io.Reader(os.Stdin)
	fmt.Println(a == b, io.EOF == fmt.Errorf("EOF"), key{square{1}} == key{square{1}}, any(square{1}) == any(square{2}))
	var one, two fmt.Stringer = square{1}, square{1}
	fmt.Println(one == two, error(os.ErrExist) == os.ErrExist)
	var file io.Writer = os.Stdout
	if _, err := fmt.Fprint(file, ""); err == nil && file == io.Writer(os.Stdout) {
		fmt.Println("the same writer")
	}
	for _, v := range []any{1, "s", square{3}, &n, nil, bytes.MinRead, []byte("x"), func() {}, struct{}{}, error(nil)} {
		switch v := v.(type) {
		case nil:
			fmt.Println("nil")
		case shape:
			fmt.Println("a shape", v.area())
		case int, string:
			fmt.Printf("%T\n", v)
		case []byte:
			fmt.Println(len(v))
		case func():
			fmt.Println("a function")
		default:
			fmt.Printf("other %T\n", v)
		}
	}
	defer func() { fmt.Println(recover()) }()
	fmt.Println(h.(reader))
}
