#!/bin/sh
# Installs a released `sleeve`: downloads the archive for this machine, compares it with the release's checksums, and puts the program into a folder.
#
#   SLEEVE_VERSION    the release, as in 0.1.0
#   SLEEVE_RELEASES   where releases lie: …/releases/download
#   SLEEVE_FOLDER     where the program goes; default: ~/.local/bin
#
# Status 4 says that there is no such release, or none for this machine.
set -eu
version=${SLEEVE_VERSION:-}
releases=${SLEEVE_RELEASES:-}
folder=${SLEEVE_FOLDER:-$HOME/.local/bin}

fail() { status=$1; shift; echo "sleeve: $*" >&2; exit "$status"; }
[ -n "$version" ] && [ -n "$releases" ] || fail 2 "SLEEVE_VERSION and SLEEVE_RELEASES say what to install"

program=sleeve form=tar.gz
case $(uname -m) in
x86_64 | amd64) processor=x86_64 ;;
aarch64 | arm64) processor=aarch64 ;;
*) fail 4 "there is no release for $(uname -m)" ;;
esac
case $(uname -s) in
Linux)
    # The first needs a C library as new as that of 2022, the other none.
    system=unknown-linux-musl
    glibc=$(getconf GNU_LIBC_VERSION 2> /dev/null | sed -n 's/^glibc 2\.\([0-9]*\).*/\1/p')
    if [ "${glibc:-0}" -ge 35 ]; then system=unknown-linux-gnu; fi
    ;;
Darwin) system=apple-darwin ;;
MINGW* | MSYS* | CYGWIN*) system=pc-windows-msvc processor=x86_64 program=sleeve.exe form=zip ;;
*) fail 4 "there is no release for $(uname -s)" ;;
esac
name=sleeve-$version-$processor-$system

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
get() {
    code=0
    said=$(curl -sSL --fail --retry 3 --max-time 300 -w '%{http_code}' -o "$work/$1" "$releases/v$version/$1" 2> "$work/error") || code=$?
    case $code-$said in
    0-*) ;;
    # Of a file that is not there: 37 from a disk.
    *-404 | 37-*) fail 4 "there is no release $version for $processor-$system" ;;
    *) fail 1 "$(cat "$work/error")" ;;
    esac
}
get SHA256SUMS
get "$name.$form"
wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.$form\$/\1/p" "$work/SHA256SUMS")
found=$(if command -v sha256sum > /dev/null; then sha256sum < "$work/$name.$form"; else shasum -a 256 < "$work/$name.$form"; fi | cut -c 1-64)
[ -n "$wanted" ] && [ "$wanted" = "$found" ] || fail 1 "the checksum of $name.$form is $found, not ${wanted:-one that the release names}: nothing is installed"

case $form in
zip) unzip -q "$work/$name.zip" -d "$work" ;;
*) tar -xzf "$work/$name.tar.gz" -C "$work" ;;
esac
mkdir -p "$folder"
# Beside its place first, so that a program that runs is never half another one.
cp "$work/$name/$program" "$folder/.$program.new"
chmod 755 "$folder/.$program.new"
mv -f "$folder/.$program.new" "$folder/$program"
echo "sleeve $version is $folder/$program" >&2
