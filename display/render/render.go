package render

import (
	"bytes"
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
// frames, HTML, and text/plain. It returns figure.ErrCorrupt for other bytes.
func Bundle(spec []byte) ([]frame.Part, error) {
	v, err := figure.Decode(spec)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *figure.Pixels:
		return pixels(v)
	case *figure.Frames:
		html, err := Frames(v)
		return parts("text/html", html, v.String(), err)
	case *figure.Grid:
		if v.PNGWanted() {
			data, err := PNG(v)
			return parts("image/png", data, v.String(), err)
		}
		data, err := SVG(v)
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

// SVG draws a page as an SVG document without XML header, its text as text.
func SVG(g *figure.Grid) (data []byte, err error) {
	defer caught(&err)
	w, h := g.PageSize()
	c := newSVG(w, h, g.Heading())
	drawPage(draw.New(c), g)
	return c.bytes(), nil
}

// pngScale is how many pixels a PNG has for one CSS pixel.
const pngScale = 2

// PNG draws a page as PNG with two pixels for each CSS pixel.
func PNG(g *figure.Grid) (data []byte, err error) {
	defer caught(&err)
	w, h := g.PageSize()
	c := newPicture(vg.Length(w), vg.Length(h), color.White)
	drawPage(draw.New(c), g)
	return encodePNG(c.Image())
}

// caught turns a panic of the drawing library into an error: a figure that cannot be drawn must not end the kernel.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("render: %v", p)
	}
}

func pixels(p *figure.Pixels) ([]frame.Part, error) {
	m := &image.RGBA{Pix: p.RGBA, Stride: 4 * p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}
	data, err := encodePNG(m)
	return parts("image/png", data, fmt.Sprintf("image, %d×%d pixels", p.Width, p.Height), err)
}

func encodePNG(m image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, m)
	return b.Bytes(), err
}
