#!/usr/bin/env bash
# Calls `cargo-mts run`, `plan` or `merge` once, with the inputs as arguments. The script ends with the exit code of the
# tool, which has the result of the gate. This step has no token. `outputs.py` makes the outputs from the report.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
argv=()

# error TEXT: prints an annotation. The runner reads one line, so the text's own line breaks are escaped.
error() {
    local text=${1//'%'/%25}
    text=${text//$'\r'/%0D}
    printf '::error title=cargo mts::%s\n' "${text//$'\n'/%0A}"
}

fail() {
    error "$1"
    exit 2
}

# refuse_links INPUT PATH: fails if a part of the path is a symbolic link, because a change can commit a link that leads
# out of the workspace. Only the workflow chooses an absolute path outside of the workspace, so its links are allowed.
refuse_links() {
    local part=$2
    case "$part" in
        "$PWD"/* | "${GITHUB_WORKSPACE:-$PWD}"/* | [!/]*) ;;
        *) return 0 ;;
    esac
    while [ "$part" != . ] && [ "$part" != "$PWD" ] && [ "$part" != "${GITHUB_WORKSPACE:-$PWD}" ]; do
        if [ -L "$part" ]; then
            fail "the input $1 names $2, and $part is a symbolic link: remove the link, or name a path without links"
        fi
        part=$(dirname -- "$part")
    done
}

# flag NAME VALUE: adds the argument `NAME=VALUE`. One argument, so that the tool takes no value for a flag. Adds
# nothing for an empty value.
flag() {
    if [ -n "$2" ]; then argv+=("$1=$2"); fi
}

# lines TEXT: sets the array `each` to the lines of an input, without empty lines.
lines() {
    each=()
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%$'\r'}
        if [ -n "$line" ]; then each+=("$line"); fi
    done <<<"$1"
}

# globs TEXT: sets the array `each` to the paths that match the patterns in these lines. The shell expands the patterns,
# and does not split a path at blanks.
globs() {
    lines "$1"
    local patterns=(${each[@]+"${each[@]}"}) pattern
    each=()
    shopt -s nullglob
    local IFS=
    # shellcheck disable=SC2206 # the shell must expand the pattern
    for pattern in ${patterns[@]+"${patterns[@]}"}; do each+=($pattern); done
}

# Passes the baseline files, so that the tool need not measure the base again.
baseline() {
    local file
    case "${INPUT_BASELINE:-compute}" in
        compute) ;;
        artifact) flag --baseline "${BASELINE_FILE:-}" ;;
        *)
            globs "$INPUT_BASELINE"
            if [ "${#each[@]}" -eq 0 ]; then
                printf '::notice title=cargo mts::no file matches the input baseline, so the tool measures the base too\n'
            fi
            for file in ${each[@]+"${each[@]}"}; do argv+=("--baseline=$file"); done
            ;;
    esac
}

# Passes both revisions and the pairs. If the input `base` is empty, the tool takes the base from the event.
scope() {
    flag --base "${INPUT_BASE:-}"
    case "${INPUT_HEAD:-}" in
        "") argv+=(--head=HEAD) ;;
        worktree) argv+=(--worktree) ;;
        *) argv+=("--head=$INPUT_HEAD") ;;
    esac
    flag --config "${INPUT_CONFIG:-}"
    lines "${INPUT_PAIRS:-}"
    local selector
    for selector in ${each[@]+"${each[@]}"}; do argv+=("--pair=$selector"); done
    if [ "${INPUT_CHANGED_ONLY:-true}" = false ]; then argv+=(--all); fi
    flag --seed "${INPUT_SEED:-}"
}

# Passes the thresholds and rules of the gate.
gate() {
    flag --fail-on "${INPUT_FAIL_ON:-}"
    flag --max-mts "${INPUT_MAX_MTS:-}"
    flag --max-overall-mts "${INPUT_MAX_OVERALL_MTS:-}"
    flag --new-max-mts "${INPUT_NEW_MAX_MTS:-}"
    flag --max-mts-increase "${INPUT_MAX_MTS_INCREASE:-}"
    flag --min-ca "${INPUT_MIN_CA:-}"
    flag --min-mutants "${INPUT_MIN_MUTANTS:-}"
    flag --min-mirrored "${INPUT_MIN_MIRRORED:-}"
    flag --min-inputs "${INPUT_MIN_INPUTS:-}"
    flag --min-branches "${INPUT_MIN_BRANCHES:-}"
    flag --fragments "${INPUT_FRAGMENTS:-}"
    flag --max-confirmed-fragments "${INPUT_MAX_CONFIRMED_FRAGMENTS:-}"
    flag --max-latent-fragments "${INPUT_MAX_LATENT_FRAGMENTS:-}"
    flag --variants "${INPUT_VARIANTS:-}"
    flag --max-broken-variants "${INPUT_MAX_BROKEN_VARIANTS:-}"
    flag --gate-on "${INPUT_GATE_ON:-}"
    flag --on-drift "${INPUT_ON_DRIFT:-}"
    flag --on-inconclusive "${INPUT_ON_INCONCLUSIVE:-}"
    flag --on-newly-inconclusive "${INPUT_ON_NEWLY_INCONCLUSIVE:-}"
    flag --on-no-pairs "${INPUT_ON_NO_PAIRS:-}"
}

refuse_links working-directory "${INPUT_WORKING_DIRECTORY:-.}"
cd "${INPUT_WORKING_DIRECTORY:-.}" || fail "the input working-directory names ${INPUT_WORKING_DIRECTORY}, which is not a folder that the action can enter"
out=${INPUT_OUTPUT_DIR:-mts-out}
html=${INPUT_HTML_DIR:+$INPUT_HTML_DIR/index.html}
refuse_links output-dir "$out"
refuse_links json-file "${INPUT_JSON_FILE:-.}"
refuse_links junit-file "${INPUT_JUNIT_FILE:-.}"
refuse_links sarif-file "${INPUT_SARIF_FILE:-.}"
refuse_links badge-file "${INPUT_BADGE_FILE:-.}"
refuse_links html-dir "${html:-.}"
command=${INPUT_COMMAND:-run}
verbose=${INPUT_VERBOSE:-false}
# GitHub sets RUNNER_DEBUG when somebody runs the job again with debug logging.
if [ "${RUNNER_DEBUG:-}" = 1 ]; then verbose=true; fi
argv=("$command")

case "$command" in
    run | plan)
        case "${EVENT_NAME:-}" in
            pull_request_target | workflow_run)
                fail "$command does not run on $EVENT_NAME, where a stranger's code could read the repository's secrets: use the event pull_request"
                ;;
        esac
        scope
        if [ "$command" = run ]; then
            gate
            flag --out "$out"
            flag --sample "${INPUT_SAMPLE:-}"
            flag --budget "${INPUT_BUDGET:-}"
            flag --jobs "${INPUT_JOBS:-}"
            flag --sandbox "${INPUT_SANDBOX:-}"
            flag --shard "${INPUT_SHARD:-}"
            flag --annotate "${INPUT_ANNOTATE:-}"
            baseline
            if [ "$verbose" = true ]; then argv+=(--verbose); fi
        else
            flag --shards "${INPUT_SHARDS:-}"
            argv+=(--format=json)
        fi
        ;;
    merge)
        flag --out "$out"
        flag --annotate "${INPUT_ANNOTATE:-}"
        ;;
    *) fail "the input command must be run, plan, merge or publish, and not $command" ;;
esac

lines "${INPUT_ARGS:-}"
argv+=(${each[@]+"${each[@]}"})

if [ "$command" = merge ]; then
    globs "${INPUT_MERGE:-mts-parts/*}"
    [ "${#each[@]}" -gt 0 ] || fail "no file matches ${INPUT_MERGE:-mts-parts/*}: download the shards' results first, or correct the input merge"
    argv+=(-- "${each[@]}")
fi

limit=()
if [ -n "${INPUT_TIMEOUT_MINUTES:-}" ]; then
    command -v timeout >/dev/null || fail "the input timeout-minutes needs the command timeout, which this runner does not have"
    limit=(timeout --signal=TERM --kill-after=30s "${INPUT_TIMEOUT_MINUTES}m")
fi

if [ "$verbose" = true ]; then
    # The runner executes some lines of the output as commands. `doctor` prints only text of the tool, so this is safe.
    echo "::group::runtimes of this machine"
    "$MTS_BINARY" doctor || true # the run itself reports what is missing
    echo "::endgroup::"
fi
printf '+ cargo-mts'
printf ' %q' "${argv[@]}"
printf '\n'
if [ "$command" = plan ]; then
    status=0
    plan=$("$MTS_BINARY" "${argv[@]}") || status=$?
    if [ "$status" -ne 0 ]; then
        printf 'verdict=none\nexit-code=%s\n' "$status" >>"$GITHUB_OUTPUT"
        exit "$status"
    fi
    python3 -I "$here/outputs.py" plan "$plan" >>"$GITHUB_OUTPUT"
    exit 0
fi

# An earlier step may have left a report in this folder. It is not a result of this run.
rm -f -- "$out/report.json"
status=0
SECONDS=0
${limit[@]+"${limit[@]}"} "$MTS_BINARY" "${argv[@]}" || status=$?
# is_over: succeeds if the limit has passed. `timeout` also returns 137 if another program killed the tool.
is_over() {
    awk -v passed="$SECONDS" -v minutes="$INPUT_TIMEOUT_MINUTES" 'BEGIN { exit passed < minutes * 60 }'
}
if [ "${#limit[@]}" -gt 0 ] && { [ "$status" -eq 124 ] || { [ "$status" -eq 137 ] && is_over; }; }; then
    error "no result after $INPUT_TIMEOUT_MINUTES minutes, the limit of the input timeout-minutes"
    status=12
elif [ "$status" -eq 137 ]; then
    error "the system killed cargo mts (signal 9), as it does if the runner has no memory left: set the input jobs to a smaller number, or use a larger runner"
fi

python3 -I "$here/outputs.py" result "$out" "$status" >>"$GITHUB_OUTPUT" || {
    # Without Python or without a readable report, the exit code is the only output.
    printf '::warning title=cargo mts::the action cannot read %s with python3, so the output verdict is none\n' "$out/report.json"
    printf 'verdict=none\nexit-code=%s\n' "$status" >>"$GITHUB_OUTPUT"
}

# copy NAME TO: also copies a result to the path that the workflow gives.
copy() {
    if [ -n "$2" ] && [ -f "$out/$1" ]; then
        mkdir -p "$(dirname -- "$2")"
        cp -- "$out/$1" "$2"
    fi
}
copy report.json "${INPUT_JSON_FILE:-}"
copy junit.xml "${INPUT_JUNIT_FILE:-}"
copy mts.sarif "${INPUT_SARIF_FILE:-}"
copy badge.json "${INPUT_BADGE_FILE:-}"
copy report.html "$html"

if [ -n "${INPUT_SHARD:-}" ]; then
    case "$status" in
        10 | 11 | 12)
            echo "exit code $status of the shard: this step passes, because the command merge applies the gate"
            status=0
            ;;
    esac
fi
exit "$status"
