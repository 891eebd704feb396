//! The shapes of the mapping's TOML.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::mapping::{As, Records, Text};

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawMapping {
    /// What stands at the top of the files that are written.
    pub header: String,
    /// Where facts are known from, by field.
    pub provenance: BTreeMap<String, String>,
    /// Where the parts of a record stand.
    pub records: Records,
    /// How titles become names, step by step.
    pub name: Vec<RawRewrite>,
    /// What of a title tells one printing of a card from another.
    #[serde(default)]
    pub variant: Vec<RawRewrite>,
    /// What is taken out of texts before they are read.
    #[serde(default)]
    pub clean: Vec<RawRewrite>,
    /// How a text that holds both faces of a card is parted.
    pub part: Option<RawPart>,
    /// The kind of card.
    pub kind: RawField,
    /// The fields of the cards.
    pub field: Vec<RawField>,
    /// Printed values that are not plain numbers.
    #[serde(default)]
    pub number: Vec<RawNumber>,
    /// Texts that only an overlay of one's own may hold.
    #[serde(default)]
    pub text: Vec<Text>,
    /// The effects, by patterns of texts.
    pub effects: RawEffects,
    /// Other names of cards, by id.
    #[serde(default)]
    pub aliases: BTreeMap<String, Vec<String>>,
    /// Values given by hand, by card and field.
    #[serde(default)]
    pub tags: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawRewrite {
    /// A search pattern.
    #[serde(rename = "match")]
    pub pattern: String,
    /// What replaces it.
    pub with: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(super) fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::Many(many) => many,
        }
    }
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawField {
    /// Id of the field.
    pub to: String,
    /// Where it stands in the record: a path, or several.
    pub from: OneOrMany,
    /// How it is written.
    #[serde(rename = "as")]
    pub form: As,
    /// How its values are changed, step by step.
    #[serde(default)]
    pub rewrite: Vec<RawRewrite>,
    /// A pattern of what separates values.
    pub split: Option<String>,
    /// A pattern of values that are kept.
    pub keep: Option<String>,
    /// A pattern of values that are left out.
    pub drop: Option<String>,
    /// The field is given only where all of these hold.
    #[serde(default)]
    pub when: Vec<RawWhen>,
    /// Kinds of card that have it; without it, all.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Kinds of card that do not.
    #[serde(default)]
    pub not_kinds: Vec<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawWhen {
    /// Where the value stands in the record.
    pub from: String,
    /// A pattern that one of its values fits.
    #[serde(rename = "match")]
    pub pattern: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawPart {
    /// What follows a face's title where its part begins.
    pub after: String,
    /// From a printed title to the title as texts spell it.
    #[serde(default)]
    pub title: Vec<RawRewrite>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawNumber {
    /// A pattern of what is printed.
    #[serde(rename = "match")]
    pub pattern: String,
    /// Fields it is for; without it, all.
    #[serde(default)]
    pub fields: Vec<String>,
    /// The number that is meant.
    pub value: Option<String>,
    /// The numbers of which the owner picks one.
    #[serde(default)]
    pub choice: Vec<String>,
    /// The smallest that it can be.
    pub min: Option<String>,
    /// Whether what is printed is kept.
    #[serde(default)]
    pub print: bool,
}

/// `[effects]`: where the texts stand, what was measured, and the table itself.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawEffects {
    /// Where the texts stand.
    pub from: String,
    /// Read by people and by the test that recomputes it.
    #[serde(default, rename = "measured")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    pub _measured: Option<toml::Table>,
    /// The same.
    #[serde(default, rename = "repaired")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    pub _repaired: Option<toml::Table>,
    /// The effects.
    pub pattern: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawEffect {
    /// Id of the effect.
    pub id: String,
    /// Where the texts stand, if elsewhere.
    pub from: Option<OneOrMany>,
    /// A pattern, or several of which one fits.
    #[serde(rename = "match")]
    pub patterns: OneOrMany,
    /// Patterns of which none fits.
    #[serde(default)]
    pub unless: Vec<String>,
    /// Kinds of card that can have it; without it, all.
    #[serde(default)]
    pub kinds: Vec<String>,
}

/// The schema of a mapping.
#[cfg(test)]
pub(crate) fn schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<RawMapping>()
}
