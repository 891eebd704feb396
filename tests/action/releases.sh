case $(uname -s) in Linux | Darwin) ;; *) exit ;; esac
release() {
    for target in {x86_64,aarch64}-{unknown-linux-gnu,unknown-linux-musl,apple-darwin}; do
        mkdir -p "releases/v$1" "sleeve-$1-$target"
        cp built "sleeve-$1-$target/sleeve"
        tar -czf "releases/v$1/sleeve-$1-$target.tar.gz" "sleeve-$1-$target"
    done
    (cd "releases/v$1" && if command -v sha256sum; then sha256sum *.gz; else shasum -a 256 *.gz; fi | grep -v / > SHA256SUMS)
}
release 0.2.0; release 0.3.0; release 0.4.0
for archive in releases/v0.3.0/*.gz; do echo more >> "$archive"; done
export RELEASES=file://$PWD/releases
has() { if [ -s output ]; then echo 'to be built'; fi; if [ -x 'my temp/sleeve/bin/sleeve' ]; then echo installed; fi; rm -f output 'my temp/sleeve/bin/sleeve'; }
try() { echo "- $*"; env "$@" bash -c 'cd work && bash --noprofile --norc -eo pipefail "$SCRIPT" install' 2> said || echo "status $?"; has; }
try VERSION=0.2.0
try VERSION=v0.2.0 REF=main
try REF=v0.2.0
try REF=v0.2.0x
try VERSION=0.3.0
grep -o 'nothing was installed' said
try VERSION=0.4.0
try VERSION=0.1.0
try VERSION=0.5.0
try VERSION=0.1.0 RELEASES=
