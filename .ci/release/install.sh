#!/bin/sh
# Installs a released `sleeve`: downloads the archive for this machine, verifies its checksum, and
# copies the program to a folder. `install.sh --game netrunner` instead puts the pack of that game
# into your folder of games.
#
#   SLEEVE_VERSION    the release, such as 0.1.0
#   SLEEVE_RELEASES   the address of the releases: …/releases/download
#   SLEEVE_FOLDER     the folder for the program; default: ~/.local/bin
#   SLEEVE_GAMES      the folder of games
#
# Exits with status 4 if there is no such release, or none for this machine.
set -eu
version=${SLEEVE_VERSION:-}
releases=${SLEEVE_RELEASES:-}
folder=${SLEEVE_FOLDER:-$HOME/.local/bin}

fail() { status=$1; shift; echo "sleeve: $*" >&2; exit "$status"; }
[ -n "$version" ] && [ -n "$releases" ] || fail 2 "set SLEEVE_VERSION and SLEEVE_RELEASES to choose a release"

game=
case ${1:-} in
'') ;;
--game) game=${2:-} ;;
esac
[ $# = 0 ] || [ -n "$game" ] || fail 2 "usage: install.sh [--game NAME]"
games=${XDG_DATA_HOME:-$HOME/.local/share}/sleeve/games

program=sleeve form=tar.gz
case $(uname -m) in
x86_64 | amd64) processor=x86_64 ;;
aarch64 | arm64) processor=aarch64 ;;
*) fail 4 "there is no release for $(uname -m)" ;;
esac
case $(uname -s) in
Linux)
    # The first needs a C library from 2022 or later, the other one none.
    system=unknown-linux-musl
    glibc=$(getconf GNU_LIBC_VERSION 2> /dev/null | sed -n 's/^glibc 2\.\([0-9]*\).*/\1/p')
    if [ "${glibc:-0}" -ge 35 ]; then system=unknown-linux-gnu; fi
    ;;
Darwin) system=apple-darwin games="$HOME/Library/Application Support/sleeve/games" ;;
MINGW* | MSYS* | CYGWIN*)
    system=pc-windows-msvc processor=x86_64 program=sleeve.exe form=zip
    games=${APPDATA:-}/sleeve/games
    ;;
*) fail 4 "there is no release for $(uname -s)" ;;
esac
name=sleeve-$version-$processor-$system
file=$name.$form what="$processor-$system"
if [ -n "$game" ]; then file=$game.sleeve what="the game $game"; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
get() {
    code=0
    said=$(curl -sSL --fail --retry 3 --max-time 300 -w '%{http_code}' -o "$work/$1" "$releases/v$version/$1" 2> "$work/error") || code=$?
    case $code-$said in
    0-*) ;;
    # If the file is missing; 37 is for file:// addresses.
    *-404 | 37-*) fail 4 "there is no release $version for $what" ;;
    *) fail 1 "$(cat "$work/error")" ;;
    esac
}
get SHA256SUMS
get "$file"
wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $file\$/\1/p" "$work/SHA256SUMS")
found=$(if command -v sha256sum > /dev/null; then sha256sum < "$work/$file"; else shasum -a 256 < "$work/$file"; fi | cut -c 1-64)
[ -n "$wanted" ] && [ "$wanted" = "$found" ] || fail 1 "the checksum of $file is $found, not ${wanted:-in the list of the release}; nothing was installed"

if [ -n "$game" ]; then
    folder=${SLEEVE_GAMES:-$games}
    mkdir -p "$folder"
    mv -f "$work/$file" "$folder/$file"
    echo "put the game $game into $folder" >&2
    exit
fi
case $form in
zip) unzip -q "$work/$name.zip" -d "$work" ;;
*) tar -xzf "$work/$name.tar.gz" -C "$work" ;;
esac
mkdir -p "$folder"
# Copy next to the target first, so that the program is replaced in one step.
cp "$work/$name/$program" "$folder/.$program.new"
chmod 755 "$folder/.$program.new"
mv -f "$folder/.$program.new" "$folder/$program"
echo "installed sleeve $version as $folder/$program" >&2
