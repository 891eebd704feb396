//! Games, formats, rules and the query language in words.

use crate::text::{
    Style,
    escape::{plain, safe, safe_lines},
    words::{self, format_count, join_with_rest, join_words},
};
use sleeve_data::{
    model::{
        Card, Catalog, Dates, Format, Game, Lang, Level, Opening, Rule, Setting, Text, Versions,
        card_rule::{CardRule, NumberChange},
        format::{
            Discard, Draw, HandChoice, MatchRule, NamedNumber, Parameter, RuleBody, Turn, TurnDraw,
            Zone,
        },
        holds_on,
    },
    problem::Phrase,
};
use sleeve_decks::DeckForm;
use sleeve_language::{self as language, Scope, help_sections};
use sleeve_rules::{Verdict, card_rules};
use std::{collections::BTreeMap, fmt::Write};

/// Describes a game: its overlays, its formats, one per line, and its notice. With `is_alone`, also
/// its deck file formats and the digest of its data.
pub fn describe_game(catalog: &Catalog, is_alone: bool, style: &Style) -> String {
    let game = &catalog.game;
    let mut out = String::new();
    let _ = writeln!(out, "{} ({})", style.bold(&plain(game.name(style.lang))), game.id());
    for overlay in &catalog.overlays {
        let _ = writeln!(
            out,
            "  {} {}",
            word!(style.lang, "from", context = "overlay"),
            plain(&overlay.path)
        );
    }
    let rows: Vec<(&Format, String)> = catalog
        .formats()
        .map(|format| {
            let roles: Vec<&str> = format.roles.iter().map(|r| r.named.id.as_str()).collect();
            let roles =
                if roles.is_empty() { String::new() } else { format!(" [{}]", roles.join(", ")) };
            (format, format!("{}{roles}", plain(format.named.name.get(style.lang))))
        })
        .collect();
    let width = rows
        .iter()
        .map(|(format, _)| format.named.id.len())
        .max()
        .unwrap_or(0);
    for (format, name) in rows {
        let _ = writeln!(out, "  {:width$}  {name}", format.named.id);
        for version in catalog
            .versions_of(format)
            .into_iter()
            .flat_map(Versions::all)
        {
            let days = describe_days(catalog, version, style);
            let _ = writeln!(out, "  {:width$}  {}", "", style.dim(&days.unwrap_or_default()));
        }
    }
    for (id, spans) in catalog.lists_by_day() {
        let _ = writeln!(out, "  {} {}", word!(style.lang, "list"), plain(id));
        for dates in spans {
            let mark = in_force_mark(catalog, dates, style);
            let _ = writeln!(
                out,
                "    {}",
                style.dim(&format!("{}{mark}", describe_dates(dates, style)))
            );
        }
    }
    if is_alone {
        write_deck_files(&mut out, game, style);
        if let Some(digest) = catalog.digest() {
            let _ = writeln!(out, "  {}", say!(style.lang, "digest of the data {digest}"));
        }
    }
    let notice = game.notice.get(style.lang);
    if !notice.is_empty() {
        out.push_str(&wrap_paragraph(notice, 0, style));
    }
    out
}

/// Writes a game's deck file formats, as named by `--from` and `--to`.
fn write_deck_files(out: &mut String, game: &Game, style: &Style) {
    let forms = DeckForm::forms_of_game(game);
    let width = forms
        .iter()
        .map(|form| form.name().len())
        .max()
        .unwrap_or(0);
    let _ = writeln!(out, "  {}", word!(style.lang, "deck files"));
    for form in &forms {
        let (name, ending) = (plain(form.name()), plain(form.extension()));
        let words = plain(form.description(style.lang));
        let _ = writeln!(out, "    {name:width$}  {words} (.{ending})");
    }
}

