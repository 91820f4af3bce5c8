// Package files holds what several parts of the kernel do with files: replacing one so that readers see the old or the
// new content, reading one without waiting for anybody, temporary directories that are swept when their process was killed, and plain words for errors.
package files
