//! What `odds` and `draw` share: a deck set out for play, or a pile of named classes.

use super::arguments::DeckArgs;
use super::match_decks::read_one_deck;
use super::words::RefusedValue;
use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use sleeve_data::files;
use sleeve_data::model::{CardIndex, Catalog, Lens, MulliganKind};
use sleeve_language::{self as language, Condition, Measure, Scope, TreePart, World};
use sleeve_odds::{
    self as odds, CLASS_LIMIT, CountedFilter, ExchangeLimit, GameTable, HAND, HandDiscard,
    KeepConditions, MulliganOptions, PARTNERS, PLAYERS, ROW, SEEN, SidePile, TableOptions,
    TurnCards, Turns,
};
use sleeve_report as report;
use sleeve_report::odds::{ModelCards, table_diagnostic};
use sleeve_rules::{self as rules, FormatLegality, PreparedFormat};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a deck is set out, and by whom hands are exchanged.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Use a pile such as lands=24,elves=8,other=28
    #[arg(long, value_name = "CLASSES", value_parser = parse_classes, conflicts_with_all = ["seat", "players", "set_aside", "format", "game", "role", "set", "from"])]
    pile: Option<Classes>,
    /// Size of the opening hand
    #[arg(long, value_name = "N")]
    draw: Option<u32>,
    /// Set a card aside before play (starting card)
    ///
    /// For starting cards that the list does not mark.
    #[arg(long, value_name = "CARD")]
    set_aside: Vec<String>,
    /// Your seat at the table, if it matters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seat: Option<u32>,
    /// Number of players, if it matters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    players: Option<u32>,
    /// Cards drawn each turn
    #[arg(long, value_name = "N")]
    per_turn: Option<u32>,
    /// Whether the first turn draws: play or draw
    ///
    /// `draw`: you draw on the first turn; `play`: you do not.
    #[arg(long, value_name = "WHICH")]
    on: Option<FirstTurn>,
    /// Mulligans: none, london, vancouver, free, …
    #[arg(long, value_name = "RULE", value_parser = mulligan_parser())]
    mulligan: Option<MulliganKind>,
    /// Smallest hand to mulligan to
    #[arg(long, value_name = "CARDS", conflicts_with = "exchanges")]
    down_to: Option<u32>,
    /// Number of free mulligans
    #[arg(long, value_name = "N")]
    free_exchanges: Option<u32>,
    /// Redraw hands without this, at no cost
    ///
    /// The rules send back opening hands that do not satisfy this condition.
    #[arg(long, value_name = "CONDITION")]
    redraw_unless: Option<String>,
    /// Deal another pile from the deck: prizes=6
    ///
    /// Conditions read it by its name.
    #[arg(long, value_name = "NAME=CARDS", value_parser = parse_pile)]
    beside: Vec<(String, u32)>,
    /// Most mulligans: a number or unlimited
    ///
    /// `unlimited` is for exchanges that cost nothing.
    #[arg(long, value_name = "N", value_parser = parse_exchange_limit)]
    exchanges: Option<ExchangeLimit>,
    /// Keep hands that satisfy this
    ///
    /// Without it, sleeve keeps the hands that are best for each condition. `6: CONDITION` is for
    /// hands that keep 6 cards.
    #[arg(long, value_name = "CONDITION")]
    keep: Vec<String>,
    #[command(flatten)]
    deck_args: DeckArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FirstTurn {
    Play,
    Draw,
}

/// Parses the name of a mulligan; help lists and explains all of them.
fn mulligan_parser() -> impl TypedValueParser<Value = MulliganKind> {
    let words = MulliganKind::ALL
        .map(|kind| PossibleValue::new(kind.word()).help(kind.help(sleeve_data::model::Lang::En)));
    PossibleValuesParser::new(words).map(|word| MulliganKind::parse(&word).unwrap_or_default())
}

/// Splits `6: CONDITION` into the number of cards that stay and the condition.
fn split_hand_size(text: &str) -> (Option<u32>, &str) {
    match text.split_once(':') {
        Some((size, condition)) => match size.trim().parse() {
            Ok(size) => (Some(size), condition.trim_start()),
            Err(_) => (None, text),
        },
        None => (None, text),
    }
}

