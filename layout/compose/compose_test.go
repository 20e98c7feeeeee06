// Package compose holds the product's docker-compose.yml and Dockerfile to what
// its documents promise. It only parses them: no container engine is needed, and
// none is started. It is a module of its own so that the parser's many
// dependencies stay out of the product's go.mod.
package compose

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const root = "../.."

// secrets are what an operator must give.
var secrets = []string{"POSTGRES_PASSWORD=a-password"}

func load(t *testing.T, env ...string) (*types.Project, error) {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "docker-compose.yml")}, cli.WithEnv(env))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(context.Background())
}

func service(t *testing.T, name string) types.ServiceConfig {
	t.Helper()
	project, err := load(t, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := project.GetService(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEverySecretIsRequired(t *testing.T) {
	t.Parallel()
	for i, secret := range secrets {
		name, _, _ := strings.Cut(secret, "=")
		for _, env := range [][]string{slices.Delete(slices.Clone(secrets), i, i+1), append(slices.Delete(slices.Clone(secrets), i, i+1), name+"=")} {
			if _, err := load(t, env...); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("with %q the file loads (%v); it must ask for %s", env, err, name)
			}
		}
	}
}

func TestEveryServiceIsWatchedAndRestarts(t *testing.T) {
	t.Parallel()
	project, err := load(t, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range project.Services {
		if s.HealthCheck == nil || s.HealthCheck.Disable || len(s.HealthCheck.Test) < 2 || s.HealthCheck.Timeout == nil {
			t.Errorf("%s has no complete health check: %+v", name, s.HealthCheck)
		}
		if s.Restart != types.RestartPolicyUnlessStopped {
			t.Errorf("%s restarts %q", name, s.Restart)
		}
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") || s.Privileged {
			t.Errorf("%s may gain privileges", name)
		}
	}
}

func TestTheBookOutlivesItsContainer(t *testing.T) {
	t.Parallel()
	project, err := load(t, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"postgres": "/var/lib/postgresql/data", "croupier": "/var/lib/croupier"} {
		mounts := project.Services[name].Volumes
		i := slices.IndexFunc(mounts, func(v types.ServiceVolumeConfig) bool { return v.Target == target })
		if i < 0 || mounts[i].Type != types.VolumeTypeVolume || mounts[i].ReadOnly {
			t.Errorf("%s keeps nothing at %s: %+v", name, target, mounts)
			continue
		}
		if _, ok := project.Volumes[mounts[i].Source]; !ok {
			t.Errorf("%s mounts the volume %q, which is not declared", name, mounts[i].Source)
		}
	}
}

func TestCroupierWaitsForPostgres(t *testing.T) {
	t.Parallel()
	s := service(t, "croupier")
	if got := s.DependsOn["postgres"].Condition; got != types.ServiceConditionHealthy {
		t.Errorf("croupier starts when postgres is %q, want %q", got, types.ServiceConditionHealthy)
	}
	url := s.Environment["DATABASE_URL"]
	if url == nil || *url != "postgres://croupier:a-password@postgres:5432/croupier?sslmode=disable" {
		t.Errorf("DATABASE_URL is %v", url)
	}
	pg := service(t, "postgres").Environment
	for name, want := range map[string]string{"POSTGRES_USER": "croupier", "POSTGRES_DB": "croupier", "POSTGRES_PASSWORD": "a-password"} {
		if got := pg[name]; got == nil || *got != want {
			t.Errorf("postgres: %s is %v, want %q", name, got, want)
		}
	}
}

func TestCroupierRunsWithoutRoot(t *testing.T) {
	t.Parallel()
	s := service(t, "croupier")
	if s.User != "65532:65532" || !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) {
		t.Errorf("user %q, read-only %v, dropped capabilities %v", s.User, s.ReadOnly, s.CapDrop)
	}
	if len(s.Ports) != 1 || s.Ports[0].HostIP != "127.0.0.1" || s.Ports[0].Target != 8080 {
		t.Errorf("published ports %+v, want 8080 on the host's loopback only", s.Ports)
	}
}

// TestTheImage reads the last stage of the Dockerfile, since nothing here can build it.
func TestTheImage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	stages := strings.Split(strings.ReplaceAll(string(text), "\\\n", " "), "\nFROM ")
	if len(stages) < 3 {
		t.Fatalf("the Dockerfile has %d stages, want a build and a final one", len(stages)-1)
	}
	final := strings.Split(stages[len(stages)-1], "\n")
	s := service(t, "croupier")
	for _, want := range []string{
		"USER " + s.User,
		"VOLUME " + *s.Environment["CROUPIER_DATA"],
		`ENTRYPOINT ["` + s.HealthCheck.Test[1] + `"]`,
		`CMD ["serve"]`,
		"STOPSIGNAL SIGTERM",
	} {
		if !slices.Contains(final, want) {
			t.Errorf("the final stage has no line %q", want)
		}
	}
	if !slices.ContainsFunc(final, func(line string) bool { return strings.HasPrefix(line, "HEALTHCHECK ") }) {
		t.Error("the final stage has no HEALTHCHECK")
	}
}
