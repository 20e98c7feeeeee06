package postgres

import (
	"io"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// process is a running child.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when the child has ended
	err  error         // how; to be read after done
	log  *tail
}

// spawn starts cmd and waits for its end in the background. It is started from
// an OS thread kept for it alone: the kernel sends the death signal when the
// *thread* that started the child ends, and Go ends threads at will.
func spawn(cmd *exec.Cmd, log *tail) (*process, error) {
	cmd.Stdout, cmd.Stderr = log, log
	cmd.WaitDelay = time.Second // orphans of a killed server hold the pipe a little longer
	p := &process{cmd: cmd, done: make(chan struct{}), log: log}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
		}
		close(p.done)
	}()
	return p, <-started
}

// tail passes on what is written and keeps the end of it for error messages.
type tail struct {
	mu   sync.Mutex
	kept []byte
	next io.Writer // may be nil
}

const tailSize = 4 << 10

// Write never fails: a log that cannot be written must not stop the database.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - tailSize; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	if t.next != nil {
		_, _ = t.next.Write(p)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
