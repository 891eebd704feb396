//! The results of a search in each form of output.

use super::search::GameSearch;
use super::suggestions::DeckSuggestions;
use super::{CardsCommand, CardsOutput};
use crate::cli::messages::CliMessage;
use crate::cli::{Failure, Session};
use sleeve_data::model::{Card, CardIndex, FRONT};
use sleeve_language::{Field, FieldKind, MissingFact};
use sleeve_report::Style;
use sleeve_report::cards::FactStyle;
use sleeve_report::cards::json::{
    CardGroupRow, CardShape, CardsDocument, CardsRemarks, ListingFacts, OpenCardRow,
};
use sleeve_report::cards::listing::{Listing, count_cards};
use sleeve_report::documents::CardRow;
use sleeve_report::forms::csv::CsvSheet;
use sleeve_report::forms::json::write_line;
use sleeve_report::text::escape::safe;
use sleeve_report::text::table::{Column, TextTable};
use std::io::{self, Write};

/// Number of suggested cards without `--limit`.
const LISTED_SUGGESTIONS: usize = 20;

/// Most undetermined cards that are named; the others are counted.
const NAMED_CARDS: usize = 10;

/// Prints the results of searches.
pub fn write(
    session: &mut Session<'_>,
    options: &CardsCommand,
    searches: &[GameSearch<'_>],
    suggested: Option<&DeckSuggestions>,
) -> Result<(), Failure> {
    match options.output {
        None | Some(CardsOutput::Human) => print_table(session, options, searches, suggested)?,
        Some(CardsOutput::Json) => {
            session.write_beside(|session| print_table(session, options, searches, suggested))?;
            print_json(session, options, searches, suggested)?;
        }
        Some(CardsOutput::Ndjson) => print_json_lines(session, options, searches)?,
        Some(CardsOutput::Names) => print_names(session, options, searches)?,
        Some(CardsOutput::Csv | CardsOutput::Tsv) => {
            print_sheet(session, options, searches, suggested)?;
        }
        // `CardsCommand::write_missing` writes overlays, and other uses of this form are refused.
        Some(CardsOutput::Toml) => {}
    }
    let unresolved = searches.first().map_or(&[][..], GameSearch::unresolved);
    let quiet = session.global.quiet;
    for (path, lines) in unresolved.iter().filter(|_| !quiet) {
        let (path, lines) = (path.clone(), *lines);
        session.say_line(&CliMessage::LinesWithoutCard { path, lines });
    }
    Ok(())
}

fn print_table(
    session: &mut Session<'_>,
    options: &CardsCommand,
    searches: &[GameSearch<'_>],
    suggested: Option<&DeckSuggestions>,
) -> io::Result<()> {
    let (style, quiet) = (session.style, session.global.quiet);
    let out = &mut session.folded_output();
    let out = &mut style.typesetter(out);
    let mut first = true;
    for search in searches.iter().filter(|s| !s.is_empty()) {
        if !first {
            writeln!(out)?;
        }
        first = false;
        if searches.len() > 1 {
            writeln!(out, "{}", style.bold(&safe(search.view.catalog.game.name(style.lang))))?;
        }
        let view = FactStyle { short: true, prose: true, marks: true, ..search.view };
        let limit = options.limit.or(suggested.map(|_| LISTED_SUGGESTIONS));
        let shown = search.matched.get(..limit.unwrap_or(usize::MAX)).unwrap_or(&search.matched);
        let beside = suggested.map(|known| known.table_columns(style.lang, shown));
        let beside = beside.unwrap_or_default();
        let listing = Listing {
            view,
            cards: &search.matched,
            columns: (!search.columns.is_empty()).then_some(search.columns.as_slice()),
            asked: &search.named_fields,
            group: search.group,
            beside: &beside,
            limit,
        };
        if !search.matched.is_empty() {
            listing.write(out, &style)?;
            if !quiet {
                writeln!(out, "{}", style.dim(&count_cards(&style, search.matched.len())))?;
            }
        }
        list_undetermined(out, &style, search)?;
    }
    Ok(())
}

fn list_undetermined(
    out: &mut dyn Write,
    style: &Style,
    search: &GameSearch<'_>,
) -> io::Result<()> {
    // If no fact is missing, the cards print several values and the owner chooses one.
    let facts = search.undetermined.iter().map(|index| (*index, missing_facts(search, *index)));
    let (unknown, chosen): (Vec<_>, Vec<_>) = facts.partition(|(_, missing)| !missing.is_empty());
    let more = if search.matched.is_empty() { "" } else { word!(style.lang, " more") };
    if let n @ 1.. = unknown.len() {
        let text = say!(
            style.lang,
            n,
            "1{more} may match, its values unknown:",
            "{n}{more} may match, their values unknown:"
        );
        list_cards_with_facts(out, style, search, (&text, &unknown))?;
    }
    if let n @ 1.. = chosen.len() {
        let text = say!(
            style.lang,
            n,
            "1{more} may match, as its owner chooses a value:",
            "{n}{more} may match, as their owners choose a value:"
        );
        list_cards_with_facts(out, style, search, (&text, &chosen))?;
    }
    Ok(())
}

/// Lists cards below a sentence, each with its missing facts.
fn list_cards_with_facts(
    out: &mut dyn Write,
    style: &Style,
    search: &GameSearch<'_>,
    (text, cards): (&str, &[(CardIndex, Vec<MissingFact>)]),
) -> io::Result<()> {
    writeln!(out, "{}", style.doubtful(text))?;
    for (index, missing) in cards.iter().take(NAMED_CARDS) {
        let card = search.view.catalog.cards.card(*index);
        let game = &search.view.catalog.game;
        let heading = |m: &MissingFact| m.fact.heading(game, style.lang).to_lowercase();
        let words: Vec<String> = missing.iter().map(heading).collect();
        let name = search.view.name(card, FRONT);
        let line = if words.is_empty() {
            name
        } else {
            format!("{name}{} {}", word!(style.lang, ":"), words.join(", "))
        };
        writeln!(out, "  {}", safe(&line))?;
    }
    if let others @ 1.. = cards.len().saturating_sub(NAMED_CARDS) {
        writeln!(out, "  {}", say!(style.lang, others, "and {others} more"))?;
    }
    Ok(())
}

fn missing_facts(search: &GameSearch<'_>, card: CardIndex) -> Vec<MissingFact> {
    search.filter.as_ref().map_or_else(Vec::new, |f| f.missing_facts(&search.world(), card, None))
}

fn limit_cards<'s>(
    options: &CardsCommand,
    search: &'s GameSearch<'_>,
) -> impl Iterator<Item = &'s CardIndex> {
    search.matched.iter().take(options.limit.unwrap_or(usize::MAX))
}

