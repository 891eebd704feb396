//! Portraits of decks: statistics, odds by turn, distributions of measures over opening hands, and
//! sample hands.

use super::{
    CheckedDeck,
    describe::{DescribeError, DescribedDeck, describe},
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Catalog, Lens, Text},
};
use sleeve_language::{
    self as language, LanguageError, Scope, TreePart, Truth, World, tree::GroupKey,
};
use sleeve_odds::{
    self as odds, AskError, Budget, CountedFilter, Distribution, GameTable, HAND, KeepConditions,
    MeasureQuestion, PARTNERS, Probability, QuestionTerms, ROW, SEEN, TableOptions,
    draw::{OpeningsError, deal_openings},
    stats::{StatsRequest, ValueCount, ValueTally},
};
use sleeve_rules::{self as rules, FormatLegality, Overrides, PreparedFormat};

/// Largest number of turns for which odds are computed; each is a separate computation.
pub const MAX_TURNS: u32 = 20;
/// Largest number of sample hands of a deck.
pub const MAX_HANDS: u32 = 20;
/// Largest number of conditions, and of measures, in a call.
pub const MAX_QUESTIONS: usize = 12;
/// Number of groups of cards to use as questions if the user asks none.
const DEFAULT_GROUPS: usize = 4;

/// The contents of a portrait.
#[derive(Clone, Debug)]
pub struct PortraitRequest {
    /// Conditions for odds by turn; if empty, at least one card of each of the largest groups.
    pub conditions: Vec<String>,
    /// Measures of the deck and of opening hands; if empty, the number of cards of those groups.
    pub measures: Vec<String>,
    /// The last turn; 0 means only the opening hand.
    pub turns: u32,
    pub hands: u32,
    pub seed: u64,
    /// Cards that are set out before the draw, each in the decks that contain it.
    pub aside: Vec<String>,
    /// The seat at the table, from 1; 0 counts as 1.
    pub seat: u32,
    pub players: Option<u32>,
    pub lens: Lens,
}

/// The odds of a condition by turn, for one deck of a portrait.
#[derive(Clone, Debug)]
pub struct ConditionOdds {
    /// Its name, if the user did not write it.
    pub name: Option<Text>,
    pub text: String,
    /// The odds for the opening hand and each turn.
    pub turns: Vec<Result<Probability, AskError>>,
    /// The cards found by its filters in the draw pile; empty if the user wrote it.
    pub counted: Vec<CountedFilter>,
}

/// A measure over opening hands.
#[derive(Clone, Debug)]
pub struct MeasureDistribution {
    /// Its name, if the user did not write it.
    pub name: Option<Text>,
    pub text: String,
    /// The probability of each value.
    pub values: Result<Distribution, AskError>,
}

/// A deck as shown to a reader.
#[derive(Clone, Debug)]
pub struct Portrait {
    pub described: DescribedDeck,
    /// The table with the deck; `Err` if no hand can be drawn.
    pub table: Result<GameTable, AskError>,
    /// Odds by condition; the same conditions for every deck of a game.
    pub chances: Vec<ConditionOdds>,
    /// Distributions over opening hands; the same measures for every deck of a game.
    pub spreads: Vec<MeasureDistribution>,
    pub hands: Result<Vec<Vec<CardIndex>>, OpeningsError>,
}

/// Why decks cannot be portrayed: the user asks for something that does not exist.
#[derive(Clone, Debug)]
pub enum PortrayError {
    /// A measure of a deck.
    Describe(DescribeError),
    /// A condition or measure, with its mistake.
    Language { text: String, error: LanguageError },
}

/// A condition or a measure.
struct NamedQuestion {
    /// Its name, if the user did not write it.
    name: Option<Text>,
    text: String,
}

/// A group of cards of a game.
struct NamedGroup {
    name: Text,
    filter: String,
    /// The cards of it in the draw piles of all decks.
    drawn: u64,
}

/// Portrays every readable deck with a known format.
///
/// # Errors
/// Something requested does not exist.
pub fn portray(
    decks: &[CheckedDeck],
    wish: &PortraitRequest,
    overrides: &Overrides,
) -> Result<Vec<Portrait>, PortrayError> {
    let asked = StatsRequest { lens: wish.lens, describe: true, ..StatsRequest::default() };
    let asked = StatsRequest { measures: wish.measures.clone(), ..asked };
    let described =
        describe(decks, &asked, &wish.aside, overrides).map_err(PortrayError::Describe)?;
    let budget = Budget::new();
    let mut portraits = Vec::new();
    for of_game in described.chunk_by(|a, b| a.deck.game() == b.deck.game()) {
        let mut artists = Vec::new();
        for described in of_game {
            let Some((catalog, deck)) = described.deck.catalog_and_deck() else { continue };
            let Some(format) = described.deck.format() else { continue };
            let Ok(setup) = PreparedFormat::new(catalog, format, deck, overrides) else { continue };
            let words = rules::select_words_in_deck(catalog, deck, &wish.aside);
            // INVARIANT: the deck was described with them.
            let aside = rules::resolve_set_aside(catalog, deck, &words).unwrap_or_default();
            let options = TableOptions {
                seat: wish.seat,
                players: wish.players,
                aside,
                ..TableOptions::default()
            };
            let table = GameTable::new(&setup, deck, wish.lens, &options).map_err(AskError::from);
            artists.push(PortraitDeck { described, setup, table, wish, budget: &budget });
        }
        let (conditions, measures) = choose_questions(&artists, wish);
        for artist in &artists {
            portraits.push(artist.portray(&conditions, &measures)?);
        }
    }
    Ok(portraits)
}

