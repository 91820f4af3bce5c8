// Package display is a stand-in that shows values as text.
package display

import "fmt"

func Result(v any) { fmt.Printf("= %v\n", v) }

func Expression(id string, v any) { fmt.Printf("%s = %v\n", id, v) }

func Results(v ...any) { fmt.Printf("= %v\n", v) }

func ResultsErr(v ...any) {
	FailErr(v...)
	Results(v[:len(v)-1]...)
}

func FailErr(v ...any) {
	if err, _ := v[len(v)-1].(error); err != nil {
		fmt.Println("failed:", err)
	}
}
