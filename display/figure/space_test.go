package figure

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func corners() [][]float64 {
	return [][]float64{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 4}}
}

func sceneOf(t *testing.T, f *Figure) Layer {
	t.Helper()
	for _, l := range f.Layers {
		if l.Kind == Scene {
			return l
		}
	}
	t.Fatalf("no scene: %v", f.Err())
	return Layer{}
}

// TestSpaceProjects: seen from the x axis y goes to the right and z upwards, and the point on the x axis is the nearest; from above x goes up and y to the left, or so.
func TestSpaceProjects(t *testing.T) {
	s := NewSpace("corners").Points("p", corners()).Equal()
	l := sceneOf(t, s.From(0, 0))
	want := map[[2]float64]int{{-.125, -.5}: 2, {.125, -.5}: 1, {-.125, .5}: 1} // the origin and the point of x fall together
	for i := range l.X {
		want[[2]float64{l.X[i], l.Y[i]}]--
	}
	for p, k := range want {
		if k != 0 {
			t.Errorf("%v: %d too few", p, k)
		}
	}
	if l.X[3] != -.125 || l.Y[3] != -.5 { // drawn last
		t.Errorf("the nearest is at (%v, %v)", l.X[3], l.Y[3])
	}
	above := sceneOf(t, s.From(-90, 90))
	for i := range above.X {
		if math.Abs(above.X[i]) > .2500001 || math.Abs(above.Y[i]) > .1250001 {
			t.Errorf("seen from above (%v, %v) lies outside of 2 × 1", above.X[i], above.Y[i])
		}
	}
}

// TestSpaceNearerOver: of two points in one line of sight the nearer one is drawn last, from both sides.
func TestSpaceNearerOver(t *testing.T) {
	s := NewSpace("two").Shaded("v", [][]float64{{0, 0, 0}, {1, 0, 0}}, []float64{3, 7})
	if l := sceneOf(t, s.From(0, 0)); l.Z[1] != 7 {
		t.Errorf("from the front: %v", l.Z)
	}
	if l := sceneOf(t, s.From(180, 0)); l.Z[1] != 3 {
		t.Errorf("from behind: %v", l.Z)
	}
}

func TestSpaceCodec(t *testing.T) {
	f := NewSpace("all").Axes("a", "b", "c").Points("dots", corners(), Radius(4)).Path("way", corners(), Color("black")).
		Edges("", corners(), [][2]int{{0, 3}}).Surface("height", []float64{0, 1}, []float64{0, 1, 2}, func(x, y float64) float64 { return x * y }).Turn(3, 10, 20)
	if err := f.Err(); err != nil || len(f.Pages) != 3 || f.Names[1] != "from 130°" {
		t.Fatal(err, f.Names)
	}
	data, err := f.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := back.(*Frames).AppendBinary(nil); err != nil || !bytes.Equal(data, again) {
		t.Error("other bytes after decoding")
	}
	for _, word := range []string{"4 points", "4 lines", "2 faces", "“way”", "10° around", "“height” in [0.25, 0.75]"} {
		if !strings.Contains(f.String(), word) {
			t.Errorf("no %q in %s", word, f)
		}
	}
}

func TestSpaceRefuses(t *testing.T) {
	flat := func(x, y float64) float64 { return 1 }
	for i, f := range []*Figure{
		NewSpace("nothing").From(0, 0),
		NewSpace("").Points("p", [][]float64{{1, 2}}).From(0, 0),
		NewSpace("").Points("p", 7).From(0, 0),
		NewSpace("").Points("p", [][]float64{{math.NaN(), 1, 1}}).From(0, 0),
		NewSpace("").Shaded("p", corners(), []float64{1}).From(0, 0),
		NewSpace("").Edges("e", corners(), [][2]int{{0, 4}}).From(0, 0),
		NewSpace("").Surface("f", []float64{1, 0}, []float64{0, 1}, flat).From(0, 0),
		NewSpace("").Surface("f", []float64{0, 1}, []float64{0, 1}, nil).From(0, 0),
		NewSpace("").Points("p", corners()).From(math.NaN(), 0),
	} {
		if f.Err() == nil {
			t.Errorf("case %d is drawn", i)
		}
	}
	if err := NewSpace("").Surface("f", []float64{0, 1}, []float64{0, 1}, flat).From(0, 90).Err(); err != nil {
		t.Error("a plane is not drawn:", err)
	}
	for _, broken := range []Layer{
		{Kind: Scene, X: []float64{1}, Y: []float64{1}, Lo: []float64{2}, Hi: []float64{1}, Z: []float64{0}, Text: make([]string, 5)},
		{Kind: Scene, X: []float64{1}, Y: []float64{1}, Lo: []float64{1}, Hi: []float64{2}, Z: []float64{0}, Text: make([]string, 5)},
		{Kind: Scene, X: []float64{1}, Y: []float64{1}, Lo: []float64{1}, Hi: []float64{.5}, Z: []float64{0}, Text: make([]string, 5)},
	} {
		if broken.fits() {
			t.Errorf("%+v fits", broken)
		}
	}
}
