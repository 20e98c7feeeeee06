# Croupier: what one does with it. `make` lists the targets.

FUZZTIME  ?= 30s
BENCHTIME ?= 2s
BENCH     ?= .
BIN       := bin/croupier

.DEFAULT_GOAL := help
.PHONY: help setup run build test race slow check lint lint-all vuln notice bench fuzz cover ci clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing of Postgres, a C compiler, curl and Chromium
	@./setup

run: ## serve the demo floor
	@./start

build: ## build bin/croupier
	go build -trimpath -o $(BIN) ./cmd/croupier

test: ## run the tests
	@./check test

race: ## run the tests with the race detector
	@./check race

slow: ## run the exhaustive tests, which take minutes
	go test -tags slow -timeout 30m ./cards/...

check: ## run everything the README's test command runs
	@./check

lint: ## gofmt, go vet, staticcheck, shellcheck
	@./check lint

lint-all: ## golangci-lint as .golangci.yml sets it (its first build takes minutes)
	go tool -modfile=tools/golangci/go.mod golangci-lint run ./...

vuln: ## look for known vulnerabilities, without internet
	@./check vuln

notice: ## write NOTICE anew from the modules of the binary
	go run tools/notice/main.go >NOTICE.new && mv NOTICE.new NOTICE

# One package at a time, so that they do not slow each other; BENCH picks some.
bench: ## measure the evaluator, then every benchmark (BENCH=Settle for some)
	cd bench && go run .
	go test -p 1 -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) ./...

fuzz: ## run every fuzz target for FUZZTIME
	@grep -rn --include='*_test.go' -oE '^func Fuzz[A-Za-z0-9_]+' . | while IFS=: read -r file _ name; do \
		target=$${name#func }; \
		echo "==> $$target in $$(dirname $$file)"; \
		(cd "$$(dirname $$file)" && go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) .) || exit 1; \
	done

cover: ## write coverage.html and print the coverage of each package
	go test -coverprofile=coverage.out ./...
	go tool cover -html=coverage.out -o coverage.html

ci: ## run what the build machine runs
	@.ci/run

clean: ## remove what the targets above write
	rm -rf bin coverage.out coverage.html
