package elementary

import "golang.org/x/sys/cpu"

//go:generate go run ./gen elementary_amd64.s

// supported returns the instructions of this processor, the fastest first.
func supported() []instructions {
	var all []instructions
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, avx512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, avx2)
	}
	return append(all, portable)
}

// loop writes f(x) into dst, for n numbers.
func (s instructions) loop(f function, dst, x *float64, n int) {
	c := &constants[0]
	if s == avx512 {
		switch f {
		case expOf:
			expAVX512(dst, x, n, c)
		case logOf:
			logAVX512(dst, x, n, c)
		case log1pOf:
			log1pAVX512(dst, x, n, c)
		case tanhOf:
			tanhAVX512(dst, x, n, c)
		case sigmoidOf:
			sigmoidAVX512(dst, x, n, c)
		case softplusOf:
			softplusAVX512(dst, x, n, c)
		}
		return
	}
	switch f {
	case expOf:
		expAVX2(dst, x, n, c)
	case logOf:
		logAVX2(dst, x, n, c)
	case log1pOf:
		log1pAVX2(dst, x, n, c)
	case tanhOf:
		tanhAVX2(dst, x, n, c)
	case sigmoidOf:
		sigmoidAVX2(dst, x, n, c)
	case softplusOf:
		softplusAVX2(dst, x, n, c)
	}
}

//go:noescape
func expAVX512(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func logAVX512(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func log1pAVX512(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func tanhAVX512(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func sigmoidAVX512(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func softplusAVX512(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func expAVX2(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func logAVX2(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func log1pAVX2(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func tanhAVX2(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func sigmoidAVX2(dst, x *float64, n int, constants *[4]float64)

//go:noescape
func softplusAVX2(dst, x *float64, n int, constants *[4]float64)
