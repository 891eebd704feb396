//! `sleeve show`: cards drawn in the terminal.

use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::{Args, ValueEnum};
use sleeve_data::model::fold::fold;
use sleeve_data::model::{Card, CardIndex, Catalog, Fact, Lang, Lens};
use sleeve_decks::{self as decks, DeckResolver};
use sleeve_language::{Field, FieldKind};
use sleeve_report::cards::json::{CardShape, CardsDocument, CardsRemarks};
use sleeve_report::cards::listing::Listing;
use sleeve_report::cards::near::{NearCard, NearCards};
use sleeve_report::cards::{FactStyle, drawing};
use sleeve_report::text::escape::plain;
use sleeve_report::{Severity, Style};
use sleeve_solve::CardLikeness;
use std::cmp::Reverse;
use std::io;
use std::sync::Arc;

/// Most candidates for a name that are listed in each game.
const LISTED_CANDIDATES: usize = 12;

/// Number of similar cards that are listed.
const LISTED_NEAR_CARDS: usize = 10;

/// Show cards with all their facts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve show 3-10
  sleeve show 'ISN Everest (veteran)' 'Erin Cho'
  sleeve show 'Master Luke' --like
  sleeve show --game star-realms 'Blob Wheel' -o json")]
pub struct ShowCommand {
    /// Names, ids or aliases of cards
    ///
    /// A part of a name is enough if only one card has it.
    #[arg(value_name = "CARD", required = true)]
    wanted: Vec<String>,
    /// Game, if several have such a card
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Treat stand-ins and inferred facts as unknown
    #[arg(long)]
    attested: bool,
    /// Also show technical fields and defaults
    #[arg(long)]
    all: bool,
    /// List the most similar cards, and why
    ///
    /// With --all, list all of them.
    #[arg(long)]
    like: bool,
    /// Output form: human or json
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: ShowOutput,
}

/// A form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ShowOutput {
    /// Drawn
    Human,
    /// A document with every fact
    Json,
}

/// A card of one of the games.
type GameCard<'c> = (&'c Catalog, CardIndex);

