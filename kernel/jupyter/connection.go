package jupyter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// Connection is what a connection file says: where the kernel listens, and the key that signs messages.
//
// https://jupyter-client.readthedocs.io/en/stable/kernels.html#connection-files
type Connection struct {
	Transport  string `json:"transport"` // "tcp" (also when empty) or "ipc"
	IP         string `json:"ip"`        // 127.0.0.1 when empty; for ipc, the path of the sockets without "-" and the port
	Shell      int    `json:"shell_port"`
	IOPub      int    `json:"iopub_port"`
	Stdin      int    `json:"stdin_port"`
	Control    int    `json:"control_port"`
	HB         int    `json:"hb_port"`
	Key        string `json:"key"` // empty for messages without signatures
	Scheme     string `json:"signature_scheme"`
	KernelName string `json:"kernel_name,omitempty"`

	CurveKey string `json:"curve_secretkey,omitempty"` // asks for encryption, which the kernel does not have
}

// ReadConnection reads and validates a connection file.
func ReadConnection(path string) (Connection, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Connection{}, fmt.Errorf("jupyter: connection file: %w", err)
	}
	c, err := ParseConnection(data)
	if err != nil {
		return Connection{}, fmt.Errorf("jupyter: connection file %s: %w", path, err)
	}
	return c, nil
}

// KernelID returns Jupyter's id of the kernel, which the server has in the name of the connection file; "" where it has not.
func KernelID(path string) string {
	if m := connectionName.FindStringSubmatch(filepath.Base(path)); m != nil {
		return m[1]
	}
	return ""
}

var connectionName = regexp.MustCompile(`^kernel-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$`)

// ParseConnection decodes and validates the text of a connection file. It returns all problems together.
func ParseConnection(data []byte) (Connection, error) {
	var c Connection
	if err := json.Unmarshal(data, &c); err != nil {
		return Connection{}, err
	}
	return c, errors.Join(c.check(), c.checkPorts())
}

// Write writes the connection file, for the user's eyes only.
func (c Connection) Write(path string) error {
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o600)
}

// check validates everything but the ports, which a Server may choose.
func (c Connection) check() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if t := c.transport(); t != "tcp" && t != "ipc" {
		bad("transport %q is neither tcp nor ipc", t)
	}
	if c.transport() == "tcp" && c.host() == "" {
		bad("ip %q is not an IP address", c.IP)
	}
	if c.Scheme != "" && c.Scheme != "hmac-sha256" {
		bad("signature_scheme %q is not hmac-sha256", c.Scheme)
	}
	if c.Key == "" && c.exposed() {
		bad("ip %s can be reached from other machines, and there is no key to sign messages", c.IP)
	}
	if c.CurveKey != "" {
		bad("curve_secretkey: encrypted connections (CurveZMQ) are not supported")
	}
	return errors.Join(problems...)
}

func (c Connection) checkPorts() error {
	var problems []error
	used := map[int]string{}
	for _, p := range c.ports() {
		switch other, twice := used[*p.port]; {
		case *p.port < 1 || *p.port > 65535:
			problems = append(problems, fmt.Errorf("%s_port %d is not between 1 and 65535", p.name, *p.port))
		case twice:
			problems = append(problems, fmt.Errorf("%s_port is the same as %s_port: %d", p.name, other, *p.port))
		default:
			used[*p.port] = p.name
		}
	}
	return errors.Join(problems...)
}

// namedPort is a port of a connection, by the name of its channel.
type namedPort struct {
	name string
	port *int
}

func (c *Connection) ports() []namedPort {
	return []namedPort{{"shell", &c.Shell}, {"iopub", &c.IOPub}, {"stdin", &c.Stdin}, {"control", &c.Control}, {"hb", &c.HB}}
}

func (c Connection) transport() string {
	if c.Transport == "" {
		return "tcp"
	}
	return c.Transport
}

// host is the address to listen at, or "" when IP is none. ZeroMQ writes "*" for all addresses.
func (c Connection) host() string {
	switch c.IP {
	case "", "localhost":
		return "127.0.0.1"
	case "*":
		return "0.0.0.0"
	}
	if net.ParseIP(c.IP) == nil {
		return ""
	}
	return c.IP
}

// exposed tells whether other machines can connect: only where the file names such an address.
func (c Connection) exposed() bool {
	ip := net.ParseIP(c.host())
	return c.transport() == "tcp" && ip != nil && !ip.IsLoopback()
}

// Endpoint returns the ZeroMQ endpoint of a port.
func (c Connection) Endpoint(port int) string {
	if c.transport() == "ipc" {
		path := c.IP
		if path == "" {
			path = "kernel-ipc"
		}
		return "ipc://" + path + "-" + strconv.Itoa(port)
	}
	return "tcp://" + net.JoinHostPort(c.host(), strconv.Itoa(port))
}
