//! `sleeve build`: builds or completes a legal deck under the user's conditions. The file lists
//! them.

use super::arguments::{self, FormArgument, OutputArgs, parse_date};
use super::fix::parse_seconds;
use super::solving::{self, LikeDecks, ObjectiveArgs};
use super::{AnswerStatus, Failure, Session, collection, progress};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::{CheckRequest, CheckedDeck, DeckState};
use sleeve_data::model::{CardIndex, Catalog, Date, Deck, Format, Lang, Spanned};
use sleeve_decks::{self as decks, DeckFormat};
use sleeve_language as language;
use sleeve_report as report;
use sleeve_report::Style;
use sleeve_report::solved::{SolvedDeck, UserConditions};
use sleeve_report::text::escape::plain;
use sleeve_requests::JudgeOptions;
use sleeve_requests::RequestMessage;
use sleeve_rules::{CheckOptions, Rulebook, unknown_overrides};
use sleeve_solve::{self as solve, Aim, DeckCorpus, Direction, Effort, SolveRequest, Wishes};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Build or complete a deck
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BuildCommand {
    /// What to build: starfighter/guerre-totale
    #[arg(value_name = "GAME/FORMAT")]
    what: String,
    /// File to write (default: standard output)
    ///
    /// An existing file is never overwritten.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Complete this deck and keep its cards
    #[arg(long, value_name = "DECK")]
    from: Option<PathBuf>,
    /// Include this card; '2x NAME' for two copies
    #[arg(long, value_name = "CARD")]
    with: Vec<String>,
    /// Condition that the deck has to satisfy
    #[arg(long, value_name = "CONDITION")]
    require: Vec<String>,
    /// Add only cards that match this filter
    #[arg(long, value_name = "FILTER")]
    only: Option<String>,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    /// Choose cards the way these decks do
    ///
    /// Of equally good decks, take the one whose cards are played together in these decks or
    /// folders of decks.
    #[arg(long, value_name = "PATH")]
    like: Vec<PathBuf>,
    /// Use only cards from this collection
    ///
    /// A list in any deck format, or CSV.
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
    /// Side or role to build for
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    #[command(flatten)]
    judge: JudgeOptions,
    /// Check as of this day, without later sets
    ///
    /// Later lists and formats do not count either.
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
    /// Seconds to search for each deck
    ///
    /// This includes the search for the reasons.
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = parse_seconds)]
    time: Duration,
    #[command(flatten)]
    output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  sleeve build starfighter/guerre-totale pile.toml
  sleeve build swccg/open --role dark --with 'Darth Vader'
  sleeve build battleship-galaxies/fleet --role isn --maximise 'sum(launch)'

More examples:
  sleeve build swccg/open --role dark --require 'copies(name) <= 3'
  sleeve build swccg/open --role dark --maximise 'sum(power)' --then-minimise 'avg(deploy)'

Without --role you get one deck for each role.";