/// Describes a format: zones, roles, parameters, rules, opening, matches.
pub fn describe_format(catalog: &Catalog, format: &Format, style: &Style) -> String {
    let (game, lang) = (&catalog.game, style.lang);
    let mut out = String::new();
    let name = format!("{} — {}", format.named.name.get(lang), game.name(lang));
    let _ = writeln!(out, "{} ({}/{})", style.bold(&plain(&name)), game.id(), format.named.id);
    if let Some(days) = describe_days(catalog, format, style) {
        let _ = writeln!(out, "  {}", style.dim(&days));
    }
    write_reason(&mut out, &format.text, &format.cite, game, 2, style);
    if let Some(gaps) = describe_gaps(catalog, format, lang) {
        out.push_str(&wrap_paragraph(&gaps, 2, style));
    }
    write_zones_and_roles(&mut out, format, style);
    write_numbers(&mut out, catalog, format, style);
    write_heading(&mut out, style, word!("Rules"));
    for rule in &format.rules {
        write_rule(&mut out, rule, game, style);
    }
    write_cards_with_rules(&mut out, catalog, format, style);
    if let Some(opening) = &format.opening {
        write_heading(&mut out, style, word!("Opening"));
        let words = OpeningWords { catalog, format, lang };
        out.push_str(&wrap_paragraph(&words.sentence(opening), 2, style));
        write_reason(&mut out, &opening.text, &opening.cite, game, 4, style);
    }
    if !format.matches.is_empty() {
        write_heading(&mut out, style, word!("Two decks at one table"));
        for rule in &format.matches {
            write_match_rule(&mut out, rule, game, style);
        }
    }
    out
}

fn write_zones_and_roles(out: &mut String, format: &Format, style: &Style) {
    let lang = style.lang;
    write_heading(out, style, word!("Zones"));
    for zone in &format.zones {
        let _ = writeln!(out, "  {}", describe_zone(zone, lang));
        if let Some(field) = &zone.role_from {
            let field = plain(field);
            let text = say!(lang, "its `{field}` sets the deck's role");
            let _ = writeln!(out, "    {text}");
        }
    }
    if !format.roles.is_empty() {
        write_heading(out, style, word!("Roles"));
        for role in &format.roles {
            let _ = writeln!(out, "  {} ({})", role.named.id, plain(role.named.name.get(lang)));
        }
    }
    if !format.parameters.is_empty() {
        write_heading(out, style, word!("Parameters"));
        for parameter in &format.parameters {
            let _ = writeln!(out, "  {}", describe_parameter(parameter, lang));
        }
    }
}

fn write_cards_with_rules(out: &mut String, catalog: &Catalog, format: &Format, style: &Style) {
    let lang = style.lang;
    let bringing = cards_with_rules(catalog, format);
    if bringing.is_empty() {
        return;
    }
    write_heading(out, style, word!("Rules of cards"));
    for (zone, cards) in &bringing {
        let names: Vec<&str> = cards
            .iter()
            .take(CARDS_SHOWN)
            .map(|card| card.name(lang))
            .collect();
        let names = join_with_rest(&names, cards.len() - names.len(), lang);
        let text = say!(lang, "in {zone}: {names}");
        out.push_str(&wrap_paragraph(&text, 2, style));
    }
    let see = word!(style.lang, "`sleeve show CARD` prints them");
    let _ = writeln!(out, "  {see}");
}

/// Returns what a format does not judge, in one line; `None` if it lists nothing.
pub fn describe_gaps(catalog: &Catalog, format: &Format, lang: Lang) -> Option<String> {
    let gaps: Vec<String> = format
        .not_asked
        .iter()
        .map(|gap| plain(gap.get(lang)))
        .collect();
    if gaps.is_empty() {
        return None;
    }
    let format = format!("{}/{}", catalog.game.id(), format.named.id);
    let gaps = gaps.join(lang.semicolon());
    Some(say!(lang, "{format} does not check: {gaps}"))
}

