package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestIris compares with the means that Fisher prints (1936, table I and the text below).
func TestIris(t *testing.T) {
	s := Iris()
	if s == nil || s.Len() != 150 {
		t.Fatalf("got %v", s)
	}
	want := map[int][]float64{1: {5.006, 3.428, 1.462, .246}, 2: {5.936, 2.770, 4.260, 1.326}, 3: {6.588, 2.974, 5.552, 2.026}}
	for k, mean := range want {
		x, err := s.Class(k)
		if err != nil {
			t.Fatal(err)
		}
		for j, m := range mean {
			if got := mat.Sum(x.ColView(j)) / 50; math.Abs(got-m) > 1e-12 {
				t.Errorf("%s, %s: mean %v, want %v", s.ClassNames[k-1], s.Features[j], got, m)
			}
		}
	}
	s.X.Set(0, 0, 99)
	if Iris().X.At(0, 0) != 5.1 {
		t.Error("writing to a copy changes the set")
	}
}

func TestCSV(t *testing.T) {
	for _, c := range []struct {
		name     string
		csv      CSV
		text     string
		x        []float64
		y        []int
		features string
		labels   string
	}{
		{"words", CSV{}, "a,b,c\n1,2,no\n3,4,yes\n\n5,6,no\n", []float64{1, 2, 3, 4, 5, 6}, []int{1, 2, 1}, "a b", "no yes"},
		{"integers", CSV{}, "a,y\n1,-1\n2,1", []float64{1, 2}, []int{-1, 1}, "a", ""},
		{"label first", CSV{Label: "y"}, "y,a\n7,1e3\n8,-2.5\n", []float64{1000, -2.5}, []int{7, 8}, "a", ""},
		{"no header", CSV{NoHeader: true, Label: "1", Comma: ';'}, "1; 2 ;3\r\n0;4;5\r\n", []float64{2, 3, 4, 5}, []int{1, 0}, "", ""},
		{"no label", CSV{NoLabel: true}, "\ufeffa,b\n1,2\n", []float64{1, 2}, []int{0}, "a b", ""},
		{"words as columns", CSV{Words: []string{"city"}}, "city,a,y\nRome,1,0\nBonn,2,1\nOslo,3,1\n", []float64{0, 1, 1, 0, 0, 2, 1, 0, 3}, []int{0, 1, 1}, "city=Oslo city=Rome a", ""},
		{"no header, words", CSV{NoHeader: true, Words: []string{"1"}}, "u,1,0\nv,2,1\n", []float64{0, 1, 1, 2}, []int{0, 1}, "1=v 2", ""},
		{"skipped", CSV{Skip: []string{"id"}}, "id,a,y\nK7,1,0\n,2,1\n", []float64{1, 2}, []int{0, 1}, "a", ""},
		{"missing left out", CSV{DropMissing: true, Skip: []string{"b"}}, "a,b,y\n1,,no\nNA,2,no\n3,4,?\n5,6,yes\n", []float64{1, 5}, []int{1, 2}, "a", "no yes"},
		{"any NaN left out", CSV{DropMissing: true}, "a,y\nNan,0\nNAN,1\n5,1\n", []float64{5}, []int{1}, "a", ""},
		{"Nan as a class", CSV{}, "a,y\n1,Nan\n2,None\n", []float64{1, 2}, []int{1, 2}, "a", "Nan None"},
		{"a long number among words", CSV{}, "a,y\n1,x\n2,10000000000000000000\n", []float64{1, 2}, []int{2, 1}, "a", "10000000000000000000 x"},
		{"a name that stands twice", CSV{}, "a,b,b,b.1,b\n1,2,3,4,5\n", []float64{1, 2, 3, 4}, []int{5}, "a b b.2 b.1", ""},
		{"the first of two columns of a name", CSV{Skip: []string{"b"}}, "a,b,b\n1,x,5\n", []float64{1}, []int{5}, "a", ""},
		{"decimal commas", CSV{DecimalComma: true, Comma: ';'}, "a;b;y\n1,5;-2;0\n,25;1e3;1\n", []float64{1.5, -2, .25, 1000}, []int{0, 1}, "a b", ""},
		{"quotes", CSV{}, "\"a,b\",y\n1,\"x, y\"\n2,\"z\"\n", []float64{1, 2}, []int{1, 2}, "a,b", "x, y z"},
	} {
		s, err := c.csv.Read(strings.NewReader(c.text))
		if err != nil || !slices.Equal(s.X.RawMatrix().Data, c.x) || !slices.Equal(s.Y, c.y) ||
			strings.Join(s.Features, " ") != c.features || strings.Join(s.ClassNames, " ") != c.labels {
			t.Errorf("%s: got %+v (%v)", c.name, s, err)
		}
	}
}

