package verify

import (
	"image/png"
	"strings"
	"testing"
)

func TestDrawing(t *testing.T) {
	picture := encoded(t, 10, 10, 0, png.DefaultCompression)
	drawing := `<svg width="650" height="300"><title>Two &amp; one</title>
		<circle cx="1" cy="2.5" r="3"/><circle cx="4" cy="5"/>
		<path d="M10.5,20L30,40.25" stroke="#123"/><text x="1" y="2">speed 3</text>
		<image xlink:href="data:image/png;base64,` + picture + `"/></svg>`
	swap := func(old, new string) string {
		if !strings.Contains(drawing, old) {
			t.Fatal(old)
		}
		return strings.Replace(drawing, old, new, 1)
	}
	for _, c := range []struct{ is, want string }{
		{drawing, ""},
		{strings.Join(strings.Fields(drawing), " "), ""},
		{swap(`cx="4"`, `cx="4.0000000000001"`), ""},
		{swap(`cx="4"`, `cx="4.1"`), "circle 2 of the drawing: cx was 4, is 4.1"},
		{swap(`40.25`, `40.5`), "path 1 of the drawing: number 4 of d was 40.25, is 40.5"},
		{swap(`40.25`, `40.25L1,2`), "path 1 of the drawing: d was 8 numbers and words long, is 12"},
		{swap(`L30`, `C30`), `path 1 of the drawing: d: was "10.5 , 20 L", is "10.5 , 20 C"`},
		{swap(`#123`, `#124`), "path 1 of the drawing: number 1 of stroke was 123, is 124"},
		{swap(`speed 3`, `speed 4`), `text 1 of the drawing: was "speed 3", is "speed 4"`},
		{swap(`Two &amp; one`, `Two and one`), `title 1 of the drawing: was "Two &", is "Two and"`},
		{swap(`<circle cx="4" cy="5"/>`, `<line x1="4"/>`), "circle 2 of the drawing: was circle, is line"},
		{swap(`<circle cx="4" cy="5"/>`, ``), "circle 2 of the drawing: was circle, is path"},
		{swap(` r="3"`, ` fill="3"`), "circle 1 of the drawing: was with r, is with fill"},
		{swap(` r="3"`, ``), "circle 1 of the drawing: was with r"},
		{swap(`cy="5"`, `cy="5" r="6"`), "circle 2 of the drawing: is with r"},
		{swap(picture, encoded(t, 10, 10, 0, png.NoCompression)), ""},
		{swap(picture, encoded(t, 10, 10, 200, png.NoCompression)), "image 1 of the drawing: its picture: 1 of 100 pixels differ"},
		{swap("png;base64,"+picture, "gif;base64,"+picture), `image 1 of the drawing: xlink:href was "data:image/png" of `},
		{swap("data:image/png;base64,"+picture, "a.png"), `image 1 of the drawing: xlink:href was "data:image/png" of `},
		{drawing + "<g>", `the drawing goes on with "<g>"`},
		{strings.TrimSuffix(drawing, "</svg>"), `the drawing ends before "</svg>"`},
		{"", `the drawing ends before "<svg width=`},
	} {
		got := Default.drawing(drawing, c.is)
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.is, got, c.want)
		}
		if (got == "") != (Default.drawing(c.is, drawing) == "") {
			t.Errorf("%s: not symmetric", c.is)
		}
		if len(got) > 200 {
			t.Errorf("%d characters: %s", len(got), got)
		}
	}
}

// A page whose tag has a picture says what of it differs, and no base64.
func TestMarkupWithPicture(t *testing.T) {
	page := func(special uint8) string {
		return `<p>x</p><img alt="a" src="data:image/png;base64,` + encoded(t, 10, 10, special, png.DefaultCompression) + `">`
	}
	if got := Default.markup(page(0), page(200)); got != "its picture: 1 of 100 pixels differ" {
		t.Error(got)
	}
	if got := Default.markup(page(0), page(8)); got != "" {
		t.Error(got)
	}
}

// What is new or gone is named by what it is.
func TestSketch(t *testing.T) {
	svg, grey := shown("image/svg+xml", `<svg><path d="M1 2"/></svg>`), shown("image/png", encoded(t, 20, 10, 0, png.BestSpeed))
	_, list := Cells(book(), book(svg, grey, shown("image/png", "?")), Default)
	want := []string{"is new: a drawing of 2 elements", "is new: a picture of 20 × 10 pixels", "is new: a picture of 0 bytes"}
	for i, w := range want {
		if len(list) != len(want) || list[i].Text != w {
			t.Errorf("%v, want %s", list, w)
		}
	}
	_, list = Cells(book(svg), book(shown("image/svg+xml", `<svg><path d="M1 3"/></svg>`)), Default)
	if len(list) != 1 || list[0].String() != "cell 1, output 1 (image/svg+xml): path 1 of the drawing: number 2 of d was 2, is 3" {
		t.Error(list)
	}
}

func FuzzDrawing(f *testing.F) {
	f.Add(`<svg><path d="M1 2"/>a</svg>`, `<svg a='1' b="data:image/png;base64,AAAA"/>`)
	f.Fuzz(func(t *testing.T, a, b string) {
		if Default.drawing(a, a) != "" {
			t.Errorf("%q does not equal itself", a)
		}
		if (Default.drawing(a, b) == "") != (Default.drawing(b, a) == "") {
			t.Errorf("%q, %q: not symmetric", a, b)
		}
	})
}
