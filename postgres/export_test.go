package postgres

import (
	"os/exec"
	"syscall"
)

// Parts that tests look at from outside; postgrestest, which they need, imports
// this package.
var (
	Candidates     = candidates
	SocketDir      = socketDir
	Find           = find
	Attempts       = attempts
	LongestSocket  = longestSocket
	SessionLocker  = sessionLock{}
	AccountFor     = accountFor
	VersionTable   = versionTable
	SocketFileName = socketFile
)

// Barrier names the directory that keeps the account out of dir.
func Barrier(dir, user string) (string, error) {
	as, err := accountFor(user)
	return as.barrier(dir), err
}

// Program is the path of a server program.
func (i installation) Program(name string) string { return i.program(name) }

// CommandAs prepares a program to run as a cluster's user.
func (c *Cluster) CommandAs(program string, args ...string) *exec.Cmd {
	cmd := c.as.command(c.dir, c.lock, syscall.SIGKILL, program, args...)
	cmd.ExtraFiles = nil
	return cmd
}
