//! Cards with all their facts, and the cards most like them.

mod find;
mod messages;

use crate::{Answer, AnswerStatus, Desk, DrawnRefusal, Refusal, TextValue, deck::lens, open_games};
use find::{GameCards, WordMatch, cards_of_group, find_cards};
use messages::ShowMessage;
use sleeve_data::model::{Card, Catalog, Date, Lang, Lens};
use sleeve_decks as decks;
use sleeve_language::{Field, FieldKind};
use sleeve_report::{
    Diagnostic, Severity, Style,
    cards::{
        FactStyle, drawing,
        json::{CardShape, CardsDocument, CardsRemarks},
        listing::Listing,
        near::{NearCard, NearCards},
    },
    text::escape::plain,
};
use sleeve_solve::CardLikeness;
use std::{
    io::{self, Write},
    sync::Arc,
};

/// Most candidates for a name that are listed in each game.
const LISTED_CANDIDATES: usize = 12;

/// Number of similar cards that are listed.
const LISTED_NEAR_CARDS: usize = 10;

fields! {
    /// Cards by their names.
    ShowRequest -> ShowAnswer {
        /// Names, ids or aliases of cards
        ///
        /// A part of a name is enough if only one card has it.
        #[arg(value_name = "CARD", required = true)]
        names: Vec<String>,
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
        /// Show the cards as of this day
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
    }
}

/// The cards that words name, those of one word and game together.
pub struct ShowAnswer {
    found: Vec<GameCards>,
    /// No name of these cards contains the word.
    guesses: Vec<VagueWord>,
    unfound: UnfoundWords,
    /// For each of the cards, if the request asks for similar ones.
    near: Vec<(Arc<Catalog>, NearCards)>,
    request: ShowRequest,
}

/// A word, and the cards that it was taken for or could be.
#[derive(Debug)]
struct VagueWord {
    word: String,
    games: Vec<GameCards>,
}

/// Words that mean no card or several.
#[derive(Debug)]
struct UnfoundWords {
    words: Vec<VagueWord>,
    catalogs: Vec<Arc<Catalog>>,
}

impl ShowRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<ShowAnswer, Refusal> {
        let day = self.on.as_ref().map(|TextValue(day)| *day);
        let catalogs = open_games(desk.library(), self.game.as_deref(), day)?;
        let (mut found, mut guesses, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for word in self.names.iter().cloned() {
            match find_cards(&catalogs, &word) {
                Ok(WordMatch { games, is_guess }) => {
                    found.extend(games.iter().cloned());
                    if is_guess {
                        guesses.push(VagueWord { word, games });
                    }
                }
                Err(games) => words.push(VagueWord { word, games }),
            }
        }
        let unfound = UnfoundWords { words, catalogs };
        if found.is_empty() && !unfound.words.is_empty() {
            return Err(Refusal::Drawn(Box::new(unfound)));
        }
        let near = if self.like { self.find_near_cards(&found) } else { Vec::new() };
        Ok(ShowAnswer { found, guesses, unfound, near, request: self.clone() })
    }

    /// The cards that are most like each of these cards.
    fn find_near_cards(&self, found: &[GameCards]) -> Vec<(Arc<Catalog>, NearCards)> {
        let shown = if self.all { usize::MAX } else { LISTED_NEAR_CARDS };
        let mut listed = Vec::new();
        for GameCards { catalog, cards } in found {
            let mut likeness = CardLikeness::new(catalog, lens(self.attested));
            for card in cards.iter().copied() {
                let all = likeness.find_nearest(card);
                let more = all.len().saturating_sub(shown);
                let mut near = Vec::new();
                for (other, how_like) in all.into_iter().take(shown) {
                    let kinship = likeness.explain(card, other);
                    near.push(NearCard { card: other, likeness: how_like, kinship });
                }
                listed.push((Arc::clone(catalog), NearCards { card, near, more }));
            }
        }
        listed
    }
}

impl ShowAnswer {
    fn view<'c>(&self, catalog: &'c Catalog, lang: Lang) -> FactStyle<'c> {
        FactStyle::new(catalog, lens(self.request.attested), lang)
    }

    fn draw(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        for (at, GameCards { catalog, cards }) in self.found.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let view = self.view(catalog, style.lang);
            let view = FactStyle { short: true, prose: true, marks: true, ..view };
            let named: Vec<Card<'_>> = cards.iter().map(|card| catalog.cards.card(*card)).collect();
            let together = match named.as_slice() {
                [one] => cards_of_group(&view, *one),
                several => several.to_vec(),
            };
            drawing::draw_cards(out, style, &view, &together, &named, self.request.all)?;
        }
        Ok(())
    }

    fn list_near_cards(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        for (at, (catalog, near)) in self.near.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let view = FactStyle { short: true, prose: true, ..self.view(catalog, style.lang) };
            near.write(&view, style, out)?;
        }
        Ok(())
    }
}

