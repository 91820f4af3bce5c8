// Package cellrt is a stand-in for the run-time of cells: nothing is stored, every variable is initialised by its own
// code, as in a program run by hand.
package cellrt

import "reflect"

type Var struct {
	Name       string
	Ptr        any
	Init       func()
	Fresh, Old bool
	Pure       bool
	Once       string
	Next       string
	With       []string
}

type Ref struct {
	Name string
	Ptr  any
}

type Program struct {
	Vars  []Var
	Refs  []Ref
	Types []reflect.Type
	Inits []func()
	Cell  func()
}

func Main(p Program) {
	for _, v := range p.Vars {
		if v.Init != nil && !v.Fresh {
			v.Init()
		}
	}
	for _, f := range p.Inits {
		f()
	}
	if p.Cell != nil {
		p.Cell()
	}
}
