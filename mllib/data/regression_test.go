package data_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

const rents = "rooms,city,rent\n2,Ulm,710.5\n3,Bonn,930\n4,Ulm,1200\n1,Bonn,NA\n"

func TestReadRegression(t *testing.T) {
	got, err := data.CSV{Name: "rents", Words: []string{"city"}, DropMissing: true}.ReadRegression(strings.NewReader(rents))
	if err != nil {
		t.Fatal(err)
	}
	want := &data.Regression{Name: "rents", X: mat.NewDense(3, 2, []float64{2, 1, 3, 0, 4, 1}), Y: []float64{710.5, 930, 1200},
		Features: []string{"rooms", "city=Ulm"}, Response: "rent", Dropped: []int{5}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	text, err := json.Marshal(got)
	back := &data.Regression{}
	if err != nil || json.Unmarshal(text, back) != nil || !reflect.DeepEqual(back, want) {
		t.Errorf("JSON %s came back as %+v (%v)", text, back, err)
	}
}

func TestRegressionParts(t *testing.T) {
	r := data.Diabetes()
	train, test, err := r.Split(.8, rand.NewPCG(1, 2))
	if err != nil || train.Len() != 354 || test.Len() != 88 || train.Response != r.Response || !slices.Equal(train.Features, r.Features) {
		t.Fatalf("%v, %v, %v", train, test, err)
	}
	sum := func(y ...[]float64) (s float64) {
		for _, v := range slices.Concat(y...) {
			s += v
		}
		return s
	}
	if sum(train.Y, test.Y) != sum(r.Y) {
		t.Error("the parts are not the whole")
	}
	bmi, err := r.Columns(2)
	if err != nil || !slices.Equal(bmi.Features, []string{"body mass index"}) || bmi.X.At(7, 0) != r.X.At(7, 2) || bmi.Y[7] != r.Y[7] {
		t.Errorf("column 2: %v (%v)", bmi.Features, err)
	}
	if row := r.Row(3); !slices.Equal(row, mat.Row(nil, 3, r.X)) || r.Row(442) != nil || r.Row(-1) != nil {
		t.Errorf("row 3 is %v", row)
	}
}

func TestRegressionRefuses(t *testing.T) {
	r := data.Diabetes()
	read := func(c data.CSV, text string) error { _, err := c.ReadRegression(strings.NewReader(text)); return err }
	var none *data.Regression
	_, taken := r.Take([]int{442})
	_, nothing := none.Take([]int{0})
	_, columns := r.Columns()
	_, _, split := r.Split(1, rand.NewPCG(1, 2))
	_, nilReader := data.CSV{}.ReadRegression(nil)
	for name, c := range map[string]struct {
		err, want error
		says      string
	}{
		"a word":             {read(data.CSV{}, "a,y\n1,low\n"), input.ErrValue, "response of a regression"},
		"no response":        {read(data.CSV{NoLabel: true}, "a,y\n1,2\n"), input.ErrParam, "NoLabel"},
		"missing":            {read(data.CSV{Words: []string{"city"}}, rents), input.ErrValue, "missing"},
		"infinite":           {read(data.CSV{}, "a,y\n1,1e999\n"), input.ErrNotFinite, "1e999"},
		"no reader":          {nilReader, input.ErrParam, "reader"},
		"outside":            {taken, input.ErrParam, "442"},
		"nil":                {nothing, input.ErrEmpty, "nil"},
		"no columns":         {columns, input.ErrEmpty, "columns"},
		"nothing for a test": {split, input.ErrParam, "fraction"},
		"JSON":               {json.Unmarshal([]byte(`{"X":[[1],[2]],"Y":[1]}`), &data.Regression{}), input.ErrShape, "2 rows and 1"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v and %q", name, c.err, c.want, c.says)
		}
	}
}
