#!/bin/sh
# Installs the servers that tests run for real and that are missing here: Debian's packages, as root.
# Elsewhere it says what is missing; the tests then skip what needs it, or fail with CI=true.
#
#   tools/servers.sh command=package …      a command with slashes is a pattern of files
set -eu
missing=
for pair in "$@"; do
  # shellcheck disable=SC2086 # the pattern is meant to expand
  command -v "${pair%%=*}" >/dev/null 2>&1 || ls ${pair%%=*} >/dev/null 2>&1 || missing="$missing ${pair#*=}"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  # shellcheck disable=SC2086 # one word a package
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "not installed:$missing; what needs them is not tested" >&2
fi
