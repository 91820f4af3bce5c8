package eval

import "github.com/mercer-go/mercer/display/formula/value"

func (m *Machine[T]) integral(n *integral) value.Value[T] {
	m.inexact(n, "integrals are computed in floating point")
	return value.Value[T]{}
}