// TestDropped: the lines that were left out are told, also after a journey through JSON.
func TestDropped(t *testing.T) {
	s, err := CSV{DropMissing: true}.Read(strings.NewReader("a,y\n1,0\n,0\n\n2,NA\n3,1\n"))
	if err != nil || !slices.Equal(s.Dropped, []int{3, 5}) || s.Len() != 2 {
		t.Fatalf("got %+v (%v)", s, err)
	}
	text, err := json.Marshal(s)
	var again Set
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || !slices.Equal(again.Dropped, s.Dropped) {
		t.Errorf("JSON: %v (%v)", again.Dropped, err)
	}
}

func TestCSVRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		csv  CSV
		text string
		want error
		says string
	}{
		{"nothing", CSV{}, "", input.ErrEmpty, "empty"},
		{"only a header", CSV{}, "a,b\n", input.ErrEmpty, "0 observations"},
		{"only labels", CSV{}, "y\n1\n", input.ErrEmpty, "0 numbers"},
		{"short line", CSV{}, "a,b,c\n1,2,3\n1,2\n", input.ErrShape, "line 3 has 2 values, line 1 has 3"},
		{"no number", CSV{}, "a,y\n1,0\n\nx,0\n", input.ErrValue, `line 4, column 1 ("a"): "x" is no number; a column of words belongs into CSV.Words`},
		{"a number of Go", CSV{}, "a,y\n1_000,0\n", input.ErrValue, `"1_000" is no number`},
		{"hexadecimal", CSV{}, "a,y\n0x1p4,0\n", input.ErrValue, `"0x1p4" is no number`},
		{"a label beyond 64 bits", CSV{}, "a,y\n1,9\n2,10000000000000000000\n", input.ErrValue, `line 3, column 2 ("y"): the label 10000000000000000000`},
		{"missing", CSV{}, "a,b,y\n1,,0\n", input.ErrValue, `line 2, column 2 ("b"): the value is missing; CSV.DropMissing`},
		{"missing label", CSV{}, "a,y\n1,\n", input.ErrValue, `line 2, column 2 ("y"): the value is missing`},
		{"NaN", CSV{}, "a,y\nNaN,0\n", input.ErrValue, "line 2, column 1"},
		{"infinity", CSV{}, "a,y\n-Inf,0\n", input.ErrNotFinite, "line 2, column 1"},
		{"all lines miss a value", CSV{DropMissing: true}, "a,y\n?,0\n1,\n", input.ErrEmpty, "2 lines miss a value"},
		{"semicolons", CSV{}, "a;b;y\n1;2;0\n", input.ErrShape, "line 1 has one value; is it Comma: ';'?"},
		{"semicolons and commas", CSV{}, "a;b\n1,5;2\n", input.ErrShape, "line 1 has 1; is it Comma: ';'?"},
		{"tabs", CSV{}, "a\tb\ty\n1\t2\t0\n", input.ErrShape, `is it Comma: '\t'?`},
		{"skip of no column", CSV{Skip: []string{"z"}}, "a,y\n1,0\n", input.ErrParam, `CSV.Skip: got "z", want one of the columns ["a" "y"]`},
		{"skip of the label", CSV{Skip: []string{"y"}}, "a,y\n1,0\n", input.ErrParam, "CSV.Skip"},
		{"skipped words", CSV{Skip: []string{"a"}, Words: []string{"a"}}, "a,b,y\n1,2,0\n", input.ErrParam, "CSV.Words"},
		{"no such name of two columns", CSV{Skip: []string{"a.2"}}, "a,a,y\n1,2,0\n", input.ErrParam, `one of the columns ["a" "a.1" "y"]`},
		{"a decimal comma", CSV{}, "a,y\n\"23672,28\",0\n", input.ErrValue, `data: CSV: line 2, column 1 ("a"): "23672,28" is no number; CSV.DecimalComma reads it as 23672.28`},
		{"thousands or a decimal comma", CSV{}, "a,y\n\"1,234\",0\n", input.ErrValue, `"1,234" is no number; CSV.DecimalComma reads it as 1.234; commas that separate thousands (1234) must be taken out of the file first`},
		{"thousands", CSV{}, "a,y\n\"1,234,567.8\",0\n", input.ErrValue, `"1,234,567.8" is no number; commas that separate thousands (1234567.8) must be`},
		{"no thousands", CSV{}, "a,y\n\"0,234\",0\n", input.ErrValue, `reads it as 0.234`},
		{"thousands of a response", CSV{Label: "y"}, "a,y\n\"-12,345\",0\n", input.ErrValue, `(-12345) must be`},
		{"points between thousands", CSV{Comma: ';', DecimalComma: true}, "a;y\n1.234,5;0\n", input.ErrValue, "is set; points that separate thousands must be taken out"},
		{"a decimal comma, semicolons", CSV{Comma: ';'}, "a;y\n-,5e3;0\n", input.ErrValue, "CSV.DecimalComma reads it as -.5e3"},
		{"two commas", CSV{}, "a,y\n\"1,234,567\",0\n", input.ErrValue, `"1,234,567" is no number; commas that separate thousands (1234567) must be`},
		{"no commas of a number", CSV{}, "a,y\n\"1,23,4567\",0\n", input.ErrValue, `"1,23,4567" is no number; a column of words`},
		{"a point and a comma", CSV{DecimalComma: true}, "a,y\n\"1.234,5\",0\n", input.ErrValue, `"1.234,5" has a point, and CSV.DecimalComma is set`},
		{"one word only", CSV{Words: []string{"a"}}, "a,y\nx,0\n", input.ErrEmpty, "1 observations of 0 numbers"},
		{"too large", CSV{}, "a,y\n1e999,0\n", input.ErrNotFinite, "1e999"},
		{"no such column", CSV{Label: "z"}, "a,y\n1,0\n", input.ErrParam, "CSV.Label"},
		{"column 3 of 2", CSV{NoHeader: true, Label: "3"}, "1,0\n", input.ErrParam, "CSV.Label"},
		{"label of no label", CSV{NoLabel: true, Label: "y"}, "a,y\n1,0\n", input.ErrParam, "CSV.Label"},
		{"quote", CSV{}, "a,y\n\"1,0\n", input.ErrShape, "line"},
		{"newline as comma", CSV{Comma: '\n'}, "a,y\n1,0\n", input.ErrParam, "CSV.Comma"},
	} {
		if _, err := c.csv.Read(strings.NewReader(c.text)); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v and a text with %q", c.name, err, c.want, c.says)
		}
	}
	if _, err := (CSV{}).ReadFile(filepath.Join(t.TempDir(), "none.csv")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("a,y\n1,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := (CSV{}).ReadFile(path); err != nil || s.Len() != 1 || s.Name != path {
		t.Errorf("got %+v (%v)", s, err)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add("a,b,c\n1,2,no\n", false, "", "", false)
	f.Add("1;2\n", true, "1", "", true)
	f.Add("1,u,2\nNA,v,3\n4,w,5\n", true, "", "2", true)
	f.Fuzz(func(t *testing.T, text string, noHeader bool, skip, words string, drop bool) {
		c := CSV{NoHeader: noHeader, DropMissing: drop}
		if skip != "" {
			c.Skip = []string{skip}
		}
		if words != "" {
			c.Words = []string{words}
		}
		s, err := c.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		if n, d, err := input.Matrix("X", s.X); err != nil || n != s.Len() || s.Features != nil && len(s.Features) != d {
			t.Errorf("%q: %d rows, %d labels (%v)", text, n, s.Len(), err)
		}
	})
}

func TestStandardize(t *testing.T) {
	s := Iris()
	for _, p := range []Standardize{{}, {Unbiased: true}, {NoCenter: true}} {
		scale, err := p.Fit(s.X)
		if err != nil {
			t.Fatal(err)
		}
		z, err := scale.Apply(s.X)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Standardize{Unbiased: p.Unbiased}.Fit(z)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 4 {
			if math.Abs(again.Deviation[j]-1) > 1e-14 || !p.NoCenter && math.Abs(again.Mean[j]) > 1e-14 {
				t.Errorf("%+v, column %d: mean %v, deviation %v", p, j, again.Mean[j], again.Deviation[j])
			}
		}
		if back, err := scale.Undo(z); err != nil || !mat.EqualApprox(back, s.X, 1e-13) {
			t.Errorf("%+v: Undo does not undo (%v)", p, err)
		}
	}
}

// TestStandardizeUnits: a power of two as the unit of a column changes no digit, also where squares overflow or underflow.
func TestStandardizeUnits(t *testing.T) {
	want, err := Standardize{}.Fit(Iris().X)
	if err != nil {
		t.Fatal(err)
	}
	for _, exponent := range []int{-900, -600, 600, 1000} {
		var x mat.Dense
		x.Scale(math.Ldexp(1, exponent), Iris().X)
		got, err := Standardize{}.Fit(&x)
		if err != nil {
			t.Errorf("2^%d: %v", exponent, err)
			continue
		}
		for j := range want.Mean {
			if math.Ldexp(got.Mean[j], -exponent) != want.Mean[j] || math.Ldexp(got.Deviation[j], -exponent) != want.Deviation[j] {
				t.Errorf("2^%d, column %d: mean %v, deviation %v", exponent, j, got.Mean[j], got.Deviation[j])
			}
		}
	}
	if _, err := (Standardize{}).Fit(mat.NewDense(2, 1, []float64{3, 3})); err == nil || !strings.Contains(err.Error(), "KeepConstant") {
		t.Errorf("constant column: %v, want a word about KeepConstant", err)
	}
}

// TestStandardizeWeighted: a weight of 2 is two equal rows, one of 0 is none, and weights of 1 give the bits of Fit.
func TestStandardizeWeighted(t *testing.T) {
	x := mat.NewDense(5, 2, []float64{1, 2, 4, 2, 1e300, -1e300, 7, 5, 9, -1})
	weights := []float64{1, 2, 0, 3, 1}
	var rows []float64
	for i, w := range weights {
		for range int(w) {
			rows = append(rows, x.RawRowView(i)...)
		}
	}
	for _, p := range []Standardize{{}, {Unbiased: true}, {NoCenter: true}} {
		repeated := mat.NewDense(len(rows)/2, 2, rows)
		want, err1 := p.Fit(repeated)
		got, err2 := p.FitWeighted(x, weights)
		ones, err3 := p.FitWeighted(repeated, []float64{1, 1, 1, 1, 1, 1, 1})
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "means", got.Mean, want.Mean, 1e-15)
		testkit.Near(t, "deviations", got.Deviation, want.Deviation, 1e-15)
		if !testkit.Bits(ones.Mean, want.Mean) || !testkit.Bits(ones.Deviation, want.Deviation) {
			t.Errorf("%+v: weights of 1 give %v, want %v", p, ones, want)
		}
	}
	for _, c := range []struct {
		p       Standardize
		weights []float64
		want    error
	}{
		{Standardize{}, nil, input.ErrShape}, {Standardize{}, []float64{1}, input.ErrShape}, {Standardize{}, []float64{1, 1, math.NaN(), 1, 1}, input.ErrNotFinite},
		{Standardize{}, []float64{1, 1, -1, 1, 1}, input.ErrParam}, {Standardize{}, make([]float64, 5), input.ErrParam},
		{Standardize{Unbiased: true}, []float64{.5, .5, 0, 0, 0}, input.ErrParam}, {Standardize{}, []float64{1, 1, 0, 0, 0}, input.ErrParam},
	} {
		if _, err := c.p.FitWeighted(x, c.weights); !errors.Is(err, c.want) {
			t.Errorf("%+v, weights %v: got %v, want %v", c.p, c.weights, err, c.want)
		}
	}
}

