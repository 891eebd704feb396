mkdir -p 'an action'/{src,crates,cards,decks,schemas,words,.ci/release} bin 'my temp/sleeve/bin' work
touch 'an action'/{Cargo.lock,build.rs,src/main.rs}
printf '%s\n' '[workspace.package]' 'version = "0.1.0"' > 'an action/Cargo.toml'
cp "$INSTALLER" 'an action/.ci/release'
cp "$HOOK" 'an action/.ci'
cp "$SCRIPT" 'an action'
printf '%s\n' '#!/bin/sh' 'echo "cargo $*"; exit ${ENDS-0}' > bin/cargo
printf '%s\n' '#!/bin/sh' 'if [ "$1" = -V ]; then echo "sleeve ${SAYS-0.2.0}"; else printf "<%s>" "$@"; echo; fi' > built
chmod +x bin/cargo built
export PATH=$PWD/bin:$PATH GITHUB_ACTION_PATH="$PWD/an action" RUNNER_TEMP="$PWD/my temp" GITHUB_OUTPUT=$PWD/output
step() { (cd work && bash --noprofile --norc -eo pipefail "$SCRIPT" "$1") 2> /dev/null || echo "status $?"; }
export RUNNER_OS=Linux
