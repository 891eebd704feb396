//! What `odds` and `draw` share: a deck set out for play, or a pile of named classes.

use crate::{
    Desk, FromText, Refusal, RefusedValue, RequestMessage, TextValue,
    deck::{DeckOptions, check_one_deck},
    values::within,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Deserialize;
use sleeve_check::{CheckedDeck, DeckState};
use sleeve_data::{
    files,
    model::{CardIndex, Catalog, Lang, Lens, MulliganKind, fold},
};
use sleeve_decks as decks;
use sleeve_language::{
    self as language, Condition, LanguageError, Measure, Scope, TreePart, World,
};
use sleeve_odds::{
    self as odds, CLASS_LIMIT, CountedFilter, ExchangeLimit, GameTable, HAND, HandDiscard,
    KeepConditions, MulliganOptions, PARTNERS, PLAYERS, ROW, SEEN, SidePile, TableError,
    TableOptions, TurnCards, Turns,
};
use sleeve_report::odds::{ModelCards, OddsModel};
use sleeve_rules::{self as rules, FormatLegality, PreparedFormat};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

fields! {
    /// How a deck is set out, and by whom hands are exchanged.
    PlayOptions {
        /// Use a pile such as lands=24,elves=8,other=28
        #[arg(long, value_name = "CLASSES", conflicts_with_all = ["seat", "players", "set_aside", "plan", "format", "game", "role", "set", "from"])]
        pile: Option<TextValue<Classes>>,
        /// Size of the opening hand
        #[arg(long, value_name = "N")]
        draw: Option<u32>,
        /// Set a card aside before play (starting card)
        ///
        /// For starting cards that the list does not mark.
        #[arg(long, value_name = "CARD")]
        set_aside: Vec<String>,
        /// Play this plan of the deck file
        ///
        /// The cards of the deck after it was exchanged with the sideboard.
        #[arg(long, value_name = "PLAN")]
        plan: Option<String>,
        /// Your seat at the table, if it matters
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        #[serde(deserialize_with = "within::<1, { u32::MAX as u64 }, _, _>")]
        seat: Option<u32>,
        /// Number of players, if it matters
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        #[serde(deserialize_with = "within::<1, { u32::MAX as u64 }, _, _>")]
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
        mulligan: Option<TextValue<MulliganKind>>,
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
        #[arg(long, value_name = "NAME=CARDS")]
        beside: Vec<TextValue<(String, u32)>>,
        /// Most mulligans: a number or unlimited
        ///
        /// `unlimited` is for exchanges that cost nothing.
        #[arg(long, value_name = "N")]
        exchanges: Option<TextValue<ExchangeLimit>>,
        /// Keep hands that satisfy this
        ///
        /// Without it, sleeve keeps the hands that are best for each condition. `6: CONDITION` is for
        /// hands that keep 6 cards.
        #[arg(long, value_name = "CONDITION")]
        keep: Vec<String>,
        ..deck: DeckOptions,
    }
}

/// Whether you draw on the first turn.
#[derive(clap::ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    Play,
    Draw,
}

/// Parses the name of a mulligan; help lists and explains all of them.
fn mulligan_parser() -> impl TypedValueParser<Value = TextValue<MulliganKind>> {
    let words =
        MulliganKind::ALL.map(|kind| PossibleValue::new(kind.word()).help(kind.help(Lang::En)));
    PossibleValuesParser::new(words)
        .map(|word| TextValue(MulliganKind::parse(&word).unwrap_or_default()))
}

/// Classes of a pile with their numbers of cards, written as `lands=24,other=36`.
pub(crate) type Classes = Vec<(String, u32)>;

