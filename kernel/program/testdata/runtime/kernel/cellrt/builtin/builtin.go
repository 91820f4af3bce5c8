// Package builtin has other names for Go's predeclared types. A notebook may declare a variable string; the programs of its
// cells then write the types of other variables with these.
package builtin

// The predeclared types.
type (
	Any        = any
	Bool       = bool
	Byte       = byte
	Complex64  = complex64
	Complex128 = complex128
	Error      = error
	Float32    = float32
	Float64    = float64
	Int        = int
	Int8       = int8
	Int16      = int16
	Int32      = int32
	Int64      = int64
	Rune       = rune
	String     = string
	Uint       = uint
	Uint8      = uint8
	Uint16     = uint16
	Uint32     = uint32
	Uint64     = uint64
	Uintptr    = uintptr
)
