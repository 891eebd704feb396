//! The words of messages about the data, in both languages.

/// Something that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A game.
    Game,
    /// A kind of card.
    Kind,
    /// A set.
    Set,
    /// An effect.
    Effect,
    /// A trigger.
    Trigger,
    /// A part of a card.
    Face,
    /// A source.
    Source,
    /// A box.
    Box,
    /// An attribute.
    Attribute,
    /// A value of the attribute named here.
    Value(String),
    /// A card.
    Card,
    /// A list.
    List,
    /// A format.
    Format,
    /// A rule of a format.
    Rule,
    /// A rule for two decks.
    Match,
    /// A zone.
    Zone,
    /// A role.
    Role,
    /// A parameter.
    Parameter,
    /// A rule, zone or parameter that a format inherits.
    Inherited,
    /// A place that a card sets out.
    Place,
    /// One of a fixed list of words that a key takes.
    Word,
    /// A file of a folder of data.
    File,
    /// A folder in others.
    Folder,
}

impl What {
    /// `(effect, aucun effet)`: after "unknown", and after "ne désigne".
    pub(super) fn unknown(&self) -> (String, &'static str) {
        let (en, fr) = match self {
            What::Game => ("game", "aucun jeu"),
            What::Kind => ("kind of card", "aucun type de carte"),
            What::Set => ("set", "aucune extension"),
            What::Effect => ("effect", "aucun effet"),
            What::Trigger => ("trigger", "aucun déclencheur"),
            What::Face => ("part of a card", "aucune partie de carte"),
            What::Source => ("source", "aucune source"),
            What::Box => ("box", "aucune boîte"),
            What::Attribute => ("field", "aucun champ"),
            What::Value(of) => return (format!("value of `{of}`:"), "aucune valeur déclarée"),
            What::Card => ("card", "aucune carte"),
            What::List => ("list", "aucune liste"),
            What::Format => ("format", "aucun format"),
            What::Rule => ("rule", "aucune règle"),
            What::Match => ("rule for two decks", "aucune règle entre deux decks"),
            What::Zone => ("zone", "aucune zone"),
            What::Role => ("role", "aucun rôle"),
            What::Parameter => ("parameter", "aucun paramètre"),
            What::Inherited => ("inherited rule or zone", "aucune règle ni zone héritée"),
            What::Place => ("place that a card sets out", "aucune place d'une mise en place"),
            What::Word => ("word", "aucun mot attendu ici"),
            What::File => ("file", "aucun fichier"),
            What::Folder => ("folder", "aucun dossier"),
        };
        (en.to_owned(), fr)
    }

    /// `(an effect, d'un effet)`.
    pub(super) fn of(&self) -> (&'static str, &'static str) {
        match self {
            What::Game => ("a game", "d'un jeu"),
            What::Kind => ("a kind", "d'un type"),
            What::Set => ("a set", "d'une extension"),
            What::Effect => ("an effect", "d'un effet"),
            What::Trigger => ("a trigger", "d'un déclencheur"),
            What::Face => ("a part of a card", "d'une partie de carte"),
            What::Source => ("a source", "d'une source"),
            What::Box => ("a box", "d'une boîte"),
            What::Attribute => ("a field", "d'un champ"),
            What::Value(_) => ("a value", "d'une valeur"),
            What::Card => ("a card", "d'une carte"),
            What::List => ("a list", "d'une liste"),
            What::Format => ("a format", "d'un format"),
            What::Rule | What::Match | What::Inherited => ("a rule", "d'une règle"),
            What::Zone => ("a zone", "d'une zone"),
            What::Role => ("a role", "d'un rôle"),
            What::Parameter => ("a parameter", "d'un paramètre"),
            What::Place => ("a place that a card sets out", "d'une place d'une mise en place"),
            What::Word => ("a word", "d'un mot"),
            What::File => ("a file", "d'un fichier"),
            What::Folder => ("a folder", "d'un dossier"),
        }
    }

    /// `(effects, effets)`.
    pub(super) fn two(&self) -> (&'static str, &'static str) {
        match self {
            What::Game => ("games", "jeux"),
            What::Kind => ("kinds", "types"),
            What::Set => ("sets", "extensions"),
            What::Effect => ("effects", "effets"),
            What::Trigger => ("triggers", "déclencheurs"),
            What::Face => ("parts of a card", "parties de carte"),
            What::Source => ("sources", "sources"),
            What::Box => ("boxes", "boîtes"),
            What::Attribute => ("fields", "champs"),
            What::Value(_) => ("values", "valeurs"),
            What::Card => ("cards", "cartes"),
            What::List => ("lists", "listes"),
            What::Format => ("formats", "formats"),
            What::Rule | What::Match | What::Inherited => ("rules", "règles"),
            What::Zone => ("zones", "zones"),
            What::Role => ("roles", "rôles"),
            What::Parameter => ("parameters", "paramètres"),
            What::Place => ("places that one card sets out", "places mises en place par une carte"),
            What::Word => ("words", "mots"),
            What::File => ("files", "fichiers"),
            What::Folder => ("folders", "dossiers"),
        }
    }

