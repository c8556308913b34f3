#!/usr/bin/env bash
# Runs the command of the input `setup` in the files of the base revision, in a folder outside the workspace.
set -euo pipefail

if [ -z "$SETUP_REVISION" ]; then
    echo "::error::the action did not run the command of the input \`setup\`, because there is no trusted base: set the input \`base\`"
    exit 1
fi
folder=$(mktemp -d "${RUNNER_TEMP:?}/mts-setup-XXXXXX")
root=$(git -C "$SETUP_REPOSITORY" rev-parse --show-toplevel)
# Git uses a separate index here, so that the repository's own index and working tree stay as they are.
GIT_INDEX_FILE="$folder.index" git -C "$root" --work-tree="$folder" checkout --quiet "$SETUP_REVISION" -- .
cd "$folder"
if ! bash -euo pipefail -c "$SETUP_COMMAND"; then
    echo "::error::the command of the input \`setup\` failed in the files of $SETUP_REVISION"
    exit 1
fi