impl BuildCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if self.output.form == FormArgument::Json {
            session.style.lang = Lang::En;
        }
        let (game, format) = match self.what.split_once('/') {
            Some((game, format)) => (game, Some(format)),
            None => (self.what.as_str(), None),
        };
        let catalog = session.catalog_on(game, self.on)?;
        let format = match format {
            Some(word) => session.format(&catalog, word)?.clone(),
            None => return Err(RequestMessage::which_format(&catalog).into()),
        };
        let partial = self.read_partial_deck(session, &catalog, &format)?;
        // The deck to complete may have copies in a state. Only its own catalog has them as cards.
        let with_copies = partial.as_ref().and_then(CheckedDeck::catalog);
        let with_copies = with_copies
            .filter(|of| of.cards.span() > catalog.cards.span() && of.cards.extend(&catalog.cards));
        let catalog = match with_copies {
            Some(of) => Arc::new(catalog.with_cards(of.cards.clone())),
            None => catalog,
        };
        let owned = match &self.collection {
            Some(path) => Some(collection::read_collection(session, &catalog, path)?.cards),
            None => None,
        };
        let mut known = LikeDecks::read(session, &self.like, Some(game))?;
        let path = partial.as_ref().map_or("", |partial| &partial.path);
        let like = known.corpus(&session.streams.folder, &catalog, path);
        let mut solved = Vec::new();
        for role in self.roles(session, &format, partial.as_ref())? {
            solved.push(self.build_deck(
                session,
                (&catalog, &format),
                partial.as_ref(),
                role,
                (&owned, &like),
            )?);
        }
        let status = solved.iter().map(solving::solved_status).max().unwrap_or(AnswerStatus::Fine);
        known.say_guesses(session, &solved);
        self.print(session, &catalog, &solved)?;
        Ok(status)
    }

    /// Reads the deck of `--from`, which is to be completed.
    fn read_partial_deck(
        &self,
        session: &mut Session<'_>,
        catalog: &Catalog,
        format: &Format,
    ) -> Result<Option<CheckedDeck>, Failure> {
        let Some(path) = &self.from else { return Ok(None) };
        let request = CheckRequest {
            format: Some(format!("{}/{}", catalog.game.id(), format.named.id)),
            options: CheckOptions {
                overrides: self.judge.overrides(self.role.as_ref()),
                ..CheckOptions::default()
            },
            ..CheckRequest::default()
        };
        let deck = session
            .check_deck(path, &request)
            .map_err(|decks| RequestMessage::not_one_deck(path, &decks))?;
        let is_incomplete = deck.deck().is_none_or(|d| !d.unresolved.is_empty());
        if is_incomplete || !deck.obstacles().is_empty() && deck.result().is_some() {
            arguments::say_unusable_deck(session, &deck);
            return Err(session.refusal(CliMessage::UnusableBeginning));
        }
        Ok(Some(deck))
    }

    /// Returns the roles to build a deck for: one `None` if the format has no roles.
    fn roles(
        &self,
        session: &Session<'_>,
        format: &Format,
        partial: Option<&CheckedDeck>,
    ) -> Result<Vec<Option<String>>, Failure> {
        let stated = partial.and_then(|deck| deck.deck()?.role.as_ref());
        let word = self.role.as_ref().or(stated.map(|role| &role.value));
        let unknown = unknown_overrides(format, &self.judge.overrides(word));
        if !unknown.is_empty() {
            return Err(session.failure_from_problems(&unknown));
        }
        let Some(word) = word else {
            let implied = partial.and_then(|deck| deck.role().map(str::to_owned));
            return Ok(match (implied, format.roles.is_empty()) {
                (Some(role), _) => vec![Some(role)],
                (None, true) => vec![None],
                (None, false) => {
                    format.roles.iter().map(|r| Some(r.named.id.to_string())).collect()
                }
            });
        };
        Ok(vec![format.role(word).map(|role| role.named.id.to_string())])
    }

    fn build_deck(
        &self,
        session: &mut Session<'_>,
        (catalog, format): (&Arc<Catalog>, &Format),
        partial: Option<&CheckedDeck>,
        role: Option<String>,
        (owned, like): (&Option<BTreeMap<CardIndex, u32>>, &Arc<DeckCorpus>),
    ) -> Result<SolvedDeck, Failure> {
        let rulebook = Rulebook::new(catalog, format).with_cache();
        let deck = self.starting_deck(catalog, format, partial, role.as_deref());
        let options = self.judge.options(role.as_ref(), self.on);
        let with = solving::parse_cards(session, catalog, format, role.as_deref(), &self.with)?;
        let filter = |text: &String| solving::parse(session, &rulebook, text, language::filter);
        let measure = |text: &String| solving::parse(session, &rulebook, text, language::measure);
        let condition =
            |text: &String| solving::parse(session, &rulebook, text, language::condition);
        let wishes = Wishes {
            only: self.only.as_ref().map(filter).transpose()?,
            keeps_deck: partial.is_some(),
            require: self.require.iter().map(condition).collect::<Result<_, _>>()?,
            with: with.clone(),
            owned: owned.clone(),
            objectives: self.objectives.parse(measure)?,
            like: Some(Arc::clone(like)),
            lock: None,
        };
        let given = [("--only", &wishes.only, self.only.clone())];
        solving::require_cards(session, &rulebook, given)?;
        let search = SolveRequest {
            wishes: &wishes,
            effort: Effort::Time(self.time),
            alternatives: 0,
            aim: Aim::Best,
            explain: true,
            stop: Some(progress::watch_interrupt()),
        };
        let outcome = solve::solve_with_choices(&rulebook, &deck, &options, &search)
            .map_err(|error| session.failure_from_problems(&error.problems(Some(catalog))))?;
        let before = CheckedDeck {
            path: partial.map_or_else(String::new, |partial| partial.path.clone()),
            part: None,
            text: deck.text.clone(),
            state: DeckState::Read {
                catalog: Arc::clone(catalog),
                deck,
                format: Some(format.named.id.to_string()),
                obstacles: Vec::new(),
            },
            legal_until: None,
        };
        Ok(SolvedDeck {
            before,
            is_new: true,
            role,
            outcome: Some(outcome),
            asking: UserConditions {
                require: self.require.clone(),
                with,
                lock: None,
                only: self.only.clone(),
                objectives: self.objectives.objectives.clone(),
            },
            overrides: options.overrides,
            lens: self.judge.lens(),
            written: None,
        })
    }

    /// The deck that the search starts from: its game, format, role and parameters, and the cards
    /// of the deck that is completed.
    fn starting_deck(
        &self,
        catalog: &Catalog,
        format: &Format,
        partial: Option<&CheckedDeck>,
        role: Option<&str>,
    ) -> Deck {
        let said = |value: &str| Spanned { value: value.to_owned(), span: 0..0 };
        let mut deck = partial.and_then(|partial| partial.deck().cloned()).unwrap_or_default();
        deck.game = catalog.game.id().to_owned();
        deck.format = Some(said(&format.named.id));
        deck.role = role.map(said);
        self.judge.override_parameters(&mut deck);
        deck
    }

    fn print(
        &self,
        session: &mut Session<'_>,
        catalog: &Catalog,
        solved: &[SolvedDeck],
    ) -> Result<(), Failure> {
        let is_json = self.output.form == FormArgument::Json;
        if is_json {
            use report::documents::solved::{BUILD, SolvedDocument};
            let document = SolvedDocument::new(BUILD, solved, false);
            let style = session.style;
            session.write_beside(|session| {
                report::solved::write(solved, &style, true, &mut session.folded_output())
            })?;
            report::forms::json::write(&document, session.streams.out)?;
        }
        let several = solved.iter().filter(|deck| deck.repair().is_some()).count() > 1;
        if several && let Some(file) = &self.file {
            let file = file.display().to_string();
            return Err(session.refusal(CliMessage::OneFileForRoles { file }));
        }
        let (style, talk, quiet) = (session.style, session.talk, session.global.quiet);
        for deck in solved {
            let alone = std::slice::from_ref(deck);
            let Some(found) = deck.repair() else {
                if !is_json {
                    report::solved::write(alone, &style, quiet, &mut session.folded_output())?;
                }
                continue;
            };
            if !is_json {
                let mut said: Vec<u8> = Vec::new();
                // Lines are not folded, or else the first would be only the beginning of the
                // summary.
                let whole = Style { wraps: false, ..talk };
                report::solved::write(alone, &whole, quiet, &mut said)?;
                let said = String::from_utf8(said).unwrap_or_default();
                session.say(said.lines().next().unwrap_or_default());
                for warning in deck.warnings(talk.lang) {
                    session.say(&warning);
                }
            }
            if !is_json || self.file.is_some() {
                let text = self.deck_file(catalog, &found.deck, talk.lang);
                session.write_or_print(self.file.as_ref(), &text)?;
            }
        }
        if let Some(file) = &self.file
            && solved.iter().all(|deck| deck.repair().is_none())
        {
            let path = file.display().to_string();
            session.say_line(&CliMessage::NothingToWrite { path });
        }
        Ok(())
    }

    /// The deck as a TOML file, with the user's conditions as comments.
    fn deck_file(&self, catalog: &Catalog, deck: &Deck, lang: Lang) -> String {
        let mut text = String::new();
        let mut say = |option: &str, value: &str| {
            text.push_str(&format!("# {option} {}\n", plain(value)));
        };
        for condition in &self.require {
            say("--require", condition);
        }
        for card in &self.with {
            say("--with", card);
        }
        if let Some(filter) = &self.only {
            say("--only", filter);
        }
        for (place, (direction, measure)) in self.objectives.objectives.iter().enumerate() {
            let option = match (place, direction) {
                (0, Direction::Maximise) => "--maximise",
                (0, Direction::Minimise) => "--minimise",
                (_, Direction::Maximise) => "--then-maximise",
                (_, Direction::Minimise) => "--then-minimise",
            };
            say(option, measure);
        }
        if let Some(path) = &self.collection {
            say("--collection", &path.display().to_string());
        }
        text.push_str(&decks::write(deck, catalog, DeckFormat::Toml, lang).text);
        text
    }
}
