// Package gonb has the messages by which programs that use GoNB's gonbui speak with their kernel: values
// of encoding/gob, over two named pipes.
//
// They are those of github.com/janpfeifer/gonb/gonbui/protocol, written again: gob matches the fields of
// structs by name, and the types behind an interface by the name that they are registered with. A user
// whose cells do not import gonbui so need not fetch GoNB's module, which is larger than all others
// together. A test holds both against each other.
package gonb

import (
	"encoding/gob"
	"sync"
)

// Names of the environment variables that hold the paths of the pipes.
const (
	PipeEnv     = "GONB_PIPE"      // the program writes to it
	PipeBackEnv = "GONB_PIPE_BACK" // the program reads from it
)

// MIMEType is a key of [DisplayData].
type MIMEType string

// The keys of messages that are not to be displayed.
const (
	MIMEInput     MIMEType = "gonb/jupyter_input"  // an InputRequest
	MIMEValue     MIMEType = "gonb/comm_value"     // a CommValue
	MIMESubscribe MIMEType = "gonb/comm_subscribe" // a CommSubscription
)

// Addresses of gonbui's own.
const (
	SyncAddress    = "#gonbui/sync"     // the program waits until its messages have been read
	SyncAckAddress = "#gonbui/sync_ack" // the answer
	StartAddress   = "#comms/start"     // the program wants the page connected
)

// DisplayData is each message of a program's: representations by MIME type.
type DisplayData struct {
	Data      map[MIMEType]any
	Metadata  map[string]any
	DisplayID string
}

// InputRequest asks the user for a line.
type InputRequest struct {
	Prompt   string
	Password bool // the answer is not shown
}

// CommValue is a value for an address of a page, or of the program; or a request for it.
type CommValue struct {
	Address string
	Request bool
	Value   any
}

// CommSubscription asks for the values of an address from now on, or ends that.
type CommSubscription struct {
	Address     string
	Unsubscribe bool
}

// path is that of the package whose names the types have on the wire.
const path = "github.com/janpfeifer/gonb/gonbui/protocol."

// Register makes the types known to encoding/gob. A program that links gonbui itself must not call it:
// each name has one type.
var Register = sync.OnceFunc(func() {
	for name, value := range registered() {
		gob.RegisterName(path+name, value)
	}
	for _, value := range []any{
		[]int{}, []float64{}, []string{}, []any{},
		map[string]int{}, map[string]float64{}, map[string]string{}, map[string]any{},
	} {
		gob.Register(value)
	}
})

// registered are the structs that gonbui registers, by name.
func registered() map[string]any {
	return map[string]any{
		"DisplayData": DisplayData{}, "InputRequest": InputRequest{},
		"CommValue": CommValue{}, "CommSubscription": CommSubscription{},
	}
}
