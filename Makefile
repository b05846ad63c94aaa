# Two commands do all: `go run ./cmd/anamnesis demo` and `make test`.
GO ?= go
export CGO_ENABLED = 0

FAULTS = ^Test(Histories|EqualAnswersAtOnce|Front|MarkersOfManyConsultations|Kill|Outage|LinkToTheDatabase|Failover|PowerCut|DiskFails|Damaged.*|Unwritable|RedisFails|Clock.*|QuotaAndClock|LeapDay|Hostile.*)$$
BENCHFLAGS ?= # such as --quick or --json

.PHONY: bench build test test-faults servers browser test-deploy race lint vuln kb demo evaluate fuzz release

build: ## one static binary in bin/
	$(GO) build -trimpath -o bin/anamnesis ./cmd/anamnesis

test: servers browser ## everything that must hold, on a machine with Go alone
	$(GO) vet ./...
	$(GO) run ./cmd/anamnesis kb lint --quiet
	$(GO) test -timeout 30m ./...

servers: ## the servers that tests run for real, where root may install them
	sh tools/servers.sh redis-server=redis-server '/usr/lib/postgresql/*/bin/initdb=postgresql' pdftotext=poppler-utils npm=npm curl=curl nginx=nginx

test-faults: servers ## the long form of the tests that break things, their figures with it; 110 minutes at most
	@set -x; failed=0; ANAMNESIS_FAULTS=long; export ANAMNESIS_FAULTS; \
	$(GO) test -count=1 -timeout=30m -v -run='$(FAULTS)' ./internal/e2e -store=sqlite -kills=200 || failed=1; \
	$(GO) test -count=1 -timeout=45m -v -run='$(FAULTS)' ./internal/e2e -store=postgres -kills=200 || failed=1; \
	$(GO) test -count=1 -timeout=15m -v -run=TestTwoProcessesInConflict ./internal/store/postgres -conflict.steps=1000000 || failed=1; \
	$(GO) test -count=1 -timeout=20m -v -run=TestQuotaHolds ./internal/ratelimit/redislimit || failed=1; \
	exit $$failed

test-deploy: ## deploy/ rendered and checked with the libraries that will read it; builds Helm's engine once
	sh tools/servers.sh nginx=nginx systemd-analyze=systemd openssl=openssl
	cd tools/deploy && $(GO) test ./...

browser: ## what the tests of the web client need: Chromium, and npm to fetch axe-core
	sh tools/servers.sh chromium=chromium npm=npm

race: ## the concurrent packages under the race detector; needs a C compiler
	CGO_ENABLED=1 $(GO) test -race ./internal/store/... ./internal/consult/... ./internal/ratelimit/... ./internal/auth/... ./internal/httpapi/...

lint: ## golangci-lint of the tools module; the first run builds it
	$(GO) tool -modfile=tools/go.mod golangci-lint run ./...

vuln: ## what is linked against the Go vulnerability database; needs vuln.go.dev
	$(GO) run golang.org/x/vuln/cmd/govulncheck@latest ./...

release: ## binaries, checksums, bill of materials and licences in bin/release; proves that the build is reproducible
	sh tools/release.sh

kb: ## lint and compile the knowledge base
	$(GO) run ./cmd/anamnesis kb build

demo:
	$(GO) run ./cmd/anamnesis demo

bench: build ## speed beside peers, on this machine; rows of peers that cannot be built are not run
	-cd tools/bench && $(GO) build -trimpath -o ../../bin/peers . && npm ci --silent
	-for p in pocketbase opa openfga; do (cd tools/$$p && $(GO) build -trimpath -o ../../bin/$$p .); done
	bin/anamnesis bench $$(for p in peers pocketbase opa openfga; do test -x bin/$$p && echo --$$p=bin/$$p; done) $(BENCHFLAGS)

evaluate: ## virtual patients through whole consultations
	$(GO) run ./cmd/anamnesis evaluate

fuzz: ## each fuzz test for MINUTES of processor time (10), or a SHARE of them (1/1)
	sh tools/fuzz.sh $(or $(MINUTES),10) $(or $(SHARE),1/1)
