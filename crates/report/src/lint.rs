//! Findings of the linter for card and format data, and its proofs about formats: a legal deck for
//! each, or the rules that contradict each other.

use crate::{
    documents::solved::{GroundsRow, MoveRow},
    forms::github::{self, Annotation},
    solved::{self, SolvedDeck},
    text::{Style, diagnostic::Diagnostic, escape::safe, words::format_count},
};
use sleeve_check::{CheckedDeck, DeckState};
use sleeve_data::model::{Catalog, Deck, Lang};
use sleeve_decks::{self as decks, DeckFormat};
use sleeve_library::lint::{KindSummary, LintReport};
use sleeve_solve::{Ending, Proof, SearchLimit};
use std::{
    io::{self, Write},
    sync::Arc,
};

/// Writes the findings for people, then a summary. `contradictions` is the number of formats that
/// are proven to allow no deck.
pub fn write_findings(
    report: &LintReport,
    contradictions: usize,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    for finding in &report.findings {
        writeln!(out, "{}\n", Diagnostic::from_problem(finding, None, style.lang).render(style))?;
    }
    if quiet {
        return Ok(());
    }
    for summary in &report.unattested {
        writeln!(out, "{}", safe(&kind_line(summary, style.lang)))?;
    }
    let lang = style.lang;
    let counts = [
        format_count(report.games, word!(lang, "game"), lang),
        format_count(report.cards, word!(lang, "card"), lang),
        format_count(report.formats, word!(lang, "format"), lang),
    ];
    let finding_count = match report.findings.len() + contradictions {
        0 => say!(style.lang, "nothing found"),
        n => format_count(n, word!(lang, "finding"), lang),
    };
    let colon = word!(style.lang, ":");
    writeln!(out, "{}{colon} {finding_count}", counts.join(", "))
}

/// Most fields with unattested values that are named.
const FIELDS_SHOWN: usize = 12;

/// Returns in one line how many facts of a kind of cards are not attested yet.
fn kind_line(summary: &KindSummary, lang: Lang) -> String {
    let KindSummary { game, kind_plural: kind, cards, invented, unknown, .. } = summary;
    let (game, kind, one) = (game.get(lang), kind.get(lang), summary.kind_name.get(lang));
    let mut parts = Vec::new();
    if let n @ 1.. = *invented {
        parts.push(say!(
            lang,
            n,
            "{n} of {cards} {kind} still rests on stand-ins",
            "{n} of {cards} {kind} still rest on stand-ins",
            one
        ));
    }
    if let n @ 1.. = *unknown {
        parts.push(say!(
            lang,
            n,
            "{n} of {cards} {kind} has unknown values",
            "{n} of {cards} {kind} have unknown values",
            one
        ));
    }
    if parts.is_empty() {
        return say!(lang, "{game}: every fact of the {cards} {kind} is attested");
    }
    let mut fields: Vec<String> = summary
        .fields
        .iter()
        .take(FIELDS_SHOWN)
        .map(|(_, name, n)| format!("{} {n}", name.get(lang)))
        .collect();
    if summary.fields.len() > FIELDS_SHOWN {
        fields.push("…".to_owned());
    }
    let colon = word!(lang, ":");
    format!("{game}{colon} {} ({})", parts.join(", "), fields.join(", "))
}

/// Writes the findings and the contradictions as GitHub annotations.
pub fn write_annotations(
    report: &LintReport,
    proven: &[GameProofs],
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut annotations: Vec<Annotation<'_>> = report
        .findings
        .iter()
        .map(|finding| Annotation {
            level: "error",
            path: finding.source().map_or("", |source| &source.path),
            place: Some((finding.line() as usize, finding.column() as usize)),
            title: finding.id().unwrap_or_default(),
            message: finding.title(lang),
        })
        .collect();
    let contradictions: Vec<Contradiction> = proven
        .iter()
        .flat_map(|game| game.contradictions(lang))
        .collect();
    annotations.extend(contradictions.iter().map(|one| Annotation {
        level: "error",
        path: &one.file,
        place: Some((one.line, 1)),
        title: NO_LEGAL_DECK,
        message: one.message.clone(),
    }));
    github::write_annotations(&annotations, lang, out)
}

/// Id of the finding that a format allows no deck.
pub const NO_LEGAL_DECK: &str = "no-legal-deck";

/// The proofs about the formats of a game.
#[derive(Clone, Debug)]
pub struct GameProofs {
    pub catalog: Arc<Catalog>,
    pub proofs: Vec<Proof>,
}

/// Wraps a proof as a result of the solver, so that the report can word its reasons.
fn solved_deck(catalog: &Arc<Catalog>, proof: &Proof) -> SolvedDeck {
    SolvedDeck {
        before: CheckedDeck {
            path: String::new(),
            part: None,
            text: Arc::from(""),
            state: DeckState::Read {
                catalog: Arc::clone(catalog),
                deck: Deck::default(),
                format: Some(proof.format.clone()),
                obstacles: Vec::new(),
            },
            legal_until: None,
        },
        is_new: true,
        role: proof.role.clone(),
        outcome: Some(proof.outcome.clone()),
        asking: Default::default(),
        overrides: Default::default(),
        lens: sleeve_data::model::Lens::Shipped,
        written: None,
    }
}

fn contradiction_title(proof: &Proof, lang: Lang) -> String {
    let format = safe(&proof.format);
    match &proof.role {
        None => say!(lang, "no deck is legal in `{format}`"),
        Some(role) => {
            say!(lang, "no deck of role `{role}` is legal in `{format}`", role = safe(role))
        }
    }
}