impl ShowCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let catalogs = session.open_games(self.game.as_deref(), None)?;
        let mut found: Vec<Vec<GameCard<'_>>> = Vec::new();
        let mut failures: Vec<String> = Vec::new();
        for word in &self.wanted {
            match find_cards(&catalogs, word) {
                Ok((cards, is_guess)) => {
                    if is_guess {
                        say_guess(session, word, &cards);
                    }
                    let mut games: Vec<_> =
                        cards.chunk_by(is_same_game).map(<[GameCard<'_>]>::to_vec).collect();
                    if games.len() > 1 {
                        // A name most likely belongs to the game in which most cards have it.
                        games.sort_by_cached_key(|cards| {
                            Reverse(
                                cards
                                    .first()
                                    .map(|(catalog, _)| find_by_words(catalog, word).len()),
                            )
                        });
                    }
                    found.append(&mut games);
                }
                Err(candidates) => {
                    failures.push(describe_failure(session, &catalogs, word, &candidates)?)
                }
            }
        }
        // If no card is found, the document is the one for errors.
        if found.is_empty() && !failures.is_empty() {
            return Err(Failure::Unusable(failures.join("\n\n")));
        }
        match self.output {
            ShowOutput::Human if self.like => self.list_near_cards(session, &found)?,
            ShowOutput::Human => self.draw(session, &found)?,
            ShowOutput::Json => {
                session.write_beside(|session| self.draw(session, &found))?;
                self.json(session, &found)?;
            }
        }
        if failures.is_empty() {
            Ok(AnswerStatus::Fine)
        } else {
            Err(Failure::Unusable(failures.join("\n\n")))
        }
    }

    fn lens(&self) -> Lens {
        if self.attested { Lens::Attested } else { Lens::Shipped }
    }

    fn draw(&self, session: &mut Session<'_>, found: &[Vec<GameCard<'_>>]) -> io::Result<()> {
        let style = session.style;
        for (i, cards) in found.iter().enumerate() {
            let Some((catalog, first)) = cards.first() else { continue };
            let view = FactStyle {
                short: true,
                prose: true,
                marks: true,
                ..FactStyle::new(catalog, self.lens(), style.lang)
            };
            let together = match cards.as_slice() {
                [_] => cards_of_group(&view, catalog.cards.card(*first)),
                several => several.iter().map(|(_, index)| catalog.cards.card(*index)).collect(),
            };
            if i > 0 {
                writeln!(session.streams.out)?;
            }
            let named: Vec<Card<'_>> = cards.iter().map(|(_, i)| catalog.cards.card(*i)).collect();
            drawing::draw_cards(
                &mut session.folded_output(),
                &style,
                &view,
                &together,
                &named,
                self.all,
            )?;
        }
        Ok(())
    }

    fn json(&self, session: &mut Session<'_>, found: &[Vec<GameCard<'_>>]) -> io::Result<()> {
        let all: Vec<GameCard<'_>> = found.iter().flatten().copied().collect();
        let game = all.first().map(|(c, _)| c.game.id());
        let game = game.filter(|id| all.iter().all(|(c, _)| c.game.id() == *id));
        let mut document = CardsDocument::open(session.streams.out, game)?;
        for (catalog, index) in all {
            let view = FactStyle::new(catalog, self.lens(), session.style.lang);
            document.card(&CardShape::new(&view, catalog.cards.card(index)))?;
        }
        let like = self.like.then(|| {
            let near = found.iter().flat_map(|cards| self.find_near_cards(cards));
            near.map(|(catalog, near)| near.row(&FactStyle::new(catalog, self.lens(), Lang::En)))
                .collect()
        });
        document.close(&CardsRemarks { like, ..CardsRemarks::default() })
    }

    fn list_near_cards(
        &self,
        session: &mut Session<'_>,
        found: &[Vec<GameCard<'_>>],
    ) -> io::Result<()> {
        let style = session.style;
        let near = found.iter().flat_map(|cards| self.find_near_cards(cards));
        for (at, (catalog, near)) in near.enumerate() {
            if at > 0 {
                writeln!(session.streams.out)?;
            }
            let view = FactStyle {
                short: true,
                prose: true,
                ..FactStyle::new(catalog, self.lens(), style.lang)
            };
            near.write(&view, &style, &mut session.folded_output())?;
        }
        Ok(())
    }

    /// The cards that are most like each of some cards of one game.
    fn find_near_cards<'c>(&self, cards: &[GameCard<'c>]) -> Vec<(&'c Catalog, NearCards)> {
        let Some((catalog, _)) = cards.first() else { return Vec::new() };
        let mut likeness = CardLikeness::new(catalog, self.lens());
        let shown = if self.all { usize::MAX } else { LISTED_NEAR_CARDS };
        let list = |(_, card): &GameCard<'_>| {
            let all = likeness.find_nearest(*card);
            let more = all.len().saturating_sub(shown);
            let near = all.into_iter().take(shown).map(|(other, how_like)| NearCard {
                card: other,
                likeness: how_like,
                kinship: likeness.explain(*card, other),
            });
            (*catalog, NearCards { card: *card, near: near.collect(), more })
        };
        cards.iter().map(list).collect()
    }
}

/// Notes the cards that a word was taken for, which no name of theirs contains.
fn say_guess(session: &mut Session<'_>, word: &str, cards: &[GameCard<'_>]) {
    let lang = session.talk.lang;
    let name = |(catalog, card): &GameCard<'_>| catalog.cards.card(*card).name(lang).to_owned();
    let (word, cards) = (word.to_owned(), cards.iter().map(name).collect());
    session.say_message(Severity::Note, CliMessage::TakenFor { word, cards });
}

