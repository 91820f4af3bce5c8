// Package wire is the form of Jupyter's messages: their frames with signatures ([Session.Decode], [Session.Encode]), their
// headers, and the content of each type.
//
// A message is a list of frames: routing identities, the delimiter <IDS|MSG>, a signature, the four JSON dictionaries
// header, parent header, metadata and content, and raw buffers. frames.go takes it apart and puts it together, session.go
// signs and verifies, request.go and reply.go have the contents. Nothing here knows of sockets or of the kernel.
//
// Reference: "Messaging in Jupyter", version 5.4 of the protocol,
// https://jupyter-client.readthedocs.io/en/stable/messaging.html.
package wire
