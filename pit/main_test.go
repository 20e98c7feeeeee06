package pit_test

import (
	"os"
	"testing"

	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }
