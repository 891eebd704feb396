# What a stranger's folder `repo` holds beside a folder that is none of his, with links and paths from one to the other.
set -eu
mkdir -p outside repo/decks repo/linked repo/nested/sub repo/cards/starfighter repo/subs/more repo/cup repo/locked/r repo/locked/decks repo/mine
printf 'machine x login y password S3CRET' | tee outside/secret.txt > outside/secret.toml
overlay() { printf "game = 'starfighter'\n[[card]]\nid = 'ares'\naliases = ['Ten']\n"; }
event() { printf "name = 'x'\nformat = 'starfighter/guerre-totale'\nplayers = ['A']\nrounds = ['r']\ndecks = '%s'\n" "$1"; }
for deck in decks linked nested/sub locked/r mine; do cp "$DECK" repo/$deck/own.toml; done
overlay | tee outside/ok.toml repo/cards/starfighter/own.toml > repo/subs/more/own.toml
echo "cards.overlays = ['../../../outside/secret.toml']" > repo/nested/sub/sleeve.toml
echo "cards.overlays = ['../../outside/ok.toml']" > repo/mine/sleeve.toml
event ../../outside > repo/cup/event.toml
event decks > repo/locked/event.toml
cd repo
ln -s ../../outside/secret.txt decks/a.txt
ln -s ../../outside/secret.txt decks/b
ln -s own.toml decks/inside.toml
ln -s ../../outside/secret.toml cards/x.toml
ln -s ../../outside subs/starfighter
ln -s ../../outside/secret.toml linked/sleeve.toml
ln -s ../../outside/secret.toml locked/event.lock
