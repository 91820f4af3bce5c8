package bare

import (
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/mercer-go/mercer/display/frame"
)

// This file finds the sizes of the operands when gonum panics about them: its panics say "dimension mismatch" and no more. The stack
// of the panic is still there while deferred functions run, and the runtime writes the arguments of its calls as words: a pointer, or
// the two words of an interface. Where it marks a word as doubtful nothing is found, and the panic reads as gonum wrote it.

// maxStack bounds the part of the stack that is read; what has panicked stands at its beginning.
const maxStack = 16 << 10

// patience is how long the panic waits for the connection.
const patience = 100 * time.Millisecond

// matPackage begins the names of gonum's matrix operations.
const matPackage = "gonum.org/v1/gonum/mat."

// sendSizes sends the sizes of the operands, if a matrix operation has panicked. It is called by a deferred function, and does not
// recover.
func sendSizes(conn *frame.Conn) {
	percent := debug.SetGCPercent(-1) // the operands must not be collected meanwhile
	defer debug.SetGCPercent(percent)
	stack := make([]byte, maxStack)
	stack = stack[:runtime.Stack(stack, false)]
	if sizes := sizesOf(string(stack)); sizes != "" {
		sent := make(chan error, 1)
		go func() { sent <- conn.Send(frame.Sizes, []byte(sizes)) }()
		select {
		case <-sent:
		case <-time.After(patience): // another goroutine waits for an answer of the kernel
		}
	}
}

// sizesOf returns the sizes of the receiver and of the operands of the matrix operation that has panicked, as in "0×0, 2×3, 2×3", or "".
func sizesOf(stack string) string {
	_, stack, found := strings.Cut(stack, "\npanic(")
	call := ""
	for line := range strings.Lines(stack) {
		switch {
		case strings.HasPrefix(line, "\t"), !found:
		case strings.HasPrefix(line, matPackage):
			call = strings.TrimSpace(line)
		case call != "":
			return operands(call)
		}
	}
	return ""
}

// operands returns the sizes of the matrices among the arguments of a call as the runtime writes it: of a method first that of the
// receiver.
func operands(call string) string {
	call = strings.TrimPrefix(call, matPackage)
	open := strings.LastIndexByte(call, '(')
	args := strings.TrimSuffix(call[open+1:], ")")
	if strings.ContainsAny(args, "?.") {
		return ""
	}
	var sizes []string
	for args != "" {
		var arg string
		if rest, ok := strings.CutPrefix(args, "{"); ok {
			arg, args, _ = strings.Cut(rest, "}")
			args = strings.TrimPrefix(args, ", ")
			if size := sizeOf(words(arg)); size != "" {
				sizes = append(sizes, size)
			}
			continue
		}
		arg, args, _ = strings.Cut(args, ", ")
		if receiver := receiverType(call); len(sizes) == 0 && receiver != "" {
			sizes = append(sizes, sizeOfReceiver(receiver, words(arg)))
		}
	}
	return strings.Join(sizes, ", ")
}

// receiverType is the type in "(*Dense).Mul(…)", or "".
func receiverType(call string) string {
	name, _, ok := strings.Cut(call, ").")
	name, pointer := strings.CutPrefix(name, "(*")
	if !ok || !pointer {
		return ""
	}
	return name
}

// words are the numbers of an argument.
func words(arg string) (all []uintptr) {
	for w := range strings.SplitSeq(arg, ", ") {
		n, err := strconv.ParseUint(w, 0, 64)
		if err != nil {
			return nil
		}
		all = append(all, uintptr(n))
	}
	return all
}

// sizeOf returns the size of the matrix in an interface of two words, or "".
func sizeOf(words []uintptr) (size string) {
	if len(words) != 2 || words[0] == 0 || words[1] == 0 {
		return ""
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			size = ""
		}
	}()
	// An interface with methods begins with a pointer to a table whose second word is the type; an empty one with the type itself.
	table := *(*[2]unsafe.Pointer)(at(words[0]))
	var value any
	*(*[2]unsafe.Pointer)(unsafe.Pointer(&value)) = [2]unsafe.Pointer{table[1], at(words[1])}
	matrix, ok := value.(interface{ Dims() (r, c int) })
	if !ok {
		return ""
	}
	r, c := matrix.Dims()
	return by(r, c)
}

// sizeOfReceiver returns the size of a receiver of one of gonum's types: they begin with the numbers of their rows and columns, or with
// the only one. It is "?" for others.
func sizeOfReceiver(of string, words []uintptr) string {
	if len(words) != 1 || words[0] == 0 {
		return "?"
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	dims := *(*[2]int)(at(words[0]))
	switch of {
	case "Dense":
		return by(dims[0], dims[1])
	case "VecDense":
		return by(dims[0], 1)
	case "SymDense", "TriDense":
		return by(dims[0], dims[0])
	}
	return "?"
}

func by(r, c int) string { return strconv.Itoa(r) + "×" + strconv.Itoa(c) }

// at is a pointer to a place that the runtime has written as a number. The object cannot move, and lives as long as the stack.
func at(word uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&word)) }