fn print_names(
    session: &mut Session<'_>,
    options: &CardsCommand,
    searches: &[GameSearch<'_>],
) -> io::Result<()> {
    for search in searches {
        for index in limit_cards(options, search) {
            let name = search.view.name(search.view.catalog.cards.card(*index), FRONT);
            writeln!(session.streams.out, "{}", safe(&name))?;
        }
    }
    say_undetermined(session, searches);
    Ok(())
}

fn print_json_lines(
    session: &mut Session<'_>,
    options: &CardsCommand,
    searches: &[GameSearch<'_>],
) -> io::Result<()> {
    for search in searches {
        let (view, cards) = (search.view, &search.view.catalog.cards);
        for index in limit_cards(options, search) {
            write_line(&CardShape::new(&view, cards.card(*index)), session.streams.out)?;
            writeln!(session.streams.out)?;
        }
    }
    say_undetermined(session, searches);
    Ok(())
}

/// Writes the number of undetermined cards to the talk, for forms that have no room for it.
fn say_undetermined(session: &mut Session<'_>, searches: &[GameSearch<'_>]) {
    let count: usize = searches.iter().map(|s| s.undetermined.len()).sum();
    if count > 0 && !session.global.quiet {
        let may = word!(session.talk.lang, "may match, values unknown or chosen");
        let text = format!("{} {may}", count_cards(&session.talk, count));
        session.say(&text);
    }
}

fn print_sheet(
    session: &mut Session<'_>,
    options: &CardsCommand,
    searches: &[GameSearch<'_>],
    suggested: Option<&DeckSuggestions>,
) -> io::Result<()> {
    // If only one game is searched, the headings are printed even without cards: programs read
    // them.
    for search in searches.iter().filter(|s| searches.len() == 1 || !s.is_empty()) {
        let out = &mut *session.streams.out;
        let mut sheet = if options.output == Some(CardsOutput::Csv) {
            CsvSheet::csv(out)
        } else {
            CsvSheet::tsv(out)
        };
        let fields = sheet_fields(search);
        let game = &search.view.catalog.game;
        let beside = suggested.map(DeckSuggestions::sheet_columns).unwrap_or_default();
        let more = beside.iter().map(|beside| beside.id).chain(["unattested"]);
        let heads = fields.iter().map(|f| f.id(game)).chain(more.map(str::to_owned));
        sheet.row(heads)?;
        for index in limit_cards(options, search) {
            let card = search.view.catalog.cards.card(*index);
            let cells = fields.iter().map(|field| match field.kind {
                FieldKind::Id => card.id().to_owned(),
                _ => search.view.field(card, *field),
            });
            let cells = cells.chain(beside.iter().map(|beside| beside.cell(*index)));
            sheet.row(cells.chain([unattested_fields(search, card, &fields)]))?;
        }
        sheet.finish()?;
    }
    say_undetermined(session, searches);
    Ok(())
}

fn sheet_fields(search: &GameSearch<'_>) -> Vec<Field> {
    if !search.columns.is_empty() {
        return search.columns.clone();
    }
    let game = &search.view.catalog.game;
    let mut fields = vec![
        Field::front(FieldKind::Id),
        Field::front(FieldKind::Name),
        Field::front(FieldKind::Kind),
    ];
    let usual = game.columns.iter().filter_map(|word| Field::parse(game, word));
    for field in usual.chain(search.named_fields.iter().copied()) {
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    fields
}

/// Ids of the fields of a row that rest on stand-ins or inference.
fn unattested_fields(search: &GameSearch<'_>, card: Card<'_>, fields: &[Field]) -> String {
    let marked = FactStyle { marks: true, ..search.view };
    let game = &search.view.catalog.game;
    let rests = |field: &&Field| match field.kind {
        FieldKind::Id => !card.id_provenance().grade.is_attested(),
        // A text with change marks is not attested.
        _ => marked.field(card, **field) != search.view.field(card, **field),
    };
    fields.iter().filter(rests).map(|f| f.id(game)).collect::<Vec<_>>().join(" ")
}

fn print_json(
    session: &mut Session<'_>,
    options: &CardsCommand,
    searches: &[GameSearch<'_>],
    suggested: Option<&DeckSuggestions>,
) -> io::Result<()> {
    let game = match searches {
        [search] => Some(search.view.catalog.game.id()),
        _ => None,
    };
    let mut document = CardsDocument::open(session.streams.out, game)?;
    for search in searches {
        for index in limit_cards(options, search) {
            let card = search.view.catalog.cards.card(*index);
            document.card(&CardShape::new(&search.view, card))?;
        }
    }
    let groups = || searches.iter().flat_map(group_rows).collect();
    let found = Some(ListingFacts {
        total: searches.iter().map(|s| s.matched.len()).sum(),
        undetermined: searches.iter().flat_map(open_rows).collect(),
        groups: options.group.is_some().then(groups),
    });
    let shown = searches.iter().flat_map(|search| limit_cards(options, search));
    let suggested = suggested.map(|known| known.row(shown));
    document.close(&CardsRemarks { found, suggested, ..CardsRemarks::default() })
}

fn open_rows<'a>(search: &'a GameSearch<'_>) -> Vec<OpenCardRow<'a>> {
    let row = |index: &CardIndex| {
        let game = &search.view.catalog.game;
        let facts: Vec<String> =
            missing_facts(search, *index).iter().map(|missing| missing.fact.id(game)).collect();
        OpenCardRow {
            card: CardRow::new(search.view.catalog, *index),
            game: game.id(),
            missing: facts,
        }
    };
    search.undetermined.iter().map(row).collect()
}

fn group_rows(search: &GameSearch<'_>) -> Vec<CardGroupRow> {
    let Some(field) = search.group else { return Vec::new() };
    let view = FactStyle { lang: sleeve_data::model::Lang::En, ..search.view };
    let listing = Listing {
        view,
        cards: &search.matched,
        columns: None,
        asked: &[],
        group: None,
        beside: &[],
        limit: None,
    };
    let sections = listing.sections(field);
    let row = |count: usize, value: String| CardGroupRow { value, count };
    sections.into_iter().map(|s| row(s.rows.len(), s.value)).collect()
}

/// Prints the filter in words, and the number of cards that each part of it matches alone.
pub fn explain(session: &mut Session<'_>, searches: &[GameSearch<'_>]) -> io::Result<()> {
    let style = session.style;
    let out = &mut session.folded_output();
    let out = &mut style.typesetter(out);
    for (i, search) in searches.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let game = &safe(search.view.catalog.game.name(style.lang));
        let words = match &search.filter {
            Some(filter) => filter.in_words(search.view.catalog, style.lang),
            None => say!(style.lang, "every card"),
        };
        writeln!(out, "{}{} {}", style.bold(game), word!(style.lang, ":"), safe(&words))?;
        write_part_counts(out, &style, search)?;
    }
    Ok(())
}

/// Writes a table of the cards that each part of the filter, and all of it, matches.
pub fn write_part_counts(
    out: &mut dyn Write,
    style: &Style,
    search: &GameSearch<'_>,
) -> io::Result<()> {
    let mut table = TextTable::new(vec![
        Column::text(word!(style.lang, "Filter")),
        Column::number(word!(style.lang, "Cards")),
        Column::number(word!(style.lang, "Perhaps")),
    ]);
    let counts = super::no_match::count_parts(search);
    let open = counts.iter().any(|c| c.undetermined > 0) || !search.undetermined.is_empty();
    let row = |text: &str, sure: usize, perhaps: usize| {
        let perhaps = if perhaps > 0 { perhaps.to_string() } else { String::new() };
        [text.to_owned(), sure.to_string(), perhaps]
    };
    for count in counts.iter().filter(|_| counts.len() > 1) {
        table.row(row(&count.text, count.matching, count.undetermined));
    }
    let all = word!(style.lang, "all of it");
    table.row(row(all, search.matched.len(), search.undetermined.len()));
    if !open {
        table.fit(&Style { width: 0, ..*style }, |i| i < 2);
    }
    table.write(out, style)
}
