package postgres

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	superuser = "postgres"
	database  = "croupier"
	// startPatience bounds crash recovery too, which can be long.
	startPatience = 2 * time.Minute
	stopPatience  = 30 * time.Second
)

// ClusterOptions are what a private cluster can be told; the zero value is right
// for a casino.
type ClusterOptions struct {
	// NoFsync gives up durability for speed. For tests only: after a power cut
	// the data are lost.
	NoFsync bool
	// Settings are added to the server's configuration, such as
	// "shared_buffers": "512MB".
	Settings map[string]string
	// Log gets the server's log, line by line; nil drops it.
	Log io.Writer
	// BinDir holds initdb and postgres; empty means to look for them.
	BinDir string
	// User is whom root drops to; empty means "postgres".
	User string
}

// Cluster is a running PostgreSQL server of our own, in a directory of our own.
// It listens on a Unix socket that only its user and root can reach, never on
// the network, and dies with this process. Its methods may be called at once.
type Cluster struct {
	dir    string
	socket string
	as     account
	opts   ClusterOptions
	lock   *os.File
	proc   *process

	done     chan struct{} // closed when the server has ended
	mu       sync.Mutex
	stopping bool
	err      error // how it ended; set before done is closed
}

// Start runs the cluster in dir, making it on first use, and returns once it
// takes connections. The context bounds the start only. It fails with
// ErrNotInstalled, ErrInUse, ErrOtherVersion, ErrNotOurs, ErrUnreachable,
// ErrNoUser, ErrUnsupported, or ErrDied, and never deletes data.
func Start(ctx context.Context, dir string, opts ClusterOptions) (*Cluster, error) {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("private cluster: %w", err)
	}
	c := &Cluster{dir: dir, opts: opts, done: make(chan struct{})}
	if err := c.start(ctx); err != nil {
		return nil, fmt.Errorf("private cluster in %s: %w", dir, err)
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context) (err error) {
	name := c.opts.User
	if name == "" {
		name = superuser
	}
	if c.as, err = accountFor(name); err != nil {
		return err
	}
	if err := prepare(c.dir, c.as); err != nil {
		return err
	}
	// The server reports its directory without symbolic links.
	if c.dir, err = filepath.EvalSymlinks(c.dir); err != nil {
		return err
	}
	if c.lock, err = lock(ctx, filepath.Join(c.dir, lockName)); err != nil {
		return err
	}
	if err := c.launch(ctx); err != nil {
		if c.proc == nil {
			unlock(c.lock)
			return err
		}
		c.abort()
		return err
	}
	return nil
}

// launch does what needs the lock: data, socket, server, database.
func (c *Cluster) launch(ctx context.Context) error {
	major, err := majorOf(c.data())
	if err != nil {
		return err
	}
	pg, err := find(ctx, c.opts.BinDir, major)
	if err != nil {
		return err
	}
	if err := c.as.enter(c.dir, pg.program("postgres")); err != nil {
		return err
	}
	if major == 0 {
		if err := c.initialize(ctx, pg); err != nil {
			return err
		}
	}
	if err := clearStale(c.data()); err != nil {
		return err
	}
	c.socket = socketDir(c.dir)
	if err := makeSocketDir(c.socket, c.as); err != nil {
		return err
	}
	if err := c.serve(pg); err != nil {
		return err
	}
	if err := c.awaitReady(ctx); err != nil {
		return err
	}
	return createDatabase(ctx, c.address(superuser), database)
}

// serve starts the server. Should this process die, the kernel sends it SIGQUIT:
// PostgreSQL then ends within seconds whatever its sessions do, and recovers on
// the next start.
func (c *Cluster) serve(pg installation) error {
	settings := map[string]string{
		"listen_addresses":        "",
		"unix_socket_directories": c.socket,
		"unix_socket_permissions": "0700",
		"port":                    "5432",
		"logging_collector":       "off",
		"log_destination":         "stderr",
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		// After a crash: one sync of the file system, not one a file.
		"recovery_init_sync_method": "syncfs",
	}
	if c.opts.NoFsync {
		maps.Copy(settings, map[string]string{"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"})
	}
	maps.Copy(settings, c.opts.Settings)
	args := []string{"-D", c.data()}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	p, err := spawn(c.as.command(c.dir, c.lock, syscall.SIGQUIT, pg.program("postgres"), args...), &tail{next: c.opts.Log})
	if err != nil {
		return err
	}
	c.proc = p
	go c.watch()
	return nil
}

// watch notes how the server ended and gives up the directory.
func (c *Cluster) watch() {
	<-c.proc.done
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.stopping:
		c.err = fmt.Errorf("%w: process %d: %v: %s", ErrDied, c.PID(), c.proc.cmd.ProcessState, c.proc.log)
	case c.proc.err != nil:
		c.err = fmt.Errorf("PostgreSQL did not stop cleanly: %w: %s", c.proc.err, c.proc.log)
	}
	_ = os.RemoveAll(c.socket)
	unlock(c.lock)
	close(c.done)
}

// URL is how to connect to the cluster's database as its superuser.
func (c *Cluster) URL() string { return c.address(database) }

func (c *Cluster) address(db string) string {
	q := url.Values{"host": {c.socket}, "port": {"5432"}, "sslmode": {"disable"}}
	return (&url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + db, RawQuery: q.Encode()}).String()
}

// Dir is the cluster's directory, without symbolic links.
func (c *Cluster) Dir() string { return c.dir }

// PID is the number of the server's main process.
func (c *Cluster) PID() int { return c.proc.cmd.Process.Pid }

// Done is closed when the server has ended, asked or not; Err says how.
func (c *Cluster) Done() <-chan struct{} { return c.done }

// Err is nil while the server runs and after it stopped cleanly; it is ErrDied,
// with the end of the server's log, when the server ended by itself.
func (c *Cluster) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}

func (c *Cluster) data() string { return filepath.Join(c.dir, dataName) }
