package wire

// Type is the type of a message.
type Type string

// Messages on the shell and control channels.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-shell-router-dealer-channel
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-control-router-dealer-channel
const (
	TypeExecuteRequest    Type = "execute_request"
	TypeExecuteReply      Type = "execute_reply"
	TypeInspectRequest    Type = "inspect_request"
	TypeCompleteRequest   Type = "complete_request"
	TypeHistoryRequest    Type = "history_request"
	TypeIsCompleteRequest Type = "is_complete_request"
	TypeConnectRequest    Type = "connect_request"
	TypeCommInfoRequest   Type = "comm_info_request"
	TypeKernelInfoRequest Type = "kernel_info_request"
	TypeShutdownRequest   Type = "shutdown_request"
	TypeShutdownReply     Type = "shutdown_reply"
	TypeInterruptRequest  Type = "interrupt_request"
	TypeDebugRequest      Type = "debug_request"
)

// Messages on the iopub channel, and comm messages, which go both ways.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-iopub-pub-sub-channel
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#custom-messages
const (
	TypeStream        Type = "stream"
	TypeDisplayData   Type = "display_data"
	TypeUpdateDisplay Type = "update_display_data"
	TypeExecuteInput  Type = "execute_input"
	TypeExecuteResult Type = "execute_result"
	TypeError         Type = "error"
	TypeStatus        Type = "status"
	TypeClearOutput   Type = "clear_output"
	TypeWelcome       Type = "iopub_welcome"
	TypeDebugEvent    Type = "debug_event"
	TypeCommOpen      Type = "comm_open"
	TypeCommMsg       Type = "comm_msg"
	TypeCommClose     Type = "comm_close"
)

// Messages on the stdin channel.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-stdin-router-dealer-channel
const (
	TypeInputRequest Type = "input_request"
	TypeInputReply   Type = "input_reply"
)
