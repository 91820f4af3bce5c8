package value

// Convert carries a value to another field, number by number, as from a float64 to the rational that it is:
//
//	value.Convert(v, number.Rational{}.Float)
//
// Ref stays as it is.
func Convert[S, T any](v Value[S], f func(x S) T) Value[T] {
	w := Value[T]{Kind: v.Kind, Truth: v.Truth, Rows: v.Rows, Cols: v.Cols, First: v.First, Ref: v.Ref}
	if v.Kind == Number || v.Sizeless() {
		w.N = f(v.N)
	}
	if v.A != nil {
		w.A = make([]T, len(v.A))
		for i, x := range v.A {
			w.A[i] = f(x)
		}
	}
	if v.Items != nil {
		w.Items = make([]Value[T], len(v.Items))
		for i, x := range v.Items {
			w.Items[i] = Convert(x, f)
		}
	}
	return w
}
