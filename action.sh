#!/usr/bin/env bash
# The steps of action.yml. The action's folder is an unpacked archive, not a repository; the program
# is built from the files in it.
set -euo pipefail

root=$RUNNER_TEMP/sleeve
program=$root/bin/sleeve
if [ "$RUNNER_OS" = Windows ]; then program=$program.exe; fi

# A hash of all files that the program is built from.
key() {
    cd "$GITHUB_ACTION_PATH"
    find Cargo.toml Cargo.lock build.rs src crates cards decks schemas words -type f | LC_ALL=C sort |
        while IFS= read -r file; do
            printf '%s\n' "$file"
            cat "$file"
        done | if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-64
}

# The wanted release, from `version` or from the tag of the action. Empty for a branch or a commit.
release() {
    local asked=${VERSION:-}
    if [ -z "$asked" ] && [[ ${REF:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then asked=$REF; fi
    printf '%s' "${asked#v}"
}

case $1 in
install)
    version=$(release)
    if [ -n "$version" ]; then
        status=4
        if [ -n "${RELEASES:-}" ]; then
            status=0
            SLEEVE_VERSION=$version SLEEVE_RELEASES=$RELEASES SLEEVE_FOLDER=$root/bin \
                sh "$GITHUB_ACTION_PATH/.ci/release/install.sh" || status=$?
        fi
        if [ "$status" = 0 ]; then
            said=$("$program" -V)
            if [ "$said" != "sleeve $version" ]; then
                echo "::error::release $version contains $said"
                exit 1
            fi
            exit
        fi
        # Stop if verification fails. If there is no release, the sources may still be of this
        # version.
        if [ "$status" != 4 ]; then exit "$status"; fi
        own=$(sed -n '/^\[workspace\.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' "$GITHUB_ACTION_PATH/Cargo.toml")
        if [ "$own" != "$version" ]; then
            echo "::error::there is no release $version, and the action's own sources have version $own"
            exit 1
        fi
    fi
    value=$(key)
    printf 'key=%s\n' "$value" >> "$GITHUB_OUTPUT"
    ;;
build)
    # From the cache, if it was there.
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
