//! What `fix` and `build` share: the options of a deck's folder, wishes read from the command line,
//! cards named by lists, and what is owned.

use super::session::resolve_path;
use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use clap::ValueEnum;
use sleeve_check::CheckedDeck;
use sleeve_data::files::{self, FileMessage};
use sleeve_data::model::{CardIndex, Catalog, Entry, Format};
use sleeve_decks::{self as decks, DeckResolver, Hints};
use sleeve_language::{self as language, LanguageError};
use sleeve_library::project;
use sleeve_report::Diagnostic;
use sleeve_report::language::diagnostic;
use sleeve_report::solved::SolvedDeck;
use sleeve_report::unresolved;
use sleeve_rules::{CheckOptions, Rulebook, Verdict};
use sleeve_solve::{Collection, CollectionError};
use std::path::Path;

/// Forms of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum SolveOutput {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
}

/// The options with the levels that the `sleeve.toml` of a deck sets.
pub(super) fn options_of_folder(
    session: &Session<'_, '_>,
    deck: &CheckedDeck,
    options: &CheckOptions,
    (catalog, format): (&Catalog, &Format),
) -> CheckOptions {
    let mut options = options.clone();
    let folder = &session.streams.folder;
    let folder = match deck.path.as_str() {
        "-" => folder.clone(),
        path => folder.join(path).parent().unwrap_or(folder).to_owned(),
    };
    let place = session.projects.find_project(&project::plain(&folder)).ok();
    if let Some(config) = place.and_then(|place| place.config) {
        let levels = config
            .levels_for(|word| catalog.game.named.means(word), |word| format.named.means(word));
        options.levels.extend(levels.map(|(rule, level)| (rule.to_owned(), level)));
    }
    options
}

/// A mistake in a text of the command line.
pub(super) fn language_failure(
    session: &Session<'_, '_>,
    error: &LanguageError,
    text: &str,
) -> Failure {
    let name = session.talk.say("command line", "ligne de commande");
    session.failure(&diagnostic(error, name, text, session.talk.lang))
}

/// A filter of the command line.
pub(super) fn parse_filter(
    session: &Session<'_, '_>,
    rulebook: &Rulebook<'_>,
    text: Option<&String>,
) -> Result<Option<language::Filter>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let read = language::filter(text, &rulebook.scope);
    read.map(Some).map_err(|error| language_failure(session, &error, text))
}

/// A measure of the command line.
pub(super) fn parse_measure(
    session: &Session<'_, '_>,
    rulebook: &Rulebook<'_>,
    text: Option<&String>,
) -> Result<Option<language::Measure>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let read = language::measure(text, &rulebook.scope);
    read.map(Some).map_err(|error| language_failure(session, &error, text))
}

/// Conditions of the command line.
pub(super) fn parse_conditions(
    session: &Session<'_, '_>,
    rulebook: &Rulebook<'_>,
    texts: &[String],
) -> Result<Vec<language::Condition>, Failure> {
    let read = |text: &String| {
        let read = language::condition(text, &rulebook.scope);
        read.map_err(|error| language_failure(session, &error, text))
    };
    texts.iter().map(read).collect()
}

/// The cards that words of the command line name, each as a line of a list (`Luke`, `3x Luke`).
pub(super) fn parse_cards(
    session: &Session<'_, '_>,
    catalog: &Catalog,
    format: &Format,
    role: Option<&str>,
    lines: &[String],
) -> Result<Vec<(CardIndex, u32)>, Failure> {
    let mut cards = Vec::new();
    for line in lines {
        let hints = Hints::from_game(&catalog.game, Some("text"));
        let raw = decks::read("--with", line.replace(['\n', '\r'], " ").as_bytes(), &hints);
        let mut resolver = DeckResolver::new(catalog);
        let deck = raw.ok().map(|raw| {
            let named = resolver.name(&raw);
            resolver.place(&named, Some(format), role)
        });
        let deck = deck.unwrap_or_default();
        if let Some(lost) = deck.unresolved.first() {
            let lang = session.talk.lang;
            let help = unresolved::help(lost, catalog, &[], lang);
            return Err(session.failure_with_help(unresolved::title(lost, lang), help));
        }
        let in_state = |entry: &Entry| catalog.cards.state(entry.card).is_some();
        if deck.entries.is_empty() || deck.entries.iter().any(in_state) {
            return Err(session.refusal(CliMessage::NamesNoCard { line: line.clone() }));
        }
        cards.extend(deck.entries.iter().map(|entry| (entry.card, entry.count)));
    }
    Ok(cards)
}

