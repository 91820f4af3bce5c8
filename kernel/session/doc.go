// Package session is a notebook's life: its definitions and values, and the cells that change them, one transaction each.
package session
