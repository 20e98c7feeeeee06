package postgres

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is whom the server runs as. PostgreSQL refuses to run as root, so
// root drops to another user; everybody else runs it as themselves.
type account struct {
	name     string
	uid, gid int
	drop     bool
}

// accountFor looks up whom to run as; name says whom root drops to.
func accountFor(name string) (account, error) {
	if os.Geteuid() != 0 {
		return account{name: "uid " + strconv.Itoa(os.Geteuid()), uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return account{}, fmt.Errorf("%w: running as root and there is no user %q: install PostgreSQL from the distribution, "+
			"which adds that user, or start croupier as another user, or set DATABASE_URL (%v)", ErrNoUser, name, err)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err1, err2); err != nil {
		return account{}, fmt.Errorf("user %q: %w", name, err)
	}
	if uid == 0 {
		return account{}, fmt.Errorf("%w: user %q is root itself", ErrNoUser, name)
	}
	return account{name: name, uid: uid, gid: gid, drop: true}, nil
}

// own gives path to the account, where it is not its already.
func (a account) own(path string) error {
	if !a.drop {
		return nil
	}
	return os.Chown(path, a.uid, a.gid)
}

// owns reports whether path belongs to the account and to nobody else.
func (a account) owns(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == a.uid && info.Mode().Perm()&0o077 == 0
}

// command prepares a program to run as the account, in a process group of its
// own (Ctrl-C in a terminal must reach croupier alone, which then stops the
// server in order), and to get the signal when this process dies. The lock is
// handed down, so that it stays taken as long as any of the server's processes
// lives.
func (a account) command(dir string, lock *os.File, onDeath syscall.Signal, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "LD_LIBRARY_PATH=" + os.Getenv("LD_LIBRARY_PATH"), "LC_ALL=C"}, keepHeap...)
	cmd.ExtraFiles = []*os.File{lock}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: onDeath}
	if a.drop {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	return cmd
}

// keepHeap has glibc keep what a session frees between statements: to give it
// back and ask for it again, dozens of times a transaction, cost a session more
// than its queries (docs/performance.md).
var keepHeap = []string{"MALLOC_TOP_PAD_=1048576", "MALLOC_TRIM_THRESHOLD_=16777216", "MALLOC_MMAP_THRESHOLD_=4194304"}

// enter fails, naming the directory at fault, when the account cannot reach dir.
// It asks by running a program there, since access lists and the like decide too.
func (a account) enter(dir, program string) error {
	cmd := exec.Command(program, "--version")
	cmd.Dir = dir
	if a.drop {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}}
	}
	err := cmd.Run()
	if !errors.Is(err, os.ErrPermission) {
		return err
	}
	return fmt.Errorf("%w: user %s may not enter %s on the way to %s; choose a directory below one open to all, such as /var/lib/croupier, or chmod o+x it",
		ErrUnreachable, a.name, a.barrier(dir), dir)
}

// barrier is the topmost directory above or at dir that the account may not enter.
func (a account) barrier(dir string) string {
	found := dir
	for d := dir; ; d = filepath.Dir(d) {
		if info, err := os.Stat(d); err == nil && !a.mayEnter(info) {
			found = d
		}
		if d == filepath.Dir(d) {
			return found
		}
	}
}

func (a account) mayEnter(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	bit := os.FileMode(0o001)
	switch {
	case ok && int(st.Uid) == a.uid:
		bit = 0o100
	case ok && int(st.Gid) == a.gid:
		bit = 0o010
	}
	return info.Mode().Perm()&bit != 0
}
