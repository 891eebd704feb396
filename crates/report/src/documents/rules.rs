//! Documents about the data: `rules -o json`, games, formats and their rules; `lint -o json`, mistakes in the data, and what of it
//! is attested.

use super::{BothRow, DocumentHead, Object};
use crate::lint::ProofRow;
use crate::reference::level_word;
use crate::schemas::JsonSchema;
use serde::Serialize;
use sleeve_data::model::card_rule::{CardRule, NumberChange};
use sleeve_data::model::format::{MatchRule, NamedNumber, Parameter, Zone};
use sleeve_data::model::{Card, CardIndex, Catalog, Fingerprint, Format, Game, Lang, Rule};
use sleeve_decks::DeckForm;
use sleeve_library::lint::{KindSummary, LintFinding, LintReport};
use sleeve_rules::card_rules;

/// Name and version of the document's form.
pub const RULES: &str = "sleeve/rules/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct RulesDocument<'a> {
    #[serde(flatten)]
    head: DocumentHead,
    /// The games.
    games: Vec<GameRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct GameRow<'a> {
    /// Id of the game.
    id: &'a str,
    /// Its name.
    name: BothRow<'a>,
    /// Day of its data.
    data: Option<String>,
    /// The digest of what its data says, overlays included.
    digest: Option<Fingerprint>,
    /// Folders, files and packed games that it comes from beside what is shipped.
    overlays: Vec<&'a str>,
    /// The forms of its deck files, best first.
    readers: Vec<ReaderRow<'a>>,
    /// Its formats.
    formats: Vec<FormatRow<'a>>,
}

/// A form of deck files.
#[derive(Serialize, JsonSchema)]
struct ReaderRow<'a> {
    /// The name that `--from` and `--to` use.
    id: &'a str,
    /// What people call it.
    name: BothRow<'a>,
    /// How the names of its files usually end, without the dot.
    extension: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct FormatRow<'a> {
    /// Id of the format.
    id: &'a str,
    /// Its name.
    name: BothRow<'a>,
    /// Other names of it.
    aliases: Vec<&'a str>,
    /// What it is.
    text: BothRow<'a>,
    /// Where it is described.
    cite: &'a str,
    /// The formats that it extends, the nearest first; one of several versions with `@` and its first day.
    extends: &'a [String],
    /// The first day on which it holds; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The last day on which it holds; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// Ids of its roles.
    roles: Vec<&'a str>,
    /// Its parameters.
    parameters: Vec<ParameterRow<'a>>,
    /// Numbers that it sets and cards may change; left out where it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<NamedNumberRow<'a>>,
    /// Numbers of a deck that its rules call by a name; left out where it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    measures: Vec<NamedNumberRow<'a>>,
    /// Its zones.
    zones: Vec<ZoneRow<'a>>,
    /// Its rules, inherited ones included.
    rules: Vec<RuleRow<'a>>,
    /// Rules that cards bring with them while they lie in a zone; left out where none does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    card_rules: Vec<CardRuleRow<'a>>,
    /// Its rules for two decks at one table.
    matches: Vec<MatchRow<'a>>,
}

/// A rule that a card brings with it.
#[derive(Serialize, JsonSchema)]
pub struct CardRuleRow<'a> {
    /// Id of the card.
    card: &'a str,
    /// The zone in which the card has to lie for the rule to hold.
    r#in: &'a str,
    /// Ids of the format's rules that do not hold as long; left out where it lifts none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    lifts: &'a [String],
    /// The rule.
    rule: RuleRow<'a>,
}

impl<'a> CardRuleRow<'a> {
    /// Describes the rules that one card brings with it.
    pub fn from_card(catalog: &'a Catalog, card: Card<'a>) -> Vec<CardRuleRow<'a>> {
        let row = |rule| CardRuleRow::new(catalog, card.index(), rule);
        catalog.rules_of(card.index()).iter().map(row).collect()
    }

    fn new(catalog: &'a Catalog, card: CardIndex, card_rule: &'a CardRule) -> CardRuleRow<'a> {
        let card = catalog.cards.card(card).id();
        let CardRule { zone, lifts, rule } = card_rule;
        CardRuleRow { card, r#in: zone, lifts, rule: rule_row(rule) }
    }
}

#[derive(Serialize, JsonSchema)]
struct ParameterRow<'a> {
    /// Id of the parameter.
    id: &'a str,
    /// Its value where a deck does not say it.
    default: Option<String>,
    /// The same by role.
    default_by_role: Object<String>,
    /// The values it may have; none for a range.
    allowed: Vec<String>,
    /// The smallest it may be.
    min: Option<String>,
    /// The largest it may be.
    max: Option<String>,
    /// The condition by which the cards of a deck that does not say it imply a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    implied_by: Option<&'a str>,
}

/// A number or measure with a name.
#[derive(Serialize, JsonSchema)]
struct NamedNumberRow<'a> {
    /// Its id.
    id: &'a str,
    /// Its name.
    name: BothRow<'a>,
    /// What it is, in the pile language.
    measure: &'a str,
    /// What cards add to it; left out where none does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<NumberChangeRow<'a>>,
}

