//! The parts of a request that say how decks are read and judged.

use crate::{AnswerStatus, Desk, Refusal, RequestMessage, RequestPart, TextValue, values::list};
use sleeve_check::{CheckRequest, CheckedDeck, DeckState};
use sleeve_data::model::{Date, Deck, Lens, Setting, Spanned};
use sleeve_report::{Style, forms::human, text::escape::safe};
use sleeve_rules::{CheckOptions, Overrides, Verdict};
use std::path::Path;

fields! {
    /// The options of every question that reads decks. They override what the decks say.
    DeckOptions {
        /// Format to use, whatever a deck says
        ///
        /// An id, a name, an alias or GAME/FORMAT.
        #[arg(long = "as", value_name = "FORMAT")]
        format: Option<String>,
        /// Game of decks that do not name one
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// Side or role of decks that do not name one
        #[arg(long, value_name = "ROLE")]
        role: Option<String>,
        ..judge: JudgeOptions,
        /// Deck file format, if it cannot be detected
        #[arg(long, value_name = "READER")]
        from: Option<String>,
    }
}

impl DeckOptions {
    /// As a part of a request, in the field `deck`.
    pub const PART: RequestPart = RequestPart::new::<DeckOptions>("deck", DeckOptions::PARTS);

    /// The request for checking decks that these options make.
    pub fn request(&self) -> CheckRequest {
        CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            reader: self.from.clone(),
            options: self.judge.options(self.role.as_ref(), None),
            ..CheckRequest::default()
        }
    }

    /// Writes the format, role and parameters into a deck.
    pub fn override_deck(&self, deck: &mut Deck, checked: &CheckedDeck) {
        if self.format.is_some() {
            let format = checked.format_id();
            deck.format = format.map(|format| Spanned::new(format.to_owned(), 0..0));
        }
        if self.role.is_some() {
            let role = checked.role().or(self.role.as_deref());
            deck.role = role.map(|role| Spanned::new(role.to_owned(), 0..0));
        }
        self.judge.override_parameters(deck);
    }
}

fields! {
    /// How decks are judged. The options override what the decks say.
    JudgeOptions {
        /// Set a parameter of the format: budget=42
        #[arg(long, value_name = "NAME=VALUE")]
        #[serde(deserialize_with = "list")]
        set: Vec<TextValue<(String, Setting)>>,
        /// Treat stand-ins and inferred facts as unknown
        #[arg(long)]
        attested: bool,
    }
}

impl JudgeOptions {
    /// As a part of a request, in the field `judge`.
    pub const PART: RequestPart = RequestPart::new::<JudgeOptions>("judge", JudgeOptions::PARTS);

    /// Returns what the options override for a deck in a role.
    pub fn overrides(&self, role: Option<&String>) -> Overrides {
        let parameters = self
            .set
            .iter()
            .map(|TextValue(setting)| setting.clone())
            .collect();
        Overrides { role: role.cloned(), parameters }
    }

    /// The options of a check of decks in a role, on a day.
    pub fn options(&self, role: Option<&String>, on: Option<Date>) -> CheckOptions {
        let overrides = self.overrides(role);
        CheckOptions { attested: self.attested, overrides, on, ..CheckOptions::default() }
    }

    /// Writes the parameters into a deck.
    pub fn override_parameters(&self, deck: &mut Deck) {
        for TextValue((name, value)) in &self.set {
            deck.parameters.retain(|(known, _)| known.value != *name);
            let name = Spanned { value: name.clone(), span: 0..0 };
            deck.parameters
                .push((name, Spanned { value: value.clone(), span: 0..0 }));
        }
    }

    /// The lens: whether stand-ins and inferred facts count as known.
    pub fn lens(&self) -> Lens {
        lens(self.attested)
    }
}

/// Checks the one deck that a path names, and requires that it is usable.
///
/// # Errors
/// When the path names no deck or several, and when the deck cannot be used.
pub(crate) fn check_one_deck(
    desk: &mut dyn Desk,
    path: &Path,
    request: &CheckRequest,
) -> Result<CheckedDeck, Refusal> {
    let deck = check_any_deck(desk, path, request)?;
    if deck.verdict() == Verdict::Unusable {
        return Err(Refusal::Deck(Box::new(deck)));
    }
    Ok(deck)
}

/// Checks the one deck that a path names, which need not be usable.
///
/// # Errors
/// When the path names no deck or several.
pub(crate) fn check_any_deck(
    desk: &mut dyn Desk,
    path: &Path,
    request: &CheckRequest,
) -> Result<CheckedDeck, Refusal> {
    let batch = desk.check(&[path.to_owned()], request);
    let decks = desk.take_decks(batch);
    let [deck] = <[CheckedDeck; 1]>::try_from(decks)
        .map_err(|decks| RequestMessage::not_one_deck(path, &decks))?;
    Ok(deck)
}

/// Says the problems of an unusable deck.
pub fn say_unusable_deck(desk: &mut dyn Desk, deck: &CheckedDeck) {
    let talk = desk.talk();
    desk.say(&describe_unusable_deck(deck, &talk));
}

/// Says the problems of unusable decks. Returns how the question ends.
pub fn say_unusable_decks<'d>(
    desk: &mut dyn Desk,
    decks: impl Iterator<Item = &'d CheckedDeck>,
) -> AnswerStatus {
    let said = decks.map(|deck| say_unusable_deck(desk, deck)).count();
    if said > 0 { AnswerStatus::Unusable } else { AnswerStatus::Fine }
}

/// The lens: whether stand-ins and inferred facts count as known.
pub(crate) fn lens(attested: bool) -> Lens {
    if attested { Lens::Attested } else { Lens::Shipped }
}

/// The problems of an unusable deck, below its verdict.
pub fn describe_unusable_deck(deck: &CheckedDeck, style: &Style) -> String {
    let mut unjudged = deck.without_verdict();
    // Questions that only read decks need no format: it is a problem only if nothing else is.
    if let DeckState::Read { format: None, obstacles, deck, .. } = &mut unjudged.state
        && !deck.unresolved.is_empty()
    {
        obstacles.clear();
    }
    let word = style.bad(human::verdict_word(Verdict::Unusable, style.lang));
    format!("{word} {}\n\n{}", safe(&deck.path), human::describe_unusable(&unjudged, style))
}