/// The conditions on hands that are kept, as the user wrote them.
pub(super) fn hands_kept_text(kept: &KeepConditions) -> String {
    let word = |(size, condition): &(Option<u32>, Condition)| match size {
        Some(size) => format!("{size}: {}", condition.text()),
        None => condition.text().to_owned(),
    };
    kept.conditions.iter().map(word).collect::<Vec<_>>().join("; ")
}

/// Classes of a pile with their numbers of cards.
type Classes = Vec<(String, u32)>;

/// Parses `lands=24,other=36`.
fn parse_classes(text: &str) -> Result<Classes, RefusedValue> {
    let mut classes: Classes = Vec::new();
    let mut seen = BTreeSet::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let wrong =
            || RefusedValue::new(|lang| say!(lang, "`{part}` is not NAME=COUNT, such as lands=24"));
        let (name, count) = part.split_once('=').ok_or_else(wrong)?;
        let name = name.trim();
        let count = count.trim().parse().map_err(|_| wrong())?;
        if name.is_empty() {
            return Err(wrong());
        }
        if !seen.insert(sleeve_data::model::fold::key(name)) {
            return Err(RefusedValue::new(|lang| say!(lang, "the class `{name}` appears twice")));
        }
        if seen.len() > CLASS_LIMIT {
            return Err(RefusedValue::new(|lang| {
                say!(lang, "a pile has at most {CLASS_LIMIT} classes")
            }));
        }
        classes.push((name.to_owned(), count));
    }
    if classes.is_empty() {
        return Err(RefusedValue::from(word!(
            "write at least one class, such as lands=24,other=36"
        )));
    }
    Ok(classes)
}

/// Parses `prizes=6`: the name of a pile, which conditions use, and its number of cards.
fn parse_pile(text: &str) -> Result<(String, u32), RefusedValue> {
    let wrong = || RefusedValue::from(word!("write NAME=CARDS, such as prizes=6"));
    let (name, cards) = text.split_once('=').ok_or_else(wrong)?;
    let name = name.trim();
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let begins = name.chars().next().is_some_and(char::is_alphabetic);
    if !plain || !begins {
        return Err(wrong());
    }
    Ok((name.to_lowercase(), cards.trim().parse().map_err(|_| wrong())?))
}

fn parse_exchange_limit(text: &str) -> Result<ExchangeLimit, RefusedValue> {
    match text {
        "unlimited" => Ok(ExchangeLimit::Unlimited),
        _ => text
            .parse()
            .map(ExchangeLimit::Most)
            .map_err(|_| RefusedValue::from(word!("write a number or `unlimited`"))),
    }
}

/// A table at which questions can be asked.
pub(super) struct PlayTable<'a> {
    pub(super) world: World<'a>,
    /// The world in which stand-ins and inferred facts are unknown. Answers that differ in it are
    /// provisional. `None` if no answer can differ.
    pub(super) attested_world: Option<World<'a>>,
    pub(super) scope: Scope<'a>,
    pub(super) table: GameTable,
    pub(super) source: ModelCards<'a>,
}

impl PlayTable<'_> {
    /// Parses a condition of the user.
    pub(super) fn parse_condition(
        &self,
        session: &Session<'_>,
        text: &str,
    ) -> Result<Condition, Failure> {
        session.parse("condition", text, &self.scope, language::condition)
    }
}

/// A question about a draw: whether something holds, or how large it is.
pub(super) enum PlayQuestion {
    /// Asks for a probability.
    Condition(Condition),
    /// Asks for a distribution.
    Measure(Measure),
}

impl PlayQuestion {
    /// Whether the question reads the cards drawn so far.
    pub(super) fn reads_seen(&self) -> bool {
        let piles = match self {
            PlayQuestion::Condition(condition) => condition.piles(),
            PlayQuestion::Measure(measure) => measure.piles(),
        };
        piles.iter().any(|pile| pile == SEEN)
    }

    pub(super) fn text(&self) -> &str {
        match self {
            PlayQuestion::Condition(condition) => condition.text(),
            PlayQuestion::Measure(measure) => measure.text(),
        }
    }

    /// What its filters find among the cards that are drawn.
    pub(super) fn count_cards(&self, stage: &PlayTable<'_>) -> Vec<CountedFilter> {
        let root = match self {
            PlayQuestion::Condition(condition) => TreePart::Condition(condition.node()),
            PlayQuestion::Measure(measure) => TreePart::Measure(measure.node()),
        };
        odds::count_cards(root, self.text(), (&stage.world, &stage.scope), &stage.table)
    }
}

