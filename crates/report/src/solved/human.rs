//! Results of `fix` and `build`, for people.

use super::{
    SolvedDeck, changed_numbers, describe_origin, describe_restatement, describe_share,
    describe_sum,
};
use crate::{
    collection::name_with_id,
    forms::human::{colour_verdict, verdict_word},
    text::{
        Style,
        escape::safe,
        lines::{pad, wrap},
        words::{format_count, zone_name},
    },
};
use sleeve_data::model::Lang;
use sleeve_decks::{Move, Moves};
use sleeve_language::Quantity;
use sleeve_solve::{
    Core, Direction, Ending, Giver, MAX_COPIES, OtherValue, Outcome, ParameterChoice,
    REJECTED_LIMIT, ReachedValue, SearchLimit, WishOrigin,
};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Writes the outcome for each deck.
pub fn write(
    decks: &[SolvedDeck],
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    for (at, deck) in decks.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        write_deck(deck, style, quiet, out)?;
    }
    Ok(())
}

fn write_deck(
    deck: &SolvedDeck,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lang = style.lang;
    writeln!(out, "{}", headline(deck, style))?;
    if let Some(gaps) = deck.gaps(lang) {
        writeln!(out, "{gaps}")?;
    }
    let Some(outcome) = &deck.outcome else { return Ok(()) };
    if let Some(found) = deck.repair() {
        let moves = &found.moves;
        write_moves(deck, moves, &found.equivalent_cards, style, out)?;
        if !quiet && !deck.is_new && moves.count_changes() > 0 {
            write_changed_numbers(deck, style, out)?;
        }
        write_assumptions(deck, style, out)?;
        write_warnings(deck, style, out)?;
    }
    for (at, other) in outcome.alternatives.iter().enumerate() {
        // The first way is the repair above.
        let title = word!(lang, "Another way");
        writeln!(out, "\n{}", style.bold(&format!("{title} ({})", at + 2)))?;
        write_moves(deck, other, &[], style, out)?;
    }
    if let Some(core) = outcome
        .core
        .as_ref()
        .filter(|_| !quiet || deck.repair().is_none())
    {
        write_core(deck, core, style, out)?;
    }
    for other in &outcome.other_values {
        writeln!(out, "\n{}", describe_other_value(other, lang))?;
    }
    for line in unresolved_lines(deck, lang) {
        writeln!(out, "\n{}", style.doubtful(&line))?;
    }
    if let Some(is_written) = deck.written {
        let path = safe(&deck.before.path);
        let line = if is_written {
            say!(lang, "written to {path}")
        } else {
            say!(lang, "{path} was not changed")
        };
        writeln!(
            out,
            "\n{line}{}",
            if is_written { describe_head(deck, lang) } else { String::new() }
        )?;
    }
    Ok(())
}

fn write_changed_numbers(deck: &SolvedDeck, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let rows = changed_numbers(deck, style);
    let Some(width) = rows.iter().map(|(name, _)| safe(name).width()).max() else {
        return Ok(());
    };
    writeln!(out)?;
    for (name, value) in &rows {
        writeln!(out, "{}  {value}", pad(&safe(name), width))?;
    }
    Ok(())
}

/// Names the format that was written, and the parameters that were dropped with the old one.
fn describe_head(deck: &SolvedDeck, lang: Lang) -> String {
    let Some(format) = deck.new_format() else { return String::new() };
    let format = safe(format);
    let dropped: Vec<String> = deck
        .dropped_parameters()
        .iter()
        .map(|name| format!("`{}`", safe(name)))
        .collect();
    let dropped = dropped.join(", ");
    if dropped.is_empty() {
        return say!(lang, ", with `format = \"{format}\"`");
    }
    say!(
        lang,
        ", with `format = \"{format}\"` and without {dropped}, which this format does not have"
    )
}

/// Names a value of a parameter with which fewer changes are enough: ``with `budget = 9`: 2
/// changes``.
fn describe_other_value(other: &OtherValue, lang: Lang) -> String {
    let (parameter, value) = (safe(&other.parameter), safe(&other.value.to_string()).into_owned());
    let changes = match other.changes {
        0 => say!(lang, "nothing has to change"),
        n => count_changes(n, lang),
    };
    say!(lang, "with `{parameter} = {value}`: {changes}")
}

/// Lists the warnings of the repaired deck.
fn write_warnings(deck: &SolvedDeck, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let warnings = deck.warnings(style.lang);
    if warnings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", style.bold(word!(style.lang, "Warnings")))?;
    for warning in &warnings {
        write_item(warning, style, out)?;
    }
    Ok(())
}

fn count_changes(n: u64, lang: Lang) -> String {
    format_count(n, word!(lang, "change"), lang)
}

