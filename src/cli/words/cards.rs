//! Subcommands about cards and rules, and about the program: `cards`, `show`, `rules`, `lint`, `import`, `help`,
//! `completions`, `man`.

use super::Translation;

pub(super) const ROWS: &[Translation] = &[
    (
        "Games, formats, parameters, and every rule in words with its citation",
        "Jeux, formats, paramètres, et chaque règle en mots avec sa source",
    ),
    (
        "Of what has several versions, only those that hold on this day",
        "De ce qui a plusieurs versions, seulement celles en vigueur à cette date",
    ),
    (
        "A game, or GAME/FORMAT; without it: every game",
        "Un jeu, ou JEU/FORMAT ; sans cela : tous les jeux",
    ),
    (
        "List cards: by effect, by value, by name, by any fact",
        "Lister des cartes : par effet, par valeur, par nom, par n'importe quel fait",
    ),
    (
        "The filter: words of a name, FIELD:VALUE, comparisons; all of them must hold",
        "Le filtre : mots d'un nom, CHAMP:VALEUR, comparaisons ; tous doivent être vérifiés",
    ),
    ("The game, where the filter does not settle it", "Le jeu, si le filtre ne le dit pas"),
    ("A JSON object on a line for each card", "Un objet JSON par ligne pour chaque carte"),
    (
        "The columns to show, separated by commas",
        "Les colonnes à montrer, séparées par des virgules",
    ),
    (
        "Fields to sort by, separated by commas; `-` before a field: downwards",
        "Champs de tri, séparés par des virgules ; `-` devant un champ : tri décroissant",
    ),
    (
        "Group by a field, each value with its number of cards",
        "Grouper par champ, chaque valeur avec son nombre de cartes",
    ),
    (
        "Show at most so many cards, of each group where there are groups",
        "Montrer au plus autant de cartes, par groupe s'il y en a",
    ),
    (
        "Write what nobody has attested of these cards as an overlay to fill in: TOML, or a sheet with `-o csv`",
        "Écrire ce que personne n'a attesté de ces cartes, sous forme de fichier à compléter : du TOML, ou une feuille avec `-o csv`",
    ),
    (
        "Only cards of this deck (may be repeated: of any of them)",
        "Les cartes de ce deck seulement (option répétable : de l'un d'eux)",
    ),
    (
        "Only cards that are not in this deck (may be repeated: in none of them)",
        "Les cartes absentes de ce deck seulement (option répétable : de tous)",
    ),
    (
        "The form of the output; default: a table, an overlay with --missing",
        "La forme de la sortie ; par défaut : un tableau, un fichier à compléter avec --missing",
    ),
    ("An overlay to fill in, with --missing", "un fichier à compléter, avec --missing"),
    ("A table", "un tableau"),
    ("Comma-separated values", "des valeurs séparées par des virgules"),
    ("Tab-separated values", "des valeurs séparées par des tabulations"),
    ("One name per line", "un nom par ligne"),
    (
        "Say the filter in words, and how many cards each part of it matches",
        "Dire le filtre en mots, et combien de cartes répondent à chacune de ses parties",
    ),
    (
        "Use attested facts only: stand-ins and inferred facts are unknown",
        "S'en tenir aux faits attestés : ce qui est provisoire ou supposé est inconnu",
    ),
    ("The day that counts for lists with dates", "La date qui compte pour les listes datées"),
    (
        "Examples:
  sleeve cards effect:pivot 'level<=1'
  sleeve cards --game star-realms 'effect:draw cost<=3' --sort cost
  sleeve cards 'power>ability is:unique' --group rarity --limit 5
  sleeve cards --game battleship-galaxies --missing > my-box.toml
  sleeve cards --game starfighter --missing -o csv > my-box.csv
`-` before a filter negates it: '-kind:unit'. `sleeve help language` explains filters.",
        "Exemples :
  sleeve cards effet:pivotement 'niveau<=1'
  sleeve cards --game star-realms 'effet:pioche coût<=3' --sort coût
  sleeve cards 'puissance>habileté is:unique' --group rareté --limit 5
  sleeve cards --game battleship-galaxies --missing > ma-boite.toml
  sleeve cards --game starfighter --missing -o csv > ma-boite.csv
`-` devant un filtre le nie : '-kind:unit'. `sleeve help language` explique les filtres.",
    ),
    (
        "Draw cards: their faces, values and effects, and where each fact comes from",
        "Dessiner des cartes : leurs faces, valeurs et effets, et d'où vient chaque fait",
    ),
    (
        "Names, ids or aliases of cards, or a part of a name that only one card has",
        "Noms, identifiants ou alias de cartes, ou partie d'un nom qu'une seule carte porte",
    ),
    ("The game, where several have such a card", "Le jeu, si plusieurs ont une telle carte"),
    (
        "Show attested facts only: stand-ins and inferred facts are unknown",
        "Ne montrer que les faits attestés : ce qui est provisoire ou supposé est inconnu",
    ),
    (
        "Show technical fields and defaults too",
        "Montrer aussi les champs techniques et les valeurs par défaut",
    ),
    ("Drawn", "un dessin"),
    (
        "Examples:
  sleeve show 3-10
  sleeve show 'ISN Everest (veteran)' 'Erin Cho'
  sleeve show --game star-realms 'Blob Wheel' -o json",
        "Exemples :
  sleeve show 3-10
  sleeve show 'ISN Everest (vétéran)' 'Erin Cho'
  sleeve show --game star-realms 'Blob Wheel' -o json",
    ),
    ("Write a game as one file to hand on", "Écrire un jeu dans un seul fichier à transmettre"),
    (
        "The folder of the game's data, or one in which that is called `cards`",
        "Le dossier des données du jeu, ou celui où elles s'appellent « cards »",
    ),
    (
        "The file to write, such as `my-game.sleeve`; an existing file is left alone",
        "Le fichier à écrire, par exemple `mon-jeu.sleeve` ; un fichier existant reste intact",
    ),
    (
        "Examples:
  sleeve pack my-game my-game.sleeve
  sleeve check deck.txt --cards my-game.sleeve",
        "Exemples :
  sleeve pack mon-jeu mon-jeu.sleeve
  sleeve check deck.txt --cards mon-jeu.sleeve",
    ),
    (
        "Bring data, decks, events and sleeve.toml into one style",
        "Mettre en forme données, decks, tournois et sleeve.toml",
    ),
    (
        "Files and folders; default: `cards` where there is such a folder; `-` is standard input",
        "Fichiers et dossiers ; par défaut : `cards`, si ce dossier existe ; `-` est l'entrée standard",
    ),
    (
        "Change nothing and name the files that would change; status 1 where there are any",
        "Ne rien changer et nommer les fichiers qui changeraient ; statut 1 s'il y en a",
    ),
    (
        "Examples:
  sleeve fmt
  sleeve fmt my-game decks/mine.toml
  sleeve fmt --check cards decks",
        "Exemples :
  sleeve fmt
  sleeve fmt mon-jeu decks/mien.toml
  sleeve fmt --check cards decks",
    ),
    (
        "Import cards from a community's card files",
        "Importer des cartes depuis les fichiers d'une communauté",
    ),
    ("The game whose cards they are", "Le jeu auquel appartiennent les cartes"),
    (
        "Examples:
  sleeve import swccg Dark.json Light.json
  sleeve import my-game cards.json printings.json --vocabulary
  sleeve import my-game pack --dry-run",
        "Exemples :
  sleeve import swccg Dark.json Light.json
  sleeve import mon-jeu cards.json printings.json --vocabulary
  sleeve import mon-jeu pack --dry-run",
    ),
    (
        "Card files, such as `Dark.json Light.json`: JSON, lines of JSON, sheets (CSV), and folders of them",
        "Fichiers de cartes, par exemple `Dark.json Light.json` : JSON, lignes de JSON, feuilles (CSV), et leurs dossiers",
    ),
    (
        "Folder for the cards' facts; default: that of the game's own `game.toml`, else `cards/GAME`",
        "Dossier des faits des cartes ; par défaut : celui du `game.toml` du jeu, sinon `cards/JEU`",
    ),
    (
        "Also write the cards' texts below this folder, for your own use with `--cards`",
        "Écrire aussi les textes des cartes sous ce dossier, pour votre propre usage avec `--cards`",
    ),
    (
        "Mapping of records to cards; default: the `import.toml` beside the game's `game.toml`, else the one that comes with the game",
        "Correspondance entre fiches et cartes ; par défaut : l'`import.toml` à côté du `game.toml` du jeu, sinon celle fournie avec le jeu",
    ),
    (
        "Also add to `game.toml` the kinds, fields, values, effects and sets that the game lacks",
        "Ajouter aussi à `game.toml` les sortes, champs, valeurs, effets et extensions qui manquent au jeu",
    ),
    ("Say what would change and write nothing", "Dire ce qui changerait sans rien écrire"),
    ("Check card and format data", "Vérifier les données de cartes et de formats"),
    (
        "Folders and files of card data; default: `cards` where there is such a folder, else what `sleeve.toml` lays over a game",
        "Dossiers et fichiers de données ; par défaut : `cards`, si ce dossier existe, sinon ce que `sleeve.toml` superpose à un jeu",
    ),
    (
        "Show help on a subcommand, or the reference of the pile language (`help language [GAME]`)",
        "Aider sur une sous-commande, ou expliquer le langage des piles (`help language [JEU]`)",
    ),
    ("A subcommand, or `language`", "Une sous-commande, ou `language`"),
    (
        "The game whose fields, values and effects `help language` lists",
        "Le jeu dont `help language` énumère les champs, valeurs et effets",
    ),
    (
        "Print a completion script for a shell",
        "Afficher un script de complétion pour un interpréteur de commandes",
    ),
    ("The shell", "L'interpréteur de commandes"),
    (
        "Print the manual page, or write one page per subcommand into a folder",
        "Afficher la page de manuel, ou écrire une page par sous-commande dans un dossier",
    ),
    (
        "Write `sleeve.1` and one page per subcommand here",
        "Écrire ici `sleeve.1` et une page par sous-commande",
    ),
];
