//go:build !linux

package postgres

import (
	"os"
	"os/exec"
	"syscall"
)

// Elsewhere than on Linux a server cannot be tied to the life of its parent, so
// none is started: DATABASE_URL must name one.

type account struct{ name string }

func accountFor(string) (account, error)   { return account{}, ErrUnsupported }
func (account) own(string) error           { return ErrUnsupported }
func (account) owns(os.FileInfo) bool      { return false }
func (account) enter(string, string) error { return ErrUnsupported }
func tryLock(*os.File) (bool, error)       { return false, ErrUnsupported }
func alive(int) bool                       { return false }
func exists(int) bool                      { return false }
func serves(int, string) bool              { return false }

func (account) command(string, *os.File, syscall.Signal, string, ...string) *exec.Cmd { return nil }
