// This file is empty. It lets link.go declare functions without a body.