func TestStandardizeRefuses(t *testing.T) {
	fit := func(p Standardize, n, d int, x ...float64) error { _, err := p.Fit(mat.NewDense(n, d, x)); return err }
	scale, err := Standardize{KeepConstant: true}.Fit(mat.NewDense(3, 2, []float64{.1, 1, .1, 2, .1, 3}))
	if err != nil || scale.Mean[0] != .1 || scale.Deviation[0] != 1 {
		t.Errorf("constant column: %+v (%v)", scale, err)
	}
	_, columns := scale.Apply(mat.NewDense(1, 1, nil))
	_, none := Standardize{}.Fit(nil)
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"nothing", none, input.ErrEmpty},
		{"constant", fit(Standardize{}, 3, 1, .1, .1, .1), input.ErrParam},
		{"one row", fit(Standardize{Unbiased: true}, 1, 1, 2), input.ErrParam},
		{"NaN", fit(Standardize{}, 2, 1, 1, math.NaN()), input.ErrNotFinite},
		{"overflow", fit(Standardize{}, 2, 1, 1.7e308, -1.7e308), input.ErrNotFinite},
		{"underflow", fit(Standardize{KeepConstant: true}, 4, 1, 5e-324, 0, 0, 0), input.ErrNotFinite},
		{"columns", columns, input.ErrShape},
		{"no scale", second(new(Scale).Apply(mat.NewDense(1, 1, nil))), input.ErrParam},
		{"half a scale", second((&Scale{Mean: []float64{1}}).Undo(mat.NewDense(1, 1, nil))), input.ErrParam},
		{"zero deviation", second((&Scale{Mean: []float64{1}, Deviation: []float64{0}}).Apply(mat.NewDense(1, 1, nil))), input.ErrParam},
		{"overflow of the result", second((&Scale{Mean: []float64{1}, Deviation: []float64{1e-200}}).Apply(mat.NewDense(1, 1, []float64{1e200}))), input.ErrNotFinite},
		{"CSV without reader", second(CSV{}.Read(nil)), input.ErrParam},
		{"CSV with a nil reader", second(CSV{}.Read((*strings.Reader)(nil))), input.ErrParam},
		{"USPS without reader", second(ReadUSPS(nil)), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

func TestParametersJSON(t *testing.T) {
	scale, err := Standardize{}.Fit(Iris().X)
	if err != nil {
		t.Fatal(err)
	}
	a, err1 := scale.Apply(Iris().X)
	b, err2 := testkit.RoundTrip(t, scale).Apply(Iris().X)
	if err1 != nil || err2 != nil || !testkit.Bits(a.RawMatrix().Data, b.RawMatrix().Data) {
		t.Errorf("a scale from JSON scales otherwise (%v, %v)", err1, err2)
	}
	testkit.RoundTrip(t, &Standardize{Unbiased: true, KeepConstant: true})
	testkit.RoundTrip(t, &CSV{Name: "a", Comma: ';', Label: "kind"})
	testkit.RoundTrip(t, &Mixture{Weights: []float64{1}, Means: [][]float64{{1, 2}}, Sigma: []float64{.5}})
	testkit.RoundTrip(t, &TwoGaussians{N: [2]int{3, 4}, Mean: [2][]float64{{1}, {2}}})
	testkit.RoundTrip(t, &Separable{N: 3, D: 4, Margin: .1, Offset: -.2})
	testkit.RoundTrip(t, &Digits{N: 3, Noise: 2})
	testkit.RoundTrip(t, &Expression{Samples: 9})
}

func ExampleCSV() {
	s, err := CSV{}.Read(strings.NewReader("height,weight,kind\n1.5,40,cat\n2.5,80,dog\n"))
	fmt.Println(s.Features, s.ClassNames, s.Y, s.Row(1), err)
	_, err = CSV{}.Read(strings.NewReader("height,weight,kind\n1.5,4O,cat\n"))
	fmt.Println(err)
	// Output:
	// [height weight] [cat dog] [1 2] [2.5 80] <nil>
	// data: CSV: line 2, column 2 ("weight"): "4O" is no number; a column of words belongs into CSV.Words, one that does not count into CSV.Skip: value cannot be used
}

func ExampleStandardize() {
	scale, err := Standardize{}.Fit(mat.NewDense(2, 1, []float64{1, 5}))
	fmt.Println(scale.Mean, scale.Deviation, err)
	// Output: [3] [2] <nil>
}

// TestWriteCSV: what is written is read again, bit for bit.
func TestWriteCSV(t *testing.T) {
	noNames := &Set{Name: "no names", X: mat.NewDense(2, 2, []float64{1, -1.0 / 3, 1e300, 0}), Y: []int{-1, 1}}
	for _, s := range []*Set{Wine(), BreastCancer(), HandwrittenDigits(), noNames, Ring()} {
		var text strings.Builder
		if err := s.WriteCSV(&text, "class, as given"); err != nil {
			t.Fatal(err)
		}
		back, err := CSV{Name: s.Name, Label: "class, as given"}.Read(strings.NewReader(text.String()))
		if err != nil || !mat.Equal(back.X, s.X) || !slices.Equal(back.Y, s.Y) || !slices.Equal(back.ClassNames, s.ClassNames) {
			t.Errorf("%s: came back differently (%v)", s.Name, err)
			continue
		}
		if s.Features != nil && !slices.Equal(back.Features, s.Features) {
			t.Errorf("%s: columns %v", s.Name, back.Features)
		}
	}
	var text strings.Builder
	if err := noNames.WriteCSV(&text, ""); err != nil || !strings.HasPrefix(text.String(), "x1,x2,label\n1,-0.3333333333333333,-1\n") {
		t.Errorf("got %q (%v)", text.String(), err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestWriteCSVFile: a set goes through a file, which a second one replaces; a place where none can be is told.
func TestWriteCSVFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set.csv")
	for _, s := range []*Set{BreastCancer(), AND()} {
		if err := s.WriteCSVFile(path, "class"); err != nil {
			t.Fatal(err)
		}
		again, err := CSV{Label: "class"}.ReadFile(path)
		if err != nil || !mat.Equal(again.X, s.X) || !slices.Equal(again.Y, s.Y) {
			t.Errorf("%s: read %v again, %v", s.Name, again, err)
		}
	}
	if err := AND().WriteCSVFile(filepath.Join(path, "below a file"), ""); err == nil {
		t.Error("a file below a file was written")
	}
	if err := (&Set{X: Ring().X, Y: Ring().Y, ClassNames: []string{"one"}}).WriteCSVFile(path, ""); !errors.Is(err, input.ErrLabel) {
		t.Errorf("a label without a name: got %v, want ErrLabel", err)
	}
	if again, err := (CSV{}).ReadFile(path); err != nil || again.Len() != 4 {
		t.Errorf("the file is gone with a set that cannot be written: %v", err)
	}
	if err := (*Set)(nil).WriteCSVFile(path, ""); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("nil set: got %v, want ErrEmpty", err)
	}
}

func TestWriteCSVRefuses(t *testing.T) {
	good := Ring()
	called := func(features, classes []string, label string) error {
		return (&Set{X: mat.NewDense(2, 1, []float64{1, 2}), Y: []int{2, 1}, Features: features, ClassNames: classes}).WriteCSV(full{}, label)
	}
	unnamed := &Set{X: good.X, Y: good.Y, ClassNames: []string{"one"}}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"nil set", (*Set)(nil).WriteCSV(io.Discard, ""), input.ErrEmpty},
		{"nil writer", good.WriteCSV(nil, ""), input.ErrParam},
		{"label without a name", unnamed.WriteCSV(io.Discard, ""), input.ErrLabel},
		{"two classes of one name", called(nil, []string{"a", "a"}, ""), input.ErrLabel},
		{"a class that is missing", called(nil, []string{"a", "NA"}, ""), input.ErrParam},
		{"a class with a blank", called(nil, []string{" a", "b"}, ""), input.ErrParam},
		{"a class of two lines", called(nil, []string{"a\r\nb", "b"}, ""), input.ErrParam},
		{"a feature with a blank", called([]string{"x "}, nil, ""), input.ErrParam},
		{"a feature called as the label", called([]string{"x"}, nil, "x"), input.ErrParam},
		{"a feature called label", called([]string{"label"}, nil, ""), input.ErrParam},
		{"a label with a blank", called([]string{"x"}, nil, " y"), input.ErrParam},
		{"a name of no class that is shown", called(nil, []string{"a", "b", "b"}, ""), io.ErrShortWrite},
		{"full disk", good.WriteCSV(full{}, ""), io.ErrShortWrite},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

// TestRowIsClipped: appending to a row does not write into the next one.
func TestRowIsClipped(t *testing.T) {
	s := XOR()
	_ = append(s.Row(0), 99)
	if !mat.Equal(s.X, XOR().X) {
		t.Errorf("the set is %v", s.X)
	}
}
