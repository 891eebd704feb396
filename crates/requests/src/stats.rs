//! Decks in numbers.

use crate::{
    Answer, AnswerStatus, DeckOptions, Desk, Refusal, deck::say_unusable_decks,
    opened_event::OpenedEvent,
};
use sleeve_check::{
    self as check, CheckRequest, CheckedDeck, DescribedDeck, GameUsage, KeptDecks, Measures,
    RefusedText, RowExtras,
};
use sleeve_odds::stats::StatsRequest;
use sleeve_report::{
    Style,
    documents::stats::{StatsDocument, UsageDocument, WhereRow, WideDocument},
    forms::json,
    stats::{self, StatsDetail, describe_kept, refusal_note, usage, wide},
};
use sleeve_rules::Overrides;
use std::{
    io::{self, Write},
    path::PathBuf,
};

fields! {
    /// Numbers of decks: for each deck, in one table, or for each card.
    StatsQuestion -> StatsAnswer; needs [["wide", "measure"]] {
        /// Deck files or folders, `-` for standard input
        #[arg(required_unless_present = "event", value_name = "DECK")]
        decks: Vec<PathBuf>,
        /// Read the decks of an event (event.toml)
        #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "format", "game", "role"])]
        event: Option<PathBuf>,
        /// Measure to show, such as 'avg(destiny)'
        #[arg(long, short, value_name = "MEASURE")]
        measure: Vec<String>,
        /// One row per deck, one column per measure
        #[arg(long, requires = "measure", conflicts_with_all = ["by", "all"])]
        wide: bool,
        /// Leave out of the rows whether they rest on stand-ins, which takes as long as the measures
        #[arg(skip)]
        #[serde(skip)]
        unmarked: bool,
        /// Leave the fingerprints out of the rows
        #[arg(skip)]
        #[serde(skip)]
        without_fingerprints: bool,
        /// Show how often each card is played
        ///
        /// You also see with how many copies, and what is played together.
        #[arg(long, conflicts_with_all = ["wide", "measure", "by", "set_aside"])]
        usage: bool,
        /// Only decks that satisfy this condition
        #[arg(id = "where", long, value_name = "CONDITION")]
        #[serde(rename = "where")]
        condition: Option<String>,
        /// Group by a field
        ///
        /// Each value is listed with its cards and measures.
        #[arg(long, value_name = "FIELD")]
        by: Vec<String>,
        /// Set a card aside before play (starting card)
        ///
        /// For starting cards that the list does not mark.
        #[arg(long, value_name = "CARD")]
        set_aside: Vec<String>,
        /// Read this zone instead of the whole deck
        #[arg(long, value_name = "ZONE")]
        zone: Vec<String>,
        /// Show all values and cards, not just the top
        #[arg(long)]
        all: bool,
        ..deck: DeckOptions,
    }
}

/// Decks in numbers.
pub struct StatsAnswer {
    pub numbers: DeckNumbers,
    /// The decks that the condition left; they are moved to the numbers.
    kept: Option<KeptDecks>,
    kept_count: usize,
    /// The condition, and whether all rows are shown.
    question: StatsQuestion,
    status: AnswerStatus,
}

/// What was counted.
pub enum DeckNumbers {
    /// Each deck.
    Described { decks: Vec<DescribedDeck>, refused: Vec<RefusedText> },
    /// A row for each deck.
    Wide { decks: Vec<CheckedDeck>, measures: Measures },
    /// The cards of all decks.
    Usage { games: Vec<GameUsage>, refused: Vec<RefusedText> },
}

impl Answer for StatsAnswer {
    fn status(&self) -> AnswerStatus {
        self.status
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let all = self.question.all;
        match &self.numbers {
            DeckNumbers::Described { decks, .. } if decks.is_empty() => Ok(()),
            DeckNumbers::Described { decks, .. } => {
                stats::write(decks, style, &StatsDetail { quiet, all }, out)
            }
            DeckNumbers::Wide { decks, measures } => {
                wide::write(decks, measures, style, quiet, out)
            }
            DeckNumbers::Usage { games, .. } => usage::write(games, style, quiet, all, out),
        }
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let kept = self.where_row();
        match &self.numbers {
            DeckNumbers::Described { decks, refused } => {
                let document = StatsDocument::new(decks)
                    .with_kept(kept)
                    .with_refused(refused);
                json::write(&document, out)
            }
            DeckNumbers::Wide { decks, measures } => {
                json::write(&WideDocument::new(decks, measures, kept), out)
            }
            DeckNumbers::Usage { games, refused } => {
                json::write(&UsageDocument::new(games, refused, kept), out)
            }
        }
    }
}

