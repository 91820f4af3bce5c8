package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

type address struct {
	Street string `json:"street"`
	No     int    `json:"no,omitempty"`
}

type person struct {
	Name    string            `json:"name"`
	Age     *int              `json:"age"`
	Tags    map[string][]bool `json:"tags"`
	Address `json:"address"`
	private func()
}

func (p person) Greet(other string) string      { return p.Name + " greets " + other }
func (p *person) Rename(name string)            { p.Name = name }
func (p person) unexported() int                { return 1 }
func (a address) Where() string                 { return fmt.Sprint(a.Street, " ", a.No) }
func (a *address) MarshalText() ([]byte, error) { return []byte("address:" + a.Street), nil }

type Address = address

type generic[K comparable, V any] struct {
	M map[K]V
}

func (g generic[K, V]) Get(k K) (V, bool) { v, ok := g.M[k]; return v, ok }

type visitor interface {
	Visit(n int) visitor
	hidden()
}

func main() {
	age := 41
	p := &person{Name: "Ada", Age: &age, Tags: map[string][]bool{"t": {true}}, Address: address{"Main", 3}}
	t := reflect.TypeOf(p)
	for i := range t.NumMethod() {
		fmt.Println(t.Method(i).Name, t.Method(i).Type)
	}
	for i := range t.Elem().NumField() {
		f := t.Elem().Field(i)
		fmt.Println(f.Name, f.Type, f.Tag, f.Offset, f.Anonymous, f.PkgPath, f.Index)
	}
	fmt.Println(reflect.ValueOf(p).MethodByName("Greet").Call([]reflect.Value{reflect.ValueOf("Bob")})[0])
	reflect.ValueOf(p).MethodByName(strings.Join([]string{"Re", "name"}, "")).Call([]reflect.Value{reflect.ValueOf("Eve")})
	fmt.Println(p.Name, reflect.ValueOf(p).Method(1).Type())
	g := generic[string, []int]{map[string][]int{"a": {1}}}
	gt := reflect.TypeOf(g)
	fmt.Println(gt, gt.Name(), gt.PkgPath(), gt.Method(0).Type, reflect.ValueOf(g).Method(0).Call([]reflect.Value{reflect.ValueOf("a")})[0])
	// types that are made at run time are the ones that the program has
	fmt.Println(reflect.SliceOf(reflect.TypeFor[person]()) == reflect.TypeFor[[]person](), reflect.PointerTo(gt) == reflect.TypeFor[*generic[string, []int]]())
	fmt.Println(reflect.MapOf(reflect.TypeFor[string](), reflect.TypeFor[int]()) == reflect.TypeFor[map[string]int]())
	fmt.Println(reflect.MapOf(reflect.TypeFor[address](), reflect.TypeFor[chan int]()), reflect.ChanOf(reflect.BothDir, gt), reflect.ArrayOf(3, gt))
	fmt.Println(reflect.FuncOf([]reflect.Type{gt}, []reflect.Type{reflect.TypeFor[error]()}, false) == reflect.TypeFor[func(generic[string, []int]) error]())
	st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: gt}, {Name: "B", Type: reflect.TypeFor[*person]()}})
	v := reflect.New(st).Elem()
	v.Field(1).Set(reflect.ValueOf(p))
	fmt.Println(st, v.Field(1).Elem().Field(0))
	f := reflect.MakeFunc(reflect.TypeFor[func(int, string) (string, error)](), func(args []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(fmt.Sprint(args[1], args[0])), reflect.Zero(reflect.TypeFor[error]())}
	}).Interface().(func(int, string) (string, error))
	fmt.Println(f(1, "made"))
	vt := reflect.TypeFor[visitor]()
	fmt.Println(vt.NumMethod(), vt.Method(0).Name, vt.Method(1).PkgPath, reflect.TypeFor[*person]().Implements(vt))
	data, err := json.Marshal(p)
	fmt.Println(string(data), err)
	var back person
	fmt.Println(json.Unmarshal([]byte(`{"name":"Zoe","age":7,"tags":{"x":[false,true]}}`), &back), back.Name, *back.Age, back.Tags)
	fmt.Println(reflect.DeepEqual(g, generic[string, []int]{map[string][]int{"a": {1}}}), reflect.DeepEqual(p, &back))
	fmt.Printf("%v %+v %#v\n", p.Address, g, g)
	sel, _, _ := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectDefault}})
	fmt.Println(sel, reflect.ValueOf(p.Greet).Call([]reflect.Value{reflect.ValueOf("x")})[0])
}
