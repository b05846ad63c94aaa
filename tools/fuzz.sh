#!/bin/sh
# Runs the fuzz tests, each for so many minutes of processor time: fuzz.sh MINUTES [SHARE/SHARES [PATTERN]]. A share is every
# n-th test, so that machines, or nights, can divide them: `fuzz.sh 10 1/2` is the first half. What breaks a test is left
# under its package's testdata/fuzz, which belongs into the commit that mends it.
set -eu
cd "$(dirname "$0")/.."
minutes=${1:-10} share=${2:-1/1} pattern=${3:-.}
cores=$(getconf _NPROCESSORS_ONLN)
seconds=$((minutes * 60 / cores))
of=${share#*/}
n=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# fuzz runs one test. Making what was found smaller stands still for up to a minute, half of the time here, and may outlast the end.
fuzz() {
  go test -run '^$' -fuzzminimizetime 0s -fuzz "^$test\$" -fuzztime "${seconds}s" -parallel "$cores" "$package" 2>&1 | tee "$log"
  grep -q '^ok' "$log"
}

# again runs a test once more that failed at its very end: now and then the go command takes the deadline it set itself for a failure.
again() {
  grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log" && fuzz
}

for package in $(go list ./...); do
  for test in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' | grep -e "$pattern" || true); do
    n=$((n + 1))
    [ $((n % of)) -eq $((${share%/*} % of)) ] || continue
    echo "== $package $test: $minutes minutes of processor time, $seconds seconds on $cores cores"
    fuzz || again
  done
done
