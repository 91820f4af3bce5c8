package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file draws classes. A class has one colour, marker and name in all layers of a figure, whichever of them shows it first.

// Classes draws the rows of X (its first two columns) as points whose colour and marker say the label. X is a matrix
// with Dims and At, or a [][]float64; labels is a []int, []float64, []string or []bool. Classes are in the order of
// their labels, and the legend names them.
func (f *Figure) Classes(X, labels any, opts ...Option) *Figure {
	rows, err := rowsOf(X)
	if err != nil {
		return f.problem("classes: %v", err)
	}
	names, class, values, err := f.classesOf(labels)
	if err != nil {
		return f.problem("classes: %v", err)
	}
	if len(rows) != len(class) {
		return f.problem("classes: %d points and %d labels", len(rows), len(class))
	}
	for c, name := range names {
		if !slices.Contains(class, c) {
			continue
		}
		var x, y []float64
		for i, row := range rows {
			if class[i] == c && len(row) >= 2 {
				x, y = append(x, row[0]), append(y, row[1])
			}
		}
		if len(x) == 0 {
			f.problem("classes: fewer than two columns")
			continue
		}
		before := len(f.Layers)
		f.series2("classes", Scatter, name, x, y, append([]Option{{Style{Series: classSeries(c)}}}, opts...))
		if values != nil && len(f.Layers) > before {
			f.Layers[before].labels = values[c : c+1]
		}
	}
	return f
}

// Regions tints the areas in which a classifier gives the same value, over the axes' range:
//
//	display.NewFigure("").ClassNames(s.ClassNames...).Classes(s.X, s.Y).Regions(m.Predict)
//
// The value may be any number, such as a label; classes are in the order of their values, in the colours that Classes gives them.
func (f *Figure) Regions(classify Plane, opts ...Option) *Figure {
	x, y, z, ok := f.samplePlane("regions", classify, 2*planeSamples-1)
	if !ok {
		return f
	}
	names, class, values, _ := f.classesOf(z)
	for i, c := range class {
		z[i] = float64(c)
	}
	return f.add(Layer{Kind: Regions, X: x, Y: y, Z: z, Text: names, labels: values}, false, opts)
}

// ClassNames gives the classes that Classes and Regions draw names. Where all labels are whole numbers from 1 to the number of names, as those
// of a data.Set with ClassNames are, names[k-1] is the class with the label k, also if some class is not shown; else the names are in the order of
// the labels, and fewer names than labels are a problem, as are more of them than labels are shown: nobody knows which are meant.
func (f *Figure) ClassNames(names ...string) *Figure {
	f.classNames = clone(names)
	f.nameClasses()
	return f
}

// classesOf returns the names of the classes 0, 1, … and the class of each label, −1 for NaN. Of numbers it also returns the label of each
// class, which are those of the figure, with what other layers show. Labels of which one layer has some and another has others, as −1 and 1 here
// and 0 and 1 there, are two ways to write the classes, in their order: then it returns no labels.
func (f *Figure) classesOf(labels any) (names []string, class []int, values []float64, err error) {
	switch l := labels.(type) {
	case []int:
		numbers := make([]float64, len(l))
		for i, v := range l {
			numbers[i] = float64(v)
		}
		return f.classesOf(numbers)
	case []float64:
		own := increasing(l)
		if both := increasing(append(clone(own), f.classes...)); len(both) == max(len(own), len(f.classes)) || f.numbers(both) {
			f.classes = both
			names, values = f.nameClasses()
			return names, indices(l, values), values, nil
		}
		if names, err = f.inOrder(labelTexts(own)); err != nil {
			f.problem("classes: %v", err)
		}
		return names, indices(l, own), nil, nil
	case []string:
		order := increasing(l)
		if names, err = f.inOrder(order); err != nil {
			f.problem("classes: %v", err)
		}
		return names, indices(l, order), nil, nil
	case []bool:
		words := make([]string, len(l))
		for i, v := range l {
			words[i] = strconv.FormatBool(v)
		}
		return f.classesOf(words)
	}
	return nil, nil, nil, fmt.Errorf("labels are %T, want []int, []float64, []string or []bool", labels)
}

// nameClasses returns the names and the labels of the figure's classes, and brings the layers that are there into line with them.
func (f *Figure) nameClasses() (names []string, values []float64) {
	f.spareNames()
	if f.numbers(f.classes) {
		names = f.classNames
		for k := range names {
			values = append(values, float64(k+1))
		}
	} else {
		var err error
		if names, err = f.inOrder(labelTexts(f.classes)); err != nil {
			f.problem("classes: %v", err)
		}
		values = f.classes
	}
	for i := range f.Layers {
		f.Layers[i].reclass(names, values)
	}
	return names, values
}

// spareNames notes that there are more names than labels that are not their numbers, until another layer shows the others.
func (f *Figure) spareNames() {
	f.Problems = slices.DeleteFunc(f.Problems, func(p string) bool { return p == f.spare })
	if f.spare = ""; len(f.classes) > 0 && len(f.classNames) > len(f.classes) && !f.numbers(f.classes) {
		f.spare = fmt.Sprintf("classes: %d names for the labels %s, which are not numbers of names",
			len(f.classNames), strings.Join(labelTexts(f.classes), ", "))
		f.problem("%s", f.spare)
	}
}

// numbers says that labels are numbers of the figure's names, from 1.
func (f *Figure) numbers(labels []float64) bool {
	for _, v := range labels {
		if v != math.Trunc(v) || v < 1 || v > float64(len(f.classNames)) {
			return false
		}
	}
	return len(labels) > 0
}

// inOrder returns the figure's names of as many classes, in the order of their labels, or the labels themselves.
func (f *Figure) inOrder(labels []string) ([]string, error) {
	if f.classNames == nil {
		return labels, nil
	}
	if len(f.classNames) < len(labels) {
		return labels, fmt.Errorf("%d names for %d classes", len(f.classNames), len(labels))
	}
	return f.classNames[:len(labels)], nil
}

// reclass renames and recolours what a layer shows of classes, whose labels now are values.
func (l *Layer) reclass(names []string, values []float64) {
	switch {
	case l.labels == nil:
	case l.Kind == Scatter:
		c, _ := slices.BinarySearch(values, l.labels[0])
		if l.Style.Series = classSeries(c); !l.Style.hidden {
			l.Name = names[c]
		}
	case l.Kind == Regions:
		at := indices(l.labels, values)
		for i, c := range l.Z {
			if c >= 0 {
				l.Z[i] = float64(at[int(c)])
			}
		}
		l.Text, l.labels = names, values
	}
}

// increasing are the values that occur, but for NaN, in increasing order.
func increasing[T float64 | string](values []T) []T {
	var all []T
	seen := map[T]bool{}
	for _, v := range values {
		if v == v && !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	slices.Sort(all)
	return all
}

// indices are the places of values in an increasing list, −1 for one that is not there.
func indices[T float64 | string](values, list []T) []int {
	at := make([]int, len(values))
	for i, v := range values {
		k, found := slices.BinarySearch(list, v)
		if at[i] = k; !found {
			at[i] = -1
		}
	}
	return at
}

// labelTexts are labels as the legend writes them.
func labelTexts(labels []float64) []string {
	texts := make([]string, len(labels))
	for i, v := range labels {
		if texts[i] = Number(v); v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			texts[i] = numeral.Minus(strconv.FormatInt(int64(v), 10))
		}
	}
	return texts
}

// classSeries is the number of the colour of class c, the same in scatter and regions.
func classSeries(c int) int { return c + 1 }
