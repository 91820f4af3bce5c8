// Package conformance runs Jupyter's own test of kernels, the Python package jupyter_kernel_test, against the installed kernel:
// test_mercer.py says what Mercer offers, and the Go test builds the mercer command, installs its kernelspec in a temporary
// directory and starts Python. It needs a python3 with jupyter_kernel_test (MERCER_PYTHON names another one), and skips without.
//
// Reference: https://github.com/jupyter/jupyter_kernel_test.
package conformance