fn join_reasons(catalog: &Arc<Catalog>, proof: &Proof, lang: Lang) -> String {
    let Some(core) = &proof.outcome.core else { return String::new() };
    let deck = solved_deck(catalog, proof);
    let reasons = core.sources.iter().map(|source| {
        let reason = solved::describe_origin(source, &deck, lang);
        format!("{}{}{}", reason.rule, lang.colon(), reason.message.trim_end_matches('.'))
    });
    let reasons = reasons.chain(solved::describe_sum(core, lang));
    reasons.collect::<Vec<_>>().join(lang.semicolon())
}

/// Returns the file and line of a format.
fn format_origin(catalog: &Catalog, proof: &Proof) -> (String, usize) {
    let origin = catalog
        .format(&proof.format)
        .map(|f| f.origin.clone())
        .unwrap_or_default();
    (origin.file, origin.line as usize)
}

/// Writes every contradiction for people and, with `witness`, a legal deck for each format.
pub fn write_proofs(
    proven: &[GameProofs],
    witness: bool,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    for GameProofs { catalog, proofs } in proven {
        for proof in proofs {
            if proof.outcome.is_contradiction() {
                let (file, line) = format_origin(catalog, proof);
                let mut diagnostic = Diagnostic::error(contradiction_title(proof, style.lang))
                    .note(format!("{}:{line}", safe(&file)))
                    .help(join_reasons(catalog, proof, style.lang));
                diagnostic.id = Some(NO_LEGAL_DECK.to_owned());
                writeln!(out, "{}\n", diagnostic.render(style))?;
            }
            if let (Ending::Found(found), true) = (&proof.outcome.ending, witness) {
                let verdict = crate::forms::human::verdict_word(found.checked.verdict, style.lang);
                let values = solved::describe_assumed_values(&proof.outcome, style.lang);
                writeln!(out, "# {}", [vec![verdict.to_owned()], values].concat().join(", "))?;
                let written = decks::write(&found.deck, catalog, DeckFormat::Toml, style.lang);
                writeln!(out, "{}", written.text)?;
            }
        }
    }
    Ok(())
}

/// Counts the formats and roles that are proven to allow no deck.
pub fn count_contradictions(proven: &[GameProofs]) -> usize {
    proven
        .iter()
        .flat_map(|proven| &proven.proofs)
        .filter(|p| p.outcome.is_contradiction())
        .count()
}

/// Returns a line for people: how many formats have a legal deck, and how many were not decided in
/// time.
pub fn summary(proven: &[GameProofs], style: &Style) -> String {
    let proofs = || proven.iter().flat_map(|p| &p.proofs);
    let legal = proofs()
        .filter(|p| matches!(p.outcome.ending, Ending::Found(_)))
        .count();
    let undecided =
        proofs().filter(|p| !matches!(p.outcome.ending, Ending::Found(_) | Ending::Impossible));
    let timed_out = undecided
        .clone()
        .any(|p| p.outcome.limit == Some(SearchLimit::Time));
    let undecided = undecided.count();
    let with_states =
        |p: &&Proof| p.outcome.ending == Ending::Impossible && !p.outcome.is_contradiction();
    let with_states = proofs().filter(with_states).count();
    let (lang, all) = (style.lang, proofs().count());
    let line = say!(lang, "formats and roles with a legal deck: {legal} of {all}");
    let line = match with_states {
        0 => line,
        n => say!(lang, "{line}; only with copies in a state, if at all: {n}"),
    };
    match undecided {
        0 => line,
        n if !timed_out => say!(lang, "{line}; not decided: {n}"),
        n => say!(lang, "{line}; not decided in time: {n} (`--time 10` searches longer)"),
    }
}

rows! {
    /// A proof about a format.
    pub struct ProofRow<'a> {
        /// Id of the game.
        game: &'a str,
        /// Id of the format.
        format: &'a str,
        /// Id of the role.
        role: Option<&'a str>,
        /// `legal` if the format allows a deck, `illegal` if it is proven that it allows none.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"])))]
        verdict: &'static str,
        ..grounds: GroundsRow<'a>,
        /// A legal deck, if requested.
        deck?: Option<Vec<MoveRow<'a>>>,
    }
}

/// Returns the proofs as rows of a document; with `witness`, each has its legal deck.
pub fn proof_rows(proven: &[GameProofs], witness: bool) -> Vec<ProofRow<'_>> {
    let mut rows = Vec::new();
    for GameProofs { catalog, proofs } in proven {
        for proof in proofs {
            let deck = solved_deck(catalog, proof);
            let witness = match &proof.outcome.ending {
                Ending::Found(found) if witness => Some(&found.moves.added),
                _ => None,
            };
            rows.push(ProofRow {
                game: catalog.game.id(),
                format: &proof.format,
                role: proof.role.as_deref(),
                verdict: deck.verdict().word(),
                grounds: GroundsRow::new(Some(&proof.outcome), &deck),
                deck: witness.map(|added| added.iter().map(|m| MoveRow::new(catalog, m)).collect()),
            });
        }
    }
    rows
}

/// A format that allows no deck.
struct Contradiction {
    file: String,
    /// Starting at 1.
    line: usize,
    message: String,
}

impl GameProofs {
    fn contradictions(&self, lang: Lang) -> impl Iterator<Item = Contradiction> {
        let GameProofs { catalog, proofs } = self;
        proofs
            .iter()
            .filter(|proof| proof.outcome.is_contradiction())
            .map(move |proof| {
                let (file, line) = format_origin(catalog, proof);
                let title = contradiction_title(proof, lang);
                let message = format!("{title} ({})", join_reasons(catalog, proof, lang));
                Contradiction { file, line, message }
            })
    }
}
