#!/usr/bin/env bash
# Installs a cargo-mts binary on the runner and writes its path to the output `binary`. The script takes the binary that
# the input `binary` names, or builds the action's own sources, or downloads a release and checks its sha256.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
into="${RUNNER_TEMP:-${TMPDIR:-/tmp}}/cargo-mts"

fail() {
    printf '::error title=cargo mts::%s\n' "$1"
    exit 3
}

found() {
    "$1" --version || fail "the binary $1 does not start"
    printf 'binary=%s\n' "$1" >>"$GITHUB_OUTPUT"
    exit 0
}

# Prints the version of the action's own sources. A binary of the same version fits the action.
own_version() {
    sed -n 's/^version = "\([0-9A-Za-z.+-]*\)"$/\1/p' "$root/Cargo.toml" | head -n 1
}

target() {
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) echo x86_64-unknown-linux-gnu ;;
        Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-gnu ;;
        *) return 1 ;;
    esac
}

sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# fetch URL FILE: downloads a file by https, or by http from this machine.
fetch() {
    local secure=(--proto '=https')
    case "$1" in http://127.0.0.1:* | http://localhost:*) secure=() ;; esac
    curl --fail --silent --show-error --location --retry 3 --max-time 300 \
        ${secure[@]+"${secure[@]}"} --output "$2" "$1"
}

if [ -n "${INPUT_BINARY:-}" ]; then
    [ -x "$INPUT_BINARY" ] || fail "the input binary names $INPUT_BINARY, which is not an executable file"
    found "$(cd "$(dirname "$INPUT_BINARY")" && pwd)/$(basename "$INPUT_BINARY")"
fi

mkdir -p "$into"
if [ "${INPUT_INSTALL:-release}" = source ]; then
    command -v cargo >/dev/null || fail "install: source needs cargo on the runner"
    cargo build --release --locked --manifest-path "$root/Cargo.toml" --target-dir "$into/target"
    found "$into/target/release/cargo-mts"
fi
[ "${INPUT_INSTALL:-release}" = release ] || fail "install has to be release or source, not ${INPUT_INSTALL}"

target=$(target) || fail "there is no release for $(uname -s) on $(uname -m): use install: source"
version=${INPUT_VERSION:-}
version=${version#v}
[ -n "$version" ] || version=$(own_version)
[[ "$version" =~ ^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$ ]] || fail "version $version is not of the form 1.2.3"
url=${INPUT_RELEASES_URL:-}
if [ -z "$url" ]; then
    [ -n "${ACTION_REPOSITORY:-}" ] || fail "a local action has no releases: use install: source, or name a binary"
    url="${GITHUB_SERVER_URL:-https://github.com}/$ACTION_REPOSITORY/releases/download"
fi
name="cargo-mts-v$version-$target"
archive="$into/$name.tar.gz"
fetch "${url%/}/v$version/$name.tar.gz" "$archive" ||
    fail "cannot download $name.tar.gz from ${url%/}: pin the action to a release, or use install: source"

# Takes the sha256 that the workflow gives, else the release's own. The release's own sum detects only a broken
# download: who replaces the release can replace the sum too.
wanted=${INPUT_SHA256:-}
whose="the input sha256"
if [ -z "$wanted" ]; then
    fetch "${url%/}/v$version/$name.tar.gz.sha256" "$archive.sha256" || fail "the release has no sha256 for $name.tar.gz"
    wanted=$(cut -d ' ' -f 1 "$archive.sha256")
    whose="the release"
fi
got=$(sha256 "$archive")
if [ "$got" != "$wanted" ]; then
    rm -f "$archive"
    fail "$name.tar.gz has sha256 $got, and by $whose it should have $wanted"
fi
echo "$name.tar.gz: sha256 $got, as by $whose"

case "${INPUT_VERIFY:-sha256}" in
    sha256) ;;
    attestation)
        command -v gh >/dev/null || fail "verify: attestation needs the gh command on the runner"
        GH_TOKEN=${ATTESTATION_TOKEN:-} gh attestation verify "$archive" --repo "${ACTION_REPOSITORY:?}" ||
            fail "$name.tar.gz has no valid build attestation of $ACTION_REPOSITORY"
        ;;
    *) fail "verify has to be sha256 or attestation, not $INPUT_VERIFY" ;;
esac

tar -xzf "$archive" -C "$into" "$name/cargo-mts" || fail "$name.tar.gz does not hold $name/cargo-mts"
found "$into/$name/cargo-mts"
