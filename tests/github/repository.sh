#!/usr/bin/env bash
# Makes the repository that a checkout action leaves behind, from examples/ledger, and prints its shas as
# JSON. Usage: repository.sh KIND FOLDER
#   good    one pair, changed on both sides alike
#   bad     three pairs: one good, one port that goes wrong, one left behind
#   port    one pair, changed on the Python side alone
#   empty   a change that touches no pair
# main goes on while the request is open, so base and merge base differ; HEAD is the detached merge of
# the request into main, as refs/pull/7/merge, and a branch of a merge queue holds the same merge.
set -euo pipefail

kind=$1
folder=$2
ledger=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../examples/ledger" && pwd)

mkdir -p "$folder"
cd "$folder"

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME="Ada Porter" GIT_AUTHOR_EMAIL=ada@example.org
export GIT_COMMITTER_NAME="Ada Porter" GIT_COMMITTER_EMAIL=ada@example.org
export GIT_AUTHOR_DATE="2026-01-05T09:00:00Z" GIT_COMMITTER_DATE="2026-01-05T09:00:00Z"

# put FROM PATH...: replaces these files by those of one of the two states of the ledger.
put() {
    local from=$1 path
    shift
    for path in "$@"; do
        mkdir -p "$(dirname "$path")"
        cp "$ledger/$from/$path" "$path"
    done
}

commit() {
    git add --all
    git commit --quiet --message "$1"
}

git init --quiet --initial-branch main
cp -R "$ledger/before/." .
commit "Port the ledger to Python"
before=$(git rev-parse HEAD)

git switch --quiet --create topic
case "$kind" in
    good) put after java/acme/ledger/Card.java python/ledger/card.py ;;
    bad)
        put after java/acme/ledger/Account.java java/acme/ledger/Card.java java/acme/ledger/Money.java \
            python/ledger/card.py python/ledger/money.py python/tests/test_ledger.py
        ;;
    port) sed -i 's/int(cents \/ parties)/cents \/\/ parties/' python/ledger/money.py ;;
    empty) echo "One more line." >>README.md ;;
    *)
        echo "unknown kind $kind" >&2
        exit 2
        ;;
esac
commit "Change the ledger"
head=$(git rev-parse HEAD)

git switch --quiet main
echo "written while the request was open" >NOTES
commit "Go on"
base=$(git rev-parse HEAD)

git switch --quiet --create "gh-readonly-queue/main/pr-7-$base"
git merge --quiet --no-ff --message "Merge $head into $base" topic
merge=$(git rev-parse HEAD)
git update-ref refs/remotes/pull/7/merge "$merge"
git switch --quiet --detach "$merge"

printf '{"before":"%s","base":"%s","head":"%s","merge":"%s"}\n' "$before" "$base" "$head" "$merge"
