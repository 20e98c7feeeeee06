package postgres

import (
	"os"
	"path/filepath"
)

// Running returns how to connect to the private cluster in dir that another
// process runs, and false where none does.
func Running(dir string) (url string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", false
	}
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR, 0)
	if err != nil {
		return "", false
	}
	defer f.Close() // which gives the lock up again, if it was free
	if free, err := tryLock(f); err != nil || free || !alive(holder(f)) {
		return "", false
	}
	c := &Cluster{dir: dir, socket: socketDir(dir)}
	return c.URL(), true
}
