package snapshot

import (
	"encoding/binary"
	"errors"

	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// errDamaged is the cause of all errors about bytes that are not what this package wrote.
var errDamaged = errors.New("damaged data")

// reader reads what this package has packed.
type reader struct{ packed.Reader }

func newReader(b []byte) *reader { return &reader{packed.Reader{B: b}} }

func word(b []byte, off int) uint64       { return binary.NativeEndian.Uint64(b[off:]) }
func setWord(b []byte, off int, v uint64) { binary.NativeEndian.PutUint64(b[off:], v) }
