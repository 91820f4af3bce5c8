package display

import (
	"encoding/binary"
	"fmt"
	"image"
	"sort"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/frame"
)

// bundleOf is the richest form of a value. See Result for the order.
func bundleOf(v any) (b *frame.Bundle) {
	defer func() {
		if p := recover(); p != nil {
			b = bundle("text/plain", fmt.Sprintf("%T that panics when shown: %v", v, p), "")
		}
	}()
	switch x := v.(type) {
	case nil:
		return bundle("text/plain", "nil", "")
	case encoded:
		return figureBundle(x)
	case Bundler:
		return partsOf(x)
	case HTMLer:
		html := x.HTML()
		return bundle("text/html", html, textOr(v, plainOfHTML(html)))
	case Markdowner:
		text := x.Markdown()
		return bundle("text/markdown", text, textOr(v, text))
	case LaTeXer:
		b := mathBundle(x.LaTeX())
		return bundle("text/latex", string(b.Parts[0].Data), textOr(v, x.LaTeX()))
	case SVGer:
		return bundle("image/svg+xml", x.SVG(), textOr(v, fmt.Sprintf("picture (%T)", v)))
	case error:
		return errorBundle(x)
	case image.Image:
		return imageBundle(x)
	}
	return valueBundle(v)
}

// encoded is a figure, a grid or a sequence of frames.
type encoded interface {
	AppendBinary(dst []byte) ([]byte, error)
	IsFigure()
	Metadata() string
	String() string
}

func figureBundle(f encoded) *frame.Bundle {
	data, err := f.AppendBinary(nil)
	if err != nil {
		return errorBundle(err)
	}
	b := bundle(figure.MIME, string(data), f.String())
	b.Metadata = f.Metadata()
	return b
}

func partsOf(x Bundler) *frame.Bundle {
	m := x.MIMEBundle()
	if m["text/plain"] == "" {
		m = withText(m, fmt.Sprintf("%T", x))
	}
	var mimes []string
	for mime := range m {
		mimes = append(mimes, mime)
	}
	sort.Strings(mimes)
	b := &frame.Bundle{}
	for _, mime := range mimes {
		b.Parts = append(b.Parts, frame.Part{MIME: mime, Data: []byte(m[mime])})
	}
	return b
}

func withText(m map[string]string, text string) map[string]string {
	all := map[string]string{"text/plain": text}
	for mime, data := range m {
		if data != "" {
			all[mime] = data
		}
	}
	return all
}

// textOr is the value's own text, or text when it has none.
func textOr(v any, text string) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return text
}

func errorBundle(err error) *frame.Bundle {
	text := "error: " + fold(fmt.Sprint(err)) // Sprint knows nil pointers
	return bundle("text/html", `<pre style="color:#d9480f">`+escape(text)+"</pre>", text)
}

// imageBundle sends an image as its pixels; whoever draws figures makes a PNG of them.
func imageBundle(m image.Image) *frame.Bundle {
	r := m.Bounds()
	const limit = 1 << 25
	if r.Empty() || r.Dx()*r.Dy() > limit {
		return bundle("text/plain", fmt.Sprintf("image of %d×%d pixels, not shown", r.Dx(), r.Dy()), "")
	}
	data := []byte{figure.KindPixels}
	data = binary.AppendUvarint(data, uint64(r.Dx()))
	data = binary.AppendUvarint(data, uint64(r.Dy()))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r, g, b, a := m.At(x, y).RGBA()
			data = append(data, byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8))
		}
	}
	return bundle(figure.MIME, string(data), fmt.Sprintf("image, %d×%d pixels", r.Dx(), r.Dy()))
}
