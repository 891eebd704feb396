//! New legal decks, or decks completed, under the conditions of the user.

use super::{LikeDecks, Objectives, SolveMessage, SolvedDecks, WishParser, two_seconds};
use crate::{
    Desk, JudgeOptions, Refusal, RequestMessage, TextValue,
    collection::{read_collection, share_collection},
    deck::{check_any_deck, say_unusable_deck},
    find_format,
};
use sleeve_check::{CheckRequest, CheckedDeck, DeckState};
use sleeve_data::model::{CardIndex, Catalog, Date, Deck, Format, Lang, Spanned};
use sleeve_decks::{self as decks, DeckFormat, DeckResolver, Hints};
use sleeve_language as language;
use sleeve_report::{
    documents::solved::BUILD,
    forms::report_items,
    solved::{SolvedDeck, UserConditions},
    text::escape::plain,
};
use sleeve_rules::{CheckOptions, Rulebook, unknown_overrides};
use sleeve_solve::{self as solve, Aim, Effort, MAX_SEVERAL_DECKS, SolveRequest, Wishes};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

fields! {
    /// A new deck for a role, or one for each role.
    BuildRequest -> SolvedDecks; needs [["decks", "collection"]] {
        /// What to build: starfighter/guerre-totale
        #[arg(value_name = "GAME/FORMAT", required_unless_present = "decks")]
        what: Option<String>,
        /// File to write (default: standard output)
        ///
        /// An existing file is never overwritten.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Complete this deck and keep its cards
        #[arg(long, value_name = "DECK")]
        from: Option<PathBuf>,
        /// Include this card; '2x NAME' for two copies
        #[arg(long, value_name = "CARD")]
        with: Vec<String>,
        /// Condition that the deck has to satisfy
        #[arg(long, value_name = "CONDITION")]
        require: Vec<String>,
        /// Add only cards that match this filter
        #[arg(long, value_name = "FILTER")]
        only: Option<String>,
        ..objectives: Objectives,
        /// Choose cards the way these decks do
        ///
        /// Of equally good decks, take the one whose cards are played together in these decks or
        /// folders of decks.
        #[arg(long, value_name = "PATH")]
        like: Vec<PathBuf>,
        /// Use only cards from this collection
        ///
        /// A list in any deck format, or CSV.
        #[arg(long, value_name = "FILE")]
        collection: Option<PathBuf>,
        /// Find the decks that can be built at once
        ///
        /// Each copy of --collection is for one deck. You get the most decks that can be built, and the
        /// fewest cards that are missing for more. Without rules: illegal decks count too.
        #[arg(long, value_name = "DECK", num_args = 1.., requires = "collection", conflicts_with_all = ["file", "from", "with", "require", "only", "maximise", "minimise", "then-maximise", "then-minimise", "like", "role", "set", "attested", "on", "time"])]
        decks: Vec<PathBuf>,
        /// Side or role to build for
        #[arg(long, value_name = "ROLE")]
        role: Option<String>,
        ..judge: JudgeOptions,
        /// Check as of this day, without later sets
        ///
        /// Later lists and formats do not count either.
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
        /// Seconds to search for each deck
        ///
        /// This includes the search for the reasons.
        #[arg(long, value_name = "SECONDS", default_value = "2")]
        #[serde(default = "two_seconds")]
        time: TextValue<Duration>,
    }
}

