//! What `fix` and `build` share: the options of a deck's folder, wishes read from the command line, cards named by lists.

use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use sleeve_check::{CheckRequest, CheckedDeck};
use sleeve_data::model::{CardIndex, Catalog, Entry, Format};
use sleeve_decks::{self as decks, DeckResolver, Hints};
use sleeve_language::{LanguageError, Scope};
use sleeve_library::project;
use sleeve_report::solved::SolvedDeck;
use sleeve_report::unresolved;
use sleeve_rules::{CheckOptions, Rulebook, Verdict};
use sleeve_solve::{CORPUS_LIMIT, DeckCorpus};
use std::path::PathBuf;
use std::sync::Arc;

/// Adds the levels of rules that the `sleeve.toml` of a deck sets to the options.
pub(super) fn options_of_folder(
    session: &Session<'_>,
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
    let place = session.projects.find_project(&project::canonical_folder(&folder)).ok();
    if let Some(config) = place.and_then(|place| place.config) {
        let levels = config
            .levels_for(|word| catalog.game.named.means(word), |word| format.named.means(word));
        options.levels.extend(levels.map(|(rule, level)| (rule.to_owned(), level)));
    }
    options
}

/// Parses a text of the command line in the pile language.
pub(super) fn parse<T>(
    session: &Session<'_>,
    rulebook: &Rulebook<'_>,
    text: &str,
    parse: impl Fn(&str, &Scope<'_>) -> Result<T, LanguageError>,
) -> Result<T, Failure> {
    let name = session.talk.lang.choose("command line", "ligne de commande");
    session.parse(name, text, &rulebook.scope, parse)
}

/// The cards and numbers of copies that words of the command line name, each as a line of a list (`Luke`, `3x Luke`).
pub(super) fn parse_cards(
    session: &Session<'_>,
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
            let named = resolver.look_up_names(&raw);
            resolver.place_cards(&named, Some(format), role)
        });
        let deck = deck.unwrap_or_default();
        if let Some(lost) = deck.unresolved.first() {
            let lang = session.talk.lang;
            let help = unresolved::unresolved_help(lost, catalog, &[], lang);
            return Err(session.failure_with_help(unresolved::unresolved_title(lost, lang), help));
        }
        let in_state = |entry: &Entry| catalog.cards.state(entry.card).is_some();
        if deck.entries.is_empty() {
            return Err(session.refusal(CliMessage::NamesNoCard { line: line.clone() }));
        }
        if deck.entries.iter().any(in_state) {
            return Err(session.refusal(CliMessage::NamesState { line: line.clone() }));
        }
        cards.extend(deck.entries.iter().map(|entry| (entry.card, entry.count)));
    }
    Ok(cards)
}

/// Reads the decks of `--like`, and says how many of them can say what is played together.
pub(super) fn read_like_decks(
    session: &mut Session<'_>,
    paths: &[PathBuf],
    game: Option<&str>,
) -> Vec<CheckedDeck> {
    if paths.is_empty() {
        return Vec::new();
    }
    let request = CheckRequest { game: game.map(str::to_owned), ..CheckRequest::default() };
    let mut decks = session.read_decks(paths, &request);
    let all = decks.len();
    decks.retain(|deck| deck.deck().is_some_and(|deck| !deck.entries.is_empty()));
    decks.truncate(CORPUS_LIMIT);
    session.say_line(&CliMessage::LikeDecks { decks: decks.len(), unread: all - decks.len() });
    decks
}

/// What decks of the same cards show of what is played together; `None` without such decks. The deck at `path`
/// itself says nothing.
pub(super) fn build_corpus(
    decks: &[CheckedDeck],
    catalog: &Catalog,
    path: &str,
) -> Option<Arc<DeckCorpus>> {
    let mut corpus = DeckCorpus::default();
    for deck in decks.iter().filter(|deck| deck.path != path) {
        let Some((other, read)) = deck.catalog_and_deck() else { continue };
        if other.game.id() == catalog.game.id() && other.cards.has_cards_of(&catalog.cards) {
            corpus.add_deck(other, read, deck.role());
        }
    }
    (corpus.count_decks() > 0).then(|| Arc::new(corpus))
}

/// The exit status that the verdict of a solved deck stands for.
pub(super) fn solved_status(deck: &SolvedDeck) -> RunStatus {
    match deck.verdict() {
        Verdict::Legal => RunStatus::Fine,
        Verdict::Undetermined => RunStatus::Undetermined,
        Verdict::Illegal => RunStatus::No,
        Verdict::Unusable => RunStatus::Unusable,
    }
}
