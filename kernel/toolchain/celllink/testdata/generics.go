package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
)

type number interface{ ~int | ~float64 }

type list[T any] struct {
	head *node[T]
	n    int
}

type node[T any] struct {
	value T
	next  *node[T]
}

func (l *list[T]) push(v T) { l.head, l.n = &node[T]{v, l.head}, l.n+1 }

func (l *list[T]) all() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for n := l.head; n != nil; n = n.next {
			if !yield(i, n.value) {
				return
			}
			i++
		}
	}
}

type tree[K cmp.Ordered, V any] struct {
	left, right *tree[K, V]
	key         K
	value       V
}

func (t *tree[K, V]) insert(k K, v V) *tree[K, V] {
	switch {
	case t == nil:
		return &tree[K, V]{key: k, value: v}
	case k < t.key:
		t.left = t.left.insert(k, v)
	case k > t.key:
		t.right = t.right.insert(k, v)
	default:
		t.value = v
	}
	return t
}

func (t *tree[K, V]) walk(f func(K, V)) {
	if t != nil {
		t.left.walk(f)
		f(t.key, t.value)
		t.right.walk(f)
	}
}

func sum[T number](vs ...T) (s T) {
	for _, v := range vs {
		s += v
	}
	return s
}

func apply[A, B any](vs []A, f func(A) B) []B {
	var out []B
	for _, v := range vs {
		out = append(out, f(v))
	}
	return out
}

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f°", float64(c)) }

type stringer[T any] interface {
	*T
	fmt.Stringer
}

type box[T any] struct{ v T }

func (b *box[T]) String() string { return fmt.Sprintf("[%v]", b.v) }

func show[T any, P stringer[T]](v T) string { return P(&v).String() }

type failure[T any] struct{ with T }

func (f failure[T]) Error() string { return fmt.Sprint("failed with ", f.with) }

func main() {
	l := &list[celsius]{}
	for i := range 5 {
		l.push(celsius(i))
	}
	for i, v := range l.all() {
		if i == 3 {
			break
		}
		fmt.Println(i, v)
	}
	var t *tree[string, []int]
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t = t.insert(w, []int{i})
	}
	t.walk(func(k string, v []int) { fmt.Print(k, v, " ") })
	fmt.Println(sum(1, 2, 3), sum(1.5, 2), sum[celsius](1, 2))
	fmt.Println(apply([]int{1, 2}, func(i int) box[int] { return box[int]{i} }), show(box[string]{"b"}))
	fmt.Printf("%T %T %T\n", l, t, failure[map[string]celsius]{})
	var err error = fmt.Errorf("outer: %w", failure[int]{7})
	var f failure[int]
	fmt.Println(errors.As(err, &f), f.with, err)
	vs := []celsius{3, 1, 2}
	slices.SortFunc(vs, cmp.Compare)
	fmt.Println(vs, slices.Max(vs), slices.IndexFunc(vs, func(c celsius) bool { return c > 2 }))
	sort.Slice(vs, func(i, j int) bool { return vs[i] > vs[j] })
	fmt.Println(vs)
	var p atomic.Pointer[box[celsius]]
	p.Store(&box[celsius]{4})
	fmt.Println(p.Load())
}
