package wire

import "encoding/json"

// Stream is the content of stream.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#streams-stdout-stderr-etc
type Stream struct {
	Name string `json:"name"` // "stdout" or "stderr"
	Text string `json:"text"`
}

// Display is the content of display_data and update_display_data.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#display-data
type Display struct {
	Data      map[string]json.RawMessage `json:"data"`
	Metadata  map[string]json.RawMessage `json:"metadata"`
	Transient Transient                  `json:"transient"`
}

// Transient is what is not stored with a display.
type Transient struct {
	DisplayID string `json:"display_id,omitempty"`
}

// ExecuteResult is the content of execute_result.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#id6
type ExecuteResult struct {
	Count int `json:"execution_count"`
	Display
}

// ExecuteInput is the content of execute_input.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#code-inputs
type ExecuteInput struct {
	Code  string `json:"code"`
	Count int    `json:"execution_count"`
}

// Error is the content of error.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#execution-errors
type Error struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// Status is the content of status.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-status
type Status struct {
	State string `json:"execution_state"` // "starting", "busy" or "idle"
}

// ClearOutput is the content of clear_output.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#clear-output
type ClearOutput struct {
	Wait bool `json:"wait"`
}

// Welcome is the content of iopub_welcome.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#welcome-message
type Welcome struct {
	Subscription string `json:"subscription"`
}

// InputRequest is the content of input_request.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-stdin-router-dealer-channel
type InputRequest struct {
	Prompt   string `json:"prompt"`
	Password bool   `json:"password"`
}
