//! The options of commands that read decks, and what these commands say of decks that cannot be read.

use super::values::parse_parameter;
use super::{Failure, Session};
use clap::Args;
use sleeve_check::{CheckRequest, CheckedDeck, DeckState, DescribeError};
use sleeve_data::model::{Deck, Lens, Setting, Spanned};
use sleeve_report as report;
use sleeve_report::stats::asked;
use sleeve_rules::{CheckOptions, Overrides, Verdict};

/// How decks are read, whatever they say: the options of every command that reads some.
#[derive(Args, Debug)]
pub struct DeckArgs {
    /// The format, whatever a deck says (id, name, alias or GAME/FORMAT)
    #[arg(long = "as", value_name = "FORMAT")]
    pub format: Option<String>,
    /// Game of decks that do not name one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Role of decks that do not name one
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Give a parameter of the format a value: `budget=42`
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_parameter)]
    set: Vec<(String, Setting)>,
    /// Treat stand-ins and inferred facts as unknown
    #[arg(long)]
    pub attested: bool,
    /// Format of the deck files, where it cannot be told from them
    #[arg(long, value_name = "READER")]
    from: Option<String>,
}

impl DeckArgs {
    /// What to read, and how to check it.
    pub fn request(&self) -> CheckRequest {
        let overrides = Overrides { role: self.role.clone(), parameters: self.set.clone() };
        let options =
            CheckOptions { attested: self.attested, overrides, ..CheckOptions::default() };
        CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            reader: self.from.clone(),
            default_format: None,
            options,
            ..CheckRequest::default()
        }
    }

    /// Writes into a deck what the user says over it: the format that it was read as, the role, the
    /// parameters.
    pub fn override_deck(&self, deck: &mut Deck, checked: &CheckedDeck) {
        let said = |value: &str| Some(Spanned { value: value.to_owned(), span: 0..0 });
        if self.format.is_some() {
            deck.format = checked.format_id().and_then(said);
        }
        if self.role.is_some() {
            deck.role = checked.role().or(self.role.as_deref()).and_then(said);
        }
        for (name, value) in &self.set {
            deck.parameters.retain(|(known, _)| known.value != *name);
            let name = Spanned { value: name.clone(), span: 0..0 };
            deck.parameters.push((name, Spanned { value: value.clone(), span: 0..0 }));
        }
    }

    /// Which facts count as known.
    pub fn lens(&self) -> Lens {
        if self.attested { Lens::Attested } else { Lens::Shipped }
    }
}

/// What is wrong with a deck, said beside the results.
pub fn say_unusable_deck(session: &mut Session<'_, '_>, deck: &CheckedDeck) {
    let talk = session.talk;
    let mut deck = deck.unjudged();
    // A format that nobody names is no fault here.
    if let DeckState::Read { format: None, obstacles, .. } = &mut deck.state {
        obstacles.clear();
    }
    let word = report::human::verdict_word(Verdict::Unusable, talk.lang);
    let path = report::escape::safe(&deck.path).into_owned();
    let text = report::human::unusable(&deck, &talk);
    session.say(&format!("{} {path}\n\n{text}", talk.bad(word)));
}

/// Something that was asked for and does not exist.
pub fn description_failure(session: &Session<'_, '_>, found: &DescribeError) -> Failure {
    session.failure(&asked::diagnostic(found, &session.talk))
}
