//! The shapes of the mapping's TOML.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::mapping::{As, Records, Text};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawMapping {
    pub header: String,
    pub provenance: BTreeMap<String, String>,
    pub records: Records,
    pub name: Vec<RawRewrite>,
    #[serde(default)]
    pub variant: Vec<RawRewrite>,
    #[serde(default)]
    pub clean: Vec<RawRewrite>,
    pub part: Option<RawPart>,
    pub kind: RawField,
    pub field: Vec<RawField>,
    #[serde(default)]
    pub number: Vec<RawNumber>,
    #[serde(default)]
    pub text: Vec<Text>,
    pub effects: RawEffects,
    #[serde(default)]
    pub aliases: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub tags: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRewrite {
    #[serde(rename = "match")]
    pub pattern: String,
    pub with: String,
}

#[derive(Deserialize)]
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
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawField {
    pub to: String,
    pub from: OneOrMany,
    #[serde(rename = "as")]
    pub form: As,
    #[serde(default)]
    pub rewrite: Vec<RawRewrite>,
    pub split: Option<String>,
    pub keep: Option<String>,
    pub drop: Option<String>,
    #[serde(default)]
    pub when: Vec<RawWhen>,
    #[serde(default)]
    pub kinds: Vec<String>,
    #[serde(default)]
    pub not_kinds: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWhen {
    pub from: String,
    #[serde(rename = "match")]
    pub pattern: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPart {
    pub after: String,
    #[serde(default)]
    pub title: Vec<RawRewrite>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawNumber {
    #[serde(rename = "match")]
    pub pattern: String,
    #[serde(default)]
    pub fields: Vec<String>,
    pub value: Option<String>,
    #[serde(default)]
    pub choice: Vec<String>,
    pub min: Option<String>,
    #[serde(default)]
    pub print: bool,
}

/// `[effects]`: where the texts stand, what was measured, and the table itself.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawEffects {
    pub from: String,
    /// Read by people and by the test that recomputes it.
    #[serde(default, rename = "measured")]
    pub _measured: Option<toml::Table>,
    /// The same.
    #[serde(default, rename = "repaired")]
    pub _repaired: Option<toml::Table>,
    pub pattern: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RawEffect {
    pub id: String,
    pub from: Option<OneOrMany>,
    #[serde(rename = "match")]
    pub patterns: OneOrMany,
    #[serde(default)]
    pub unless: Vec<String>,
    #[serde(default)]
    pub kinds: Vec<String>,
}