/// Parses conditions and measures; a text that is neither is reported as a condition.
pub(super) fn parse_questions(
    session: &Session<'_>,
    stage: &PlayTable<'_>,
    texts: &[String],
) -> Result<Vec<PlayQuestion>, Failure> {
    let parse = |text: &String| {
        let condition = stage.parse_condition(session, text).map(PlayQuestion::Condition);
        condition.or_else(|failure| {
            language::measure(text, &stage.scope).map(PlayQuestion::Measure).map_err(|_| failure)
        })
    };
    texts.iter().map(parse).collect()
}

/// The part of a command that runs at a table, with the positional arguments after the deck.
type TableAction<'f> =
    dyn FnMut(&mut Session<'_>, &PlayTable<'_>, &[String]) -> Result<RunStatus, Failure> + 'f;

impl PlayArgs {
    /// Sets up a table from a deck or a pile and runs an action at it. `words` are the positional
    /// arguments.
    pub(super) fn act_at_table(
        &self,
        session: &mut Session<'_>,
        words: &[String],
        act: &mut TableAction<'_>,
    ) -> Result<RunStatus, Failure> {
        match &self.pile {
            Some(classes) => self.act_with_pile(session, classes, words, act),
            None => self.act_with_deck(session, words, act),
        }
    }

    fn table_options(&self, aside: Vec<CardIndex>) -> TableOptions {
        TableOptions {
            draw: self.draw,
            seat: self.seat.unwrap_or(1),
            players: self.players,
            aside,
            per_turn: self.per_turn,
            on_the_draw: self.on.map(|on| on == FirstTurn::Draw),
            mulligan: MulliganOptions {
                kind: self.mulligan,
                down_to: self.down_to,
                exchanges: self.exchanges,
                free: self.free_exchanges,
            },
            redraw_unless: self.redraw_unless.clone(),
            beside: self.beside.clone(),
        }
    }

    /// Parses the conditions on kept hands: those of the user, otherwise those of the format.
    /// `None` if neither has any.
    pub(super) fn read_hands_kept(
        &self,
        session: &Session<'_>,
        stage: &PlayTable<'_>,
    ) -> Result<Option<KeepConditions>, Failure> {
        // Conditions of the user replace those of the format.
        let own = stage.table.keep.iter();
        let texts: Vec<&String> =
            if self.keep.is_empty() { own.collect() } else { self.keep.iter().collect() };
        let read = |text: &String| {
            let (size, condition) = split_hand_size(text);
            Ok((size, stage.parse_condition(session, condition)?))
        };
        let conditions: Vec<_> = texts.into_iter().map(read).collect::<Result<_, Failure>>()?;
        Ok((!conditions.is_empty()).then_some(KeepConditions { conditions }))
    }

    /// The number of leading words that are deck files.
    pub(super) fn count_decks(&self, session: &Session<'_>, words: &[String]) -> usize {
        if self.pile.is_some() {
            return 0;
        }
        let file = |word: &&String| {
            let held = session.held_deck(Path::new(word)).is_some();
            held || session.streams.folder.join(word).is_file()
        };
        words.iter().take_while(file).count()
    }

