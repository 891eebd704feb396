//! Every card that a filter describes.

mod decks;
mod messages;
mod search;
mod suggest;

use crate::{Answer, AnswerStatus, Desk, Refusal, TextValue, open_games};
use decks::SearchedDecks;
use messages::CardsMessage;
use search::{GameSearch, find_named_cards, search_games};
use sleeve_data::{
    model::{Catalog, Date, Lang},
    problem::Message,
};
use sleeve_report::{
    Style,
    cards::{
        found::{CardsReport, FoundCards},
        missing,
        suggested::DeckSuggestions,
    },
    text::escape::safe,
};
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

fields! {
    /// Cards that match a filter.
    CardsRequest -> CardsAnswer; needs [["like", "with"]] {
        /// Words of a name, FIELD:VALUE, comparisons
        ///
        /// A card has to match all of them.
        #[arg(value_name = "FILTER")]
        filter: Vec<String>,
        /// Game to search, if the filter does not say
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// Columns to show, separated by commas
        #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
        columns: Vec<String>,
        /// Fields to sort by; -cost: highest first
        ///
        /// Separate several with commas.
        #[arg(long, value_name = "FIELDS", value_delimiter = ',', allow_hyphen_values = true)]
        sort: Vec<String>,
        /// Group by a field and count the cards
        #[arg(long, value_name = "FIELD")]
        group: Option<String>,
        /// Show at most this many cards (of each group)
        #[arg(long, value_name = "NUMBER")]
        limit: Option<usize>,
        /// Write the unattested facts as a file to fill in
        ///
        /// It is TOML that you can add with --cards, or a sheet with `-o csv`.
        #[arg(long, conflicts_with_all = ["columns", "sort", "group", "limit", "explain"])]
        missing: bool,
        /// Only cards of this deck
        ///
        /// With several decks: of any of them.
        #[arg(id = "in", long, value_name = "DECK")]
        #[serde(rename = "in")]
        within: Vec<PathBuf>,
        /// Only cards that are not in this deck
        ///
        /// With several decks: in none of them.
        #[arg(long, value_name = "DECK")]
        not_in: Vec<PathBuf>,
        /// Suggest cards for this deck, best first
        ///
        /// They are often played with its cards.
        #[arg(long, value_name = "DECK", conflicts_with_all = ["missing", "explain"])]
        with: Option<PathBuf>,
        /// Decks to learn from, for --with
        ///
        /// Decks or folders of decks. Default: the decks that come with the game.
        #[arg(long, value_name = "PATH", requires = "with")]
        like: Vec<PathBuf>,
        /// Show the filter in words, with counts
        ///
        /// The counts say how many cards each part of it matches.
        #[arg(long)]
        explain: bool,
        /// Treat stand-ins and inferred facts as unknown
        #[arg(long)]
        attested: bool,
        /// Use dated lists as of this day
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
    }
}

/// The cards that a search found. The text is a list, or what the request asks for instead; the
/// document is always a list.
pub struct CardsAnswer {
    pub report: CardsReport,
    /// Path of each deck with lines that name no card, and their number.
    unresolved: Vec<(String, usize)>,
    request: CardsRequest,
}

