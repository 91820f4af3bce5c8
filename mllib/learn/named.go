package learn

import (
	"reflect"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Named is embedded in models whose table has a row for each column of X, and in trees: it holds
// the names of the columns.
type Named struct {
	FeatureNames []string `json:",omitempty"` // of the columns of X, as FitData has them from the data; nil where they are not known
}

// Names returns the names that are given, and without any those that a model knows.
func Names(given, known []string) []string {
	if len(given) > 0 {
		return given
	}
	return known
}

// FitData fits a method to data, and gives the model the names of their columns, so that it is
// shown with them:
//
//	m, err := learn.FitData(regression.LeastSquares{}, data.Diabetes())
//
// It is l.Fit(s.X, s.Y) for models that take no names and data that have none. The errors are those
// of Fit; input.ErrEmpty for no data.
func FitData[T Target, M Model[T]](l Learner[T, M], s Data[T]) (M, error) {
	var none M
	if input.IsNil(s) {
		return none, input.Errorf(input.ErrEmpty, "s", "got no data")
	}
	x, y := s.Pairs()
	if x == nil {
		return none, input.Errorf(input.ErrEmpty, "s", "got no data")
	}
	m, err := Fit(l, x, y)
	if err != nil {
		return none, err
	}
	if d, ok := any(s).(interface{ FeatureNames() []string }); ok {
		name(m, d.FeatureNames(), x.RawMatrix().Cols)
	}
	return m, nil
}

// name gives a model that embeds Named the names of as many columns.
func name(m any, names []string, columns int) {
	if len(names) != columns {
		return
	}
	if p, ok := m.(interface{ nameFeatures(names []string) }); ok {
		p.nameFeatures(names)
		return
	}
	r := reflect.ValueOf(m)
	if r.Kind() != reflect.Pointer || r.Elem().Kind() != reflect.Struct {
		return
	}
	f, ok := r.Elem().Type().FieldByName("Named")
	if !ok || f.Type != reflect.TypeFor[Named]() {
		return
	}
	if v, err := r.Elem().FieldByIndexErr(f.Index); err == nil {
		v.Set(reflect.ValueOf(Named{slices.Clone(names)}))
	}
}