fn headline(deck: &SolvedDeck, style: &Style) -> String {
    let lang = style.lang;
    let verdict = deck.verdict();
    let warnings = match deck.warnings(lang).len() {
        0 => String::new(),
        count => format!(", {}", format_count(count, word!(lang, "warning"), lang)),
    };
    let word = verdict_word(verdict, lang).to_owned() + &warnings;
    let word = colour_verdict(verdict, &word, style);
    let mut what: Vec<String> = Vec::new();
    if let Some((catalog, format)) = deck.catalog_and_format() {
        what.push(format!("{}/{}", catalog.game.id(), format.named.id));
    }
    what.extend(deck.role.as_deref().map(|role| safe(role).into_owned()));
    what.extend(
        deck.outcome
            .iter()
            .flat_map(|outcome| describe_assumed_values(outcome, lang)),
    );
    if deck.repair().is_some_and(|found| found.checked.provisional) {
        what.push(say!(style.lang, "provisional"));
    }
    let place = if deck.is_new { String::new() } else { format!(" {}", safe(&deck.before.path)) };
    let ending = format!("{}{}", describe_ending(deck, style), describe_reached(deck, style));
    let what =
        if what.is_empty() { String::new() } else { style.dim(&format!(" ({})", what.join(", "))) };
    format!("{word}{place}{what}{ending}")
}

/// Lists the values of parameters that an answer assumes, and who chose them.
pub fn describe_assumed_values(outcome: &Outcome, lang: Lang) -> Vec<String> {
    let values_by = |giver: Giver, word: &str| {
        let values = outcome
            .assumed_values
            .iter()
            .filter(|assumed| assumed.giver == giver);
        let value = |of: &ParameterChoice| {
            format!("{} {}", safe(&of.parameter), safe(&of.value.to_string()))
        };
        let values: Vec<String> = values.map(value).collect();
        (!values.is_empty()).then(|| format!("{} {word}", values.join(", ")))
    };
    let chosen = values_by(Giver::Search, word!(lang, "chosen"));
    chosen
        .into_iter()
        .chain(values_by(Giver::Default, word!(lang, "by default")))
        .collect()
}

/// Names the values of the objectives and what is proven about them; empty without objectives.
fn describe_reached(deck: &SolvedDeck, style: &Style) -> String {
    let lang = style.lang;
    let reached = deck.repair().map_or(&[][..], |found| &found.reached);
    let describe = |((direction, measure), reached): (&(Direction, String), &ReachedValue)| {
        let (value, measure) = (reached.value.in_words(lang), safe(measure));
        let is = word!(lang, "is");
        let end = match (direction, reached.is_proven) {
            (Direction::Maximise, true) => say!(lang, ", proven to be the largest"),
            (Direction::Minimise, true) => say!(lang, ", proven to be the smallest"),
            (_, false) => reached.bound.map_or(String::new(), |bound| {
                let end = match direction {
                    Direction::Maximise => word!(lang, "at most"),
                    Direction::Minimise => word!(lang, "at least"),
                };
                format!(" ({end} {})", Quantity::exact(bound).in_words(lang))
            }),
        };
        format!("{}{measure} {is} {value}{end}", word!(lang, "; "))
    };
    deck.asking
        .objectives
        .iter()
        .zip(reached)
        .map(describe)
        .collect()
}

/// Says how the search ended, after the verdict.
fn describe_ending(deck: &SolvedDeck, style: &Style) -> String {
    let lang = style.lang;
    let Some(outcome) = &deck.outcome else { return String::new() };
    let ending = match &outcome.ending {
        Ending::Found(found) if deck.is_new => {
            let cards: u64 = found.moves.added.iter().map(|m| u64::from(m.count)).sum();
            let noun = word!(style.lang, "card");
            let cards = format_count(cards, noun, lang);
            if outcome.is_proven {
                cards
            } else {
                format!("{cards}, {}{}", best_found(outcome.limit, lang), lift(outcome, style))
            }
        }
        Ending::Found(found) => {
            let n = found.moves.count_changes();
            let changes = count_changes(n, lang);
            match (n, outcome.is_proven || outcome.at_least >= n) {
                (0, _) => say!(lang, "nothing has to change"),
                // One change is always the fewest, because the unchanged deck was already judged.
                (2.., true) if outcome.keeps_states => {
                    say!(lang, "{changes}, proven to be the fewest while copies stay as they are")
                }
                (2.., true) if !outcome.kept.is_empty() => {
                    let cards = deck.kept_cards(lang);
                    say!(lang, "{changes}, proven to be the fewest, keeping {cards}")
                }
                (_, true) => say!(lang, "{changes}, proven to be the fewest"),
                (_, false) => {
                    let (best, n) = (best_found(outcome.limit, lang), outcome.at_least);
                    say!(lang, "{changes}, {best}; at least {n} needed") + &lift(outcome, style)
                }
            }
        }
        Ending::Impossible if outcome.keeps_states => say!(
            lang,
            "no deck meets all conditions with copies as they are; other states of copies were not tried"
        ),
        Ending::Impossible => say!(lang, "no deck meets all conditions"),
        Ending::Undecided => describe_search_limit(outcome.limit, lang).0 + &lift(outcome, style),
        Ending::Unbounded => {
            say!(lang, "a measure to maximise (or minimise) has no limit; bound it with --require")
        }
        Ending::GoalUnsaid => say!(
            lang,
            "this measure cannot be maximised or minimised: it multiplies or rounds numbers of cards, or depends only on unknown facts"
        ),
    };
    lang.colon().to_owned() + &ending
}