/// What a card adds to a number.
#[derive(Serialize, JsonSchema)]
pub struct NumberChangeRow<'a> {
    /// Id of the card.
    card: &'a str,
    /// Id of the number.
    of: &'a str,
    /// The zone in which it has to lie.
    r#in: &'a str,
    /// What it adds, in the pile language.
    add: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct ZoneRow<'a> {
    /// Id of the zone.
    id: &'a str,
    /// Its name.
    name: BothRow<'a>,
    /// Which cards may lie there, in the pile language.
    accepts: &'a str,
    /// Roles that have it; none for all.
    roles: &'a [String],
    /// The field of its cards that names the role of the deck; left out where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    role_from: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct RuleRow<'a> {
    /// Id of the rule.
    id: &'a str,
    /// The zones it reads.
    zones: &'a [String],
    /// What it asks, in the pile language.
    require: String,
    /// How much it matters.
    #[schemars(extend("enum" = ["error", "warning"]))]
    level: &'static str,
    /// Roles it is for; none for all.
    roles: &'a [String],
    /// Why.
    text: BothRow<'a>,
    /// Where it stands.
    cite: &'a str,
    /// Id of the format that declares it; empty for a rule of a card.
    format: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct MatchRow<'a> {
    /// Id of the rule.
    id: &'a str,
    /// What it asks, in the pile language.
    require: &'a str,
    /// Why.
    text: BothRow<'a>,
    /// Where it stands.
    cite: &'a str,
}

impl<'a> RulesDocument<'a> {
    /// Describes games, each with the formats that are wanted of it.
    pub fn new(
        games: impl IntoIterator<Item = (&'a Catalog, Vec<&'a Format>)>,
    ) -> RulesDocument<'a> {
        let game = |(catalog, formats): (&'a Catalog, Vec<&'a Format>)| GameRow {
            id: catalog.game.id(),
            name: BothRow::new(&catalog.game.named.name),
            data: catalog.game.data.map(|date| date.to_string()),
            digest: catalog.digest(),
            overlays: catalog.overlays.iter().map(|overlay| overlay.path.as_str()).collect(),
            readers: reader_rows(&catalog.game),
            formats: formats.into_iter().map(|of| format_row(catalog, of)).collect(),
        };
        let games = games.into_iter().map(game).collect();
        RulesDocument { head: DocumentHead::new(RULES), games }
    }
}

/// Lists the forms of a game's deck files, best first.
fn reader_rows(game: &Game) -> Vec<ReaderRow<'_>> {
    let row = |form: DeckForm| match form {
        DeckForm::Known(reader) => Some(ReaderRow {
            id: reader.name(),
            name: BothRow { en: reader.description(Lang::En), fr: reader.description(Lang::Fr) },
            extension: reader.extension(),
        }),
        DeckForm::Described(reader) => {
            game.described.iter().find(|own| **own == reader).map(|own| {
                let extension = if own.extension.is_empty() { "txt" } else { &own.extension };
                ReaderRow { id: &own.named.id, name: BothRow::new(&own.named.name), extension }
            })
        }
    };
    DeckForm::forms_of_game(game).into_iter().filter_map(row).collect()
}

fn format_row<'a>(catalog: &'a Catalog, format: &'a Format) -> FormatRow<'a> {
    let of_cards = card_rules::list_card_rules(catalog, format);
    FormatRow {
        id: &format.named.id,
        name: BothRow::new(&format.named.name),
        aliases: format.named.aliases.iter().map(|alias| alias.as_str()).collect(),
        text: BothRow::new(&format.text),
        cite: format.cite.get(Lang::En),
        extends: &format.extends,
        from: format.dates.0.map(|day| day.to_string()),
        to: format.dates.1.map(|day| day.to_string()),
        roles: format.roles.iter().map(|r| r.named.id.as_str()).collect(),
        parameters: format.parameters.iter().map(parameter_row).collect(),
        numbers: format.numbers.iter().map(|of| number_row(catalog, format, of)).collect(),
        measures: format.measures.iter().map(|of| number_row(catalog, format, of)).collect(),
        zones: format.zones.iter().map(zone_row).collect(),
        rules: format.rules.iter().map(rule_row).collect(),
        card_rules: of_cards.map(|(card, of)| CardRuleRow::new(catalog, card, of)).collect(),
        matches: format.matches.iter().map(match_rule_row).collect(),
    }
}

fn parameter_row(parameter: &Parameter) -> ParameterRow<'_> {
    let by_role = parameter.by_role.iter();
    ParameterRow {
        id: &parameter.named.id,
        default: parameter.default.as_ref().map(ToString::to_string),
        default_by_role: Object(by_role.map(|(role, n)| (role.clone(), n.to_string())).collect()),
        allowed: parameter.choices().iter().map(ToString::to_string).collect(),
        min: parameter.min.map(|n| n.to_string()),
        max: parameter.max.map(|n| n.to_string()),
        implied_by: parameter.implied_by.as_deref(),
    }
}

