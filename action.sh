#!/usr/bin/env bash
# The steps of action.yml. The action's folder is an unpacked archive and no repository: what is built is what lies in it.
set -euo pipefail

root=$RUNNER_TEMP/sleeve
program=$root/bin/sleeve
if [ "$RUNNER_OS" = Windows ]; then program=$program.exe; fi

# One number for all that the program is built from.
key() {
    cd "$GITHUB_ACTION_PATH"
    find Cargo.toml Cargo.lock src crates cards schemas -type f | LC_ALL=C sort |
        while IFS= read -r file; do
            printf '%s\n' "$file"
            cat "$file"
        done | if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-64
}

case $1 in
key)
    value=$(key)
    printf 'key=%s\n' "$value" >> "$GITHUB_OUTPUT"
    ;;
build)
    # There is one where the cache had it.
    if [ ! -x "$program" ]; then
        cargo install --locked --path "$GITHUB_ACTION_PATH" --root "$root"
    fi
    ;;
check)
    decks=()
    while IFS= read -r deck; do
        if [ -n "${deck//[[:space:]]/}" ]; then decks+=("$deck"); fi
    done <<< "$DECKS"
    read -r -d '' -a arguments <<< "$ARGUMENTS" || true
    "$program" check -o github ${arguments[@]+"${arguments[@]}"} -- ${decks[@]+"${decks[@]}"}
    ;;
esac
