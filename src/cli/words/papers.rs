//! Subcommands that write papers: `schema`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
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
