//! Shared by `fix` and `build`: objectives (measures to maximise or minimise, in the order of the
//! command line), the options of a deck's folder, wishes from the command line, cards named by
//! lists.

pub(super) use sleeve_requests::LikeDecks;

use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{CardIndex, Catalog, Entry, Format};
use sleeve_decks::{self as decks, DeckResolver, Hints};
use sleeve_language::{Filter, LanguageError, Measure, Scope, Truth, World};
use sleeve_library::project;
use sleeve_report::cards::no_match::near_names;
use sleeve_report::forms::report_items;
use sleeve_report::solved::SolvedDeck;
use sleeve_rules::{CheckOptions, Rulebook, Verdict};
use sleeve_solve::{Direction, Objective};

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

/// Parses a text of the command line in the query language.
pub(super) fn parse<T>(
    session: &Session<'_>,
    rulebook: &Rulebook<'_>,
    text: &str,
    parse: impl Fn(&str, &Scope<'_>) -> Result<T, LanguageError>,
) -> Result<T, Failure> {
    let name = word!(session.talk.lang, "command line");
    session.parse(name, text, &rulebook.scope, parse)
}

/// Whether a filter may match a card of the game in a zone of the format.
fn finds_card(rulebook: &Rulebook<'_>, filter: &Filter) -> bool {
    let world = World::from_catalog(rulebook.catalog);
    let mut zones = rulebook.format.zones.iter().map(|zone| &*zone.named.id);
    zones.any(|zone| {
        let mut cards = rulebook.catalog.cards.iter().map(|card| card.index());
        cards.any(|card| filter.test(&world, card, Some(zone)) != Truth::False)
    })
}

/// Refuses an option whose filter matches no card of the game: each with its filter and its text.
pub(super) fn require_cards<const N: usize>(
    session: &Session<'_>,
    rulebook: &Rulebook<'_>,
    options: [(&'static str, &Option<Filter>, Option<String>); N],
) -> Result<(), Failure> {
    for (option, filter, text) in options {
        if filter.as_ref().is_some_and(|filter| !finds_card(rulebook, filter)) {
            let filter = text.unwrap_or_default();
            let near = near_names(&filter, &[rulebook.catalog], session.talk.lang);
            return Err(session.refusal(CliMessage::MatchesNothing { option, filter, near }));
        }
    }
    Ok(())
}

/// The cards and counts that words of the command line name. Each is written like a line of a list
/// (`Luke`, `3x Luke`).
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
        // Without line breaks the whole word is one line of a list.
        let raw = decks::read("--with", line.replace(['\n', '\r'], " ").as_bytes(), &hints);
        let mut resolver = DeckResolver::new(catalog);
        let deck = raw.ok().map(|raw| {
            let named = resolver.look_up_names(&raw);
            resolver.place_cards(&named, Some(format), role)
        });
        let deck = deck.unwrap_or_default();
        if let Some(lost) = deck.unresolved.first() {
            let lang = session.talk.lang;
            let help = report_items::unresolved_help(lost, catalog, &[], lang);
            return Err(session.failure_with_help(report_items::unresolved_title(lost, lang), help));
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

/// Returns the exit status for the verdict of a solved deck.
pub(super) fn solved_status(deck: &SolvedDeck) -> AnswerStatus {
    match deck.verdict() {
        Verdict::Legal => AnswerStatus::Fine,
        Verdict::Undetermined => AnswerStatus::Undetermined,
        Verdict::Illegal => AnswerStatus::No,
        Verdict::Unusable => AnswerStatus::Unusable,
    }
}

/// The options, in the order of the help: their ids, directions and texts.
const OPTIONS: [(&str, Direction, &str); 4] = [
    ("maximise", Direction::Maximise, "Make this measure as large as possible"),
    ("minimise", Direction::Minimise, "Make this measure as small as possible"),
    ("then-maximise", Direction::Maximise, "Then make this measure as large as possible"),
    ("then-minimise", Direction::Minimise, "Then make this measure as small as possible"),
];

/// Measures to maximise or minimise. Each breaks the ties of those before it.
#[derive(Debug, Default)]
pub struct ObjectiveArgs {
    pub objectives: Vec<(Direction, String)>,
}

impl ObjectiveArgs {
    /// The objectives, each measure read by `parse`.
    pub fn parse(
        &self,
        parse: impl Fn(&String) -> Result<Measure, Failure>,
    ) -> Result<Vec<Objective>, Failure> {
        let objective =
            |(direction, text): &(Direction, String)| Ok(Objective::new(*direction, &parse(text)?));
        self.objectives.iter().map(objective).collect()
    }
}

impl Args for ObjectiveArgs {
    fn augment_args(command: Command) -> Command {
        OPTIONS.iter().fold(command, |command, (id, _, help)| {
            let arg = Arg::new(*id).long(*id).value_name("MEASURE").help(*help);
            let arg = if id.starts_with("then-") {
                arg.action(ArgAction::Append)
            } else {
                arg.action(ArgAction::Set)
            };
            let other = OPTIONS.iter().map(|(id, ..)| *id).find(|other| {
                other != id && !other.starts_with("then-") && !id.starts_with("then-")
            });
            command.arg(other.into_iter().fold(arg, Arg::conflicts_with))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        ObjectiveArgs::augment_args(command)
    }
}

impl FromArgMatches for ObjectiveArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ObjectiveArgs, clap::Error> {
        let mut placed: Vec<(usize, Direction, String)> = Vec::new();
        for (id, direction, _) in OPTIONS {
            let texts = matches.get_many::<String>(id).into_iter().flatten();
            for (place, text) in matches.indices_of(id).into_iter().flatten().zip(texts) {
                let is_first = !id.starts_with("then-");
                // The first objective goes before the others, at any place of the command line.
                placed.push((if is_first { 0 } else { place }, direction, text.clone()));
            }
        }
        placed.sort_by_key(|(place, ..)| *place);
        let objectives = placed.into_iter().map(|(_, direction, text)| (direction, text)).collect();
        Ok(ObjectiveArgs { objectives })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ObjectiveArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