/// Lists what a format does not judge, in English; nothing unless the verdict is legal.
pub(crate) fn list_gaps(format: Option<&Format>, verdict: Verdict) -> Vec<&str> {
    match format {
        Some(format) if verdict == Verdict::Legal => format
            .not_asked
            .iter()
            .map(|gap| gap.get(Lang::En))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the days on which a format is in force, and whether it is the current version; `None` if
/// it is always in force.
fn describe_days(catalog: &Catalog, format: &Format, style: &Style) -> Option<String> {
    let versions = catalog.versions_of(format);
    if format.dates == (None, None) && versions.is_none() {
        return None;
    }
    let mark = versions.map_or("", |_| in_force_mark(catalog, format.dates, style));
    Some(format!("{}{mark}", describe_dates(format.dates, style)))
}

/// Marks the version in force on the day of the catalog.
fn in_force_mark(catalog: &Catalog, dates: Dates, style: &Style) -> &'static str {
    if catalog.day().is_some_and(|day| holds_on(dates, day)) {
        word!(style.lang, " (in force)")
    } else {
        ""
    }
}

fn describe_dates(dates: Dates, style: &Style) -> String {
    match dates {
        (Some(from), Some(to)) => say!(style.lang, "from {from} to {to}"),
        (Some(from), None) => say!(style.lang, "from {from} on"),
        (None, Some(to)) => say!(style.lang, "until {to}"),
        (None, None) => say!(style.lang, "on every day"),
    }
}

/// `fuel = total draw in cruiser: Fuel`.
fn number_line(number: &NamedNumber, lang: Lang) -> String {
    let (id, measure) = (&number.named.id, plain(&number.measure));
    match number.named.name.get(lang) {
        name if name.is_empty() || name == *id => format!("{id} = {measure}"),
        name => format!("{id} = {measure}{}{}", lang.colon(), plain(name)),
    }
}

/// Writes the numbers of a format, each with the cards that change it, and its measures.
fn write_numbers(out: &mut String, catalog: &Catalog, format: &Format, style: &Style) {
    let lang = style.lang;
    if !format.numbers.is_empty() {
        write_heading(out, style, word!("Numbers"));
    }
    for number in &format.numbers {
        out.push_str(&wrap_paragraph(&number_line(number, lang), 2, style));
        let changes: Vec<String> = card_rules::list_changes(catalog, format, &number.named.id)
            .map(|(card, change)| change_words(catalog.cards.card(card), change, lang))
            .collect();
        let shown = changes
            .get(..CARDS_SHOWN.min(changes.len()))
            .unwrap_or_default();
        if !changes.is_empty() {
            let list = join_with_rest(shown, changes.len() - shown.len(), lang);
            out.push_str(&wrap_paragraph(&list, 4, style));
        }
    }
    if !format.measures.is_empty() {
        write_heading(out, style, word!("Measures"));
    }
    for measure in &format.measures {
        out.push_str(&wrap_paragraph(&number_line(measure, lang), 2, style));
    }
}

/// `+5 Versatile (in deck)`: what a card adds to a number.
fn change_words(card: Card<'_>, change: &NumberChange, lang: Lang) -> String {
    let preposition = word!(lang, "in");
    format!("{} {} ({preposition} {})", signed(&change.add), plain(card.name(lang)), change.zone)
}

fn signed(add: &str) -> String {
    let text = plain(add);
    match add.parse::<f64>() {
        Ok(number) if number < 0.0 => text,
        Ok(_) => format!("+{text}"),
        Err(_) => format!("+({text})"),
    }
}

/// Most cards with their own rules that are named; the rest are counted.
const CARDS_SHOWN: usize = 12;

/// Returns the cards that add rules to a format, by the zone that they have to be in.
fn cards_with_rules<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
) -> BTreeMap<&'a str, Vec<Card<'a>>> {
    let mut by_zone: BTreeMap<&str, Vec<Card<'_>>> = BTreeMap::new();
    for (card, card_rule) in card_rules::list_card_rules(catalog, format) {
        let cards = by_zone.entry(card_rule.zone.as_str()).or_default();
        if cards.last().is_none_or(|last| last.index() != card) {
            cards.push(catalog.cards.card(card));
        }
    }
    by_zone
}

/// Returns the rules that a card adds, one per line: the zone, the requirement, the reason.
pub fn card_rule_lines(catalog: &Catalog, card: Card<'_>, lang: Lang) -> Vec<String> {
    let preposition = word!(lang, "in");
    let colon = lang.colon();
    let mut lines = Vec::new();
    for CardRule { rule, lifts, zone, .. } in catalog.rules_of(card.index()) {
        let zones = zones_prefix(rule, lang);
        let why = append_citation(&rule.text, &rule.cite, &catalog.game, lang);
        let asked = match (lifts.join(", "), &rule.body) {
            (lifts, RuleBody::Nothing) => format!("{} {lifts}", word!(lang, "lifts")),
            (lifts, body) if lifts.is_empty() => body.to_string(),
            (lifts, body) => format!("{body} ({} {lifts})", word!(lang, "instead of")),
        };
        lines.push(format!("{} ({preposition} {zone}){colon}{zones}{asked} — {why}", rule.id));
    }
    let added = catalog.rules_and_changes_of(card.index());
    for NumberChange { of, zone, add, .. } in added.into_iter().flat_map(|added| &added.changes) {
        lines.push(format!("{of} ({preposition} {zone}){colon}{}", signed(add)));
    }
    lines
}

