package verify

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif" // decoders for the pictures of notebooks
	_ "image/jpeg"
	_ "image/png"
	"strings"
)

// Two pictures of the same size are equal when at most pixelShare of their pixels differ by more than pixelDelta (of
// 65535) in a colour: what is left is the smoothing of edges, which differs in its last bit between machines.
const (
	pixelDelta = 8 * 257
	pixelShare = 0.001
)

// picture compares two pictures in base64.
func picture(was, is string) string {
	was, is = strings.Join(strings.Fields(was), ""), strings.Join(strings.Fields(is), "")
	if was == is {
		return ""
	}
	a, errA := decode(was)
	b, errB := decode(is)
	switch {
	case errA != nil || errB != nil:
		return fmt.Sprintf("the bytes differ (was %d, is %d characters of base64)", len(was), len(is))
	case a.Bounds().Size() != b.Bounds().Size():
		return fmt.Sprintf("was %v pixels, is %v", a.Bounds().Size(), b.Bounds().Size())
	}
	return pixels(a, b)
}

func decode(data string) (image.Image, error) {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if config.Width*config.Height > 1<<27 {
		return nil, fmt.Errorf("picture of %d by %d pixels", config.Width, config.Height)
	}
	img, _, err := image.Decode(bytes.NewReader(raw))
	return img, err
}

// pixels compares two pictures of the same size.
func pixels(a, b image.Image) string {
	size, different := a.Bounds().Size(), 0
	for y := range size.Y {
		for x := range size.X {
			if apart(a, b, x, y) {
				different++
			}
		}
	}
	all := size.X * size.Y
	if float64(different) <= pixelShare*float64(all) {
		return ""
	}
	return fmt.Sprintf("%d of %d pixels differ", different, all)
}

func apart(a, b image.Image, x, y int) bool {
	r1, g1, b1, a1 := a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y).RGBA()
	r2, g2, b2, a2 := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
	return far(r1, r2) || far(g1, g2) || far(b1, b2) || far(a1, a2)
}

func far(a, b uint32) bool { return max(a, b)-min(a, b) > pixelDelta }