impl FromText for Classes {
    fn from_text(text: &str) -> Result<Classes, RefusedValue> {
        let mut classes = Classes::new();
        let mut seen = BTreeSet::new();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (name, count) = parse_class(part)?;
            if !seen.insert(fold::key(name)) {
                return Err(RefusedValue::new(|lang| {
                    say!(lang, "the class `{name}` appears twice")
                }));
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
}

fn parse_class(part: &str) -> Result<(&str, u32), RefusedValue> {
    let wrong =
        || RefusedValue::new(|lang| say!(lang, "`{part}` is not NAME=COUNT, such as lands=24"));
    let (name, written) = part.split_once('=').ok_or_else(wrong)?;
    let count = written.trim().parse().map_err(|_| wrong())?;
    match name.trim() {
        "" => Err(wrong()),
        name => Ok((name, count)),
    }
}

/// The name of a pile, which conditions use, and its number of cards, written as `prizes=6`.
impl FromText for (String, u32) {
    fn from_text(text: &str) -> Result<(String, u32), RefusedValue> {
        let wrong = || RefusedValue::from(word!("write NAME=CARDS, such as prizes=6"));
        let (written, cards) = text.split_once('=').ok_or_else(wrong)?;
        let name = written.trim();
        let is_plain = name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        if !is_plain || !name.starts_with(char::is_alphabetic) {
            return Err(wrong());
        }
        Ok((name.to_lowercase(), cards.trim().parse().map_err(|_| wrong())?))
    }
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
pub(crate) fn hands_kept_text(kept: &KeepConditions) -> String {
    let mut texts = Vec::new();
    for (size, condition) in &kept.conditions {
        texts.push(match size {
            Some(size) => format!("{size}: {}", condition.text()),
            None => condition.text().to_owned(),
        });
    }
    texts.join("; ")
}

/// A deck or a pile, before it is set out.
pub(crate) enum PlaySource {
    Deck(Box<CheckedDeck>),
    /// The catalog of a pile has no cards.
    Pile(Box<Catalog>, Classes),
}

/// A table at which questions can be asked.
pub(crate) struct PlayTable<'a> {
    rules: TableRules<'a>,
    pub(crate) scope: Scope<'a>,
    pub(crate) table: GameTable,
    pub(crate) cards: ModelCards,
}

/// What decides the facts at a table.
enum TableRules<'a> {
    Deck {
        setup: Box<PreparedFormat<'a>>,
        lens: Lens,
        legality: FormatLegality<'a>,
        attested: FormatLegality<'a>,
    },
    /// The catalog has no cards.
    Pile(&'a Catalog),
}

impl PlayTable<'_> {
    /// The world in which conditions hold or not.
    pub(crate) fn world(&self) -> World<'_> {
        match &self.rules {
            TableRules::Deck { setup, lens, legality, .. } => {
                World { legality: Some(legality), ..setup.world(*lens) }
            }
            TableRules::Pile(catalog) => World::from_catalog(catalog),
        }
    }

    /// The world in which stand-ins and inferred facts are unknown. Answers that differ in it are
    /// provisional. `None` if no answer can differ.
    pub(crate) fn attested_world(&self) -> Option<World<'_>> {
        match &self.rules {
            TableRules::Deck { setup, lens: Lens::Shipped, attested, .. } => {
                Some(World { legality: Some(attested), ..setup.world(Lens::Attested) })
            }
            _ => None,
        }
    }

    /// The model of the table up to a turn, without conditions.
    pub(crate) fn model(&self, turn: u32) -> OddsModel {
        OddsModel {
            cards: self.cards.clone(),
            table: self.table.clone(),
            turn,
            given: None,
            keep: None,
            seen: false,
            varied: false,
        }
    }

    /// Parses a condition of the user.
    pub(crate) fn parse_condition(&self, text: &str) -> Result<Condition, Refusal> {
        parse("condition", text, &self.scope, language::condition)
    }

    /// Parses conditions and measures; a text that is neither is reported as a condition.
    pub(crate) fn parse_questions(&self, texts: &[String]) -> Result<Vec<PlayQuestion>, Refusal> {
        let mut questions = Vec::new();
        for text in texts {
            questions.push(
                match (self.parse_condition(text), language::measure(text, &self.scope)) {
                    (Ok(condition), _) => PlayQuestion::Condition(condition),
                    (Err(_), Ok(measure)) => PlayQuestion::Measure(measure),
                    (Err(refusal), Err(_)) => return Err(refusal),
                },
            );
        }
        Ok(questions)
    }
}

/// Parses a text of the query language. Messages show `name` as its file.
pub(crate) fn parse<T>(
    name: &str,
    text: &str,
    scope: &Scope<'_>,
    parse: impl Fn(&str, &Scope<'_>) -> Result<T, LanguageError>,
) -> Result<T, Refusal> {
    parse(text, scope).map_err(|error| Refusal::of_language(name, text, error))
}

/// A question about a draw: whether something holds, or how large it is.
pub(crate) enum PlayQuestion {
    /// Asks for a probability.
    Condition(Condition),
    /// Asks for a distribution.
    Measure(Measure),
}

impl PlayQuestion {
    /// Whether it asks for a distribution.
    pub(crate) fn is_measure(&self) -> bool {
        matches!(self, PlayQuestion::Measure(_))
    }

    /// Whether the question reads the cards drawn so far.
    pub(crate) fn reads_seen(&self) -> bool {
        let piles = match self {
            PlayQuestion::Condition(condition) => condition.piles(),
            PlayQuestion::Measure(measure) => measure.piles(),
        };
        piles.iter().any(|pile| pile == SEEN)
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            PlayQuestion::Condition(condition) => condition.text(),
            PlayQuestion::Measure(measure) => measure.text(),
        }
    }

    /// What its filters find among the cards that are drawn.
    pub(crate) fn count_cards(&self, table: &PlayTable<'_>) -> Vec<CountedFilter> {
        let root = match self {
            PlayQuestion::Condition(condition) => TreePart::Condition(condition.node()),
            PlayQuestion::Measure(measure) => TreePart::Measure(measure.node()),
        };
        odds::count_cards(root, self.text(), &table.world(), &table.scope, &table.table)
    }
}

