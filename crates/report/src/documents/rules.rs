//! Documents about the data: `rules -o json`, games, formats and their rules; `lint -o json`,
//! mistakes in the data and which facts are attested.

use super::{BothRow, DocumentHead, Object};
use crate::lint::ProofRow;
use sleeve_data::model::{
    Card, CardIndex, Catalog, Fingerprint, Format, Game, Lang, Rule,
    card_rule::{CardRule, NumberChange},
    format::{MatchRule, NamedNumber, Parameter, Zone},
};
use sleeve_decks::DeckForm;
use sleeve_library::lint::{KindSummary, LintFinding, LintReport};
use sleeve_rules::card_rules;

/// The document's name and version.
pub const RULES: &str = "sleeve/rules/1";

rows! {
    /// The whole document.
    pub struct RulesDocument<'a>(games: impl IntoIterator<Item = (&'a Catalog, Vec<&'a Format>)>) {
        ..head: DocumentHead = DocumentHead::new(RULES),
        /// The games.
        games: Vec<GameRow<'a>> = games.into_iter().map(|(catalog, formats)| GameRow::new(catalog, formats)).collect(),
    }

    struct GameRow<'a>(catalog: &'a Catalog, formats: Vec<&'a Format>) {
        /// Id of the game.
        id: &'a str = catalog.game.id(),
        /// Its name.
        name: BothRow<'a> = BothRow::new(&catalog.game.named.name),
        /// Date of its data.
        data: Option<String> = catalog.game.data.map(|date| date.to_string()),
        /// Digest of its data, including overlays.
        digest: Option<Fingerprint> = catalog.digest(),
        /// Folders, files and packed games that add to the built-in data.
        overlays: Vec<&'a str> = catalog.overlays.iter().map(|overlay| overlay.path.as_str()).collect(),
        /// Its deck file formats, best first.
        readers: Vec<ReaderRow<'a>> = reader_rows(&catalog.game),
        /// Its formats.
        formats: Vec<FormatRow<'a>> = formats.into_iter().map(|of| FormatRow::new(catalog, of)).collect(),
    }

    /// A deck file format.
    struct ReaderRow<'a> {
        /// Name for `--from` and `--to`.
        id: &'a str,
        /// Name that people use.
        name: BothRow<'a>,
        /// Usual file extension, without the dot.
        extension: &'a str,
    }

    struct FormatRow<'a>(catalog: &'a Catalog, format: &'a Format) after {
        let of_cards = card_rules::list_card_rules(catalog, format);
    } {
        /// Id of the format.
        id: &'a str = &format.named.id,
        /// Its name.
        name: BothRow<'a> = BothRow::new(&format.named.name),
        /// Other names.
        aliases: Vec<&'a str> = format.named.aliases.iter().map(|alias| alias.as_str()).collect(),
        /// Description.
        text: BothRow<'a> = BothRow::new(&format.text),
        /// Source of the description.
        cite: &'a str = format.cite.get(Lang::En),
        /// What its rules do not judge; left out if empty.
        not_asked?: Vec<BothRow<'a>> = format.not_asked.iter().map(BothRow::new).collect(),
        /// Formats that it extends, nearest first. A format with several versions has `@` and its
        /// first day.
        extends: &'a [String] = &format.extends,
        /// First day on which it is in force; left out if it has none.
        from?: Option<String> = format.dates.0.map(|day| day.to_string()),
        /// Last day on which it is in force; left out if it has none.
        to?: Option<String> = format.dates.1.map(|day| day.to_string()),
        /// Ids of its roles.
        roles: Vec<&'a str> = format.roles.iter().map(|r| r.named.id.as_str()).collect(),
        /// Its parameters.
        parameters: Vec<ParameterRow<'a>> = format.parameters.iter().map(ParameterRow::new).collect(),
        /// Numbers that it sets and cards may change; left out if it has none.
        numbers?: Vec<NamedNumberRow<'a>> = format.numbers.iter().map(|of| NamedNumberRow::new(catalog, format, of)).collect(),
        /// Named numbers of a deck that its rules use; left out if it has none.
        measures?: Vec<NamedNumberRow<'a>> = format.measures.iter().map(|of| NamedNumberRow::new(catalog, format, of)).collect(),
        /// Its zones.
        zones: Vec<ZoneRow<'a>> = format.zones.iter().map(ZoneRow::new).collect(),
        /// Its rules, including inherited ones.
        rules: Vec<RuleRow<'a>> = format.rules.iter().map(RuleRow::new).collect(),
        /// Rules that cards add while they are in a zone; left out if empty.
        card_rules?: Vec<CardRuleRow<'a>> = of_cards.map(|(card, of)| CardRuleRow::new(catalog, card, of)).collect(),
        /// Its rules for two decks at one table.
        matches: Vec<MatchRow<'a>> = format.matches.iter().map(MatchRow::new).collect(),
    }

    /// A rule that a card adds.
    pub struct CardRuleRow<'a>(catalog: &'a Catalog, card: CardIndex, card_rule: &'a CardRule) after {
        let card = catalog.cards.card(card).id();
        let CardRule { zone, lifts, rule } = card_rule;
    } {
        /// Id of the card.
        card: &'a str,
        /// Zone that the card has to be in.
        r#in: &'a str = zone,
        /// Ids of the format's rules that it overrides; left out if empty.
        lifts?: &'a [String],
        /// The rule.
        rule: RuleRow<'a> = RuleRow::new(rule),
    }
}