/// Finds the card, or the one group of cards, that a word means, and whether that is a guess; else
/// gives the candidates. Looks go from strict to lenient, and the first that finds one thing
/// decides.
fn find_cards<'c>(
    catalogs: &'c [Arc<Catalog>],
    word: &str,
) -> Result<(Vec<GameCard<'c>>, bool), Vec<GameCard<'c>>> {
    let mut candidates: Vec<GameCard<'c>> = Vec::new();
    let looks: [fn(&Catalog, &str) -> Vec<CardIndex>; 6] = [
        |catalog, word| catalog.cards.find_by_name(word),
        find_by_spelling,
        find_group,
        find_by_words,
        find_by_parts,
        |catalog, word| DeckResolver::new(catalog).cards_named(word),
    ];
    for (at, look) in looks.into_iter().enumerate() {
        let is_guess = at + 1 == looks.len();
        let all = |catalog: &'c Arc<Catalog>| {
            look(catalog, word).into_iter().map(move |index| (&**catalog, index))
        };
        let found: Vec<GameCard<'c>> = catalogs.iter().flat_map(all).collect();
        let by_id = |(catalog, index): &&GameCard<'c>| catalog.cards.card(*index).id() == word;
        match found.as_slice() {
            [one] => return Ok((vec![*one], is_guess)),
            several if !several.is_empty() && is_group(several) => {
                return Ok((found, is_guess));
            }
            several if is_one_of_each_game(several) && !several.iter().any(|f| by_id(&f)) => {
                return Ok((found, is_guess));
            }
            several => {
                if let Some(one) = several.iter().find(by_id) {
                    return Ok((vec![*one], is_guess));
                }
            }
        }
        // The strictest match with a result gives the candidates; looser ones would only add worse
        // ones.
        if candidates.is_empty() {
            candidates = found;
        }
    }
    Err(candidates)
}

fn is_same_game(a: &GameCard<'_>, b: &GameCard<'_>) -> bool {
    a.0.game.id() == b.0.game.id()
}

/// Whether there is one card, or one group of cards, of each game.
fn is_one_of_each_game(cards: &[GameCard<'_>]) -> bool {
    let mut games = cards.chunk_by(is_same_game);
    !cards.is_empty() && games.all(|cards| cards.len() == 1 || is_group(cards))
}

/// Finds cards by their name as it is spelled, punctuation included.
fn find_by_spelling(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    let wanted = fold(word);
    let named = catalog.cards.find_by_name(word).into_iter();
    let same = |index: &CardIndex| {
        catalog.cards.card(*index).names().any(|(_, _, folded)| folded == wanted)
    };
    named.filter(same).collect()
}

/// Finds the cards of the group that a word names, such as the versions of a ship.
fn find_group(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    let game = &catalog.game;
    let mut found = Vec::new();
    for layout in &game.layouts {
        let group = layout.group.as_deref().and_then(|word| Field::parse(game, word));
        let Some(Field { face, kind: FieldKind::Attribute(id) }) = group else { continue };
        let values = game.get_attribute(id).map_or(&[][..], |a| a.values());
        let Some(wanted) = values.iter().position(|v| v.means(word)) else { continue };
        let has = |card: &Card<'_>| {
            let fact = card.fact(game, face, id, Lens::Shipped);
            matches!(fact, Fact::Enum(value) if value.index() == wanted)
        };
        found.extend(catalog.cards.iter().filter(has).map(Card::index));
    }
    found
}

/// Finds cards whose name has every word asked for.
fn find_by_words(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    let has = |folded: &str, wanted: &str| {
        folded.split(|c: char| !c.is_alphanumeric()).any(|w| w == wanted)
    };
    filter_by_name(catalog, word, has)
}

/// Finds cards whose name contains every word asked for, as a word or within one.
fn find_by_parts(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    filter_by_name(catalog, word, |folded, wanted| folded.contains(wanted))
}