/// Says how good an answer without a proof is, and which limit kept the search from one.
fn best_found(limit: Option<SearchLimit>, lang: Lang) -> String {
    match limit {
        Some(SearchLimit::Time) => say!(lang, "the best found in time"),
        Some(SearchLimit::Stopped) => say!(lang, "the best found before the search was stopped"),
        Some(SearchLimit::Copies) => {
            say!(lang, "the best found with at most {MAX_COPIES} copies of each card")
        }
        Some(SearchLimit::Values) => {
            say!(lang, "the best found with the parameter values that were tried")
        }
        Some(SearchLimit::Resolution) => {
            say!(lang, "the best found, since the numbers are too far apart to compute with")
        }
        _ => {
            say!(lang, "the best found, since unknown facts, products or quotients hide others")
        }
    }
}

/// Says which option changes the limit that a search met; empty if none does.
fn lift(outcome: &Outcome, style: &Style) -> String {
    let (_, lift) = describe_search_limit(outcome.limit, style.lang);
    let is_said = style.options && !lift.is_empty();
    if is_said { format!("{}{lift}", style.lang.semicolon()) } else { String::new() }
}

/// Says which limit stopped a search without a result, and the option that changes it; empty if
/// none does.
fn describe_search_limit(limit: Option<SearchLimit>, lang: Lang) -> (String, &'static str) {
    match limit {
        Some(SearchLimit::Time) => {
            (say!(lang, "no legal deck was found in time"), word!(lang, "allow more with --time"))
        }
        Some(SearchLimit::Stopped) => {
            (say!(lang, "no legal deck was found before the search was stopped"), "")
        }
        Some(SearchLimit::Rejected) => (
            say!(
                lang,
                "no legal deck was found: the rules reject the {REJECTED_LIMIT} nearest decks of the search"
            ),
            word!(lang, "narrow the search with --only"),
        ),
        Some(SearchLimit::Inexact) | None => (
            say!(
                lang,
                "no legal deck was found; unknown facts, products or quotients in the conditions hide some from the search"
            ),
            word!(lang, "use sums in the conditions, or enter the facts"),
        ),
        Some(SearchLimit::Copies) => (
            say!(
                lang,
                "no legal deck was found with at most {MAX_COPIES} copies of each card; more were not tried"
            ),
            "",
        ),
        Some(SearchLimit::Values) => (
            say!(lang, "no legal deck was found with the parameter values that were tried"),
            word!(lang, "try others with --set"),
        ),
        Some(SearchLimit::Resolution) => (
            say!(
                lang,
                "no legal deck was found: the numbers in the conditions are too far apart to compute with"
            ),
            word!(lang, "use smaller numbers"),
        ),
        Some(SearchLimit::Unread) => (
            say!(lang, "the rules may depend on parts of the file that were not read"),
            word!(lang, "`sleeve check` names them; write the deck in another form"),
        ),
    }
}

