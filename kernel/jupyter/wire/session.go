package wire

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"sync"
	"time"
)

// replayWindow is the number of signatures that are remembered, as in jupyter_client.
const replayWindow = 1 << 16

// Session makes and reads the messages of one side. Its methods may be called from several goroutines. The zero value does
// not sign and has no name; set the fields before use.
type Session struct {
	Key      []byte           // for HMAC-SHA256; empty for messages without signature
	ID       string           // of this side's session, in the headers of its messages
	Username string           // in the headers
	Now      func() time.Time // time.Now when nil
	NewID    func() string    // ids of messages; random when nil

	mu   sync.Mutex
	seen map[[sha256.Size]byte]struct{}
	ring [][sha256.Size]byte // the signatures of seen, oldest at next
	next int
}

// Decode verifies frames and takes them apart. The errors are ErrDelimiter, ErrShort, ErrSignature, ErrReplay and
// ErrMalformed, wrapped with what was wrong. The message keeps the memory of the frames.
func (s *Session) Decode(frames [][]byte) (*Message, error) {
	identities, rest, err := split(frames)
	if err != nil {
		return nil, err
	}
	if err := s.verify(rest[0], rest[1:5]); err != nil {
		return nil, err
	}
	return parse(identities, rest[1:])
}

// Encode returns the frames of m, signed.
func (s *Session) Encode(m *Message) ([][]byte, error) {
	header, err := Marshal(m.Header)
	if err != nil {
		return nil, fmt.Errorf("wire: header: %w", err)
	}
	return s.EncodeRaw(header, m), nil
}

// EncodeRaw is Encode with the text of the header, which need not be one.
func (s *Session) EncodeRaw(header []byte, m *Message) [][]byte {
	parts := [][]byte{header, orEmpty(m.Parent), orEmpty(m.Metadata), orEmpty(m.Content)}
	frames := make([][]byte, 0, len(m.Identities)+6+len(m.Buffers))
	frames = append(frames, m.Identities...)
	frames = append(frames, []byte(delimiter), s.sign(parts))
	frames = append(frames, parts...)
	return append(frames, m.Buffers...)
}

// New returns a message of the type with a new header. Content is any value whose JSON is an object.
func (s *Session) New(t Type, parent []byte, content any) (*Message, error) {
	raw, err := encodeContent(content)
	if err != nil {
		return nil, fmt.Errorf("wire: content of %s: %w", t, err)
	}
	return &Message{Header: s.header(t), Parent: parent, Content: raw}, nil
}

func (s *Session) header(t Type) Header {
	return Header{ID: s.newID(), Session: s.ID, Username: s.Username, Date: s.Date(), Type: t, Version: Version}
}

// Date is the present in the form of message headers.
func (s *Session) Date() string {
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	return now().UTC().Format("2006-01-02T15:04:05.000000Z")
}

func (s *Session) newID() string {
	if s.NewID != nil {
		return s.NewID()
	}
	return NewID()
}

// NewID returns a random identifier, in the form of a version 4 UUID.
func NewID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// sign returns the signature of the four dictionaries in hexadecimal, or nothing without a key.
func (s *Session) sign(parts [][]byte) []byte {
	if len(s.Key) == 0 {
		return []byte{}
	}
	return hex.AppendEncode(nil, digest(hmac.New(sha256.New, s.Key), parts))
}

// verify checks a signature, in constant time, and that it is a new one.
func (s *Session) verify(signature []byte, parts [][]byte) error {
	if len(s.Key) == 0 {
		return nil
	}
	var got [sha256.Size]byte
	if n, err := hex.Decode(got[:], signature[:min(len(signature), 2*sha256.Size)]); err != nil || n != len(got) || len(signature) != 2*len(got) {
		return ErrSignature
	}
	if !hmac.Equal(got[:], digest(hmac.New(sha256.New, s.Key), parts)) {
		return ErrSignature
	}
	return s.remember(got)
}

func digest(h hash.Hash, parts [][]byte) []byte {
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// remember notes a good signature; a second time it is a replay.
func (s *Session) remember(sum [sha256.Size]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.seen[sum]; ok {
		return ErrReplay
	}
	if s.seen == nil {
		s.seen = map[[sha256.Size]byte]struct{}{}
	}
	if len(s.ring) < replayWindow {
		s.ring = append(s.ring, sum)
	} else {
		delete(s.seen, s.ring[s.next])
		s.ring[s.next] = sum
		s.next = (s.next + 1) % replayWindow
	}
	s.seen[sum] = struct{}{}
	return nil
}
