#!/usr/bin/env bash
# Installs a cargo-mts binary on the runner and writes its path to the output `binary`. The script takes the binary that
# the input `binary` names, or builds the action's own sources, or downloads a release and checks its
# sha256 and its attestation.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
into="${RUNNER_TEMP:-${TMPDIR:-/tmp}}/cargo-mts"
# Only curl and gh get a token. No program that this script builds or installs gets one.
tool_token=${INPUT_TOOL_TOKEN:-}
attestation_token=${ATTESTATION_TOKEN:-}
unset INPUT_TOOL_TOKEN ATTESTATION_TOKEN

fail() {
    printf '::error title=cargo mts::%s\n' "$1"
    exit 3
}

found() {
    "$1" --version || fail "the binary $1 does not start"
    printf 'binary=%s\n' "$1" >>"$GITHUB_OUTPUT"
    exit 0
}

target() {
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) echo x86_64-unknown-linux-musl ;;
        Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-musl ;;
        Darwin-arm64) echo aarch64-apple-darwin ;;
        *) return 1 ;;
    esac
}

sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# fetch URL FILE OPTION...: downloads a file by https, or by http from this machine.
fetch() {
    local from=$1 to=$2 secure=(--proto '=https')
    shift 2
    case "$from" in http://127.0.0.1:* | http://localhost:*) secure=() ;; esac
    curl --fail --silent --show-error --location --retry 3 --max-time 300 \
        ${secure[@]+"${secure[@]}"} "$@" --output "$to" "$from"
}

# with_token URL FILE TYPE: downloads a file of GitHub's API with the token. curl sends the token to no other host.
with_token() {
    printf 'header = "Authorization: Bearer %s"\n' "$tool_token" |
        fetch "$1" "$2" --config - --header "Accept: $3"
}

# asset NAME: downloads one file of the release. For a private repository, only the API gives this file. The API does not
# have the files of a mirror.
asset() {
    if [ -z "$tool_token" ] || [ "$has_api" = false ]; then
        fetch "${url%/}/v$version/$1" "$into/$1"
        return
    fi
    local api="${GITHUB_API_URL:-https://api.github.com}/repos/$repository/releases" id
    with_token "$api/tags/v$version" "$into/release.json" application/vnd.github+json || return
    id=$(python3 -I -c 'import json, sys
print(*[int(each["id"]) for each in json.load(open(sys.argv[1]))["assets"] if each["name"] == sys.argv[2]])' \
        "$into/release.json" "$1") || return
    [ -n "$id" ] && with_token "$api/assets/$id" "$into/$1" application/octet-stream
}

# Reports whether this runner can check the attestation.
can_attest() {
    case "${GITHUB_SERVER_URL:-https://github.com}" in https://github.com | https://*.ghe.com) ;; *) return 1 ;; esac
    [ -n "$repository" ] && [ -n "$attestation_token" ] && gh attestation verify --help >/dev/null 2>&1
}

if [ -n "${INPUT_BINARY:-}" ]; then
    [ -x "$INPUT_BINARY" ] || fail "the input binary names $INPUT_BINARY, which is not an executable file"
    found "$(cd "$(dirname "$INPUT_BINARY")" && pwd)/$(basename "$INPUT_BINARY")"
fi

mkdir -p "$into"
if [ "${INPUT_INSTALL:-release}" = source ]; then
    command -v cargo >/dev/null || fail "install: source needs cargo, which this runner does not have"
    # Cargo and rustup obey settings of the current folder, and those of the checkout are a stranger's.
    (cd "$into" && cargo build --release --locked --manifest-path "$root/Cargo.toml" --target-dir "$into/target")
    found "$into/target/release/cargo-mts"
fi
[ "${INPUT_INSTALL:-release}" = release ] || fail "the input install must be release or source, and not ${INPUT_INSTALL}"

target=$(target) || fail "there is no release for $(uname -s) on $(uname -m): use install: source"
version=${INPUT_VERSION:-}
version=${version#v}
# The version of the sources that this action was fetched with: binary and action fit each other.
[ -n "$version" ] || version=$("$root/.ci/version")
[[ "$version" =~ ^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$ ]] || fail "the input version is $version, which is not of the form 1.2.3"
server="${GITHUB_SERVER_URL:-https://github.com}"
repository=${ACTION_REPOSITORY:-}
url=${INPUT_RELEASES_URL:-}
has_api=false
# An action in a folder of the workspace has no repository; the address of its releases has.
if [[ "$url" =~ ^"$server"/([^/]+/[^/]+)/releases/download/?$ ]]; then
    repository=${BASH_REMATCH[1]}
    has_api=true
fi
if [ -z "$url" ]; then
    [ -n "$repository" ] || fail "a local action has no releases: use install: source, or name a binary in the input binary"
    url="$server/$repository/releases/download"
    has_api=true
fi
name="cargo-mts-v$version-$target"
archive="$into/$name.tar.gz"
asset "$name.tar.gz" ||
    fail "cannot download $name.tar.gz from ${url%/}: pin the action to a release, give the input tool-token if the action's repository is private, or use install: source"

# Takes the sha256 that the workflow gives, else the release's own. The release's own sum detects only a broken
# download: who replaces the release can replace the sum too.
wanted=${INPUT_SHA256:-}
whose="the input sha256"
if [ -z "$wanted" ]; then
    asset "$name.tar.gz.sha256" || fail "cannot download $name.tar.gz.sha256 from ${url%/}: give the input sha256"
    wanted=$(cut -d ' ' -f 1 "$archive.sha256")
    whose="the release"
fi
got=$(sha256 "$archive")
if [ "$got" != "$wanted" ]; then
    rm -f "$archive"
    fail "$name.tar.gz has sha256 $got, but $whose requires $wanted"
fi
echo "$name.tar.gz: sha256 $got, as $whose requires"

verify=${INPUT_VERIFY:-auto}
if [ "$verify" = auto ]; then
    verify=sha256
    if can_attest; then verify=attestation; else echo "$name.tar.gz: the action does not check the attestation on this runner"; fi
fi
case "$verify" in
    sha256) ;;
    attestation)
        [ -n "$repository" ] || fail "verify: attestation needs the repository of the action, and a local action has none: use verify: sha256"
        command -v gh >/dev/null || fail "verify: attestation needs the gh command, which this runner does not have: use verify: sha256"
        GH_TOKEN=$attestation_token gh attestation verify "$archive" --repo "$repository" ||
            fail "$name.tar.gz has no valid build attestation of $repository: use verify: sha256 to skip this check"
        ;;
    *) fail "the input verify must be auto, sha256 or attestation, and not $verify" ;;
esac

tar -xzf "$archive" -C "$into" "$name/cargo-mts" || fail "$name.tar.gz does not hold $name/cargo-mts"
found "$into/$name/cargo-mts"
