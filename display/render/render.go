package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/frame"
)

// Bundle draws an encoded figure, grid, image or sequence of frames (figure.MIME): its picture as SVG, PNG or, for
// frames, HTML, and text/plain. It returns figure.ErrCorrupt for other bytes. When ctx ends it returns its error soon.
func Bundle(ctx context.Context, spec []byte) ([]frame.Part, error) {
	v, err := figure.Decode(spec)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *figure.Pixels:
		return pixels(ctx, v)
	case *figure.Frames:
		html, err := Frames(ctx, v)
		return parts("text/html", html, v.String(), err)
	case *figure.Grid:
		if v.PNGWanted() {
			data, err := PNG(ctx, v)
			return parts("image/png", data, v.String(), err)
		}
		data, err := SVG(ctx, v)
		return parts("image/svg+xml", data, v.String(), err)
	}
	return nil, figure.ErrCorrupt
}

func parts(mime string, data []byte, text string, err error) ([]frame.Part, error) {
	if err != nil {
		return nil, err
	}
	return []frame.Part{{MIME: mime, Data: data}, {MIME: "text/plain", Data: []byte(text)}}, nil
}

// SVG draws a page as an SVG document without XML header, its text as text. When ctx ends it returns its error soon.
func SVG(ctx context.Context, g *figure.Grid) (data []byte, err error) {
	defer caught(&err)
	w, h := g.PageSize()
	c := newSVG(ctx, w, h, g.Heading())
	drawPage(ctx, draw.New(c), g)
	return c.bytes(), nil
}

// pngScale is how many pixels a PNG has for one CSS pixel.
const pngScale = 2

// PNG draws a page as PNG with two pixels for each CSS pixel. When ctx ends it returns its error soon.
func PNG(ctx context.Context, g *figure.Grid) (data []byte, err error) {
	defer caught(&err)
	w, h := g.PageSize()
	c := newPicture(ctx, vg.Length(w), vg.Length(h), color.White)
	drawPage(ctx, draw.New(c), g)
	return encodePNG(ctx, c.Image())
}

func pixels(ctx context.Context, p *figure.Pixels) ([]frame.Part, error) {
	m := &image.RGBA{Pix: p.RGBA, Stride: 4 * p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}
	data, err := encodePNG(ctx, m)
	return parts("image/png", data, fmt.Sprintf("image, %d×%d pixels", p.Width, p.Height), err)
}

func encodePNG(ctx context.Context, m image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(stoppable{ctx, &b}, m)
	return b.Bytes(), err
}
