//! `sleeve cards`: every card that a filter describes.

mod no_match;
mod output;
mod search;
mod suggestions;

pub(super) use no_match::near_names;

use super::{AnswerStatus, Failure, Session};
use crate::cli::arguments::parse_date;
use crate::cli::messages::CliMessage;
use clap::{Args, ValueEnum};
use search::GameSearch;
use sleeve_data::model::{Date, Lens};
use sleeve_report::cards::missing;
use std::path::PathBuf;
use std::sync::Arc;
use suggestions::DeckSuggestions;

/// Search cards
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve cards effect:pivot 'level<=1'
  sleeve cards --game star-realms 'effect:draw cost<=3' --sort cost
  sleeve cards --with deck.toml kind:character --limit 5

More examples:
  sleeve cards 'power>ability is:unique' --group rarity --limit 5
  sleeve cards --game battleship-galaxies --missing > my-box.toml
  sleeve cards --game starfighter --missing -o csv > my-box.csv

`-` before a filter negates it: '-kind:unit'. `sleeve help language` explains filters.")]
pub struct CardsCommand {
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
    #[arg(long = "in", value_name = "DECK")]
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
    /// Output form: human, json, csv, names, …
    ///
    /// Default: a table, or a file to fill in with --missing.
    #[arg(long, short, value_name = "FORM")]
    output: Option<CardsOutput>,
    /// Show the filter in words, with counts
    ///
    /// The counts say how many cards each part of it matches.
    #[arg(long)]
    explain: bool,
    /// Treat stand-ins and inferred facts as unknown
    #[arg(long)]
    attested: bool,
    /// Use dated lists as of this day
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
}

/// A form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CardsOutput {
    /// A table
    Human,
    /// A document with every fact
    Json,
    /// Comma-separated values
    Csv,
    /// Tab-separated values
    Tsv,
    /// A JSON object on a line for each card
    Ndjson,
    /// One name per line
    Names,
    /// An overlay to fill in, with --missing
    Toml,
}

impl CardsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        self.check_output(session)?;
        let text = self.filter.join(" ");
        let decks = search::read_decks(session, &self.within, &self.not_in)?;
        let suggested = match &self.with {
            Some(path) => match DeckSuggestions::new(session, path, self)? {
                Some(suggested) => Some(suggested),
                None => return Ok(AnswerStatus::Unusable),
            },
            None => None,
        };
        let game = self.game.clone().or_else(|| decks.game().map(str::to_owned));
        let game = suggested.as_ref().map(|known| known.game().to_owned()).or(game);
        if game.is_none() && text.trim().is_empty() {
            let options = format!("--game {}", session.library.game_ids().join(" | --game "));
            return Err(session.refusal(CliMessage::WhichGame { options }));
        }
        let catalogs = match &suggested {
            Some(suggested) => vec![Arc::clone(suggested.catalog())],
            None => sleeve_requests::open_games(&session.library, game.as_deref(), self.on)?,
        };
        let mut searches = search::new_searches(session, &catalogs, &text, self, &decks);
        for search in searches.iter_mut().flatten() {
            search.run();
        }
        let found = searches.as_ref().is_ok_and(|all| all.iter().any(|s| !s.is_empty()));
        // Words that are no filter for any card may be a name as deck lists write it.
        if !found
            && let Some(named) = search::find_named_cards(session, &catalogs, &text, self, &decks)
        {
            searches = Ok(named);
        }
        let mut searches: Vec<GameSearch<'_>> = searches?;
        let single = searches.len() == 1;
        if !single && searches.iter().any(|s| !s.is_empty()) {
            searches.retain(|s| !s.is_empty());
        }
        if self.explain {
            output::explain(session, &searches)?;
            return Ok(AnswerStatus::Fine);
        }
        if self.missing {
            return self.write_missing(session, &searches);
        }
        for search in &mut searches {
            if let Some(suggested) = &suggested {
                suggested.choose_cards(search);
            }
            search.sort();
        }
        output::write(session, self, &searches, suggested.as_ref())?;
        if suggested.is_some() {
            if searches.iter().all(GameSearch::is_empty) {
                session.say_line(&CliMessage::NothingSuggested);
            }
            return Ok(AnswerStatus::Fine);
        }
        if searches.iter().all(GameSearch::is_empty) && !session.global.quiet {
            let text = no_match::describe_no_match(session, &searches);
            session.say(&text);
        }
        if !session.global.quiet
            && let Some(text) = no_match::describe_longer_names(session, &searches)
        {
            session.say(&text);
        }
        if !session.global.quiet
            && let Some(text) = no_match::describe_unfilled_fields(session, &searches)
        {
            session.say(&text);
        }
        Ok(AnswerStatus::Fine)
    }

    /// Refuses a form of output that does not fit `--missing`, or fits only that.
    fn check_output(&self, session: &Session<'_>) -> Result<(), Failure> {
        match (self.missing, self.output) {
            (true, None | Some(CardsOutput::Toml | CardsOutput::Csv)) => Ok(()),
            (false, form) if form != Some(CardsOutput::Toml) => Ok(()),
            (true, _) => Err(session.refusal(CliMessage::MissingForm)),
            (false, _) => Err(session.refusal(CliMessage::OnlyMissing)),
        }
    }

    fn lens(&self) -> Lens {
        if self.attested { Lens::Attested } else { Lens::Shipped }
    }

    fn write_missing(
        &self,
        session: &mut Session<'_>,
        searches: &[GameSearch<'_>],
    ) -> Result<AnswerStatus, Failure> {
        if let [search] = searches {
            let cards: Vec<_> = search.possible();
            let out = &mut *session.streams.out;
            let written = match self.output {
                Some(CardsOutput::Csv) => missing::write_sheet(out, &search.view, &cards)?,
                _ => missing::write_overlay(out, &search.view, &cards)?,
            };
            if written == 0 && !session.global.quiet {
                session.say_line(&CliMessage::NothingMissing);
            }
            return Ok(AnswerStatus::Fine);
        }
        let ids: Vec<&str> = searches.iter().map(|search| search.view.catalog.game.id()).collect();
        let options = format!("--game {}", ids.join(" | --game "));
        Err(session.refusal(CliMessage::SeveralGames { options }))
    }
}