impl StatsAnswer {
    /// Writes a table with one row for each number, deck or card.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.numbers {
            DeckNumbers::Described { decks, .. } => stats::csv(decks, out),
            DeckNumbers::Wide { decks, measures } => wide::csv(decks, measures, out),
            DeckNumbers::Usage { games, .. } => usage::csv(games, out),
        }
    }

    /// Writes a JSON object on a line for each row; without rows, nothing.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        let DeckNumbers::Wide { decks, measures } = &self.numbers else { return Ok(()) };
        WideDocument::new(decks, measures, None).write_lines(out)
    }

    fn where_row(&self) -> Option<WhereRow<'_>> {
        let condition = self.question.condition.as_ref()?;
        Some(WhereRow::new(condition, self.kept.as_ref()?, self.kept_count))
    }
}

impl StatsQuestion {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<StatsAnswer, Refusal> {
        let mut request = self.deck.request();
        let mut decks = self.read_decks(desk, &mut request)?;
        let overrides = &request.options.overrides;
        let unusable = decks.iter().filter(|deck| !deck.is_whole());
        let status = say_unusable_decks(desk, unusable);
        let mut kept = None;
        if let Some(condition) = &self.condition {
            let mut found = self.keep_decks(desk, decks, condition, overrides)?;
            decks = std::mem::take(&mut found.decks);
            kept = Some(found);
        }
        let kept_count = decks.len();
        let numbers = if self.wide {
            self.measure_decks(desk, decks, overrides)?
        } else if self.usage {
            self.count_usage(desk, &decks, overrides)?
        } else {
            let (decks, refused) =
                check::describe_all(&decks, &self.subject(), &self.set_aside, overrides)?;
            say_refused(desk, &refused);
            DeckNumbers::Described { decks, refused }
        };
        Ok(StatsAnswer { numbers, kept, kept_count, question: self.clone(), status })
    }

    /// Reads the decks. An event completes the request.
    fn read_decks(
        &self,
        desk: &mut dyn Desk,
        request: &mut CheckRequest,
    ) -> Result<Vec<CheckedDeck>, Refusal> {
        let Some(path) = &self.event else {
            let batch = desk.read(&self.decks, request);
            return Ok(desk.take_decks(batch));
        };
        let opened = OpenedEvent::open(desk, path, None)?;
        opened.complete(request);
        let batch = desk.read(std::slice::from_ref(&opened.folder), request);
        let mut decks = desk.take_decks(batch);
        opened.name_players(desk, &mut decks);
        Ok(decks)
    }

    fn subject(&self) -> StatsRequest {
        StatsRequest {
            zones: self.zone.clone(),
            lens: self.deck.judge.lens(),
            describe: self.measure.is_empty() && self.by.is_empty(),
            measures: self.measure.clone(),
            by: self.by.clone(),
            aside: Vec::new(),
        }
    }

    /// Keeps the decks that satisfy a condition, and says how many these are.
    fn keep_decks(
        &self,
        desk: &mut dyn Desk,
        decks: Vec<CheckedDeck>,
        condition: &str,
        overrides: &Overrides,
    ) -> Result<KeptDecks, Refusal> {
        let subject = self.subject();
        let kept = check::filter_decks(decks, condition, &subject, &self.set_aside, overrides)?;
        say_refused(desk, &kept.refused);
        let lines = describe_kept(&kept, condition, &desk.talk());
        // The first line only counts. The others name decks that were left out and are always said.
        for line in lines.iter().skip(usize::from(desk.is_quiet())) {
            desk.say(line);
        }
        Ok(kept)
    }

    fn measure_decks(
        &self,
        desk: &mut dyn Desk,
        decks: Vec<CheckedDeck>,
        overrides: &Overrides,
    ) -> Result<DeckNumbers, Refusal> {
        let beside =
            RowExtras { provisional: !self.unmarked, fingerprint: !self.without_fingerprints };
        let subject = self.subject();
        let measures = check::measure_decks(&decks, &subject, &self.set_aside, overrides, beside)?;
        say_refused(desk, &measures.refused);
        Ok(DeckNumbers::Wide { decks, measures })
    }

    fn count_usage(
        &self,
        desk: &mut dyn Desk,
        decks: &[CheckedDeck],
        overrides: &Overrides,
    ) -> Result<DeckNumbers, Refusal> {
        let (games, refused) = check::count_usage(decks, &self.zone, overrides)?;
        say_refused(desk, &refused);
        let talk = desk.talk();
        for note in games
            .iter()
            .filter_map(|game| usage::missing_pairs_note(game, talk.lang))
        {
            desk.say(&note.render(&talk));
        }
        Ok(DeckNumbers::Usage { games, refused })
    }
}

fn say_refused(desk: &mut dyn Desk, refused: &[RefusedText]) {
    let talk = desk.talk();
    for refused in refused {
        desk.say(&refusal_note(refused, &talk).render(&talk));
    }
}
