// Package traced stands for the package of the same name, and waits for nobody.
package traced