/// Writes which cards go out and come in, zone by zone. `alike` counts the other cards that would
/// be just as good.
fn write_moves(
    deck: &SolvedDeck,
    moves: &Moves,
    alike: &[u32],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some((catalog, format)) = deck.catalog_and_format() else { return Ok(()) };
    if let Some(restated) = &moves.restated {
        let line = describe_restatement(restated, style.lang);
        let was = word!(style.lang, "instead of");
        let before = safe(&restated.before);
        writeln!(out, "\n  {}{}", style.good(&line), style.dim(&format!(", {was} {before}")))?;
    }
    let mut zones: Vec<&str> = Vec::new();
    for moved in moves.removed.iter().chain(&moves.added) {
        if !zones.contains(&moved.zone.as_str()) {
            zones.push(&moved.zone);
        }
    }
    for zone in zones {
        writeln!(out, "\n{}", style.bold(&zone_name(Some(format), zone, style.lang)))?;
        let gone = moves.removed.iter().map(|moved| ("-", moved));
        let all = gone.chain(moves.added.iter().map(|moved| ("+", moved)));
        let all = all.zip(alike.iter().copied().chain(std::iter::repeat(0)));
        for ((sign, Move { card, count, .. }), others) in
            all.filter(|((_, moved), _)| moved.zone == zone)
        {
            let card = catalog.cards.card(*card);
            let name = name_with_id(card.id(), card.title(style.lang), style);
            let number = format!("{sign}{count}");
            let number = if sign == "-" { style.bad(&number) } else { style.good(&number) };
            let others = match others {
                0 => String::new(),
                n => {
                    let others =
                        format_count(n, word!(style.lang, "other", context = "card"), style.lang);
                    style.dim(&format!(", {} {others}", word!(style.lang, "or")))
                }
            };
            writeln!(out, "  {number} {name}{others}")?;
        }
    }
    Ok(())
}

fn write_assumptions(deck: &SolvedDeck, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let missing = deck.assumes();
    let Some((catalog, _)) = deck.catalog_and_format().filter(|_| !missing.is_empty()) else {
        return Ok(());
    };
    let mut names: Vec<String> = missing
        .iter()
        .map(|fact| safe(catalog.cards.card(fact.card).title(style.lang)).into_owned())
        .collect();
    names.dedup();
    let heading = word!(style.lang, "legal only if these unpublished facts allow it: ");
    writeln!(out)?;
    write_item(&format!("{heading}{}", names.join(", ")), style, out)
}

fn write_core(
    deck: &SolvedDeck,
    core: &Core,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lang = style.lang;
    let title = match (deck.repair().is_some(), deck.keeps_states()) {
        (true, true) => word!(style.lang, "Why not fewer, with copies as they are?"),
        (true, false) => word!(style.lang, "Why not fewer?"),
        (false, true) => word!(style.lang, "Why not, with cards as they are?"),
        (false, false) => word!(style.lang, "Why not?"),
    };
    let lead = if !core.is_irreducible && core.is_cut && style.options {
        word!(
            style.lang,
            "These contradict each other; some of them may be enough, but the time was over: allow more with --time."
        )
    } else if !core.is_irreducible {
        word!(style.lang, "These contradict each other; some of them may be enough.")
    } else if core.sources.len() == 1 {
        word!(style.lang, "This alone makes it impossible.")
    } else {
        word!(
            style.lang,
            "These contradict each other; without any one of them it would be possible."
        )
    };
    writeln!(out, "\n{} {lead}", style.bold(title))?;
    for source in &core.sources {
        let reason = describe_origin(source, deck, lang);
        let share = describe_share(core, Some(source), lang)
            .filter(|_| !matches!(source, WishOrigin::Changes(_)));
        let cite = Some(reason.cite)
            .filter(|cite| !cite.is_empty())
            .map(|cite| format!("({cite})"));
        let parts = [Some(safe(&reason.rule).into_owned()), share, Some(reason.message)];
        let colon = word!(style.lang, ": ");
        let phrase = parts.into_iter().flatten().collect::<Vec<_>>().join(colon);
        let text = [Some(phrase), cite]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ");
        write_item(&text, style, out)?;
    }
    let deck = word!(style.lang, "the deck as it is: ");
    let others = word!(style.lang, "the others together: ");
    for (source, who) in [(Some(&WishOrigin::Structure), deck), (None, others)] {
        if let Some(share) = describe_share(core, source, lang) {
            write_item(&format!("{who}{share}"), style, out)?;
        }
    }
    if let Some(sum) = describe_sum(core, lang) {
        writeln!(out, "  {}", style.bold(&sum))?;
    }
    Ok(())
}

/// Writes a line of a list with a hanging indent.
fn write_item(text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for (at, line) in wrap(text, style.width.saturating_sub(4).max(20), style)
        .iter()
        .enumerate()
    {
        let indent = if at == 0 { "  " } else { "    " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// Names the lines of the deck without a known card, which are left unchanged.
fn unresolved_lines(deck: &SolvedDeck, lang: Lang) -> Vec<String> {
    let unresolved = deck
        .before
        .deck()
        .into_iter()
        .flat_map(|deck| &deck.unresolved);
    let texts: Vec<String> = unresolved.map(|u| format!("`{}`", safe(&u.text))).collect();
    if texts.is_empty() {
        return Vec::new();
    }
    let texts = texts.join(", ");
    vec![say!(
        lang,
        "left unchanged, because they name no known card: {texts}",
        bare_texts = texts.replace('`', "")
    )]
}
