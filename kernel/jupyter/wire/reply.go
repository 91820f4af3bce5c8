package wire

import "encoding/json"

// ErrorReply is the content of a reply to a request that failed.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#request-reply
type ErrorReply struct {
	Status    string   `json:"status"` // "error"
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// StatusReply is the content of a reply that says nothing but its status.
type StatusReply struct {
	Status string `json:"status"`
}

// ExecuteReply is the content of execute_reply when the code ran.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#execution-results
type ExecuteReply struct {
	Status          string                     `json:"status"` // "ok"
	Count           int                        `json:"execution_count"`
	UserExpressions map[string]json.RawMessage `json:"user_expressions"`
	Payload         []any                      `json:"payload"`
}

// ExecuteError is the content of execute_reply when the code failed.
type ExecuteError struct {
	ErrorReply
	Count           int                        `json:"execution_count"`
	UserExpressions map[string]json.RawMessage `json:"user_expressions"`
	Payload         []any                      `json:"payload"`
}

// InspectReply is the content of inspect_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#introspection
type InspectReply struct {
	Status   string            `json:"status"` // set by the server
	Found    bool              `json:"found"`
	Data     map[string]string `json:"data"` // by MIME type; nil when nothing was found
	Metadata map[string]any    `json:"metadata"`
}

// CompleteReply is the content of complete_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#completion
type CompleteReply struct {
	Status   string         `json:"status"` // set by the server
	Matches  []string       `json:"matches"`
	Start    int            `json:"cursor_start"` // the matches replace the code points [Start, End)
	End      int            `json:"cursor_end"`
	Metadata map[string]any `json:"metadata"`
}

// IsCompleteReply is the content of is_complete_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#code-completeness
type IsCompleteReply struct {
	Status string `json:"status"`           // "complete", "incomplete", "invalid" or "unknown"
	Indent string `json:"indent,omitempty"` // for the next line, when incomplete
}

// HistoryReply is the content of history_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#history
type HistoryReply struct {
	Status  string   `json:"status"`
	History [][3]any `json:"history"` // session, line, and the input, or with output [input, output]
}

// ConnectReply is the content of connect_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#connect
type ConnectReply struct {
	Status  string `json:"status"`
	Shell   int    `json:"shell_port"`
	IOPub   int    `json:"iopub_port"`
	Stdin   int    `json:"stdin_port"`
	HB      int    `json:"hb_port"`
	Control int    `json:"control_port"`
}

// CommTarget names the target of an open comm.
type CommTarget struct {
	TargetName string `json:"target_name"`
}

// CommInfoReply is the content of comm_info_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#comm-info
type CommInfoReply struct {
	Status string                `json:"status"`
	Comms  map[string]CommTarget `json:"comms"` // by comm id
}

// KernelInfoReply is the content of kernel_info_reply.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-info
type KernelInfoReply struct {
	Status                string       `json:"status"`           // set by the server
	ProtocolVersion       string       `json:"protocol_version"` // set by the server
	Implementation        string       `json:"implementation"`
	ImplementationVersion string       `json:"implementation_version"`
	LanguageInfo          LanguageInfo `json:"language_info"`
	Banner                string       `json:"banner"`
	Debugger              bool         `json:"debugger"`
	HelpLinks             []HelpLink   `json:"help_links"`
	SupportedFeatures     []string     `json:"supported_features"`
}

// LanguageInfo describes the language of a kernel to front ends.
type LanguageInfo struct {
	Name              string `json:"name"`
	Version           string `json:"version"`
	MIME              string `json:"mimetype"`
	FileExtension     string `json:"file_extension"`
	PygmentsLexer     string `json:"pygments_lexer,omitempty"`
	CodeMirrorMode    string `json:"codemirror_mode,omitempty"`
	NBConvertExporter string `json:"nbconvert_exporter,omitempty"`
}

// HelpLink is an entry of a front end's help menu.
type HelpLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// ShutdownReply is the content of shutdown_reply, on the control channel and on iopub.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-shutdown
type ShutdownReply struct {
	Status  string `json:"status"`
	Restart bool   `json:"restart"`
}

// DebugReply is a response of the Debug Adapter Protocol that refuses a request.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#debug-request
type DebugReply struct {
	ErrorReply
	Type       string `json:"type"` // "response"
	Seq        int    `json:"seq"`
	RequestSeq int    `json:"request_seq"`
	Success    bool   `json:"success"`
	Command    string `json:"command"`
	Message    string `json:"message"`
}
