#!/usr/bin/env bash
# Calls `cargo-mts publish` once. This step has a token. No other script of the action sends anything to GitHub. The
# command reads a report and runs no code of the repository. The command writes the ids and addresses of the results to
# GITHUB_OUTPUT.
set -euo pipefail

cd "${INPUT_WORKING_DIRECTORY:-.}"
# A workflow cannot set a variable with this name for a step, so the script sets it for the command.
export GITHUB_API_URL="${INPUT_GITHUB_API_URL:-${GITHUB_API_URL:-}}"
argv=(publish "--result=${INPUT_RESULT:-${INPUT_OUTPUT_DIR:-mts-out}/report.json}")

# flag NAME VALUE: adds the argument `NAME=VALUE`. One argument, so that the tool takes no value for a flag. Adds
# nothing for an empty value.
flag() {
    if [ -n "$2" ]; then argv+=("$1=$2"); fi
}

case "${INPUT_PUBLISH:-auto}" in
    auto) ;;
    none)
        printf 'published=none\nexit-code=0\n' >>"$GITHUB_OUTPUT"
        exit 0
        ;;
    *) flag --only "$INPUT_PUBLISH" ;;
esac
flag --comment-mode "${INPUT_COMMENT_MODE:-}"
flag --comment-key "${INPUT_COMMENT_KEY:-}"
flag --check-name "${INPUT_CHECK_NAME:-}"
flag --artifact-url "${INPUT_ARTIFACT_URL:-}"
flag --max-annotations "${INPUT_MAX_ANNOTATIONS:-}"
flag --annotate "${INPUT_ANNOTATE:-}"
flag --retries "${INPUT_RETRIES:-}"
if [ "${INPUT_DRY_RUN:-false}" = true ]; then argv+=(--dry-run); fi
if [ "${INPUT_VERBOSE:-false}" = true ] || [ "${RUNNER_DEBUG:-}" = 1 ]; then argv+=(--verbose); fi
while IFS= read -r line; do
    if [ -n "$line" ]; then argv+=("$line"); fi
done <<<"${INPUT_ARGS:-}"

printf '+ cargo-mts'
printf ' %q' "${argv[@]}"
printf '\n'
status=0
"$MTS_BINARY" "${argv[@]}" || status=$?
printf 'exit-code=%s\n' "$status" >>"$GITHUB_OUTPUT"
exit "$status"
