//! Subcommands that write papers: `schema`, `report`.

use super::Translation;

pub(super) const ROWS: &[Translation] = &[
    (
        "Write a page to look at: curves, odds by turn, opening hands, several decks side by side",
        "Écrire une page à regarder : courbes, probabilités par tour, mains de départ, plusieurs decks côte à côte",
    ),
    (
        "Show the odds of a condition by turn (may be repeated)",
        "Montrer les probabilités d'une condition, tour par tour (option répétable)",
    ),
    (
        "Show a measure of the deck, and how it spreads over opening hands (may be repeated)",
        "Montrer une mesure du deck, et sa répartition dans les mains de départ (option répétable)",
    ),
    (
        "Follow odds up to this turn; 0: the opening hand only",
        "Suivre les probabilités jusqu'à ce tour ; 0 : la main de départ seule",
    ),
    (
        "Deal so many opening hands of each deck",
        "Distribuer autant de mains de départ de chaque deck",
    ),
    ("The seed of the opening hands", "La graine des mains de départ"),
    (
        "Examples:
  sleeve report deck.toml --into deck.html
  sleeve report dark.toml light.toml --odds 'any(kind:location) in hand' --turns 8 --into both.html
  sleeve report deck.toml --measure 'sum(destiny)' --hands 8 --seed 7 > deck.html
Without --odds and --measure the largest groups of cards are asked about. The page needs nothing else and runs nothing.",
        "Exemples :
  sleeve report deck.toml --into deck.html
  sleeve report obscur.toml clair.toml --odds 'any(kind:location) in hand' --turns 8 --into deux.html
  sleeve report deck.toml --measure 'sum(destiny)' --hands 8 --seed 7 > deck.html
Sans --odds ni --measure, on interroge les plus grands groupes de cartes. La page se suffit à elle-même et n'exécute rien.",
    ),
    (
        "Print the JSON Schema of a document or of a file, or say which there are",
        "Afficher le schéma JSON d'un document ou d'un fichier, ou dire lesquels il y a",
    ),
    (
        "The schema; without it: a list of all",
        "Le schéma ; sans lui : la liste de tous",
    ),
    (
        "Examples:
  sleeve schema
  sleeve schema check > check.schema.json
  sleeve schema deck > deck.schema.json    `#:schema deck.schema.json` in a deck lets editors complete it",
        "Exemples :
  sleeve schema
  sleeve schema check > check.schema.json
  sleeve schema deck > deck.schema.json    `#:schema deck.schema.json` dans un deck permet aux éditeurs de le compléter",
    ),
];
