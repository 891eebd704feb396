//! What `odds` and `draw` share: a deck set out for play, or a pile of named classes.

use super::deck_args::DeckArgs;
use super::match_decks::one;
use super::words::Refused;
use super::{Failure, Session, Status};
use crate::language::{self, Condition, LanguageError, Scope, Slot, World};
use crate::model::format::MulliganKind;
use crate::model::{CardIndex, Catalog, Lens};
use crate::odds::{
    self, CLASS_LIMIT, HAND, Leaving, Limit, MulliganOptions, ROW, SEEN, Table, TableOptions,
    TurnDraw, Turns,
};
use crate::report;
use crate::report::language as language_report;
use crate::report::odds_errors;
use crate::report::odds_model::Source;
use crate::rules::{self, FormatLegality, Setup, Start};
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How a deck is set out, and by whom hands are exchanged.
#[derive(Args, Debug)]
pub struct Play {
    /// Ask about a pile of classes instead of a deck: 'lands=24,elves=8,other=28'
    #[arg(long, value_name = "CLASSES", value_parser = classes)]
    pile: Option<Classes>,
    /// Draw so many cards as the opening hand
    #[arg(long, value_name = "N")]
    draw: Option<u32>,
    /// Set a card out before the draw, such as a starting card that the list does not mark (may be repeated)
    #[arg(long, value_name = "CARD")]
    set_aside: Vec<String>,
    /// The seat at the table, where it matters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seat: Option<u32>,
    /// The number of players, where it matters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    players: Option<u32>,
    /// Cards that each later turn draws
    #[arg(long, value_name = "N")]
    per_turn: Option<u32>,
    /// Whether the first turn draws: `draw`, or not: `play`
    #[arg(long, value_name = "WHICH")]
    on: Option<On>,
    /// How a hand may be exchanged
    #[arg(long, value_name = "RULE")]
    mulligan: Option<Rule>,
    /// The smallest hand a mulligan goes down to
    #[arg(long, value_name = "CARDS")]
    down_to: Option<u32>,
    /// How many exchanges there may be: a number, or `unlimited` where they cost nothing
    #[arg(long, value_name = "N", value_parser = limit)]
    exchanges: Option<Limit>,
    /// Keep opening hands that satisfy this; without it, those that are best for each condition
    #[arg(long, value_name = "CONDITION")]
    pub(super) keep: Option<String>,
    #[command(flatten)]
    reading: DeckArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum On {
    Play,
    Draw,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Rule {
    /// None
    None,
    /// A full hand each time, then one card per exchange to the bottom
    London,
    /// One card fewer each time
    Vancouver,
    /// Exchanges without loss; one, unless --exchanges says more
    Free,
    /// The whole hand, once
    RedrawOnce,
}

/// Classes of a pile with their numbers of cards.
type Classes = Vec<(String, u32)>;

fn classes(text: &str) -> Result<Classes, Refused> {
    let mut classes: Classes = Vec::new();
    let mut seen = BTreeSet::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let wrong = || {
            Refused::new(
                format!("`{part}` is no class; write NAME=COUNT, such as lands=24"),
                format!(
                    "« {part} » n'est pas une classe ; écrivez NOM=NOMBRE, par exemple terrains=24"
                ),
            )
        };
        let (name, count) = part.split_once('=').ok_or_else(wrong)?;
        let name = name.trim();
        let count = count.trim().parse().map_err(|_| wrong())?;
        if name.is_empty() {
            return Err(wrong());
        }
        if !seen.insert(crate::model::fold::key(name)) {
            return Err(Refused::new(
                format!("the class `{name}` stands there twice"),
                format!("la classe « {name} » y figure deux fois"),
            ));
        }
        if seen.len() > CLASS_LIMIT {
            return Err(Refused::new(
                format!("a pile has at most {CLASS_LIMIT} classes"),
                format!("une pioche a au plus {CLASS_LIMIT} classes"),
            ));
        }
        classes.push((name.to_owned(), count));
    }
    if classes.is_empty() {
        return Err(Refused::new(
            "write at least one class, such as lands=24,other=36",
            "écrivez au moins une classe, par exemple terrains=24,reste=36",
        ));
    }
    Ok(classes)
}

fn limit(text: &str) -> Result<Limit, Refused> {
    match text {
        "unlimited" => Ok(Limit::Unlimited),
        _ => text
            .parse()
            .map(Limit::Most)
            .map_err(|_| Refused::new("a number, or `unlimited`", "un nombre, ou `unlimited`")),
    }
}

/// A table at which questions can be asked.
pub(super) struct Stage<'a> {
    pub(super) world: World<'a>,
    /// The same with stand-ins and inferred facts unknown; `None` where nothing can differ.
    pub(super) firm: Option<World<'a>>,
    pub(super) scope: Scope<'a>,
    pub(super) table: Table,
    pub(super) source: Source<'a>,
}

