//! Documents about the data: `rules -o json`, games, formats and their rules; `lint -o json`, mistakes in the data, and what of it
//! is attested.

use super::{BothRow, DocumentHead, Object};
use crate::lint::ProofRow;
use sleeve_data::model::card_rule::{CardRule, NumberChange};
use sleeve_data::model::format::{MatchRule, NamedNumber, Parameter, Zone};
use sleeve_data::model::{Card, CardIndex, Catalog, Fingerprint, Format, Game, Lang, Rule};
use sleeve_decks::DeckForm;
use sleeve_library::lint::{KindSummary, LintFinding, LintReport};
use sleeve_rules::card_rules;

/// Name and version of the document's form.
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
        /// Day of its data.
        data: Option<String> = catalog.game.data.map(|date| date.to_string()),
        /// The digest of what its data says, overlays included.
        digest: Option<Fingerprint> = catalog.digest(),
        /// Folders, files and packed games that it comes from beside what is shipped.
        overlays: Vec<&'a str> = catalog.overlays.iter().map(|overlay| overlay.path.as_str()).collect(),
        /// The forms of its deck files, best first.
        readers: Vec<ReaderRow<'a>> = reader_rows(&catalog.game),
        /// Its formats.
        formats: Vec<FormatRow<'a>> = formats.into_iter().map(|of| FormatRow::new(catalog, of)).collect(),
    }

    /// A form of deck files.
    struct ReaderRow<'a> {
        /// The name that `--from` and `--to` use.
        id: &'a str,
        /// What people call it.
        name: BothRow<'a>,
        /// How the names of its files usually end, without the dot.
        extension: &'a str,
    }

    struct FormatRow<'a>(catalog: &'a Catalog, format: &'a Format) after {
        let of_cards = card_rules::list_card_rules(catalog, format);
    } {
        /// Id of the format.
        id: &'a str = &format.named.id,
        /// Its name.
        name: BothRow<'a> = BothRow::new(&format.named.name),
        /// Other names of it.
        aliases: Vec<&'a str> = format.named.aliases.iter().map(|alias| alias.as_str()).collect(),
        /// What it is.
        text: BothRow<'a> = BothRow::new(&format.text),
        /// Where it is described.
        cite: &'a str = format.cite.get(Lang::En),
        /// The formats that it extends, the nearest first; one of several versions with `@` and its first day.
        extends: &'a [String] = &format.extends,
        /// The first day on which it holds; left out where it has none.
        from?: Option<String> = format.dates.0.map(|day| day.to_string()),
        /// The last day on which it holds; left out where it has none.
        to?: Option<String> = format.dates.1.map(|day| day.to_string()),
        /// Ids of its roles.
        roles: Vec<&'a str> = format.roles.iter().map(|r| r.named.id.as_str()).collect(),
        /// Its parameters.
        parameters: Vec<ParameterRow<'a>> = format.parameters.iter().map(ParameterRow::new).collect(),
        /// Numbers that it sets and cards may change; left out where it has none.
        numbers?: Vec<NamedNumberRow<'a>> = format.numbers.iter().map(|of| NamedNumberRow::new(catalog, format, of)).collect(),
        /// Numbers of a deck that its rules call by a name; left out where it has none.
        measures?: Vec<NamedNumberRow<'a>> = format.measures.iter().map(|of| NamedNumberRow::new(catalog, format, of)).collect(),
        /// Its zones.
        zones: Vec<ZoneRow<'a>> = format.zones.iter().map(ZoneRow::new).collect(),
        /// Its rules, inherited ones included.
        rules: Vec<RuleRow<'a>> = format.rules.iter().map(RuleRow::new).collect(),
        /// Rules that cards bring with them while they lie in a zone; left out where none does.
        card_rules?: Vec<CardRuleRow<'a>> = of_cards.map(|(card, of)| CardRuleRow::new(catalog, card, of)).collect(),
        /// Its rules for two decks at one table.
        matches: Vec<MatchRow<'a>> = format.matches.iter().map(MatchRow::new).collect(),
    }

    /// A rule that a card brings with it.
    pub struct CardRuleRow<'a>(catalog: &'a Catalog, card: CardIndex, card_rule: &'a CardRule) after {
        let card = catalog.cards.card(card).id();
        let CardRule { zone, lifts, rule } = card_rule;
    } {
        /// Id of the card.
        card: &'a str,
        /// The zone in which the card has to lie for the rule to hold.
        r#in: &'a str = zone,
        /// Ids of the format's rules that do not hold as long; left out where it lifts none.
        lifts?: &'a [String],
        /// The rule.
        rule: RuleRow<'a> = RuleRow::new(rule),
    }
}