impl BuildRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<SolvedDecks, Refusal> {
        if let (false, Some(collection)) = (self.decks.is_empty(), &self.collection) {
            return self.build_at_once(desk, collection);
        }
        let what = self
            .what
            .as_deref()
            .ok_or_else(|| RequestMessage::missing("what"))?;
        let (game, format) = match what.split_once('/') {
            Some((game, format)) => (game, Some(format)),
            None => (what, None),
        };
        let catalog = desk.library().open_on(game, self.day())?;
        let word = format.ok_or_else(|| RequestMessage::which_format(&catalog))?;
        let format = find_format(desk.library(), &catalog, word)?.clone();
        let partial = match &self.from {
            Some(path) => Some(self.read_partial_deck(desk, path, &catalog, &format)?),
            None => None,
        };
        let catalog = partial
            .as_ref()
            .and_then(|deck| with_copies(deck, &catalog))
            .unwrap_or(catalog);
        let owned = match &self.collection {
            Some(path) => Some(read_collection(desk, &catalog, path)?.cards),
            None => None,
        };
        let mut known = LikeDecks::read(desk, &self.like, Some(game))?;
        let path = partial.as_ref().map_or("", |partial| &partial.path);
        let like = Some(known.corpus(desk.folder(), &catalog, path));
        let workshop = Workshop { request: self, catalog, format, partial };
        let mut decks = Vec::new();
        for role in workshop.roles()? {
            let wishes = Wishes {
                keeps_deck: workshop.partial.is_some(),
                owned: owned.clone(),
                like: like.clone(),
                ..Wishes::default()
            };
            decks.push(workshop.build_deck(desk, role, wishes)?);
        }
        known.say_guesses(desk, &decks);
        let (files, place) = (self.write_files(desk, &decks), self.file.clone());
        if let Some(place) = place
            .as_ref()
            .filter(|_| files.iter().flatten().count() > 1)
        {
            let file = place.display().to_string();
            return Err(SolveMessage::OneFileForRoles { file }.into());
        }
        Ok(SolvedDecks { decks, document: BUILD, files, place, ..SolvedDecks::default() })
    }

    /// Finds out which decks can be built at once.
    fn build_at_once(
        &self,
        desk: &mut dyn Desk,
        collection: &Path,
    ) -> Result<SolvedDecks, Refusal> {
        let batch = desk.read(
            &self.decks,
            &CheckRequest { format: self.what.clone(), ..CheckRequest::default() },
        );
        let decks = desk.take_decks(batch);
        if decks.len() > MAX_SEVERAL_DECKS {
            let (decks, limit) = (decks.len(), MAX_SEVERAL_DECKS);
            return Err(SolveMessage::TooManyDecks { decks, limit }.into());
        }
        let game = decks.first().and_then(CheckedDeck::game);
        for deck in &decks {
            let is_read = deck.deck().is_some_and(|deck| deck.unresolved.is_empty());
            if !is_read || deck.game() != game {
                say_unusable_deck(desk, deck);
                return Err(SolveMessage::UnusableDeck { path: deck.path.clone() }.into());
            }
        }
        let at_once = Some(share_collection(desk, &decks, collection)?);
        Ok(SolvedDecks { at_once, ..SolvedDecks::default() })
    }

    fn day(&self) -> Option<Date> {
        self.on.as_ref().map(|on| on.0)
    }

    /// Reads the deck that is to be completed.
    fn read_partial_deck(
        &self,
        desk: &mut dyn Desk,
        path: &Path,
        catalog: &Catalog,
        format: &Format,
    ) -> Result<CheckedDeck, Refusal> {
        let overrides = self.judge.overrides(self.role.as_ref());
        let request = CheckRequest {
            format: Some(format!("{}/{}", catalog.game.id(), format.named.id)),
            options: CheckOptions { overrides, ..CheckOptions::default() },
            ..CheckRequest::default()
        };
        let deck = check_any_deck(desk, path, &request)?;
        let is_incomplete = deck.deck().is_none_or(|d| !d.unresolved.is_empty());
        if is_incomplete || !deck.obstacles().is_empty() && deck.result().is_some() {
            say_unusable_deck(desk, &deck);
            return Err(SolveMessage::UnusableBeginning.into());
        }
        Ok(deck)
    }

    /// The file of each deck that was found.
    fn write_files(&self, desk: &dyn Desk, decks: &[SolvedDeck]) -> Vec<Option<String>> {
        let mut files = Vec::new();
        for deck in decks {
            let found = deck.repair().zip(deck.before.catalog());
            files
                .push(found.map(|(found, catalog)| {
                    self.deck_file(catalog, &found.deck, desk.talk().lang)
                }));
        }
        files
    }

    /// A deck as a TOML file, with the user's conditions as comments.
    fn deck_file(&self, catalog: &Catalog, deck: &Deck, lang: Lang) -> String {
        let collection = self
            .collection
            .as_ref()
            .map(|path| path.display().to_string());
        let mut conditions: Vec<(&str, &str)> = Vec::new();
        conditions.extend(self.require.iter().map(|text| ("--require", text.as_str())));
        conditions.extend(self.with.iter().map(|text| ("--with", text.as_str())));
        conditions.extend(self.only.iter().map(|text| ("--only", text.as_str())));
        let objectives = self.objectives.options();
        conditions.extend(
            objectives
                .iter()
                .map(|(option, text)| (option.as_str(), *text)),
        );
        conditions.extend(
            collection
                .iter()
                .map(|text| ("--collection", text.as_str())),
        );
        let mut file = String::new();
        for (option, value) in conditions {
            file.push_str(&format!("# {option} {}\n", plain(value)));
        }
        file + &decks::write(deck, catalog, DeckFormat::Toml, lang).text
    }
}

