package elementary

// Exp writes e^x into dst for each number x: +Inf above 709.782, 0 below -745.134, NaN of NaN. dst has the length of x, or Exp panics; it
// may be x itself, but must not overlap it otherwise. So it is with all functions of this package.
func Exp(dst, x []float64) { machine.apply(expOf, dst, x) }

// Log writes log x: -Inf at 0, NaN of negative numbers and of NaN.
func Log(dst, x []float64) { machine.apply(logOf, dst, x) }

// Log1p writes log(1+x), without loss near 0: -Inf at -1, NaN below and of NaN.
func Log1p(dst, x []float64) { machine.apply(log1pOf, dst, x) }

// Tanh writes the hyperbolic tangent of x.
func Tanh(dst, x []float64) { machine.apply(tanhOf, dst, x) }

// Sigmoid writes 1/(1+e^(-t)) for each number t.
func Sigmoid(dst, t []float64) { machine.apply(sigmoidOf, dst, t) }

// Softplus writes log(1+e^t) for each number t.
func Softplus(dst, t []float64) { machine.apply(softplusOf, dst, t) }

// function is one of the functions of this package.
type function int

const (
	expOf function = iota
	logOf
	log1pOf
	tanhOf
	sigmoidOf
	softplusOf
)

// of is the function of one number: the definition.
func (f function) of(x float64) float64 {
	switch f {
	case expOf:
		return exp(x)
	case logOf:
		return log(x)
	case log1pOf:
		return log1p(x)
	case tanhOf:
		return tanh(x)
	case sigmoidOf:
		return sigmoid(x)
	}
	return softplus(x)
}

// instructions is the set of vector instructions that the loops use. All of them give the same bits.
type instructions int

const (
	portable instructions = iota // plain Go
	avx2                         // AVX2 and FMA, 4 numbers at a time
	avx512                       // AVX-512F, 8 numbers at a time
)

// String is the name of the instructions.
func (s instructions) String() string { return [...]string{"Go", "AVX2", "AVX-512"}[s] }

// machine are the instructions of this process.
var machine = supported()[0]

// few is how many numbers are sooner computed one by one than brought into a register and back.
const few = 4

// apply writes f(x) into dst.
func (s instructions) apply(f function, dst, x []float64) {
	switch {
	case len(dst) != len(x):
		panic("elementary: dst and x differ in length")
	case len(x) == 0:
	case s == portable || len(x) <= few:
		for i, v := range x {
			dst[i] = f.of(v)
		}
	default:
		s.loop(f, &dst[0], &x[0], len(x))
	}
}
