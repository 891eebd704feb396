//! What keeps a deck file from being used, worded.

use super::diagnostic::position;
use super::{catalog, setup_errors, words};
use crate::check::{CheckedDeck, Obstacle};
use crate::model::Lang;
use std::ops::Range;
use std::sync::Arc;

/// So many mistakes in the data are told for each deck that needs it; `lint` tells more.
const DATA_MISTAKES: usize = 10;

/// Something that keeps a file from being used, worded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputProblem {
    /// What is wrong.
    pub message: String,
    /// What stands at the marked place, in few words.
    pub label: String,
    /// Where in the deck's text.
    pub span: Option<Range<usize>>,
    /// Nearest or possible names.
    pub candidates: Vec<String>,
    /// What to do.
    pub help: String,
    /// Another text that the problem lies in (a rule's condition): its name, the text, the place.
    pub elsewhere: Option<(String, Arc<str>, Range<usize>)>,
}

/// A place that a report points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// Path of the file, or another name of the text.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
    /// The bytes that are meant; `None`: the whole of it.
    pub span: Option<&'a Range<usize>>,
}

impl Place<'_> {
    /// Line and column where it begins, from 1.
    pub fn start(&self) -> Option<(usize, usize)> {
        self.span.map(|span| position(self.text, span.start))
    }
}

/// Everything that keeps a deck from being used, besides lines that could not be resolved.
pub fn problems(deck: &CheckedDeck, lang: Lang) -> Vec<InputProblem> {
    deck.obstacles().iter().flat_map(|obstacle| problems_of(obstacle, deck, lang)).collect()
}

fn problems_of(obstacle: &Obstacle, deck: &CheckedDeck, lang: Lang) -> Vec<InputProblem> {
    match obstacle {
        Obstacle::File(problem) => vec![words::deck_problem(problem, lang)],
        Obstacle::Target(error) => vec![words::target_problem(error, lang)],
        Obstacle::Config { path } => {
            let message = match lang {
                Lang::En => format!("`{path}`, which holds for it, has mistakes"),
                Lang::Fr => format!("`{path}`, qui vaut pour lui, contient des erreurs"),
            };
            vec![InputProblem { message, ..InputProblem::default() }]
        }
        Obstacle::Data(error) => catalog::input_problems(error, DATA_MISTAKES, lang),
        Obstacle::Check(error) => {
            setup_errors::check_problems(error, deck.catalog().map(|catalog| &**catalog), lang)
        }
    }
}

impl<'a> Place<'a> {
    /// A place in a deck.
    pub fn in_deck(deck: &'a CheckedDeck, span: Option<&'a Range<usize>>) -> Place<'a> {
        Place { path: &deck.path, text: &deck.text, span }
    }

    /// Where a problem of a deck lies.
    pub fn of(deck: &'a CheckedDeck, problem: &'a InputProblem) -> Place<'a> {
        match &problem.elsewhere {
            Some((path, text, span)) => Place { path, text, span: Some(span) },
            None => Place::in_deck(deck, problem.span.as_ref()),
        }
    }
}
