# What the scripts beside this one share: reporting a step, checking prerequisites, building the web app.
# Sourced by bash with the root of the repository as the working directory.
# shellcheck shell=bash

set -euo pipefail

# shellcheck disable=SC2034 # for the scripts that source this one
target=${CARGO_TARGET_DIR:-target}
stamps=.tools/stamps

fail() {
  echo "$*" >&2
  exit 1
}

# step "what is done" command…: says it, does it, says how long it took.
step() {
  local what=$1 started=$SECONDS
  shift
  echo "==> $what"
  if ! "$@"; then
    fail "==> $what: failed after $((SECONDS - started)) s"
  fi
  echo "    $((SECONDS - started)) s"
}

# Commands that run beside the steps; what they say is shown at their turn.
declare -A beside=()
logs=

# start NAME command…: in a process group of its own, which can be ended with everything that it started.
start() {
  local name=$1
  shift
  logs=${logs:-$(mktemp -d)}
  set -m
  "$@" >"$logs/$name" 2>&1 &
  beside[$name]=$!
  set +m
}

# finished NAME: waits for it, shows what it said, and tells whether it succeeded.
finished() {
  local status=0
  wait "${beside[$1]}" || status=$?
  unset "beside[$1]"
  cat "$logs/$1"
  return "$status"
}

# For a script's trap at its end.
end_what_still_runs() {
  local group
  for group in "${beside[@]}"; do
    kill -- "-$group" 2>/dev/null || true
  done
  [ -z "$logs" ] || rm -rf "$logs"
}

check_prerequisites() {
  command -v cargo >/dev/null || fail "cargo is missing: install Rust 1.95 or newer from https://rustup.rs."
  command -v cc >/dev/null || fail "A C compiler (cc) is missing: install gcc or clang, for example Debian's package build-essential."
  command -v python3 >/dev/null || fail "python3 is missing: install Python 3.9 or newer."
  command -v node >/dev/null || fail "node is missing: install Node.js 20.19 or newer from https://nodejs.org."
  command -v npm >/dev/null || fail "npm is missing: it comes with Node.js from https://nodejs.org."
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "node is $(node --version), which is too old: install Node.js 20.19 or newer."
}

# What the tests call beside that: a client and a signer that are not ours.
check_test_prerequisites() {
  check_prerequisites
  command -v curl >/dev/null || fail "curl is missing: install the package curl."
  command -v openssl >/dev/null || fail "openssl is missing: install the package openssl."
}

# Installs the browser of the tests where there is none; web/playwright.config.ts chooses among them.
check_test_browser() {
  local sorry as_root=()
  if [ -n "${E2E_CHROMIUM:-}" ]; then
    [ -x "$E2E_CHROMIUM" ] || fail "E2E_CHROMIUM is $E2E_CHROMIUM, which is not executable."
    return
  fi
  if [ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ]; then
    return
  fi
  sorry="Chromium is missing and cannot be installed: install Debian's package chromium-headless-shell, or set E2E_CHROMIUM."
  command -v apt-get >/dev/null || fail "$sorry"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "$sorry"
    as_root=(sudo)
  fi
  (step "Installing Debian's chromium-headless-shell" install_chromium "${as_root[@]}") || fail "$sorry"
}

# install_chromium [the command that runs another as root]
install_chromium() {
  "$@" apt-get -qq update &&
    "$@" apt-get -qq install -y --no-install-recommends chromium-headless-shell >/dev/null
}

# True when the stamp $1 says something else than $2.
outdated() {
  [ "$(cat "$stamps/$1" 2>/dev/null)" != "$2" ]
}

stamp() {
  mkdir -p "$stamps"
  echo "$2" >"$stamps/$1"
}

hash_of() {
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# install_packages folder stamp "whose": as the lock in the folder says, and only when it says something new.
install_packages() {
  local lock
  lock=$(hash_of "$1/package-lock.json")
  if [ ! -d "$1/node_modules" ] || outdated "$2" "$lock"; then
    step "Installing $3's packages" npm --prefix "$1" ci --no-audit --no-fund --loglevel=error
    stamp "$2" "$lock"
  fi
}

install_web_packages() {
  install_packages web web-packages "the web app"
}

build_web() {
  local sources
  sources=$(hash_of "${EVENT_FILE:-event.json}" web/src web/public web/scripts web/index.html web/portal.html web/door.html web/vite.config.ts web/tsconfig.json web/package-lock.json)
  if [ ! -f web/dist/index.html ] || outdated web-build "$sources"; then
    # The local system shows samples where the organisers have given nothing yet; a deployed site leaves them out.
    VITE_SAMPLES=shown step "Building the web app" npm --prefix web run --silent build
    stamp web-build "$sources"
  fi
}

# The functions of template.yaml, a line each, by the names of their crates.
template_functions() {
  sed -n 's|^ *CodeUri: target/lambda/||p' template.yaml
}

# The selection of packages is the same everywhere: another one would compile shared crates again.
build_local() {
  step "Building the local system" cargo build --workspace --bin local
}

# A folder for what only a test reads: in memory, where there is room for it, because a database waits for the disk at
# each write.
test_folder() {
  local free
  free=$(df -k /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  if [ -w /dev/shm ] && [ "${free:-0}" -gt $((256 * 1024)) ]; then
    mktemp -d -p /dev/shm
  else
    mktemp -d
  fi
}

# Two free ports, for a system beside one that may be running. Below those that connections are given on their way out,
# one of which could take a port between the look and the start.
# The local system as `$target/load/release/local`. In its own folder: what is deployed is linked as a whole, which the
# local system is too large for.
build_for_load() {
  step "Building the local system for load" env CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    CARGO_PROFILE_RELEASE_OPT_LEVEL=2 CARGO_TARGET_DIR="$target/load" cargo build --quiet --release --workspace --bin local
}

free_ports() {
  python3 - <<'PORTS'
import random
import socket

free = []
while len(free) < 2:
    port = random.randrange(20000, 32000)
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            continue
    if port not in free:
        free.append(port)
print(*free)
PORTS
}
