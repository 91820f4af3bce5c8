// Package display is a stand-in that shows values as text.
package display

import "fmt"

func Result(v any) { fmt.Printf("= %v\n", v) }

func Expression(id string, v any) { fmt.Printf("%s = %v\n", id, v) }
