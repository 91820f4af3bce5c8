package jupyter

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// Causes with which the context of a request ends, see [context.Cause].
var (
	ErrInterrupted = errors.New("interrupted")
	ErrShutdown    = errors.New("the kernel is shutting down")
)

// Backend does what front ends request. Info, Count and Ahead may be called at any time, the other methods one at a time.
//
// The context of a request is cancelled when the user interrupts it, with the cause ErrInterrupted, and when the kernel shuts
// down, with the cause ErrShutdown. An execution has to end soon after; the next one is not served before that.
type Backend interface {
	// Info describes the kernel and its language; the server fills in the status and the version of the protocol.
	Info() wire.KernelInfoReply
	// Count is the execution count that the next counted execution will have.
	Count() int
	// Execute runs code. What it puts out goes to the sink, until it returns.
	Execute(ctx context.Context, r session.Request, out show.Sink) session.Reply
	// Ahead is told the executions that wait, in order, whenever they change, so that they can be compiled ahead. It is
	// called from a goroutine of its own, with the newest state.
	Ahead(waiting []session.Request)
	// Complete lists how code can go on at the cursor, a number of code points within it.
	Complete(ctx context.Context, code string, cursor int) wire.CompleteReply
	// Inspect describes what is at the cursor, a number of code points; detail is 0, or 1 for the source too.
	Inspect(ctx context.Context, code string, cursor, detail int) wire.InspectReply
	// IsComplete tells whether code can be run as it is.
	IsComplete(code string) wire.IsCompleteReply
	// Shutdown ends what the backend holds. It is called once, after the last request, or while an execution still runs that
	// did not end in time after its context was cancelled.
	Shutdown(restart bool) error
}

// Comms is a Backend that has comms: channels between widgets in the front end and the kernel. Without it a comm that a
// front end opens is closed at once, as the protocol asks. Its methods are called one at a time, but while other methods of the Backend run.
type Comms interface {
	// Comm takes a comm_open, comm_msg or comm_close. What the backend sends goes to out.
	Comm(ctx context.Context, m CommMessage, out show.Sink)
	// CommInfo returns the targets of the open comms by their id.
	CommInfo() map[string]string
}

// Debugger is a Backend with a debugger. Without it debug requests are refused.
type Debugger interface {
	// Debug answers the content of a debug_request with that of a debug_reply. It is called one at a time, but while other methods of the Backend run,
	// and does not wait for an execution. What is to be told without having been asked, contents of debug_events, goes to events, also later.
	Debug(ctx context.Context, r wire.DebugRequest, events func(content any)) (reply any)
}

// Interruptible is a Backend that goes on with something between the requests, which an interrupt ends too.
type Interruptible interface {
	Interrupt()
}

// CommMessage is a message of a comm, in either direction.
type CommMessage struct {
	Type wire.Type // TypeCommOpen, TypeCommMsg or TypeCommClose
	wire.Comm
	Metadata json.RawMessage // of the message, such as the version of what is spoken; may be empty
	Buffers  [][]byte
}

// CommSender is implemented by the sinks of a Server, and by the Server itself for messages outside of a request.
type CommSender interface {
	SendComm(m CommMessage)
}