impl<'a> NumberChangeRow<'a> {
    /// Describes what one card adds to numbers.
    pub fn from_card(catalog: &'a Catalog, card: Card<'a>) -> Vec<NumberChangeRow<'a>> {
        let of = catalog.rules_and_changes_of(card.index()).into_iter();
        of.flat_map(|of| &of.changes)
            .map(|of| NumberChangeRow::new(catalog, card.index(), of))
            .collect()
    }

    fn new(catalog: &'a Catalog, card: CardIndex, change: &'a NumberChange) -> NumberChangeRow<'a> {
        let card = catalog.cards.card(card).id();
        NumberChangeRow { card, of: &change.of, r#in: &change.zone, add: &change.add }
    }
}

fn number_row<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
    number: &'a NamedNumber,
) -> NamedNumberRow<'a> {
    let changes = card_rules::list_changes(catalog, format, &number.named.id);
    let changes = changes.map(|(card, change)| NumberChangeRow::new(catalog, card, change));
    NamedNumberRow {
        id: &number.named.id,
        name: BothRow::new(&number.named.name),
        measure: &number.measure,
        changes: changes.collect(),
    }
}

fn zone_row(zone: &Zone) -> ZoneRow<'_> {
    ZoneRow {
        id: &zone.named.id,
        name: BothRow::new(&zone.named.name),
        accepts: &zone.accepts,
        roles: &zone.roles,
        role_from: zone.role_from.as_deref(),
    }
}

fn rule_row(rule: &Rule) -> RuleRow<'_> {
    RuleRow {
        id: &rule.id,
        zones: &rule.zones,
        require: rule.body.to_string(),
        level: level_word(rule.level),
        roles: &rule.roles,
        text: BothRow::new(&rule.text),
        cite: rule.cite.get(Lang::En),
        format: &rule.format,
    }
}

fn match_rule_row(rule: &MatchRule) -> MatchRow<'_> {
    MatchRow {
        id: &rule.id,
        require: &rule.require,
        text: BothRow::new(&rule.text),
        cite: rule.cite.get(Lang::En),
    }
}

/// Name and version of the document's form.
pub const LINT: &str = "sleeve/lint/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct LintDocument<'a> {
    #[serde(flatten)]
    head: DocumentHead,
    /// How many games were read.
    games: usize,
    /// How many cards.
    cards: usize,
    /// How many formats.
    formats: usize,
    /// Mistakes in the data.
    findings: Vec<LintFindingRow<'a>>,
    /// What of the data is attested, by game and kind of card.
    standing: Vec<StandingRow<'a>>,
    /// Which formats admit a deck (`--prove`).
    #[serde(skip_serializing_if = "Option::is_none")]
    proofs: Option<Vec<ProofRow<'a>>>,
}

#[derive(Serialize, JsonSchema)]
struct LintFindingRow<'a> {
    /// What kind of mistake it is.
    id: &'a str,
    /// The file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column, from 1.
    column: u32,
    /// What is wrong, in English.
    message: String,
    /// What to do, in English.
    help: String,
}

#[derive(Serialize, JsonSchema)]
struct StandingRow<'a> {
    /// Id of the game.
    game: &'a str,
    /// Id of the kind of card.
    kind: &'a str,
    /// Cards of the kind.
    cards: usize,
    /// Cards whose very id is a stand-in.
    invented: usize,
    /// Facts that are printed and published nowhere.
    unknown: usize,
    /// By id of the field, how many cards have no attested value.
    fields: Object<usize>,
}

impl<'a> LintDocument<'a> {
    /// Adds which formats are proven to admit a deck.
    pub fn with_proofs(self, proofs: Vec<ProofRow<'a>>) -> LintDocument<'a> {
        LintDocument { proofs: Some(proofs), ..self }
    }

    /// Describes what the linter found.
    pub fn new(report: &'a LintReport) -> LintDocument<'a> {
        LintDocument {
            head: DocumentHead::new(LINT),
            games: report.games,
            cards: report.cards,
            formats: report.formats,
            findings: report.findings.iter().map(finding_row).collect(),
            standing: report.unattested.iter().map(kind_row).collect(),
            proofs: None,
        }
    }
}

fn finding_row(finding: &LintFinding) -> LintFindingRow<'_> {
    LintFindingRow {
        id: finding.id().unwrap_or_default(),
        file: finding.source().map_or("", |source| &source.path),
        line: finding.line(),
        column: finding.column(),
        message: finding.title(Lang::En),
        help: finding.help(Lang::En),
    }
}

fn kind_row(standing: &KindSummary) -> StandingRow<'_> {
    StandingRow {
        game: &standing.id,
        kind: &standing.kind_id,
        cards: standing.cards,
        invented: standing.invented,
        unknown: standing.unknown,
        fields: Object(standing.fields.iter().map(|(key, _, n)| (key.clone(), *n)).collect()),
    }
}