fn write_heading(out: &mut String, style: &Style, heading: Phrase) {
    let _ = writeln!(out, "\n{}", style.bold(heading.get(style.lang)));
}

fn zone_title(zone: &Zone, lang: Lang) -> String {
    let name = zone.named.name.get(lang);
    if name.is_empty() || name == zone.named.id {
        zone.named.id.to_string()
    } else {
        format!("{} ({})", zone.named.id, plain(name))
    }
}

/// Describes a zone in one line: its name and the cards that it accepts.
pub fn describe_zone(zone: &Zone, lang: Lang) -> String {
    let (title, roles) = (zone_title(zone, lang), roles_suffix(&zone.roles, lang));
    format!("{title}{roles}{}{}", lang.colon(), plain(&zone.accepts))
}

fn roles_suffix(roles: &[String], lang: Lang) -> String {
    if roles.is_empty() {
        return String::new();
    }
    let word = word!(lang, "for");
    format!(" ({word} {})", plain(&roles.join(", ")))
}

/// Describes a parameter in one line: its allowed values and what it means.
pub fn describe_parameter(parameter: &Parameter, lang: Lang) -> String {
    let mut line = parameter.named.id.to_string();
    let defaults: Vec<String> = parameter
        .defaults()
        .map(|(role, value)| default_words(role, value))
        .collect();
    if !defaults.is_empty() {
        let _ = write!(line, " = {}", defaults.join(", "));
    }
    let allowed: Vec<String> = parameter
        .choices()
        .iter()
        .map(ToString::to_string)
        .collect();
    let limits = match (parameter.min, parameter.max) {
        _ if !allowed.is_empty() => join_words(&allowed, word!(lang, "or")),
        (Some(min), Some(max)) => format!("{min} {} {max}", word!(lang, "to")),
        (Some(min), None) => format!("{} {min}", word!(lang, "at least")),
        (None, Some(max)) => format!("{} {max}", word!(lang, "at most")),
        (None, None) => String::new(),
    };
    if !limits.is_empty() {
        let _ = write!(line, " ({limits})");
    }
    let name = parameter.named.name.get(lang);
    if !name.is_empty() && name != parameter.named.id {
        let _ = write!(line, "{}{}", lang.colon(), plain(name));
    }
    if let Some(condition) = &parameter.implied_by {
        let condition = plain(condition);
        let text = say!(lang, "a deck without one has the first for which `{condition}`");
        let _ = write!(line, "\n    {text}");
    }
    line
}

/// Returns a default with the role that it is for: `20`, or `10 (isn)`.
pub fn default_words(role: Option<&str>, value: &Setting) -> String {
    let value = plain(&value.to_string());
    match role {
        Some(role) => format!("{value} ({role})"),
        None => value,
    }
}

/// Returns the zones that a rule reads, for use before its requirement.
fn zones_prefix(rule: &Rule, lang: Lang) -> String {
    if rule.zones.is_empty() {
        return String::new();
    }
    format!("{}{}", rule.zones.join("|"), lang.colon())
}

/// Describes a rule: its text of the query language, its words and its citation.
pub fn describe_rule(rule: &Rule, game: &Game, style: &Style) -> String {
    let mut out = String::new();
    write_rule(&mut out, rule, game, style);
    out
}

fn write_rule(out: &mut String, rule: &Rule, game: &Game, style: &Style) {
    let zones = zones_prefix(rule, style.lang);
    let warning = match rule.level {
        Level::Warning => word!(style.lang, " [warning]"),
        Level::Error => "",
    };
    let roles = roles_suffix(&rule.roles, style.lang);
    let _ = writeln!(out, "  {}{roles}{warning}", style.bold(&rule.id));
    out.push_str(&wrap_paragraph(&format!("{zones}{}", rule.body), 4, style));
    write_reason(out, &rule.text, &rule.cite, game, 4, style);
}

fn write_match_rule(out: &mut String, rule: &MatchRule, game: &Game, style: &Style) {
    let _ = writeln!(out, "  {}", style.bold(&rule.id));
    out.push_str(&wrap_paragraph(&rule.require, 4, style));
    write_reason(out, &rule.text, &rule.cite, game, 4, style);
}

struct OpeningWords<'a> {
    catalog: &'a Catalog,
    format: &'a Format,
    lang: Lang,
}