/// The conditions and measures for the decks of one game: the user's, or questions about the
/// largest groups.
fn choose_questions(
    decks: &[PortraitDeck<'_>],
    wish: &PortraitRequest,
) -> (Vec<NamedQuestion>, Vec<NamedQuestion>) {
    let groups = if wish.conditions.is_empty() || wish.measures.is_empty() {
        largest_groups(decks)
    } else {
        Vec::new()
    };
    let conditions =
        name_questions(&wish.conditions, &groups, |filter| format!("count({filter}) in seen >= 1"));
    let measures = name_questions(&wish.measures, &groups, |filter| format!("count({filter})"));
    (conditions, measures)
}

/// The user's questions, or one about each group.
fn name_questions(
    texts: &[String],
    groups: &[NamedGroup],
    write: fn(&str) -> String,
) -> Vec<NamedQuestion> {
    let mut questions = Vec::new();
    for text in texts {
        questions.push(NamedQuestion { name: None, text: text.clone() });
    }
    if texts.is_empty() {
        for NamedGroup { name, filter, .. } in groups {
            questions.push(NamedQuestion { name: Some(name.clone()), text: write(filter) });
        }
    }
    questions
}

/// The largest groups of cards in the draw pile, by the first field of the game that separates any.
fn largest_groups(decks: &[PortraitDeck<'_>]) -> Vec<NamedGroup> {
    for tally in decks
        .iter()
        .flat_map(|deck| &deck.described.statistics.tallies)
    {
        let mut groups = list_groups(decks, &tally.word);
        for group in &mut groups {
            group.drawn = decks
                .iter()
                .map(|deck| deck.count_drawn(&group.filter))
                .sum();
        }
        groups.retain(|group| group.drawn > 0);
        if groups.len() > 1 {
            // Stable, so that groups of the same size stay in the order of their values.
            groups.arrange_by_key(|group| std::cmp::Reverse(group.drawn));
            groups.truncate(DEFAULT_GROUPS);
            return groups;
        }
    }
    Vec::new()
}

/// The groups of all decks by one field, not counted yet.
fn list_groups(decks: &[PortraitDeck<'_>], word: &str) -> Vec<NamedGroup> {
    let mut found: Vec<NamedGroup> = Vec::new();
    for deck in decks {
        for tally in deck
            .described
            .statistics
            .tallies
            .iter()
            .filter(|tally| tally.word == word)
        {
            for row in &tally.rows {
                if let Some(group) = describe_group(deck.setup.catalog, tally, row)
                    && !found.iter().any(|known| known.filter == group.filter)
                {
                    found.push(group);
                }
            }
        }
    }
    found
}

/// The cards with a value, not counted yet; `None` for values that form no group.
fn describe_group(catalog: &Catalog, tally: &ValueTally, row: &ValueCount) -> Option<NamedGroup> {
    let game = &catalog.game;
    let word = &tally.word;
    let named = match &row.key {
        GroupKey::Kind(id) => &game.kinds.get(id.index())?.named,
        GroupKey::Effect(id) => &game.effects.get(id.index())?.named,
        GroupKey::Set(id) => &game.sets.get(id.index())?.named,
        GroupKey::Value(value) => {
            let attribute = game.get_attribute(game.attribute(word)?)?;
            attribute.values().get(value.index())?
        }
        GroupKey::Number(number) => {
            let name = Text::untranslated(format!("{word} {number}"));
            return Some(NamedGroup { name, filter: format!("{word}={number}"), drawn: 0 });
        }
        GroupKey::Text(_)
        | GroupKey::Flag(_)
        | GroupKey::Date(_)
        | GroupKey::Zone(_)
        | GroupKey::Card(_)
        | GroupKey::Grade(_) => return None,
    };
    let filter = format!("{word}:{}", named.id);
    Some(NamedGroup { name: named.name.clone(), filter, drawn: 0 })
}

struct PortraitDeck<'a> {
    described: &'a DescribedDeck,
    setup: PreparedFormat<'a>,
    table: Result<GameTable, AskError>,
    wish: &'a PortraitRequest,
    budget: &'a Budget,
}

impl PortraitDeck<'_> {
    /// Counts the cards of the draw pile that match a filter; 0 if all of them do, because such a
    /// group means nothing.
    fn count_drawn(&self, filter: &str) -> u64 {
        let (Ok(table), Ok(filter)) = (&self.table, language::filter(filter, &self.setup.scope))
        else {
            return 0;
        };
        let world = self.setup.world(self.wish.lens);
        let known = table
            .pile
            .iter()
            .filter(|(slot, _)| slot.card != CardIndex::STRANGER);
        let found = known.filter(|(slot, _)| filter.test(&world, slot.card, None) == Truth::True);
        let cards: u64 = found.map(|(_, n)| u64::from(*n)).sum();
        if cards < table.cards() { cards } else { 0 }
    }

    fn portray(
        &self,
        conditions: &[NamedQuestion],
        measures: &[NamedQuestion],
    ) -> Result<Portrait, PortrayError> {
        let (setup, wish, table) = (&self.setup, self.wish, &self.table);
        let legality = FormatLegality::new(setup.catalog, wish.lens, None);
        let world = World { legality: Some(&legality), ..setup.world(wish.lens) };
        let beside = table
            .iter()
            .flat_map(|t| t.beside.iter().map(|pile| pile.name.as_str()));
        let scope = setup
            .scope
            .clone()
            .with_zones([HAND, SEEN, ROW, PARTNERS])
            .with_zones(beside);
        let ask = TableQuestions { deck: self, world: &world, scope: &scope };
        let mut portrait = Portrait {
            described: self.described.clone(),
            table: table.clone(),
            chances: Vec::new(),
            spreads: Vec::new(),
            hands: Ok(Vec::new()),
        };
        let keep = match table.as_ref().ok().and_then(|table| table.keep.as_ref()) {
            Some(text) => Some(KeepConditions::all(ask.condition(text)?)),
            None => None,
        };
        for question in conditions {
            portrait
                .chances
                .push(ask.chances(question, table, keep.as_ref())?);
        }
        for question in measures {
            portrait
                .spreads
                .push(ask.spread(question, table, keep.as_ref())?);
        }
        portrait.hands = match table {
            Ok(table) => deal_openings(setup, &world, table, keep.as_ref(), wish.seed, wish.hands),
            Err(error) => Err(error.clone().into()),
        };
        Ok(portrait)
    }
}

struct TableQuestions<'a> {
    deck: &'a PortraitDeck<'a>,
    world: &'a World<'a>,
    scope: &'a Scope<'a>,
}

