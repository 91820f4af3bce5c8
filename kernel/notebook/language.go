package notebook

// languageVersion is the version of the Go language, that of this module's go.mod. It is not that of the toolchain, with
// whose updates each saved notebook would change.
const languageVersion = "1.26"

// LanguageInfo describes the language of the kernel, in the words of nbformat. The kernel tells it to front ends, and these
// write it into the notebooks that they save.
func LanguageInfo() map[string]any {
	return map[string]any{
		"codemirror_mode": "go", "file_extension": ".go", "mimetype": "text/x-go", "name": "go", "pygments_lexer": "go",
		"version": languageVersion,
	}
}
