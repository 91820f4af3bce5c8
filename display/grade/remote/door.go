package remote

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"time"

	"github.com/mercer-go/mercer/display/grade/door"
)

// This file connects the two processes by two named pipes in a directory, which who starts them has made
// (package door).

// ServeAt answers the calls that come through the pipes of a directory. It returns only with an error.
func ServeAt(dir string, answers ...Answer) error {
	in, out, err := open2(dir, door.Calls, door.Replies)
	if err != nil {
		return err
	}
	return Serve(in, out, answers...)
}

// open2 opens pipes for reading and writing both, so that neither waits for the other end, nor ends with it.
func open2(dir, in, out string) (r, w *os.File, err error) {
	if r, err = openPipe(filepath.Join(dir, in)); err != nil {
		return nil, nil, err
	}
	if w, err = openPipe(filepath.Join(dir, out)); err != nil {
		r.Close()
		return nil, nil, err
	}
	return r, w, nil
}

func openPipe(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&os.ModeNamedPipe == 0 {
		return nil, fmt.Errorf("%s is no named pipe", path)
	}
	return os.OpenFile(path, os.O_RDWR, 0)
}

// connected is the connection of this program, made by its first call.
var connected = sync.OnceValues(func() (*Answers, error) {
	dir := os.Getenv(door.EnvDoor)
	if dir == "" {
		return nil, errors.New("answers are called by a grader only: " + door.EnvDoor + " is not set")
	}
	limit := 30 * time.Second
	if text := os.Getenv(door.EnvLimit); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			return nil, fmt.Errorf("%s: %w", door.EnvLimit, err)
		}
	}
	in, out, err := open2(dir, door.Replies, door.Calls)
	if err != nil {
		return nil, err
	}
	a := Connect(in, out, limit)
	return a, a.peer.greet()
})

// Call calls a function of the answers, see [Answers.Call].
func Call(name string, like any, args []any, results []any) {
	a, err := connected()
	if err != nil {
		panic(err)
	}
	a.Call(name, like, args, results)
}

// Fetch sets a variable, by its address, to what it is among the answers, see [Answers.Variable]. One that cannot be had stays
// at its zero value, which is no answer, and is reported. The report is one line, in which the text is
// quoted, since an answer may have written it.
func Fetch(name string, address any) {
	a, err := connected()
	if err == nil {
		err = a.Variable(name, address)
	}
	if err != nil {
		reflect.ValueOf(address).Elem().SetZero()
		fmt.Printf("%s cannot be fetched: %.500q\n", name, err.Error())
	}
}

// greet waits until the other end answers, and passes over what it has sent to an earlier program.
func (p *peer) greet() error {
	r, err := p.ask(message{Kind: hello})
	if err == nil && r.Kind != hello {
		err = errDamaged
	}
	return err
}

// firstID begins the numbers of messages, so that what answers those of another program answers none of this one.
func firstID() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:]) >> 2
}
