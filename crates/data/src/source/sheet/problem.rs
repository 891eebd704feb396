//! What can be wrong with a sheet before its cells are read.

use crate::model::Text;
use crate::source::problem::text;

/// A mistake in the form of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetProblem {
    /// There is no row in it.
    Empty,
    /// No column says which card a row is about.
    NoId {
        /// The word for the id in this game.
        id: String,
    },
    /// A quote that is never closed.
    OpenQuote,
    /// A row with more cells than the head has.
    Extra {
        /// How many the head has.
        cells: usize,
    },
    /// A day where the number of a card is expected.
    Date {
        /// What stands there.
        text: String,
    },
}

impl SheetProblem {
    /// The kebab-case id of the mistake.
    pub(in crate::source) fn id(&self) -> &'static str {
        match self {
            SheetProblem::Empty => "no-data",
            SheetProblem::NoId { .. } => "missing-field",
            SheetProblem::OpenQuote | SheetProblem::Extra { .. } => "not-a-sheet",
            SheetProblem::Date { .. } => "date-in-cell",
        }
    }

    pub(in crate::source) fn title(&self) -> Text {
        match self {
            SheetProblem::Empty => {
                text("the sheet has no rows".to_owned(), "la feuille n'a aucune ligne".to_owned())
            }
            SheetProblem::NoId { id } => text(
                format!("no column says which card a row is about: `{id}` is missing"),
                format!("aucune colonne ne dit de quelle carte il s'agit : il manque « {id} »"),
            ),
            SheetProblem::OpenQuote => text(
                "the quote is never closed".to_owned(),
                "le guillemet n'est jamais fermé".to_owned(),
            ),
            SheetProblem::Extra { cells } => text(
                format!("a cell beyond the {cells} columns of the head"),
                format!("une cellule au-delà des {cells} colonnes de l'en-tête"),
            ),
            SheetProblem::Date { text: day } => text(
                format!("`{day}` is a day, and the number of a card is expected"),
                format!("« {day} » est une date, or un numéro de carte est attendu"),
            ),
        }
    }

    pub(in crate::source) fn help(&self) -> Option<Text> {
        let (en, fr) = match self {
            SheetProblem::Empty => {
                ("the first row names the columns", "la première ligne nomme les colonnes")
            }
            SheetProblem::NoId { .. } => (
                "the first row names the columns; `sleeve cards --missing -o csv` writes such a sheet",
                "la première ligne nomme les colonnes ; « sleeve cards --missing -o csv » écrit une telle feuille",
            ),
            SheetProblem::OpenQuote => {
                ("close it with another `\"`", "fermez-le par un autre « \" »")
            }
            SheetProblem::Extra { .. } => (
                "name its column in the first row, or put a cell with a comma in it in quotes",
                "nommez sa colonne dans la première ligne, ou mettez entre guillemets une cellule qui contient le séparateur",
            ),
            SheetProblem::Date { .. } => (
                "spreadsheets make a day of 3-10: give the column the format \"text\" and type it again, or type '3-10",
                "un tableur fait une date de 3-10 : donnez à la colonne le format « texte » et retapez-le, ou tapez '3-10",
            ),
        };
        Some(text(en.to_owned(), fr.to_owned()))
    }
}
