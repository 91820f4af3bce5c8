package network

// This file copies the patches of a picture side by side, and adds them back.

// segment is a part of a row of a patch that lies within the picture: n numbers of the picture from src on are numbers of all patches, one behind the other, from dst on.
type segment struct{ dst, src, n int }

// segments are those of all patches.
func (s *stage) segments() []segment {
	stride, maps := orOne(s.Stride), s.in.Maps
	top, left := s.before(s.in.Rows, s.out.Rows, stride), s.before(s.in.Cols, s.out.Cols, stride)
	var all []segment
	for place := range s.places() {
		y0, x0 := place/s.out.Cols*stride-top, place%s.out.Cols*stride-left
		lo, hi := max(0, x0), min(s.in.Cols, x0+s.Side)
		for u := range s.Side {
			if y := y0 + u; y >= 0 && y < s.in.Rows && lo < hi {
				all = append(all, segment{
					dst: place*s.seen + (u*s.Side+lo-x0)*maps,
					src: (y*s.in.Cols + lo) * maps,
					n:   (hi - lo) * maps,
				})
			}
		}
	}
	return all
}

// before is the number of zeros before a side of a picture.
func (s *stage) before(in, out, stride int) int {
	if s.Pad == Inside {
		return 0
	}
	return max(0, (out-1)*stride+s.Side-in) / 2
}

// gather copies the patches of n pictures, whose rows begin at multiples of stride, into a matrix of n rows. Numbers outside the pictures are left as they are, 0.
func (s *stage) gather(patches, in []float64, stride, n int) {
	width := s.places() * s.seen
	for i := range n {
		row, picture := patches[i*width:(i+1)*width], in[i*stride:]
		for _, c := range s.copies {
			copy(row[c.dst:c.dst+c.n], picture[c.src:c.src+c.n])
		}
	}
}

// scatter is the transpose of gather: it sets in, n rows without gaps, to the sums of the numbers of the patches that lie over each unit.
func (s *stage) scatter(in, patches []float64, n int) {
	width, units := s.places()*s.seen, s.in.Units()
	clear(in[:n*units])
	for i := range n {
		row, picture := patches[i*width:(i+1)*width], in[i*units:(i+1)*units]
		for _, c := range s.copies {
			to := picture[c.src : c.src+c.n]
			for k, v := range row[c.dst : c.dst+c.n] {
				to[k] += v
			}
		}
	}
}
