#!/bin/sh
# Builds what a release consists of into bin/release: binaries, their checksums, the bill of materials (CycloneDX) and
# the list of licences. Then it builds the first binary again from a fresh clone with a cache of its own, and fails
# where one byte differs.
set -eu
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] || { echo "release: commit everything first" >&2; exit 1; }
export CGO_ENABLED=0
out=bin/release
rm -rf "$out"
mkdir -p "$out"
for target in ${TARGETS:-linux/amd64 linux/arm64}; do
  GOOS=${target%/*} GOARCH=${target#*/} go build -trimpath -o "$out/anamnesis-${target%/*}-${target#*/}" ./cmd/anamnesis
done
first=$(ls "$out" | head -n 1)
(cd tools/sbom && go build -o ../../bin/sbom .)
bin/sbom -out "$out/anamnesis.cdx.json" "$out/$first" >"$out/licences.txt"
(cd "$out" && sha256sum anamnesis-* >SHA256SUMS)

again=$(mktemp -d)
trap 'chmod -R u+w "$again"; rm -rf "$again"' EXIT
git clone -q . "$again/source"
target=${first#anamnesis-}
(cd "$again/source" && GOCACHE="$again/cache" GOOS=${target%-*} GOARCH=${target#*-} go build -trimpath -o "$again/anamnesis" ./cmd/anamnesis)
cmp "$out/$first" "$again/anamnesis"
echo "release: $first is the same from a fresh clone: $(sha256sum "$out/$first" | cut -d ' ' -f 1)"