/// What is owned, as a file says it; lines whose card is not known are said beside the results.
pub(super) fn read_collection(
    session: &mut Session<'_, '_>,
    catalog: &Catalog,
    path: &Path,
) -> Result<Collection, Failure> {
    let bytes = read_collection_bytes(session, path)?;
    let collection = parse_collection(session, catalog, path, &bytes)?;
    say_unknown_lines(session, path, std::iter::once(&collection));
    Ok(collection)
}

/// The bytes of a collection.
pub(super) fn read_collection_bytes(
    session: &mut Session<'_, '_>,
    path: &Path,
) -> Result<Vec<u8>, Failure> {
    let bytes = if path.as_os_str() == "-" {
        files::read_stream(&mut *session.streams.input, decks::error::MAX_BYTES)
    } else {
        files::read(&resolve_path(&session.streams.folder, path), decks::error::MAX_BYTES)
    };
    bytes.map_err(|refusal| {
        let (path, why) = (path.display().to_string(), FileMessage::from(refusal));
        session.refusal(CliMessage::CannotRead { path, why })
    })
}

/// What is owned of a game.
pub(super) fn parse_collection(
    session: &Session<'_, '_>,
    catalog: &Catalog,
    path: &Path,
    bytes: &[u8],
) -> Result<Collection, Failure> {
    let path = path.display().to_string();
    Collection::read(catalog, &path, bytes).map_err(|error| {
        session.refusal(match error {
            CollectionError::Deck(error) => return collection_failure(session, &error),
            CollectionError::NoColumn { columns } => CliMessage::NoColumn { path, columns },
            CollectionError::Count { line, text } => CliMessage::NoNumber { path, line, text },
            CollectionError::Row { line } => CliMessage::NoRow { path, line },
        })
    })
}

/// Says which lines of a collection name no card of any game that is asked about.
pub(super) fn say_unknown_lines<'c>(
    session: &mut Session<'_, '_>,
    path: &Path,
    collections: impl Iterator<Item = &'c Collection>,
) {
    let lines =
        |c: &Collection| -> Vec<String> { c.unresolved.iter().map(|u| u.text.clone()).collect() };
    let unknown = collections
        .map(lines)
        .reduce(|a, b| a.into_iter().filter(|line| b.contains(line)).collect());
    let Some(lines) = unknown.filter(|lines| !lines.is_empty()) else { return };
    session.say_line(&CliMessage::NotOwned { path: path.display().to_string(), lines });
}

/// What is wrong with the file of a collection, at its place.
fn collection_failure(session: &Session<'_, '_>, error: &decks::DeckError) -> Failure {
    let own = Some((error.path.as_str(), &*error.text));
    let shown = error.problems.iter().map(|problem| {
        let lang = session.talk.lang;
        Diagnostic::from_problem(problem, own, lang)
            .in_file(&error.path, lang)
            .render(&session.talk)
    });
    Failure::Unusable(shown.collect::<Vec<_>>().join("\n\n"))
}

/// How a deck's outcome counts.
pub(super) fn solved_status(deck: &SolvedDeck) -> RunStatus {
    match deck.verdict() {
        Verdict::Legal => RunStatus::Fine,
        Verdict::Undetermined => RunStatus::Undetermined,
        Verdict::Illegal => RunStatus::No,
        Verdict::Unusable => RunStatus::Unusable,
    }
}
