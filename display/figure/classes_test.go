package figure

import (
	"strings"
	"testing"
)

// told is what the layers of classes are called and in which automatic colour they stand: of regions, of which classes they have some.
func told(f *Figure) string {
	var all []string
	for _, l := range f.Layers {
		if l.Kind == Scatter {
			all = append(all, l.Name+":"+Palette[l.Style.Series-1])
			continue
		}
		for c, name := range l.Text {
			for _, z := range l.Z {
				if z == float64(c) {
					all = append(all, "region "+name+":"+Palette[c])
					break
				}
			}
		}
	}
	return strings.Join(all, " ")
}

// TestOneColourForAClass: a class has one colour and name in all layers, also where some of them lack it, in whatever order they come.
func TestOneColourForAClass(t *testing.T) {
	X, labels := [][]float64{{0, 0}, {1, 1}, {2, 0}}, []int{1, 2, 3}
	always := func(v float64) func(x, y float64) float64 { return func(x, y float64) float64 { return v } }
	sides := func(a, b float64) func(x, y float64) float64 {
		return func(x, y float64) float64 {
			if x < 0 {
				return a
			}
			return b
		}
	}
	const points = "1:blue 2:vermillion 3:green"
	for name, c := range map[string]struct {
		f    *Figure
		want string
	}{
		"regions lack a class":              {New("").Classes(X, labels).Regions(sides(1, 3)), points + " region 1:blue region 3:green"},
		"and come first":                    {New("").Regions(sides(1, 3)).Classes(X, labels), "region 1:blue region 3:green " + points},
		"only one region":                   {New("").Regions(always(2)).Classes(X, labels), "region 2:vermillion " + points},
		"labels are numbers of names":       {New("").ClassNames("a", "b", "c").Classes(X[:2], []int{1, 3}).Regions(sides(2, 3)), "a:blue c:green region b:vermillion region c:green"},
		"names come last":                   {New("").Classes(X[:2], []int{1, 3}).ClassNames("a", "b", "c"), "a:blue c:green"},
		"the other label comes later":       {New("").ClassNames("a", "b").Regions(always(-1)).Classes(X[:2], []int{-1, 1}), "region a:blue a:blue b:vermillion"},
		"other labels than numbers":         {New("").ClassNames("a", "b").Classes(X[:2], []int{-1, 1}).Regions(always(1)), "a:blue b:vermillion region b:vermillion"},
		"two ways to write the classes":     {New("").Classes(X[:2], []int{-1, 1}).Regions(sides(0, 1)), "−1:blue 1:vermillion region 0:blue region 1:vermillion"},
		"words in the order of their own":   {New("").ClassNames("a", "b", "c").Regions(sides(1, 3)).Classes(X, []string{"a", "b", "c"}), "region a:blue region c:green a:blue b:vermillion c:green"},
		"points that are not in the legend": {New("").Classes(X[:1], []int{2}, Unlisted).Classes(X, labels), ":vermillion " + points},
	} {
		if got := told(c.f); got != c.want || c.f.Err() != nil {
			t.Errorf("%s: got %s, want %s (%v)", name, got, c.want, c.f.Err())
		}
	}
	for _, spare := range []*Figure{
		New("").ClassNames("a", "b", "c").Classes(X[:2], []int{-1, 1}),
		New("").Classes(X[:2], []int{-1, 1}).ClassNames("a", "b", "c").Regions(sides(-1, 1)),
	} {
		if err := spare.Err(); err == nil || strings.Count(err.Error(), "3 names for the labels −1, 1") != 1 {
			t.Errorf("too many names: %v", err)
		}
	}
	few := New("").ClassNames("a").Classes(X, labels).Regions(sides(1, 3))
	if got := few.Err(); got == nil || strings.Count(got.Error(), "1 names for 3 classes") != 1 {
		t.Errorf("too few names: %v", got)
	}
}