    fn act_with_pile(
        &self,
        session: &mut Session<'_>,
        classes: &Classes,
        words: &[String],
        act: &mut TableAction<'_>,
    ) -> Result<RunStatus, Failure> {
        let Some(hand) = self.draw else {
            return Err(session.refusal(CliMessage::NothingDrawn));
        };
        let names: Vec<String> = classes.iter().map(|(name, _)| name.clone()).collect();
        let catalog = Catalog::default();
        let options = self.table_options(Vec::new());
        let kind = options.mulligan.kind.unwrap_or_default();
        options
            .mulligan
            .check(kind, hand)
            .map_err(|error| session.failure(&table_diagnostic(&error, session.talk.lang)))?;
        let counts: Vec<u32> = classes.iter().map(|(_, count)| *count).collect();
        let beside = self.beside.iter();
        let bare = GameTable::from_class_counts(&counts, hand);
        let table = GameTable {
            beside: beside
                .map(|(name, cards)| SidePile { name: name.clone(), cards: *cards, always: true })
                .collect(),
            exchanges: odds::exchanges(kind, bare.hand, &options.mulligan),
            mulligan: kind,
            turns: Ok(Turns {
                draw: TurnCards::Add(self.per_turn.unwrap_or(1)),
                discard: HandDiscard::Cards(0),
                // A pile has no game to say who draws first, so only `--on draw` gives a card in
                // the first turn.
                first: if self.on == Some(FirstTurn::Draw) { 1 } else { 2 },
                ..Turns::NONE
            }),
            ..bare
        };
        let scope = Scope::from_classes(&names).with_zones([HAND, SEEN]);
        let scope = scope.with_zones(self.beside.iter().map(|(name, _)| name.as_str()));
        let mut table = table;
        if let Some(text) = &self.redraw_unless {
            let condition = session.parse("condition", text, &scope, language::condition)?;
            table.allowed = Some(Arc::new(condition));
        }
        if let Some(name) = self
            .beside
            .iter()
            .map(|(name, _)| name)
            .find(|name| [HAND, SEEN, ROW, PARTNERS].contains(&name.as_str()))
        {
            let error = odds::TableError::PileTaken(name.clone());
            return Err(session.failure(&table_diagnostic(&error, session.talk.lang)));
        }
        let stage = PlayTable {
            world: World::from_catalog(&catalog),
            attested_world: None,
            scope,
            table,
            source: ModelCards::Pile(classes),
        };
        act(session, &stage, words)
    }

    fn act_with_deck(
        &self,
        session: &mut Session<'_>,
        words: &[String],
        act: &mut TableAction<'_>,
    ) -> Result<RunStatus, Failure> {
        let Some((path, conditions)) = words.split_first() else {
            return Err(session.refusal(CliMessage::NoDeckNamed));
        };
        check_deck_exists(session, path)?;
        let request = self.deck_args.request();
        let loaded = read_one_deck(session, &PathBuf::from(path), &request)?;
        let Some((shared, deck)) = loaded.catalog_and_deck() else {
            return Err(Failure::Unusable(path.clone()));
        };
        let catalog: &Catalog = shared;
        let Some(format) = loaded.format() else {
            return Err(session.missing_format_failure(catalog));
        };
        let setup = PreparedFormat::new(catalog, format, deck, &request.options.overrides);
        let setup = setup.map_err(|errors| {
            session.failure_from_problems(
                &sleeve_rules::CheckError::Setup(errors).problems(Some(catalog)),
            )
        })?;
        let lens = self.deck_args.judge.lens();
        let aside = rules::resolve_set_aside(catalog, deck, &self.set_aside).map_err(|error| {
            session.failure(&report::cards::setup::set_aside_diagnostic(&error, session.talk.lang))
        })?;
        let table = GameTable::new(&setup, deck, lens, &self.table_options(aside));
        let table =
            table.map_err(|error| session.failure(&table_diagnostic(&error, session.talk.lang)))?;
        let counts_players = table.seat.is_some() || format.parameter(PLAYERS).is_some();
        if !counts_players && (self.players.is_some() || self.seat.is_some_and(|seat| seat > 1)) {
            return Err(session.refusal(CliMessage::NoSeats));
        }
        let legality = |lens| FormatLegality::new(catalog, lens, None);
        let (shipped, attested) = (legality(lens), legality(Lens::Attested));
        let firm = World { legality: Some(&attested), ..setup.world(Lens::Attested) };
        let stage = PlayTable {
            world: World { legality: Some(&shipped), ..setup.world(lens) },
            attested_world: (!self.deck_args.judge.attested).then_some(firm),
            scope: setup
                .scope
                .clone()
                .with_zones([HAND, SEEN, ROW, PARTNERS])
                .with_zones(table.beside.iter().map(|pile| pile.name.as_str())),
            table,
            source: ModelCards::Deck { deck, catalog: shared, format: format.named.id.as_str() },
        };
        act(session, &stage, conditions)
    }
}

/// Fails if the first word is no file. Otherwise a user who forgot the deck would get a message
/// about a condition.
fn check_deck_exists(session: &Session<'_>, path: &str) -> Result<(), Failure> {
    let place = session.streams.folder.join(path);
    if path == "-" || session.held_deck(Path::new(path)).is_some() || place.exists() {
        return Ok(());
    }
    let (path, candidates) = (path.to_owned(), files::suggest_paths(&place));
    Err(session.refusal(CliMessage::NoDeckFile { path, candidates }))
}