impl PlayOptions {
    /// Opens the deck of a path, or the pile of the options.
    pub(crate) fn open(
        &self,
        desk: &mut dyn Desk,
        path: Option<&PathBuf>,
    ) -> Result<PlaySource, Refusal> {
        if let Some(TextValue(classes)) = &self.pile {
            if path.is_some() {
                return Err(RequestMessage::exclude("deck", "pile").into());
            }
            return Ok(PlaySource::Pile(Box::default(), classes.clone()));
        }
        let path = path.ok_or(RequestMessage::NoDeckNamed)?;
        refuse_missing_deck(desk, path)?;
        let mut deck = check_one_deck(desk, path, &self.deck.request())?;
        if let Some(plan) = &self.plan {
            carry_out_plan(&mut deck, plan)?;
        }
        Ok(PlaySource::Deck(Box::new(deck)))
    }

    /// Sets up the table of a deck or pile.
    pub(crate) fn set_up<'a>(&self, source: &'a PlaySource) -> Result<PlayTable<'a>, Refusal> {
        match source {
            PlaySource::Deck(deck) => self.set_up_deck(deck),
            PlaySource::Pile(catalog, classes) => self.set_up_pile(catalog, classes),
        }
    }

    /// Sets up the table of a deck.
    pub(crate) fn set_up_deck<'a>(
        &self,
        checked: &'a CheckedDeck,
    ) -> Result<PlayTable<'a>, Refusal> {
        let Some((catalog, deck)) = checked.catalog_and_deck() else {
            return Err(Refusal::Text(checked.path.clone()));
        };
        let format = checked
            .format()
            .ok_or_else(|| RequestMessage::which_format(catalog))?;
        let overrides = self.deck.request().options.overrides;
        let setup = PreparedFormat::new(catalog, format, deck, &overrides)
            .map_err(|errors| Refusal::of_setup(errors, catalog))?;
        let lens = self.deck.judge.lens();
        let aside = rules::resolve_set_aside(catalog, deck, &self.set_aside)?;
        let table = GameTable::new(&setup, deck, lens, &self.table_options(aside))?;
        let counts_players = table.seat.is_some() || format.parameter(PLAYERS).is_some();
        if !counts_players && (self.players.is_some() || self.seat.is_some_and(|seat| seat > 1)) {
            return Err(RequestMessage::NoSeats.into());
        }
        let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW, PARTNERS]);
        Ok(PlayTable {
            rules: TableRules::Deck {
                setup: Box::new(setup),
                lens,
                legality: FormatLegality::new(catalog, lens, None),
                attested: FormatLegality::new(catalog, Lens::Attested, None),
            },
            scope: scope.with_zones(table.beside.iter().map(|pile| pile.name.as_str())),
            table,
            cards: ModelCards::Deck {
                deck: Box::new(deck.clone()),
                catalog: Arc::clone(catalog),
                format: format.named.id.to_string(),
            },
        })
    }

    fn set_up_pile<'a>(
        &self,
        catalog: &'a Catalog,
        classes: &Classes,
    ) -> Result<PlayTable<'a>, Refusal> {
        let hand = self.draw.ok_or(RequestMessage::NothingDrawn)?;
        let options = self.table_options(Vec::new());
        let mulligan = options.mulligan.kind.unwrap_or_default();
        options.mulligan.check(mulligan, hand)?;
        let names: Vec<String> = classes.iter().map(|(name, _)| name.clone()).collect();
        let piles = self.beside.iter().map(|TextValue((name, _))| name.as_str());
        let scope = Scope::from_classes(&names)
            .with_zones([HAND, SEEN])
            .with_zones(piles.clone());
        let counts: Vec<u32> = classes.iter().map(|(_, count)| *count).collect();
        let mut table = GameTable::from_class_counts(&counts, hand);
        table.beside = self.side_piles();
        table.exchanges = odds::exchanges(mulligan, table.hand, &options.mulligan);
        table.mulligan = mulligan;
        table.turns = Ok(self.pile_turns());
        if let Some(text) = &self.redraw_unless {
            table.allowed = Some(Arc::new(parse("condition", text, &scope, language::condition)?));
        }
        for name in piles {
            if [HAND, SEEN, ROW, PARTNERS].contains(&name) {
                return Err(TableError::PileTaken(name.to_owned()).into());
            }
        }
        let cards = ModelCards::Pile(classes.clone());
        Ok(PlayTable { rules: TableRules::Pile(catalog), scope, table, cards })
    }

    fn side_piles(&self) -> Vec<SidePile> {
        let mut piles = Vec::new();
        for TextValue((name, cards)) in &self.beside {
            piles.push(SidePile { name: name.clone(), cards: *cards, always: true });
        }
        piles
    }

    /// The turns of a pile. It has no game to say who draws first, so only `on` gives a card in the
    /// first turn.
    fn pile_turns(&self) -> Turns {
        Turns {
            draw: TurnCards::Add(self.per_turn.unwrap_or(1)),
            discard: HandDiscard::Cards(0),
            first: if self.on == Some(FirstTurn::Draw) { 1 } else { 2 },
            ..Turns::NONE
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
                kind: self.mulligan.as_ref().map(|TextValue(kind)| *kind),
                down_to: self.down_to,
                exchanges: self.exchanges.as_ref().map(|TextValue(limit)| *limit),
                free: self.free_exchanges,
            },
            redraw_unless: self.redraw_unless.clone(),
            beside: self
                .beside
                .iter()
                .map(|TextValue(pile)| pile.clone())
                .collect(),
        }
    }

    /// Parses the conditions on kept hands: those of the user, otherwise those of the format.
    /// `None` if neither has any.
    pub(crate) fn read_hands_kept(
        &self,
        table: &PlayTable<'_>,
    ) -> Result<Option<KeepConditions>, Refusal> {
        let texts = if self.keep.is_empty() { table.table.keep.as_slice() } else { &self.keep };
        let mut conditions = Vec::new();
        for text in texts {
            let (size, condition) = split_hand_size(text);
            conditions.push((size, table.parse_condition(condition)?));
        }
        Ok((!conditions.is_empty()).then_some(KeepConditions { conditions }))
    }

    /// Splits words into the deck and conditions. With a pile there is no deck.
    pub fn split_deck(&self, words: &[String]) -> (Option<PathBuf>, Vec<String>) {
        match words.split_first() {
            Some((deck, conditions)) if self.pile.is_none() => {
                (Some(PathBuf::from(deck)), conditions.to_vec())
            }
            _ => (None, words.to_vec()),
        }
    }

    /// Splits words into decks and conditions. The leading words that are files are decks; without
    /// a pile, there is at least one.
    pub fn split_words(&self, desk: &dyn Desk, words: &[String]) -> (Vec<PathBuf>, Vec<String>) {
        let files = words
            .iter()
            .take_while(|word| desk.has_file(Path::new(word)))
            .count();
        let decks = if self.pile.is_some() { 0 } else { files.max(1) };
        let (decks, conditions) = words.split_at(decks.min(words.len()));
        (decks.iter().map(PathBuf::from).collect(), conditions.to_vec())
    }
}