impl<'a> CardRuleRow<'a> {
    /// Describes the rules that one card adds.
    pub fn from_card(catalog: &'a Catalog, card: Card<'a>) -> Vec<CardRuleRow<'a>> {
        let row = |rule| CardRuleRow::new(catalog, card.index(), rule);
        catalog.rules_of(card.index()).iter().map(row).collect()
    }
}

rows! {
    struct ParameterRow<'a>(parameter: &'a Parameter) after {
        let by_role = parameter.by_role.iter();
    } {
        /// Id of the parameter.
        id: &'a str = &parameter.named.id,
        /// Default value, if a deck gives none.
        default: Option<String> = parameter.default.as_ref().map(ToString::to_string),
        /// Default values by role.
        default_by_role: Object<String> = Object(by_role.map(|(role, n)| (role.clone(), n.to_string())).collect()),
        /// Allowed values; empty for a range.
        allowed: Vec<String> = parameter.choices().iter().map(ToString::to_string).collect(),
        /// Smallest allowed value.
        min: Option<String> = parameter.min.map(|n| n.to_string()),
        /// Largest allowed value.
        max: Option<String> = parameter.max.map(|n| n.to_string()),
        /// Condition by which the cards of a deck imply a value, if the deck gives none.
        implied_by?: Option<&'a str> = parameter.implied_by.as_deref(),
    }

    /// A named number or measure.
    struct NamedNumberRow<'a>(catalog: &'a Catalog, format: &'a Format, number: &'a NamedNumber) after {
        let changes = card_rules::list_changes(catalog, format, &number.named.id);
        let changes = changes.map(|(card, change)| NumberChangeRow::new(catalog, card, change));
    } {
        /// Its id.
        id: &'a str = &number.named.id,
        /// Its name.
        name: BothRow<'a> = BothRow::new(&number.named.name),
        /// Definition, in the query language.
        measure: &'a str = &number.measure,
        /// What cards add to it; left out if there is nothing.
        changes?: Vec<NumberChangeRow<'a>> = changes.collect(),
    }

    /// An amount that a card adds to a number.
    pub struct NumberChangeRow<'a>(catalog: &'a Catalog, card: CardIndex, change: &'a NumberChange) after {
        let card = catalog.cards.card(card).id();
    } {
        /// Id of the card.
        card: &'a str,
        /// Id of the number.
        of: &'a str = &change.of,
        /// Zone that the card has to be in.
        r#in: &'a str = &change.zone,
        /// Amount, in the query language.
        add: &'a str = &change.add,
    }

    struct ZoneRow<'a>(zone: &'a Zone) {
        /// Id of the zone.
        id: &'a str = &zone.named.id,
        /// Its name.
        name: BothRow<'a> = BothRow::new(&zone.named.name),
        /// Cards that it accepts, in the query language.
        accepts: &'a str = &zone.accepts,
        /// Roles that have it; empty for all.
        roles: &'a [String] = &zone.roles,
        /// Field of its cards that sets the deck's role; left out without one.
        role_from?: Option<&'a str> = zone.role_from.as_deref(),
    }

    struct RuleRow<'a>(rule: &'a Rule) {
        /// Id of the rule.
        id: &'a str = &rule.id,
        /// Zones that it reads.
        zones: &'a [String] = &rule.zones,
        /// Requirement, in the query language.
        require: String = rule.body.to_string(),
        /// Severity.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["error", "warning"])))]
        level: &'static str = rule.level.word(),
        /// Roles that it applies to; empty for all.
        roles: &'a [String] = &rule.roles,
        /// Reason.
        text: BothRow<'a> = BothRow::new(&rule.text),
        /// Source.
        cite: &'a str = rule.cite.get(Lang::En),
        /// Id of the format that declares it; empty for a rule of a card.
        format: &'a str = &rule.format,
    }

    struct MatchRow<'a>(rule: &'a MatchRule) {
        /// Id of the rule.
        id: &'a str = &rule.id,
        /// Requirement, in the query language.
        require: &'a str = &rule.require,
        /// Reason.
        text: BothRow<'a> = BothRow::new(&rule.text),
        /// Source.
        cite: &'a str = rule.cite.get(Lang::En),
    }
}

