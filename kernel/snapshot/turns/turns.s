// This file is empty. It lets turns.go declare functions without a body.