/// Exchanges the cards of a deck by its plan of this name, and adds the plan to its name.
pub(crate) fn carry_out_plan(checked: &mut CheckedDeck, name: &str) -> Result<(), Refusal> {
    let format = checked.format();
    let Some((catalog, read)) = checked.catalog_and_deck() else { return Ok(()) };
    let Some(plan) = read.plan(name) else {
        let plans = read
            .plans
            .iter()
            .map(|plan| plan.name.value.clone())
            .collect();
        return Err(RequestMessage::NoPlan { name: name.to_owned(), plans }.into());
    };
    let format = format.ok_or_else(|| RequestMessage::which_format(catalog))?;
    let mut board = decks::carry_out(plan, read, catalog, format).map_err(|problems| {
        Refusal::of_file(checked.path.clone(), Arc::clone(&checked.text), problems)
    })?;
    board.name = Some(format!("{} ({name})", read.title()));
    if let DeckState::Read { deck, .. } | DeckState::Judged { deck, .. } = &mut checked.state {
        *deck = board;
    }
    Ok(())
}

/// Fails if a path is no file. Otherwise a user who forgot the deck would get a message about a
/// condition.
fn refuse_missing_deck(desk: &dyn Desk, path: &Path) -> Result<(), Refusal> {
    let place = desk.folder().join(path);
    if path.as_os_str() == "-" || desk.has_file(path) || place.exists() {
        return Ok(());
    }
    let candidates = files::suggest_paths(&place);
    Err(RequestMessage::NoDeckFile { path: path.display().to_string(), candidates }.into())
}