    /// The id of the mistake "there is no such thing".
    pub(super) fn unknown_id(&self) -> &'static str {
        match self {
            What::Game => "unknown-game",
            What::Kind => "unknown-kind",
            What::Set => "unknown-set",
            What::Effect => "unknown-effect",
            What::Trigger => "unknown-trigger",
            What::Face => "unknown-face",
            What::Source => "unknown-source",
            What::Box => "unknown-box",
            What::Attribute => "unknown-field",
            What::Value(_) => "unknown-value",
            What::Card => "unknown-card",
            What::List => "unknown-list",
            What::Format => "unknown-format",
            What::Rule | What::Match => "unknown-rule",
            What::Zone => "unknown-zone",
            What::Role => "unknown-role",
            What::Parameter => "unknown-parameter",
            What::Inherited => "unknown-inherited",
            What::Place => "unknown-place",
            What::Word | What::File | What::Folder => "unknown-word",
        }
    }
}

/// What kind of value was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A string.
    Text,
    /// A string, or one in each language.
    LocalText,
    /// A whole number.
    Integer,
    /// A whole number from 0 to 4 294 967 295.
    Count,
    /// A number with at most six decimals.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A day.
    Date,
    /// A list of values.
    Array,
    /// A list of strings, or one string.
    Texts,
    /// A table.
    Table,
    /// A number, or a measure in quotes.
    Measure,
    /// Two to four numbers.
    Choice,
    /// The values of a set.
    Values,
    /// A set with counts where the attribute has none.
    NoCounts,
    /// An effect.
    Effect,
    /// What a card prints in a field.
    Fact,
}

impl Expected {
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Expected::Text => ("a text in quotes", "un texte entre guillemets"),
            Expected::LocalText => (
                "a text in quotes, or { en = \"…\", fr = \"…\" }",
                "un texte entre guillemets, ou { en = \"…\", fr = \"…\" }",
            ),
            Expected::Integer => ("a whole number", "un nombre entier"),
            Expected::Count => {
                ("a whole number from 0 to 4294967295", "un nombre entier de 0 à 4294967295")
            }
            Expected::Number => {
                ("a number with at most six decimals", "un nombre d'au plus six décimales")
            }
            Expected::Boolean => ("true or false", "true ou false"),
            Expected::Date => ("a day such as 1998-11-30", "un jour tel que 1998-11-30"),
            Expected::Array => ("a list in brackets", "une liste entre crochets"),
            Expected::Texts => {
                ("a text in quotes, or a list of them", "un texte entre guillemets, ou une liste")
            }
            Expected::Table => ("a table", "une table"),
            Expected::Measure => {
                ("a number, or a measure in quotes", "un nombre, ou une mesure entre guillemets")
            }
            Expected::Choice => {
                ("a list of two to four numbers", "une liste de deux à quatre nombres")
            }
            Expected::Values => {
                ("a list of values in brackets", "une liste de valeurs entre crochets")
            }
            Expected::NoCounts => (
                "a list of values in brackets (the field is not declared with `counts = true`)",
                "une liste de valeurs entre crochets (le champ n'est pas déclaré avec « counts = true »)",
            ),
            Expected::Effect => (
                "an effect: \"…\" or { effect = \"…\", amount = … }",
                "un effet : \"…\" ou { effect = \"…\", amount = … }",
            ),
            Expected::Fact => (
                "a value, \"?\", or a table of `value`, `min`, `max`, `choice` and `print`",
                "une valeur, \"?\", ou une table de `value`, `min`, `max`, `choice` et `print`",
            ),
        }
    }
}

/// `` `a`, `b`, `c` ``.
pub(super) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    quoted.join(", ")
}

/// What TOML calls the type of a value, in French.
pub(super) fn found_fr(found: &str) -> &str {
    match found {
        "string" => "un texte",
        "integer" => "un nombre entier",
        "float" => "un nombre à virgule",
        "boolean" => "true ou false",
        "datetime" => "une date",
        "array" => "une liste",
        "table" => "une table",
        other => other,
    }
}

/// What TOML calls the type of a value, in English with its article.
pub(super) fn found_en(found: &str) -> &str {
    match found {
        "string" => "a text",
        "integer" => "a whole number",
        "float" => "a decimal number",
        "boolean" => "true or false",
        "datetime" => "a date",
        "array" => "a list",
        "table" => "a table",
        other => other,
    }
}

/// A place in the data (`a card`), in French.
pub(super) fn place_fr(place: &str) -> &str {
    match place {
        "a text in two languages" => "un texte en deux langues",
        "a value" => "une valeur",
        "an amount" => "une quantité d'effet",
        "an attribute" => "un attribut",
        "an attribute of this type" => "un attribut de ce type",
        "an average" => "une moyenne",
        "a box" => "une boîte",
        "a card" => "une carte",
        "a data file" => "un fichier de données",
        "a format" => "un format",
        "a kind" => "un type de carte",
        "a layout" => "une mise en page",
        "a list" => "une liste",
        "a mulligan" => "un mulligan",
        "an effect" => "un effet",
        "an opening" => "une ouverture",
        "a parameter" => "un paramètre",
        "a part of a card" => "une partie de carte",
        "a provenance" => "une provenance",
        "a role" => "un rôle",
        "a row" => "une rangée",
        "a rule" => "une règle",
        "a rule for two decks" => "une règle entre deux decks",
        "a set" => "une extension",
        "a sheet of cards" => "une feuille de cartes",
        "a source" => "une source",
        "a heading of [naming]" => "un en-tête sous [naming]",
        "a step of [naming] prefer" => "une étape de « prefer » sous [naming]",
        "a trigger" => "un déclencheur",
        "a turn" => "un tour",
        "a zone" => "une zone",
        other => other,
    }
}