impl Answer for ShowAnswer {
    fn status(&self) -> AnswerStatus {
        if self.unfound.words.is_empty() { AnswerStatus::Fine } else { AnswerStatus::Unusable }
    }

    fn write(&self, out: &mut dyn Write, style: &Style, _quiet: bool) -> io::Result<()> {
        if self.request.like { self.list_near_cards(out, style) } else { self.draw(out, style) }
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut games = self.found.iter().map(|of| of.catalog.game.id());
        let game = games
            .next()
            .filter(|first| games.all(|other| other == *first));
        let mut document = CardsDocument::open(out, game)?;
        for GameCards { catalog, cards } in &self.found {
            let view = self.view(catalog, Lang::En);
            for card in cards {
                document.card(&CardShape::new(&view, catalog.cards.card(*card)))?;
            }
        }
        let near = self.near.iter();
        let rows = near.map(|(catalog, near)| near.row(&self.view(catalog, Lang::En)));
        let like = self.request.like.then(|| rows.collect());
        document.close(&CardsRemarks { like, ..CardsRemarks::default() })
    }

    fn remarks(&self, style: &Style, _quiet: bool) -> Vec<String> {
        let mut remarks: Vec<String> = self
            .guesses
            .iter()
            .map(|guess| guess.note(style.lang).render(style))
            .collect();
        if !self.unfound.words.is_empty() {
            remarks.push(self.unfound.render(style));
        }
        remarks
    }
}

impl VagueWord {
    fn note(&self, lang: Lang) -> Diagnostic<'static> {
        let mut cards = Vec::new();
        for GameCards { catalog, cards: found } in &self.games {
            cards.extend(
                found
                    .iter()
                    .map(|card| catalog.cards.card(*card).name(lang).to_owned()),
            );
        }
        let message = ShowMessage::TakenFor { word: self.word.clone(), cards };
        Diagnostic::from_message(&message, lang).severity(Severity::Note)
    }
}

impl UnfoundWords {
    fn diagnostic(&self, unfound: &VagueWord, lang: Lang) -> Diagnostic<'static> {
        let word = unfound.word.clone();
        let count = unfound.games.iter().map(|of| of.cards.len()).sum();
        let message = match count {
            0 => ShowMessage::NoCard { near: self.nearest_names(&word, lang), word },
            _ => ShowMessage::SeveralCards { word, count },
        };
        Diagnostic::from_message(&message, lang)
    }

    /// The names nearest to a word over all games, best first, with their ids.
    fn nearest_names(&self, word: &str, lang: Lang) -> Vec<(String, String)> {
        let near = decks::nearest_cards(self.catalogs.iter().map(|catalog| &**catalog), word);
        let named = near
            .into_iter()
            .filter_map(|(at, card)| Some(self.catalogs.get(at)?.cards.card(card)));
        named
            .map(|card| (card.name(lang).to_owned(), card.id().to_owned()))
            .collect()
    }
}

impl DrawnRefusal for UnfoundWords {
    fn diagnostics(&self, style: &Style) -> Vec<Diagnostic<'_>> {
        self.words
            .iter()
            .map(|word| self.diagnostic(word, style.lang))
            .collect()
    }

    /// Lists the candidates below each message.
    fn render(&self, style: &Style) -> String {
        let mut texts = Vec::new();
        for word in &self.words {
            let mut text = self.diagnostic(word, style.lang).render(style);
            for of in &word.games {
                text += "\n\n";
                text += &list_candidates(of, style);
            }
            texts.push(text.trim_end().to_owned());
        }
        texts.join("\n\n")
    }
}

fn list_candidates(GameCards { catalog, cards }: &GameCards, style: &Style) -> String {
    let lang = style.lang;
    let view = FactStyle::new(catalog, Lens::Shipped, lang);
    let listing = Listing {
        view: FactStyle { short: true, prose: true, ..view },
        cards,
        columns: None,
        asked: &[Field::front(FieldKind::Id)],
        group: None,
        beside: &[],
        limit: Some(LISTED_CANDIDATES),
    };
    let mut list = Vec::new();
    // A vector takes everything.
    let _ = listing.write(&mut list, style);
    let game = style.bold(&plain(catalog.game.name(lang)));
    format!("{game}\n{}", String::from_utf8_lossy(&list))
}