fn filter_by_name(catalog: &Catalog, word: &str, has: fn(&str, &str) -> bool) -> Vec<CardIndex> {
    let wanted = fold(word);
    let words: Vec<&str> = wanted.split(' ').filter(|w| !w.is_empty()).collect();
    let all =
        |card: &Card<'_>| card.names().any(|(_, _, folded)| words.iter().all(|w| has(folded, w)));
    if words.is_empty() {
        return Vec::new();
    }
    catalog.cards.iter().filter(all).map(Card::index).collect()
}

/// Whether cards belong to one game and one group of its layout.
fn is_group(cards: &[GameCard<'_>]) -> bool {
    let Some(((catalog, first), rest)) = cards.split_first() else { return false };
    let view = FactStyle::new(catalog, Lens::Shipped, sleeve_data::model::Lang::En);
    let same = cards_of_group(&view, catalog.cards.card(*first));
    let within = |(c, index): &GameCard<'_>| {
        c.game.id() == catalog.game.id() && same.iter().any(|card| card.index() == *index)
    };
    rest.iter().all(within)
}

/// A card and the others of its group, which are drawn next to it.
fn cards_of_group<'c>(view: &FactStyle<'c>, card: Card<'c>) -> Vec<Card<'c>> {
    let game = &view.catalog.game;
    let Some(Field { face, kind: FieldKind::Attribute(id) }) = drawing::group_field(view, card)
    else {
        return vec![card];
    };
    let value = |card: Card<'_>| match card.fact(game, face, id, Lens::Shipped) {
        Fact::Enum(value) => Some(value),
        _ => None,
    };
    let Some(wanted) = value(card) else { return vec![card] };
    let same = |other: &Card<'_>| other.kind() == card.kind() && value(*other) == Some(wanted);
    view.catalog.cards.iter().filter(same).collect()
}

/// The message on a word that means no card, or several, with a list of these.
fn describe_failure(
    session: &Session<'_>,
    catalogs: &[Arc<Catalog>],
    word: &str,
    candidates: &[GameCard<'_>],
) -> io::Result<String> {
    let talk = session.talk;
    if candidates.is_empty() {
        let near = nearest_names(catalogs, word, talk.lang);
        return Ok(session.render_message(CliMessage::NoCard { word: word.to_owned(), near }));
    }
    let several = CliMessage::SeveralCards { word: word.to_owned(), count: candidates.len() };
    let mut text = session.render_message(several).into_bytes();
    for catalog in catalogs {
        let cards: Vec<CardIndex> = candidates
            .iter()
            .filter(|(c, _)| std::ptr::eq(*c, &**catalog))
            .map(|(_, index)| *index)
            .collect();
        if !cards.is_empty() {
            text.extend_from_slice(b"\n\n");
            list_candidates(&mut text, &talk, catalog, &cards)?;
        }
    }
    let text = String::from_utf8_lossy(&text);
    Ok(text.trim_end().to_owned())
}

fn list_candidates(
    text: &mut Vec<u8>,
    talk: &Style,
    catalog: &Catalog,
    cards: &[CardIndex],
) -> io::Result<()> {
    let id = [Field::front(FieldKind::Id)];
    let view =
        FactStyle { short: true, prose: true, ..FactStyle::new(catalog, Lens::Shipped, talk.lang) };
    let listing = Listing {
        view,
        cards,
        columns: None,
        asked: &id,
        group: None,
        beside: &[],
        limit: Some(LISTED_CANDIDATES),
    };
    text.extend_from_slice(talk.bold(&plain(catalog.game.name(talk.lang))).as_bytes());
    text.push(b'\n');
    listing.write(text, talk)
}

/// The names nearest to a word over all games, best first, with their ids.
fn nearest_names(catalogs: &[Arc<Catalog>], word: &str, lang: Lang) -> Vec<(String, String)> {
    let near = decks::nearest_cards(catalogs.iter().map(|catalog| &**catalog), word);
    let named = near.into_iter().filter_map(|(at, card)| Some(catalogs.get(at)?.cards.card(card)));
    named.map(|card| (card.name(lang).to_owned(), card.id().to_owned())).collect()
}
