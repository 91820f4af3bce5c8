package render

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansbolditalic"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
)

// liberation is the typeface of all texts. Of its twelve fonts figures use the four without serifs.
const liberation = "Liberation"

// fonts reads the fonts when the first figure is drawn.
var fonts = sync.OnceValue(func() *font.Cache {
	return font.NewCache(font.Collection{
		sans(xfont.StyleNormal, xfont.WeightNormal, liberationsansregular.TTF),
		sans(xfont.StyleItalic, xfont.WeightNormal, liberationsansitalic.TTF),
		sans(xfont.StyleNormal, xfont.WeightBold, liberationsansbold.TTF),
		sans(xfont.StyleItalic, xfont.WeightBold, liberationsansbolditalic.TTF),
	})
})

// sans is the font in a file, under the name by which the theme finds it.
func sans(style xfont.Style, weight xfont.Weight, ttf []byte) font.Face {
	face, err := opentype.Parse(ttf)
	if err != nil {
		panic("render: the file of a font: " + err.Error()) // it is part of the program
	}
	f := font.Font{Typeface: liberation, Variant: "Sans", Style: style, Weight: weight}
	return font.Face{Font: f, Face: face}
}