impl<'a> CardRuleRow<'a> {
    /// Describes the rules that one card brings with it.
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
        /// Its value where a deck does not say it.
        default: Option<String> = parameter.default.as_ref().map(ToString::to_string),
        /// The same by role.
        default_by_role: Object<String> = Object(by_role.map(|(role, n)| (role.clone(), n.to_string())).collect()),
        /// The values it may have; none for a range.
        allowed: Vec<String> = parameter.choices().iter().map(ToString::to_string).collect(),
        /// The smallest it may be.
        min: Option<String> = parameter.min.map(|n| n.to_string()),
        /// The largest it may be.
        max: Option<String> = parameter.max.map(|n| n.to_string()),
        /// The condition by which the cards of a deck that does not say it imply a value.
        implied_by?: Option<&'a str> = parameter.implied_by.as_deref(),
    }

    /// A number or measure with a name.
    struct NamedNumberRow<'a>(catalog: &'a Catalog, format: &'a Format, number: &'a NamedNumber) after {
        let changes = card_rules::list_changes(catalog, format, &number.named.id);
        let changes = changes.map(|(card, change)| NumberChangeRow::new(catalog, card, change));
    } {
        /// Its id.
        id: &'a str = &number.named.id,
        /// Its name.
        name: BothRow<'a> = BothRow::new(&number.named.name),
        /// What it is, in the pile language.
        measure: &'a str = &number.measure,
        /// What cards add to it; left out where none does.
        changes?: Vec<NumberChangeRow<'a>> = changes.collect(),
    }

    /// What a card adds to a number.
    pub struct NumberChangeRow<'a>(catalog: &'a Catalog, card: CardIndex, change: &'a NumberChange) after {
        let card = catalog.cards.card(card).id();
    } {
        /// Id of the card.
        card: &'a str,
        /// Id of the number.
        of: &'a str = &change.of,
        /// The zone in which it has to lie.
        r#in: &'a str = &change.zone,
        /// What it adds, in the pile language.
        add: &'a str = &change.add,
    }

    struct ZoneRow<'a>(zone: &'a Zone) {
        /// Id of the zone.
        id: &'a str = &zone.named.id,
        /// Its name.
        name: BothRow<'a> = BothRow::new(&zone.named.name),
        /// Which cards may lie there, in the pile language.
        accepts: &'a str = &zone.accepts,
        /// Roles that have it; none for all.
        roles: &'a [String] = &zone.roles,
        /// The field of its cards that names the role of the deck; left out where none does.
        role_from?: Option<&'a str> = zone.role_from.as_deref(),
    }

    struct RuleRow<'a>(rule: &'a Rule) {
        /// Id of the rule.
        id: &'a str = &rule.id,
        /// The zones it reads.
        zones: &'a [String] = &rule.zones,
        /// What it asks, in the pile language.
        require: String = rule.body.to_string(),
        /// How much it matters.
        #[schemars(extend("enum" = ["error", "warning"]))]
        level: &'static str = rule.level.word(),
        /// Roles it is for; none for all.
        roles: &'a [String] = &rule.roles,
        /// Why.
        text: BothRow<'a> = BothRow::new(&rule.text),
        /// Where it stands.
        cite: &'a str = rule.cite.get(Lang::En),
        /// Id of the format that declares it; empty for a rule of a card.
        format: &'a str = &rule.format,
    }

    struct MatchRow<'a>(rule: &'a MatchRule) {
        /// Id of the rule.
        id: &'a str = &rule.id,
        /// What it asks, in the pile language.
        require: &'a str = &rule.require,
        /// Why.
        text: BothRow<'a> = BothRow::new(&rule.text),
        /// Where it stands.
        cite: &'a str = rule.cite.get(Lang::En),
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

impl<'a> NumberChangeRow<'a> {
    /// Describes what one card adds to numbers.
    pub fn from_card(catalog: &'a Catalog, card: Card<'a>) -> Vec<NumberChangeRow<'a>> {
        let of = catalog.rules_and_changes_of(card.index()).into_iter();
        of.flat_map(|of| &of.changes)
            .map(|of| NumberChangeRow::new(catalog, card.index(), of))
            .collect()
    }
}

/// Name and version of the document's form.
pub const LINT: &str = "sleeve/lint/1";

rows! {
    /// The whole document.
    pub struct LintDocument<'a>(report: &'a LintReport) {
        ..head: DocumentHead = DocumentHead::new(LINT),
        /// How many games were read.
        games: usize = report.games,
        /// How many cards.
        cards: usize = report.cards,
        /// How many formats.
        formats: usize = report.formats,
        /// Mistakes in the data.
        findings: Vec<LintFindingRow<'a>> = report.findings.iter().map(LintFindingRow::new).collect(),
        /// What of the data is attested, by game and kind of card.
        standing: Vec<StandingRow<'a>> = report.unattested.iter().map(StandingRow::new).collect(),
        /// Which formats admit a deck; empty where the data has mistakes.
        proofs?: Option<Vec<ProofRow<'a>>> = None,
    }

    struct LintFindingRow<'a>(finding: &'a LintFinding) {
        /// What kind of mistake it is.
        id: &'a str = finding.id().unwrap_or_default(),
        /// The file.
        file: &'a str = finding.source().map_or("", |source| &source.path),
        /// The line, from 1.
        line: u32 = finding.line(),
        /// The column, from 1.
        column: u32 = finding.column(),
        /// What is wrong, in English.
        message: String = finding.title(Lang::En),
        /// What to do, in English.
        help: String = finding.help(Lang::En),
    }

    struct StandingRow<'a>(standing: &'a KindSummary) {
        /// Id of the game.
        game: &'a str = &standing.id,
        /// Id of the kind of card.
        kind: &'a str = &standing.kind_id,
        /// Cards of the kind.
        cards: usize = standing.cards,
        /// Cards whose very id is a stand-in.
        invented: usize = standing.invented,
        /// Facts that are printed and published nowhere.
        unknown: usize = standing.unknown,
        /// By id of the field, how many cards have no attested value.
        fields: Object<usize> = Object(standing.fields.iter().map(|(key, _, n)| (key.clone(), *n)).collect()),
    }
}

impl<'a> LintDocument<'a> {
    /// Adds which formats are proven to admit a deck.
    pub fn with_proofs(self, proofs: Vec<ProofRow<'a>>) -> LintDocument<'a> {
        LintDocument { proofs: Some(proofs), ..self }
    }
}
