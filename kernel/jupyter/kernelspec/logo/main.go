// Command logo draws the logo of the kernel: an M that is the sum of two Gaussian kernels, as SVG and as PNG files.
//
// Usage: logo [directory]
package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// The drawing, in units of its side.
const (
	corner = 0.22  // radius of the tile
	stroke = 0.095 // width of the curve
	thin   = 0.028 // width of the two kernels below it
	base   = 0.74  // height of the x axis, from above
	height = 0.46  // of the sum's peaks
	centre = 0.17  // distance of each kernel from the middle
	width  = 0.088 // standard deviation of each kernel
	edge   = 0.14  // where the curves begin
	steps  = 96    // points of a curve
)

var (
	top    = color.NRGBA{0x1b, 0x4f, 0x72, 0xff}
	bottom = color.NRGBA{0x0b, 0x7a, 0x75, 0xff}
	ink    = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	faint  = color.NRGBA{0xff, 0xff, 0xff, 0x70}
)

type point struct{ x, y float64 }

// curve is the polyline of a function over the tile.
type curve struct {
	points []point
	width  float64
	ink    color.NRGBA
}

func gauss(x, mean float64) float64 { return math.Exp(-(x - mean) * (x - mean) / (2 * width * width)) }

// curves returns the two kernels and, on top of them, their sum.
func curves() []curve {
	left := func(x float64) float64 { return gauss(x, 0.5-centre) }
	right := func(x float64) float64 { return gauss(x, 0.5+centre) }
	sum := func(x float64) float64 { return left(x) + right(x) }
	return []curve{plot(left, 0.55, thin, faint), plot(right, 0.55, thin, faint), plot(sum, 1, stroke, ink)}
}

func plot(f func(float64) float64, scale, width float64, ink color.NRGBA) curve {
	c := curve{width: width, ink: ink}
	for i := range steps + 1 {
		x := edge + (1-2*edge)*float64(i)/steps
		c.points = append(c.points, point{x, base - scale*height*f(x)})
	}
	return c
}

func main() {
	dir := "."
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := write(dir); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	if err := os.WriteFile(filepath.Join(dir, "logo-svg.svg"), []byte(svg()), 0o644); err != nil {
		return err
	}
	for _, side := range []int{32, 64} {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("logo-%dx%d.png", side, side)))
		if err != nil {
			return err
		}
		if err := png.Encode(f, raster(side)); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// svg returns the drawing with a side of 64.
func svg() string {
	const side = 64
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`+"\n", side, side)
	fmt.Fprintf(&b, `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient></defs>`+"\n", hex(top), hex(bottom))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="%.2f" fill="url(#g)"/>`+"\n", side, side, corner*side)
	for _, c := range curves() {
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-opacity="%.2f" stroke-width="%.2f" stroke-linecap="round" stroke-linejoin="round" points="`,
			hex(c.ink), float64(c.ink.A)/255, c.width*side)
		for i, p := range c.points {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%.2f,%.2f", p.x*side, p.y*side)
		}
		b.WriteString("\"/>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// raster draws by signed distances, which makes smooth edges.
func raster(side int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	all := curves()
	for py := range side {
		for px := range side {
			p := point{(float64(px) + 0.5) / float64(side), (float64(py) + 0.5) / float64(side)}
			pixel := mix(top, bottom, p.y)
			for _, c := range all {
				cover := coverage(c.distance(p)-c.width/2, side) * float64(c.ink.A) / 255
				pixel = mix(pixel, c.ink, cover)
			}
			pixel.A = uint8(math.Round(255 * coverage(tile(p), side)))
			img.SetNRGBA(px, py, pixel)
		}
	}
	return img
}

// coverage is how much of a pixel lies inside, given the distance of its centre from the edge (negative inside).
func coverage(distance float64, side int) float64 {
	return min(max(0.5-distance*float64(side), 0), 1)
}

// mix returns a for t = 0 and the opaque b for t = 1.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return color.NRGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 0xff}
}

// tile is the signed distance from the rounded square.
func tile(p point) float64 {
	dx, dy := math.Abs(p.x-0.5)-0.5+corner, math.Abs(p.y-0.5)-0.5+corner
	return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - corner
}

// distance is that of a point from the polyline.
func (c curve) distance(p point) float64 {
	d := math.Inf(1)
	for i, b := range c.points[1:] {
		a := c.points[i]
		ux, uy := b.x-a.x, b.y-a.y
		t := min(max(((p.x-a.x)*ux+(p.y-a.y)*uy)/(ux*ux+uy*uy), 0), 1)
		d = min(d, math.Hypot(p.x-a.x-t*ux, p.y-a.y-t*uy))
	}
	return d
}
