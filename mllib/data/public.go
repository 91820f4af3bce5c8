package data

import (
	_ "embed"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// This file holds public data that scikit-learn carries as well. They are embedded as strings: a program that does not call one of the
// functions does not hold its data. testdata/reference.py wrote them; LICENSES.md has the licences.

//go:embed digits.txt
var digitsText string

//go:embed cancer.csv
var cancerCSV string

//go:embed wine.csv
var wineCSV string

//go:embed diabetes.csv
var diabetesCSV string

// HandwrittenDigits are 1797 pictures of digits that 13 people wrote, 8×8 pixels row after row from the top: each is the number of dark
// ones, 0 to 16, among 4×4 pixels of the scanned form. The label is the digit, 0 to 9. Each call returns a new copy.
//
// Source: E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits (test part), UCI Machine Learning Repository, data set 80
// (1998), doi:10.24432/C50P49. Licence: Creative Commons Attribution 4.0. The copy is that of scikit-learn, load_digits.
func HandwrittenDigits() *Set {
	lines := strings.Fields(digitsText)
	s := &Set{Name: "handwritten digits", X: mat.NewDense(len(lines), 64, nil), Y: make([]int, len(lines))}
	for i, line := range lines { // 64 pixels, a for 0 to q for 16, and the digit
		for j := range 64 {
			s.X.Set(i, j, float64(line[j]-'a'))
		}
		s.Y[i] = int(line[64] - '0')
	}
	return s
}

// BreastCancer are 30 numbers about the cell nuclei in pictures of 569 breast masses: mean, standard error and the mean of the three largest
// ("worst") of radius, texture, perimeter, area, smoothness, compactness, concavity, concave points, symmetry and fractal dimension. Class 1 is benign
// (357), 2 malignant (212). Each call returns a new copy.
//
// Source: W. H. Wolberg, O. L. Mangasarian, N. Street and W. Street, Breast Cancer Wisconsin (Diagnostic), UCI Machine Learning Repository, data set 17
// (1993), doi:10.24432/C5DW2B. Licence: Creative Commons Attribution 4.0. The copy is that of scikit-learn, load_breast_cancer.
func BreastCancer() *Set { return embedded("breast cancer", cancerCSV) }

// Wine are 13 chemical measurements of 178 wines from one region in Italy, made from three cultivars, classes 1 (59 wines), 2 (71) and 3
// (48). Each call returns a new copy.
//
// Source: S. Aeberhard and M. Forina, Wine, UCI Machine Learning Repository, data set 109 (1992), doi:10.24432/C5PC7J. Licence: Creative
// Commons Attribution 4.0. The copy is that of scikit-learn, load_wine.
func Wine() *Set { return embedded("wine", wineCSV) }

// Diabetes are ten measurements of 442 patients with diabetes (age in years, sex as 1 and 2, body mass index, blood pressure, six of
// the blood serum), in their units, and how far the disease has progressed a year later, a number from 25 to 346. Each call returns a new copy.
//
// Source: B. Efron, T. Hastie, I. Johnstone and R. Tibshirani, Least Angle Regression, Annals of Statistics 32 (2004), 407-499. The copy is that of
// scikit-learn, load_diabetes(scaled=False), distributed under the BSD 3-clause licence; the authors' page names no licence.
func Diabetes() *Regression {
	s := embedded("diabetes", diabetesCSV)
	if s == nil {
		return nil
	}
	y := make([]float64, s.Len())
	for i, v := range s.Y {
		y[i] = float64(v)
	}
	return &Regression{Name: s.Name, X: s.X, Y: y, Features: s.Features, Response: "progression"}
}

// embedded reads an embedded set. It is nil for one that cannot be read, which a test excludes.
func embedded(name, text string) *Set {
	s, err := CSV{Name: name}.Read(strings.NewReader(text))
	if err != nil {
		return nil
	}
	return s
}
