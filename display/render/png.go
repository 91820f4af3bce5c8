package render

import (
	"context"
	"image/color"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// picture is a vgimg canvas that writes signs which its font lacks by others. A browser takes them from another font.
type picture struct {
	*vgimg.Canvas
	ctx context.Context
}

func newPicture(ctx context.Context, w, h vg.Length, background color.Color) picture {
	return picture{ctx: ctx, Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(72*pngScale), vgimg.UseBackgroundColor(background))}
}

// Stroke implements vg.Canvas.
func (p picture) Stroke(path vg.Path) {
	proceed(p.ctx)
	p.Canvas.Stroke(path)
}

// Fill implements vg.Canvas.
func (p picture) Fill(path vg.Path) {
	proceed(p.ctx)
	p.Canvas.Fill(path)
}

// FillString implements vg.Canvas.
func (p picture) FillString(f font.Face, pt vg.Point, text string) {
	proceed(p.ctx)
	p.Canvas.FillString(f, pt, spelled(f, text))
}

// spellings has what stands for signs that Liberation Sans lacks.
var spellings = map[rune]string{
	'⟨': "‹", '⟩': "›", '∥': "‖", '∣': "|", '⊤': "'", 'ℝ': "R", '∈': " in ", '⇒': "=>", '∝': "~", '✓': "ok", '✗': "x",
	'ₙ': "_n", 'ⱼ': "_j", 'ₖ': "_k", 'ₜ': "_t", 'ₘ': "_m", '∇': "grad ", '⋅': "·", '∗': "*", '⋆': "*", '⌊': "[", '⌋': "]",
}

// exponents are the superscripts; the font lacks some, so a text with one of those has them all in plain digits.
var exponents = map[rune]string{
	'⁻': "−", '⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9",
}

// spelled replaces the signs that the font lacks, those without a spelling by a question mark.
func spelled(f font.Face, text string) string {
	var b strings.Builder
	plain, raised := strings.ContainsAny(text, "⁻⁰⁹"), false
	for _, r := range text {
		digit, isExponent := exponents[r]
		switch {
		case plain && isExponent && !raised:
			b.WriteString("^" + digit)
		case plain && isExponent:
			b.WriteString(digit)
		case has(f, r):
			b.WriteRune(r)
		case spellings[r] != "":
			b.WriteString(spellings[r])
		default:
			b.WriteByte('?')
		}
		raised = isExponent
	}
	return b.String()
}

func has(f font.Face, r rune) bool {
	var buf sfnt.Buffer
	i, err := f.Face.GlyphIndex(&buf, r)
	return err == nil && i != 0
}
