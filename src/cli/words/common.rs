//! What every subcommand's help shares: its own description, options of all, words for values.

use super::Translation;

pub(super) const ROWS: &[Translation] = &[
    (
        "Build, check and test-draw decks for card games: games are data, verdicts are three-valued, odds are exact",
        "Construire, vérifier et essayer des decks de jeux de cartes : les jeux sont des données, les verdicts ont trois valeurs, les probabilités sont exactes",
    ),
    (
        "Exit status: 0 legal or nothing found, 1 illegal or \"no\", 2 unusable input, 3 undetermined.",
        "Code de sortie : 0 légal ou rien trouvé, 1 illégal ou « non », 2 entrée inutilisable, 3 indéterminé.",
    ),
    (
        "Lay a folder or file of card data over the shipped data (may be repeated)",
        "Superposer un dossier ou un fichier de données aux données fournies (option répétable)",
    ),
    (
        "Language of the output; default: the locale",
        "Langue de la sortie ; par défaut : celle du système",
    ),
    ("English", "anglais"),
    ("French", "français"),
    ("When to colour", "Quand mettre en couleurs"),
    ("On a terminal, unless NO_COLOR is set", "sur un terminal, sauf si NO_COLOR est défini"),
    ("Always", "toujours"),
    ("Never", "jamais"),
    ("Say less: no summary, no hints", "En dire moins : ni résumé ni conseils"),
    ("Print help (see more with '--help')", "Afficher l'aide (plus de détails avec « --help »)"),
    ("Print help (see a summary with '-h')", "Afficher l'aide (un résumé avec « -h »)"),
    ("Print version", "Afficher la version"),
    ("Form of the output", "Forme de la sortie"),
    ("The form of the output", "Forme de la sortie"),
    ("A document for scripts", "un document destiné aux scripts"),
    ("A document with every fact", "un document avec chaque fait"),
    ("PATH", "CHEMIN"),
    ("NAME", "NOM"),
    ("NONCE", "NONCE"),
    ("SEAL", "SCEAU"),
    ("LANG", "LANGUE"),
    ("WHEN", "QUAND"),
    ("DECK", "DECK"),
    ("DECK|CONDITION", "DECK|CONDITION"),
    ("CONDITION", "CONDITION"),
    ("FORMAT", "FORMAT"),
    (
        "Put it where the shell looks for it, such as:
  bash  sleeve completions bash > ~/.local/share/bash-completion/completions/sleeve
  zsh   sleeve completions zsh > ~/.zfunc/_sleeve
  fish  sleeve completions fish > ~/.config/fish/completions/sleeve.fish
The script asks the program itself, which knows the games, formats, fields, values and cards.",
        "À mettre là où l'interpréteur le cherche, par exemple :
  bash  sleeve completions bash > ~/.local/share/bash-completion/completions/sleeve
  zsh   sleeve completions zsh > ~/.zfunc/_sleeve
  fish  sleeve completions fish > ~/.config/fish/completions/sleeve.fish
Le script interroge le programme lui-même, qui connaît les jeux, formats, champs, valeurs et cartes.",
    ),
    ("GAME", "JEU"),
    ("GAME/FORMAT", "JEU/FORMAT"),
    ("FOLDER", "DOSSIER"),
    ("FORMAT-FILE", "FICHIER-DE-FORMAT"),
    ("GAME[/FORMAT]", "JEU[/FORMAT]"),
    ("ROLE", "RÔLE"),
    ("NAME=VALUE", "NOM=VALEUR"),
    ("DATE", "DATE"),
    ("READER", "LECTEUR"),
    ("WHAT", "QUOI"),
    ("FORM", "FORME"),
    ("N", "N"),
    ("P", "P"),
    ("NUMBER", "NOMBRE"),
    ("FILTER", "FILTRE"),
    ("FIELD", "CHAMP"),
    ("FIELDS", "CHAMPS"),
    ("CARD", "CARTE"),
    ("CARDS", "CARTES"),
    ("MEASURE", "MESURE"),
    ("ZONE", "ZONE"),
    ("FILE", "FICHIER"),
    ("DIR", "DOSSIER"),
    ("TOPIC", "SUJET"),
    ("CLASSES", "CLASSES"),
    ("WHICH", "LEQUEL"),
    ("RULE", "RÈGLE"),
    ("FROM..TO", "DE..À"),
    ("SHELL", "SHELL"),
];
