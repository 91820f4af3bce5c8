package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Version is the version of the protocol that messages declare.
const Version = "5.4"

// delimiter separates the routing identities from the message.
const delimiter = "<IDS|MSG>"

// What may be wrong with frames that were received.
var (
	ErrDelimiter = errors.New("wire: no delimiter <IDS|MSG>")
	ErrShort     = errors.New("wire: fewer than five frames after the delimiter")
	ErrSignature = errors.New("wire: wrong signature")
	ErrReplay    = errors.New("wire: a message with this signature was received before")
	ErrMalformed = errors.New("wire: malformed message")
)

// Header identifies a message.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#message-header
type Header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"` // ISO 8601
	Type     Type   `json:"msg_type"`
	Version  string `json:"version"`
	Subshell string `json:"subshell_id,omitempty"`
}

// Message is a message in the general form.
//
// https://jupyter-client.readthedocs.io/en/stable/messaging.html#general-message-format
type Message struct {
	Identities [][]byte // the route to the peer; for iopub, the topic
	Header     Header
	RawHeader  json.RawMessage // Header as it was received, to be the parent header of answers unchanged
	Parent     json.RawMessage // header of the message that this one answers; empty for none
	Metadata   json.RawMessage // a JSON object; empty for none
	Content    json.RawMessage // a JSON object; its type belongs to Header.Type
	Buffers    [][]byte
}

// ParentID returns the id of the message that m answers, or "".
func (m *Message) ParentID() string {
	var h Header
	if json.Unmarshal(m.Parent, &h) != nil {
		return ""
	}
	return h.ID
}

// split separates the identities from the message proper, which begins with the signature.
func split(frames [][]byte) (identities, rest [][]byte, err error) {
	for i, f := range frames {
		if string(f) == delimiter {
			if len(frames)-i-1 < 5 {
				return nil, nil, ErrShort
			}
			return frames[:i:i], frames[i+1:], nil
		}
	}
	return nil, nil, ErrDelimiter
}

// parse makes a message of the frames after the signature.
func parse(identities, parts [][]byte) (*Message, error) {
	for i, name := range []string{"header", "parent header", "metadata", "content"} {
		if !isObject(parts[i]) {
			return nil, fmt.Errorf("%w: the %s is not a JSON object", ErrMalformed, name)
		}
	}
	m := &Message{
		Identities: identities, RawHeader: parts[0], Parent: parts[1], Metadata: parts[2], Content: parts[3], Buffers: parts[4:],
	}
	if err := json.Unmarshal(parts[0], &m.Header); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrMalformed, err)
	}
	if m.Header.ID == "" || m.Header.Type == "" {
		return nil, fmt.Errorf("%w: the header has no msg_id or no msg_type", ErrMalformed)
	}
	return m, nil
}

func isObject(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) && json.Valid(data)
}

// Marshal encodes v as JSON for a message: without HTML escapes, which only make it longer.
func Marshal(v any) (json.RawMessage, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// orEmpty is data, or the empty JSON object.
func orEmpty(data json.RawMessage) []byte {
	if len(data) == 0 {
		return []byte("{}")
	}
	return data
}

// ReplyTo returns the type of the reply to a request type; it is false when t is no request.
func (t Type) ReplyTo() (Type, bool) {
	name, ok := strings.CutSuffix(string(t), "_request")
	return Type(name + "_reply"), ok && name != ""
}