impl CardsRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<CardsAnswer, Refusal> {
        let decks = SearchedDecks::read(desk, &self.within, &self.not_in)?;
        let suggested = self
            .with
            .as_ref()
            .map(|path| self.suggest(desk, path))
            .transpose()?;
        let catalogs = self.open_games(desk, &decks, suggested.as_ref())?;
        let mut searches = self.search(&catalogs, &decks)?;
        let unresolved = searches
            .first_mut()
            .map(|of| std::mem::take(&mut of.deck_cards.unresolved));
        if self.missing {
            refuse_several_games(&searches)?;
        }
        let is_empty = searches.iter().all(|search| search.found.is_empty());
        for search in &mut searches {
            if self.explain || is_empty && suggested.is_none() {
                search.test_parts();
            }
            if let Some(suggested) = &suggested {
                suggest::choose_cards(suggested, search);
            }
            search.sort(desk.talk().lang);
        }
        let found = searches.into_iter().map(|search| search.found).collect();
        let report = CardsReport { found, suggested, limit: self.limit };
        let request = self.clone();
        Ok(CardsAnswer { report, unresolved: unresolved.unwrap_or_default(), request })
    }

    /// The whole filter.
    fn text(&self) -> String {
        self.filter.join(" ")
    }

    fn day(&self) -> Option<Date> {
        self.on.as_ref().map(|day| day.0)
    }

    /// Opens the game of the deck, or the one that the request or a deck names, or else all.
    fn open_games(
        &self,
        desk: &dyn Desk,
        decks: &SearchedDecks,
        suggested: Option<&DeckSuggestions>,
    ) -> Result<Vec<Arc<Catalog>>, Refusal> {
        if let Some(suggested) = suggested {
            return Ok(vec![Arc::clone(&suggested.catalog)]);
        }
        let library = desk.library();
        let game = self.game.as_deref().or_else(|| decks.game());
        if game.is_none() && self.text().trim().is_empty() {
            let options = format!("--game {}", library.game_ids().join(" | --game "));
            return Err(Refusal::of_message(CardsMessage::WhichGame { options }));
        }
        open_games(library, game, self.day())
    }

    /// Searches in the games, and leaves out those without a result if others have one.
    fn search<'a>(
        &self,
        catalogs: &'a [Arc<Catalog>],
        decks: &SearchedDecks,
    ) -> Result<Vec<GameSearch<'a>>, Refusal> {
        let mut searched = search_games(catalogs, self, decks);
        // Words that are no filter for any card may be a name as deck lists write it.
        if !searched.as_ref().is_ok_and(|all| has_any_card(all))
            && let Some(named) = find_named_cards(catalogs, self, decks)
        {
            searched = Ok(named);
        }
        let mut searches = searched?;
        if has_any_card(&searches) {
            searches.retain(|search| !search.found.is_empty());
        }
        let text = searches
            .first()
            .map_or_else(String::new, |search| search.found.text.clone());
        for search in &mut searches {
            search.count_longer_names(&text);
        }
        Ok(searches)
    }
}

fn has_any_card(searches: &[GameSearch<'_>]) -> bool {
    searches.iter().any(|search| !search.found.is_empty())
}

fn refuse_several_games(searches: &[GameSearch<'_>]) -> Result<(), Refusal> {
    if searches.len() == 1 {
        return Ok(());
    }
    let ids: Vec<&str> = searches
        .iter()
        .map(|search| search.found.catalog.game.id())
        .collect();
    let options = format!("--game {}", ids.join(" | --game "));
    Err(Refusal::of_message(CardsMessage::SeveralGames { options }))
}

impl CardsAnswer {
    /// Writes the cards as a sheet, or the facts to fill in.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_sheet(&self, out: &mut dyn Write, lang: Lang, has_tabs: bool) -> io::Result<()> {
        if !self.request.missing {
            return self.report.write_sheets(out, lang, has_tabs);
        }
        let mut games = self.report.found.iter();
        games.try_for_each(|of| missing::write_sheet(out, &of.view(lang), &of.possible()))
    }

    /// Whether there are facts to fill in.
    fn has_gaps(&self, lang: Lang) -> bool {
        let mut games = self.report.found.iter();
        games.any(|of| missing::has_gaps(&of.view(lang), &of.possible()))
    }
}

fn line(message: &CardsMessage, style: &Style) -> String {
    safe(&message.title(style.lang)).into_owned()
}

impl Answer for CardsAnswer {
    fn status(&self) -> AnswerStatus {
        AnswerStatus::Fine
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        if self.request.explain {
            return self.report.explain(out, style);
        }
        if !self.request.missing {
            return self.report.write(out, style, quiet);
        }
        let mut games = self.report.found.iter();
        games.try_for_each(|of| missing::write_overlay(out, &of.view(style.lang), &of.possible()))
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.report.write_json(out)
    }

    fn remarks(&self, style: &Style, quiet: bool) -> Vec<String> {
        let (report, mut remarks) = (&self.report, Vec::new());
        if self.request.explain {
            return remarks;
        }
        if self.request.missing {
            let is_said = !quiet && !self.has_gaps(style.lang);
            remarks.extend(is_said.then(|| line(&CardsMessage::NothingMissing, style)));
            return remarks;
        }
        for (path, lines) in self.unresolved.iter().filter(|_| !quiet).cloned() {
            remarks.push(line(&CardsMessage::LinesWithoutCard { path, lines }, style));
        }
        let is_empty = report.found.iter().all(FoundCards::is_empty);
        if report.suggested.is_some() {
            remarks.extend(is_empty.then(|| line(&CardsMessage::NothingSuggested, style)));
        } else if !quiet {
            remarks.extend(is_empty.then(|| report.describe_no_match(style)));
            remarks.extend(report.describe_longer_names(style));
            remarks.extend(report.describe_unfilled_fields(style));
        }
        remarks
    }
}