/// Lists a game's deck file formats, best first.
fn reader_rows(game: &Game) -> Vec<ReaderRow<'_>> {
    let row = |form: DeckForm| match form {
        DeckForm::Known(reader) => Some(ReaderRow {
            id: reader.name(),
            name: BothRow { en: reader.description(Lang::En), fr: reader.description(Lang::Fr) },
            extension: reader.extension(),
        }),
        DeckForm::Described(reader) => {
            game.described
                .iter()
                .find(|own| **own == reader)
                .map(|own| {
                    let extension = if own.extension.is_empty() { "txt" } else { &own.extension };
                    ReaderRow { id: &own.named.id, name: BothRow::new(&own.named.name), extension }
                })
        }
    };
    DeckForm::forms_of_game(game)
        .into_iter()
        .filter_map(row)
        .collect()
}

impl<'a> NumberChangeRow<'a> {
    /// Describes what one card adds to numbers.
    pub fn from_card(catalog: &'a Catalog, card: Card<'a>) -> Vec<NumberChangeRow<'a>> {
        let of = catalog.rules_and_changes_of(card.index()).into_iter();
        of.flat_map(|of| &of.changes)
            .map(|of| NumberChangeRow::new(catalog, card.index(), of))
            .collect()
    }
}

/// The document's name and version.
pub const LINT: &str = "sleeve/lint/1";

rows! {
    /// The whole document.
    pub struct LintDocument<'a>(report: &'a LintReport) {
        ..head: DocumentHead = DocumentHead::new(LINT),
        /// Number of games.
        games: usize = report.games,
        /// Number of cards.
        cards: usize = report.cards,
        /// Number of formats.
        formats: usize = report.formats,
        /// Mistakes in the data.
        findings: Vec<LintFindingRow<'a>> = report.findings.iter().map(LintFindingRow::new).collect(),
        /// Which facts are attested, by game and kind of card.
        standing: Vec<StandingRow<'a>> = report.unattested.iter().map(StandingRow::new).collect(),
        /// Which formats allow a deck; empty if the data has mistakes.
        proofs?: Option<Vec<ProofRow<'a>>> = None,
    }

    struct LintFindingRow<'a>(finding: &'a LintFinding) {
        /// Kind of mistake.
        id: &'a str = finding.id().unwrap_or_default(),
        /// File.
        file: &'a str = finding.source().map_or("", |source| &source.path),
        /// Line, starting at 1.
        line: u32 = finding.line(),
        /// Column, starting at 1.
        column: u32 = finding.column(),
        /// The problem, in English.
        message: String = finding.title(Lang::En),
        /// What to do, in English.
        help: String = finding.help(Lang::En),
    }

    struct StandingRow<'a>(standing: &'a KindSummary) {
        /// Id of the game.
        game: &'a str = &standing.id,
        /// Id of the kind of card.
        kind: &'a str = &standing.kind_id,
        /// Number of cards of the kind.
        cards: usize = standing.cards,
        /// Number of cards whose id is a stand-in.
        invented: usize = standing.invented,
        /// Number of facts that are printed but not published.
        unknown: usize = standing.unknown,
        /// Number of cards without an attested value, by id of the field.
        fields: Object<usize> = Object(standing.fields.iter().map(|(key, _, n)| (key.clone(), *n)).collect()),
    }
}

impl<'a> LintDocument<'a> {
    /// Adds which formats are proven to allow a deck.
    pub fn with_proofs(self, proofs: Vec<ProofRow<'a>>) -> LintDocument<'a> {
        LintDocument { proofs: Some(proofs), ..self }
    }
}