/// The game with the copies in a state that the deck to complete has. Only its own catalog has
/// them as cards. `None` if it has none.
fn with_copies(partial: &CheckedDeck, catalog: &Arc<Catalog>) -> Option<Arc<Catalog>> {
    let own = &partial.catalog()?.cards;
    let has_copies = own.span() > catalog.cards.span() && own.extend(&catalog.cards);
    has_copies.then(|| Arc::new(catalog.with_cards(own.clone())))
}

/// What the decks of a request are built from.
struct Workshop<'r> {
    request: &'r BuildRequest,
    catalog: Arc<Catalog>,
    format: Format,
    /// The deck to complete.
    partial: Option<CheckedDeck>,
}

impl Workshop<'_> {
    /// Returns the roles to build a deck for: one `None` if the format has no roles.
    fn roles(&self) -> Result<Vec<Option<String>>, Refusal> {
        let format = &self.format;
        let partial = self.partial.as_ref();
        let stated = partial.and_then(|deck| deck.deck()?.role.as_ref());
        let word = self
            .request
            .role
            .as_ref()
            .or(stated.map(|role| &role.value));
        let unknown = unknown_overrides(format, &self.request.judge.overrides(word));
        if !unknown.is_empty() {
            return Err(Refusal::of_problems(unknown));
        }
        if let Some(word) = word {
            return Ok(vec![format.role(word).map(|role| role.named.id.to_string())]);
        }
        let implied = partial.and_then(|deck| deck.role().map(str::to_owned));
        if implied.is_some() || format.roles.is_empty() {
            return Ok(vec![implied]);
        }
        Ok(format
            .roles
            .iter()
            .map(|role| Some(role.named.id.to_string()))
            .collect())
    }

    fn build_deck(
        &self,
        desk: &mut dyn Desk,
        role: Option<String>,
        wishes: Wishes,
    ) -> Result<SolvedDeck, Refusal> {
        let Workshop { request, catalog, format, .. } = self;
        let rulebook = Rulebook::new(catalog, format).with_cache();
        let options = request.judge.options(role.as_ref(), request.day());
        let wishes = self.read_wishes(&*desk, &rulebook, role.as_deref(), wishes)?;
        let search = SolveRequest {
            wishes: &wishes,
            effort: Effort::Time(request.time.0),
            alternatives: 0,
            aim: Aim::Best,
            explain: true,
            stop: Some(desk.watch_interrupt()),
        };
        let deck = self.starting_deck(role.as_deref());
        let outcome = solve::solve_with_choices(&rulebook, &deck, &options, &search)
            .map_err(|error| Refusal::Problems(error.problems(Some(catalog))))?;
        Ok(SolvedDeck {
            before: self.checked(deck),
            is_new: true,
            role,
            outcome: Some(outcome),
            asking: UserConditions {
                require: request.require.clone(),
                with: wishes.with,
                lock: None,
                only: request.only.clone(),
                objectives: request.objectives.texts(),
            },
            overrides: options.overrides,
            lens: request.judge.lens(),
            written: None,
        })
    }

    /// Adds the wishes that are texts of the request.
    fn read_wishes(
        &self,
        desk: &dyn Desk,
        rulebook: &Rulebook<'_>,
        role: Option<&str>,
        mut wishes: Wishes,
    ) -> Result<Wishes, Refusal> {
        let lang = desk.talk().lang;
        for line in &self.request.with {
            wishes.with.extend(self.parse_cards(line, role, lang)?);
        }
        let parser = WishParser { rulebook, lang };
        if let Some(text) = &self.request.only {
            wishes.only = Some(parser.parse(text, language::filter)?);
        }
        for text in &self.request.require {
            wishes
                .require
                .push(parser.parse(text, language::condition)?);
        }
        wishes.objectives = self.request.objectives.parse(&parser)?;
        parser.require_card("--only", wishes.only.as_ref())?;
        Ok(wishes)
    }

    /// The cards and counts that a text names, which is written like a line of a list (`Luke`,
    /// `3x Luke`).
    fn parse_cards(
        &self,
        text: &str,
        role: Option<&str>,
        lang: Lang,
    ) -> Result<Vec<(CardIndex, u32)>, Refusal> {
        let catalog = &*self.catalog;
        let hints = Hints::from_game(&catalog.game, Some("text"));
        // Without line breaks the whole text is one line of a list.
        let raw = decks::read("--with", text.replace(['\n', '\r'], " ").as_bytes(), &hints);
        let mut resolver = DeckResolver::new(catalog);
        let deck = raw.ok().map(|raw| {
            let named = resolver.look_up_names(&raw);
            resolver.place_cards(&named, Some(&self.format), role)
        });
        let deck = deck.unwrap_or_default();
        if let Some(lost) = deck.unresolved.first() {
            let title = report_items::unresolved_title(lost, lang);
            let help = report_items::unresolved_help(lost, catalog, &[], lang);
            return Err(Refusal::Advice { title, help });
        }
        let line = text.to_owned();
        if deck.entries.is_empty() {
            return Err(SolveMessage::NamesNoCard { line }.into());
        }
        if deck
            .entries
            .iter()
            .any(|entry| catalog.cards.state(entry.card).is_some())
        {
            return Err(SolveMessage::NamesState { line }.into());
        }
        Ok(deck
            .entries
            .iter()
            .map(|entry| (entry.card, entry.count))
            .collect())
    }

    /// The deck that the search starts from: its game, format, role and parameters, and the cards
    /// of the deck that is completed.
    fn starting_deck(&self, role: Option<&str>) -> Deck {
        let mut deck = self
            .partial
            .as_ref()
            .and_then(|partial| partial.deck().cloned())
            .unwrap_or_default();
        deck.game = self.catalog.game.id().to_owned();
        deck.format = Some(Spanned::new(self.format.named.id.to_string(), 0..0));
        deck.role = role.map(|role| Spanned::new(role.to_owned(), 0..0));
        self.request.judge.override_parameters(&mut deck);
        deck
    }

    /// The deck that the search starts from, as if it were read.
    fn checked(&self, deck: Deck) -> CheckedDeck {
        CheckedDeck {
            path: self
                .partial
                .as_ref()
                .map_or_else(String::new, |partial| partial.path.clone()),
            part: None,
            text: deck.text.clone(),
            state: DeckState::Read {
                catalog: Arc::clone(&self.catalog),
                deck,
                format: Some(self.format.named.id.to_string()),
                obstacles: Vec::new(),
            },
            legal_until: None,
        }
    }
}