impl OpeningWords<'_> {
    /// Returns a count of cards in words: `5 cards`, `as many cards as total draw in cruiser`.
    fn describe_count(&self, measure: &str) -> String {
        let noun = word!(self.lang, "card");
        if let Ok(count) = measure.parse::<u32>() {
            return format_count(count, noun, self.lang);
        }
        let scope = Scope::from_format(self.catalog, self.format);
        let words = match language::measure(measure, &scope) {
            Ok(read) => read.as_subject(self.catalog, self.lang),
            Err(_) => measure.to_owned(),
        };
        say!(self.lang, "as many cards as {words}")
    }

    fn describe_draw(&self, draw: &Draw) -> String {
        let noun = word!(self.lang, "cards");
        match draw {
            Draw::All(measure) => self.describe_count(measure),
            Draw::BySeat(seats) => {
                format!("{} {noun} ({})", seats.join(", "), word!(self.lang, "by seat"))
            }
            Draw::ByPlayers(list) => {
                let mut ways = Vec::new();
                for (players, seats) in list {
                    let by = say!(self.lang, "by seat, {players} players");
                    ways.push(format!("{} {noun} ({by})", seats.join(", ")));
                }
                join_words(&ways, word!(self.lang, "or"))
            }
        }
    }

    fn zone_names(&self, ids: &[String]) -> String {
        let names: Vec<String> = ids
            .iter()
            .map(|id| words::zone_name(Some(self.format), id, self.lang))
            .collect();
        join_words(&names, word!(self.lang, "and"))
    }

    fn sentence(&self, opening: &Opening) -> String {
        let (lang, colon) = (self.lang, self.lang.colon());
        let mut parts = Vec::new();
        if let Some(aside) = &opening.aside {
            parts.push(format!("{}{colon}{aside}", word!(self.lang, "set aside first")));
        }
        if !opening.starts.is_empty() {
            let start = word!(self.lang, "if none is marked, the deck starts with");
            parts.push(format!("{start} {}", opening.starts.join(word!(self.lang, ", else "))));
        }
        let (hand_size, from) =
            (self.describe_draw(&opening.draw), self.zone_names(&opening.zones));
        parts.push(say!(lang, "the opening hand is {hand_size}, drawn from {from}"));
        for (name, cards) in &opening.beside {
            parts.push(format!("{} {name}{colon}{cards}", word!(self.lang, "next to it")));
        }
        if let Some(row) = &opening.row {
            let from = words::zone_name(Some(self.format), &row.from, lang);
            let cards = self.describe_count(&row.size);
            parts.push(say!(lang, "the row shows {cards} from {from}"));
        }
        if let Some(turn) = &opening.turn {
            self.add_turn(&mut parts, turn);
        }
        parts.extend(opening.limit.as_ref().map(|limit| {
            say!(lang, "the hand holds at most {count}", count = self.describe_count(limit))
        }));
        if let Some(condition) = &opening.mulligan.redraw_unless {
            parts.push(match opening.mulligan.redraws {
                None => format!("{} {condition}", word!(lang, "it is redrawn unless")),
                Some(most) => say!(lang, "it is redrawn at most {most} times unless {condition}"),
            });
        }
        if let Some(HandChoice { hands, keep }) = &opening.choice {
            parts.push(say!(
                lang,
                "it is chosen from {hands} hands, because this is the greatest: {keep}"
            ));
        }
        parts.extend(
            opening
                .mulligan
                .kind
                .name(lang)
                .map(|m| format!("mulligan{colon}{m}")),
        );
        parts.join(lang.semicolon())
    }

    /// Adds what a turn draws and discards.
    fn add_turn(&self, parts: &mut Vec<String>, turn: &Turn) {
        let (lang, colon) = (self.lang, self.lang.colon());
        parts.push(match &turn.draw {
            _ if turn.most.is_some() => {
                let chosen = word!(
                    self.lang,
                    "each turn draws as many cards as its player chooses, usually"
                );
                format!("{chosen}{colon}{}", turn.text.get(lang).trim_end_matches('.'))
            }
            TurnDraw::Draw(n) => {
                say!(lang, "each turn draws {cards}", cards = self.describe_count(n))
            }
            TurnDraw::Refill(n) => {
                say!(lang, "each turn refills the hand to {cards}", cards = self.describe_count(n))
            }
        });
        match &turn.discard {
            Discard::Hand => parts.push(say!(self.lang, "then the hand is discarded")),
            Discard::Cards(n) => parts.push(say!(
                lang,
                "{count} leave the hand each turn",
                count = self.describe_count(n)
            )),
            Discard::Nothing => {}
        }
    }
}