impl Stage<'_> {
    /// A condition of the user.
    pub(super) fn condition(
        &self,
        session: &Session<'_, '_>,
        text: &str,
    ) -> Result<Condition, Failure> {
        language::condition(text, &self.scope).map_err(|error| mistake(session, &error, text))
    }
}

/// The error that a text of the user has a mistake.
pub(super) fn mistake(session: &Session<'_, '_>, error: &LanguageError, text: &str) -> Failure {
    let name = session.talk.say("condition", "condition");
    session.unusable(&language_report::diagnostic(error, name, text, session.talk.lang))
}

/// What a command does at a table with the words that are not the deck.
type Act<'f> =
    dyn FnMut(&mut Session<'_, '_>, &Stage<'_>, &[String]) -> Result<Status, Failure> + 'f;

impl Play {
    /// Sets the table and acts at it; `words` are the positional arguments.
    pub(super) fn at_table(
        &self,
        session: &mut Session<'_, '_>,
        words: &[String],
        act: &mut Act<'_>,
    ) -> Result<Status, Failure> {
        match &self.pile {
            Some(classes) => self.with_pile(session, classes, words, act),
            None => self.with_deck(session, words, act),
        }
    }

    fn options(&self, aside: Vec<CardIndex>) -> TableOptions {
        TableOptions {
            draw: self.draw,
            seat: self.seat.unwrap_or(1),
            players: self.players,
            aside,
            per_turn: self.per_turn,
            on_the_draw: self.on.map(|on| on == On::Draw),
            mulligan: MulliganOptions {
                kind: self.mulligan.map(|rule| match rule {
                    Rule::None => MulliganKind::None,
                    Rule::London => MulliganKind::London,
                    Rule::Vancouver => MulliganKind::Vancouver,
                    Rule::Free => MulliganKind::Free,
                    Rule::RedrawOnce => MulliganKind::RedrawOnce,
                }),
                down_to: self.down_to,
                exchanges: self.exchanges,
            },
        }
    }

    fn with_pile(
        &self,
        session: &mut Session<'_, '_>,
        classes: &Classes,
        words: &[String],
        act: &mut Act<'_>,
    ) -> Result<Status, Failure> {
        let Some(hand) = self.draw else {
            let talk = session.talk;
            let title = talk.say(
                "a pile alone does not say how many cards are drawn",
                "une pile seule ne dit pas combien de cartes sont piochées",
            );
            let help = talk.say("give --draw 7", "donnez --draw 7");
            return Err(session.refuse_with(title.to_owned(), help.to_owned()));
        };
        let names: Vec<String> = classes.iter().map(|(name, _)| name.clone()).collect();
        let catalog = Catalog::default();
        let options = self.options(Vec::new());
        let kind = options.mulligan.kind.unwrap_or_default();
        let pile = classes
            .iter()
            .zip(0..)
            .map(|((_, count), at)| (Slot { card: CardIndex(at), zone: None }, *count));
        let table = Table {
            from: vec!["pile".to_owned()],
            pile: pile.collect(),
            aside: Vec::new(),
            start: Start::default(),
            hand,
            hands: 1,
            seat: None,
            players: None,
            row: None,
            exchanges: odds::exchanges(kind, hand, &options.mulligan),
            mulligan: kind,
            keep: None,
            turns: Ok(Turns {
                draw: TurnDraw::Add(self.per_turn.unwrap_or(1)),
                leaving: Leaving::Cards(0),
                first: if self.on == Some(On::Draw) { 1 } else { 2 },
                ..Turns::NONE
            }),
            zones: Vec::new(),
        };
        let stage = Stage {
            world: World::of(&catalog),
            firm: None,
            scope: Scope::classes(&names).with_zones([HAND, SEEN]),
            table,
            source: Source::Pile(classes),
        };
        act(session, &stage, words)
    }

    fn with_deck(
        &self,
        session: &mut Session<'_, '_>,
        words: &[String],
        act: &mut Act<'_>,
    ) -> Result<Status, Failure> {
        let Some((path, conditions)) = words.split_first() else {
            let talk = session.talk;
            let title = talk.say("no deck is named", "aucun deck n'est nommé");
            let help = talk.say(
                "name a deck file, or give --pile 'lands=24,other=36' --draw 7",
                "nommez un fichier, ou donnez --pile 'terrains=24,reste=36' --draw 7",
            );
            return Err(session.refuse_with(title.to_owned(), help.to_owned()));
        };
        exists(session, path)?;
        let request = self.reading.request();
        let loaded = one(session, &PathBuf::from(path), &request)?;
        let Some((shared, deck)) = loaded.read() else {
            return Err(Failure::Unusable(path.clone()));
        };
        let catalog: &Catalog = shared;
        let Some(format) = loaded.format() else {
            return Err(session.format_needed(catalog));
        };
        let setup = Setup::new(catalog, format, deck, &request.options.overrides);
        let setup = setup.map_err(|errors| {
            session.refuse(&crate::rules::CheckError::Setup(errors).problems(Some(catalog)))
        })?;
        let lens = self.reading.lens();
        let aside = rules::set_aside(catalog, deck, &self.set_aside).map_err(|error| {
            session.unusable(&report::aside::diagnostic(&error, session.talk.lang))
        })?;
        let table = Table::new(&setup, deck, lens, &self.options(aside));
        let table = table.map_err(|error| {
            session.unusable(&odds_errors::table(&error, Some(catalog), session.talk.lang))
        })?;
        let legality = |lens| FormatLegality::new(catalog, lens, None);
        let (shipped, attested) = (legality(lens), legality(Lens::Attested));
        let firm = World { legality: Some(&attested), ..setup.world(Lens::Attested) };
        let stage = Stage {
            world: World { legality: Some(&shipped), ..setup.world(lens) },
            firm: (!self.reading.attested).then_some(firm),
            scope: setup.scope.clone().with_zones([HAND, SEEN, ROW]),
            table,
            source: Source::Deck { deck, catalog: shared, format: format.named.id.as_str() },
        };
        act(session, &stage, conditions)
    }
}

/// The error that the first word is no file, for who left the deck out.
fn exists(session: &Session<'_, '_>, path: &str) -> Result<(), Failure> {
    if path == "-" || session.streams.folder.join(path).exists() {
        return Ok(());
    }
    let lang = session.talk.lang;
    let title = odds_errors::either(
        lang,
        format!("there is no deck file `{path}`"),
        format!("il n'y a pas de fichier de deck « {path} »"),
    );
    let help = session.talk.say(
        "name the deck first, then conditions; without a deck give --pile 'lands=24,other=36' --draw 7",
        "nommez d'abord le deck, puis les conditions ; sans deck donnez --pile 'terrains=24,reste=36' --draw 7",
    );
    Err(session.refuse_with(title, help.to_owned()))
}
