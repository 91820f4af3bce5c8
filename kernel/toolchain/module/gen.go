//go:build ignore

// Gen copies the module's go.mod and go.sum here, where they can be embedded.
package main

import (
	"log"
	"os"
)

func main() {
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile("../../../" + name)
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(name+".txt", data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