fn write_reason(
    out: &mut String,
    text: &Text,
    cite: &Text,
    game: &Game,
    indent: usize,
    style: &Style,
) {
    let text = append_citation(text, cite, game, style.lang);
    out.push_str(&wrap_paragraph(&text, indent, style));
}

fn append_citation(text: &Text, cite: &Text, game: &Game, lang: Lang) -> String {
    let cite = cite_in_words(cite, game, lang);
    match (text.get(lang), cite.as_str()) {
        (text, "") => text.to_owned(),
        ("", cite) => format!("[{cite}]"),
        (text, cite) => format!("{text} [{cite}]"),
    }
}

fn wrap_paragraph(text: &str, indent: usize, style: &Style) -> String {
    if text.is_empty() {
        return String::new();
    }
    let spaces = " ".repeat(indent);
    // Paragraphs wider than 100 columns are hard to read on any terminal.
    let options = textwrap::Options::new(style.width.min(100))
        .initial_indent(&spaces)
        .subsequent_indent(&spaces)
        .break_words(false);
    // Wrapping may move a command for a build server to the beginning of a line, so lines are
    // escaped afterwards.
    safe_lines(&textwrap::fill(&style.set(&plain(text)), options)).into_owned() + "\n"
}

/// The word before a citation that is a choice between readings of the rules.
const READING: &str = "reading";

/// Returns a citation in words: `rulebook: p. 3`, "règles : p. 3". English keeps the words of the
/// data, which name sources by id; French uses the words by which a source is cited.
pub fn cite_in_words(cite: &Text, game: &Game, lang: Lang) -> String {
    let text = cite.get(lang);
    if lang != Lang::Fr {
        return text.to_owned();
    }
    let (id, place) = text.split_once(':').unwrap_or((text, ""));
    let source = match game.source(id.trim()) {
        Some(source) if source.cite.is_empty() => id.trim(),
        Some(source) => source.cite.get(lang),
        None if id.trim() == READING => "interprétation",
        None => return text.to_owned(),
    };
    if place.is_empty() {
        return source.to_owned();
    }
    // French also has a space before a semicolon.
    let place = place.trim().replace(" ; ", "; ").replace("; ", " ; ");
    format!("{source} : {place}")
}

/// Columns of the widest form; a longer one gets its own line.
const WIDEST_FORM: usize = 26;

/// Returns the reference of the query language, from the tables that the parser uses; with a game,
/// also its vocabulary.
pub fn describe_language(catalog: Option<&Catalog>, style: &Style) -> String {
    let page = style.width.min(100);
    let intro = word!(
        style.lang,
        "One language describes cards and piles of cards: filters in `cards`, conditions in rules, assertions and odds, measures in `stats`. Case and accents never matter."
    );
    let mut out = textwrap::fill(&style.set(intro), page);
    out.push('\n');
    for section in help_sections(catalog, style.lang) {
        let _ = writeln!(out, "\n{}", style.bold(&plain(&section.heading)));
        write_rows(&mut out, &section.rows, style);
    }
    if catalog.is_none() {
        let hint = word!(
            style.lang,
            "`sleeve help language GAME` lists the fields, values and effects of a game."
        );
        let _ = writeln!(out, "\n{}", textwrap::fill(&style.set(hint), page));
    }
    out
}

/// Writes forms with their meanings wrapped next to them.
fn write_rows(out: &mut String, rows: &[(String, String)], style: &Style) {
    let page = style.width.min(100);
    let columns = textwrap::core::display_width;
    let width = rows
        .iter()
        .map(|(form, _)| columns(form))
        .max()
        .unwrap_or(0)
        .min(WIDEST_FORM);
    let gap = " ".repeat(width + 4);
    for (form, meaning) in rows {
        let options = textwrap::Options::new(page)
            .initial_indent(&gap)
            .subsequent_indent(&gap);
        let text = textwrap::fill(&style.set(&safe(meaning)), options);
        let form = safe(form);
        if columns(&form) > width {
            let _ = writeln!(out, "  {form}\n{text}");
        } else {
            let pad = " ".repeat(width - columns(&form));
            let _ = writeln!(out, "  {form}{pad}  {}", text.trim_start());
        }
    }
}