impl TableQuestions<'_> {
    fn condition(&self, text: &str) -> Result<language::Condition, PortrayError> {
        language::condition(text, self.scope)
            .map_err(|error| PortrayError::Language { text: text.to_owned(), error })
    }

    fn chances(
        &self,
        asked: &NamedQuestion,
        table: &Result<GameTable, AskError>,
        keep: Option<&KeepConditions>,
    ) -> Result<ConditionOdds, PortrayError> {
        let NamedQuestion { name, text } = asked;
        let condition = self.condition(text)?;
        let turns = match table {
            Ok(table) => {
                let terms = QuestionTerms { condition: &condition, given: None, keep };
                let question = odds::Question::new(self.world, table, terms);
                // In a format without turns, only the opening hand counts.
                let last = match table.turns_for(self.deck.wish.turns) {
                    Ok(_) => self.deck.wish.turns,
                    Err(_) => 0,
                };
                let mut turns = Vec::new();
                for turn in 0..=last {
                    turns.push(match &question {
                        Ok(question) => question.probability_on_budget(turn, self.deck.budget),
                        Err(error) => Err(error.clone()),
                    });
                }
                turns
            }
            Err(error) => vec![Err(error.clone())],
        };
        let counted = match table {
            Ok(table) if name.is_none() => {
                let root = TreePart::Condition(condition.node());
                odds::count_cards(root, text, self.world, self.scope, table)
            }
            _ => Vec::new(),
        };
        Ok(ConditionOdds { name: name.clone(), text: text.clone(), turns, counted })
    }

    fn spread(
        &self,
        asked: &NamedQuestion,
        table: &Result<GameTable, AskError>,
        keep: Option<&KeepConditions>,
    ) -> Result<MeasureDistribution, PortrayError> {
        let NamedQuestion { name, text } = asked;
        let measure = language::measure(text, self.scope)
            .map_err(|error| PortrayError::Language { text: text.clone(), error })?;
        let values = match table {
            Ok(table) => MeasureQuestion::new(self.world, table, &measure, (None, keep))
                .and_then(|measured| measured.distribution_on_budget(0, self.deck.budget)),
            Err(error) => Err(error.clone()),
        };
        Ok(MeasureDistribution { name: name.clone(), text: text.clone(), values })
    }
}
