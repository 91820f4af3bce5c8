package wire

import (
	"encoding/json"
	"fmt"
)

// ExecuteRequest asks to run code.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#execute
type ExecuteRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    bool              `json:"store_history"` // default: not silent
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     bool              `json:"stop_on_error"` // default: true
}

// ExecuteMetadata is what front ends say of the cell in the metadata of an ExecuteRequest.
type ExecuteMetadata struct {
	CellID string `json:"cellId"`
}

// InspectRequest asks what the name at the cursor is.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#introspection
type InspectRequest struct {
	Code        string `json:"code"`
	CursorPos   int    `json:"cursor_pos"` // code points; default: the end of the code
	DetailLevel int    `json:"detail_level"`
}

// CompleteRequest asks how the code at the cursor may go on.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#completion
type CompleteRequest struct {
	Code      string `json:"code"`
	CursorPos int    `json:"cursor_pos"` // code points; default: the end of the code
}

// HistoryRequest asks for earlier input.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#history
type HistoryRequest struct {
	Output  bool   `json:"output"`
	Raw     bool   `json:"raw"`
	Access  string `json:"hist_access_type"` // "range", "tail" or "search"
	Session int    `json:"session"`          // range: positive as it is, otherwise counted back from the present one
	Start   int    `json:"start"`
	Stop    int    `json:"stop"` // 0 for all
	N       int    `json:"n"`    // tail and search: at most, 0 for all
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// IsCompleteRequest asks whether code can be run as it is.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#code-completeness
type IsCompleteRequest struct {
	Code string `json:"code"`
}

// CommInfoRequest asks for the open comms, of one target or of all.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#comm-info
type CommInfoRequest struct {
	TargetName string `json:"target_name"`
}

// Comm is the content of comm_open, comm_msg and comm_close.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#custom-messages
type Comm struct {
	ID           string          `json:"comm_id"`
	TargetName   string          `json:"target_name,omitempty"`   // comm_open
	TargetModule string          `json:"target_module,omitempty"` // comm_open
	Data         json.RawMessage `json:"data"`
}

// ShutdownRequest asks the kernel to end.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-shutdown
type ShutdownRequest struct {
	Restart bool `json:"restart"`
}

// DebugRequest is a request of the Debug Adapter Protocol.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#debug-request
type DebugRequest struct {
	Seq       int             `json:"seq"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// InputReply answers an InputRequest.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-stdin-router-dealer-channel
type InputReply struct {
	Value string `json:"value"`
}

// Empty is the content of messages that have none.
type Empty struct{}

// content decodes into a value of type T that holds the defaults; the named fields have to be there.
func content[T any](m *Message, defaults T, required ...string) (T, error) {
	if len(required) > 0 {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(m.Content, &fields); err != nil {
			return defaults, fmt.Errorf("%w: content of %s: %w", ErrMalformed, m.Header.Type, err)
		}
		for _, name := range required {
			if v, ok := fields[name]; !ok || string(v) == "null" {
				return defaults, fmt.Errorf("%w: content of %s has no %s", ErrMalformed, m.Header.Type, name)
			}
		}
	}
	if err := json.Unmarshal(m.Content, &defaults); err != nil {
		return defaults, fmt.Errorf("%w: content of %s: %w", ErrMalformed, m.Header.Type, err)
	}
	return defaults, nil
}

// Request decodes the content of a request that a front end may send, into the struct of its type as a value: an
// ExecuteRequest for "execute_request", and so on. It returns nil without an error for a type that it does not know.
func (m *Message) Request() (any, error) {
	decode, ok := requests[m.Header.Type]
	if !ok {
		return nil, nil
	}
	return decode(m)
}

// requests has a decoder for each type of message that front ends send.
var requests = map[Type]func(*Message) (any, error){
	TypeExecuteRequest: func(m *Message) (any, error) { return m.executeRequest() },
	TypeInspectRequest: func(m *Message) (any, error) {
		return content(m, InspectRequest{CursorPos: -1}, "code")
	},
	TypeCompleteRequest: func(m *Message) (any, error) {
		return content(m, CompleteRequest{CursorPos: -1}, "code")
	},
	TypeHistoryRequest:    func(m *Message) (any, error) { return content(m, HistoryRequest{}, "hist_access_type") },
	TypeIsCompleteRequest: func(m *Message) (any, error) { return content(m, IsCompleteRequest{}, "code") },
	TypeConnectRequest:    func(m *Message) (any, error) { return content(m, Empty{}) },
	TypeCommInfoRequest:   func(m *Message) (any, error) { return content(m, CommInfoRequest{}) },
	TypeKernelInfoRequest: func(m *Message) (any, error) { return content(m, Empty{}) },
	TypeShutdownRequest:   func(m *Message) (any, error) { return content(m, ShutdownRequest{}) },
	TypeInterruptRequest:  func(m *Message) (any, error) { return content(m, Empty{}) },
	TypeDebugRequest:      func(m *Message) (any, error) { return content(m, DebugRequest{}) },
	TypeInputReply:        func(m *Message) (any, error) { return content(m, InputReply{}, "value") },
	TypeCommOpen:          func(m *Message) (any, error) { return content(m, Comm{}, "comm_id", "target_name") },
	TypeCommMsg:           func(m *Message) (any, error) { return content(m, Comm{}, "comm_id") },
	TypeCommClose:         func(m *Message) (any, error) { return content(m, Comm{}, "comm_id") },
}

// executeRequest applies the defaults that depend on other fields.
func (m *Message) executeRequest() (ExecuteRequest, error) {
	quiet, err := content(m, struct {
		Silent bool `json:"silent"`
	}{})
	if err != nil {
		return ExecuteRequest{}, err
	}
	r, err := content(m, ExecuteRequest{StoreHistory: !quiet.Silent, StopOnError: true}, "code")
	r.StoreHistory = r.StoreHistory && !r.Silent
	return r, err
}
