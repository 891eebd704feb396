//! The mapping: how one community's card records become cards of a game.
//!
//! A mapping is a TOML file beside the game (`cards/<game>/import.toml`). It names the fields of the records, the patterns that
//! turn printed values into typed ones, which records are printings of one card, and the patterns from which effects are derived.

use std::collections::BTreeMap;

use regex::Regex;
use serde::Deserialize;

use super::ImportError;
use super::raw::{OneOrMany, RawEffect, RawField, RawMapping, RawNumber, RawPart, RawRewrite};
use super::vocabulary::Vocabulary;

/// A mapping, checked: every pattern compiles, every set and attribute it needs is declared by the game.
#[derive(Debug)]
pub struct Mapping {
    pub(super) records: Records,
    /// Its first group is the set's code in a card's id.
    pub(super) home_set: Regex,
    pub(super) header: String,
    pub(super) provenance: BTreeMap<String, String>,
    pub(super) name: Vec<Rewrite>,
    pub(super) variants: Vec<Rewrite>,
    pub(super) kind: Field,
    pub(super) fields: Vec<Field>,
    pub(super) numbers: Vec<Number>,
    pub(super) texts: Vec<Text>,
    pub(super) clean: Vec<Rewrite>,
    pub(super) part: Option<Part>,
    pub(super) effects: Vec<Effect>,
    /// Where the text stands that most effects are derived from.
    pub(super) effects_from: String,
    pub(super) aliases: BTreeMap<String, Vec<String>>,
    /// Card → attribute → values given by hand.
    pub(super) tags: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    pub(super) vocabulary: Vocabulary,
}

/// Where the parts of a record stand.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Records {
    /// Key of the list of records in an input.
    pub list: String,
    /// Field whose value is the card's id.
    pub key: String,
    /// Field of the face every card has.
    pub front: String,
    /// Field of the second face, where there is one.
    pub back: String,
    /// Field of a face that holds its title.
    pub title: String,
    /// What separates the titles of two faces.
    pub title_separator: String,
    /// What stands once behind the titles of two faces and belongs to both, such as ` (V)`.
    #[serde(default)]
    pub title_mark: String,
    /// Field that holds nicknames.
    pub nicknames: String,
    /// Pattern whose first group is the set's code in the card's id.
    pub home_set: String,
    /// Path to the codes of all sets that printed the card.
    pub printings: String,
}

/// How a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum As {
    /// One declared word.
    Word,
    /// Several declared words.
    Words,
    /// Several declared words, each with how often it is printed.
    Counted,
    /// A number, or one of the patterns of `[[number]]`.
    Number,
    /// Text as it stands; several values are joined.
    Text,
    /// True when any value is left.
    Flag,
}

/// A search pattern and what replaces it.
#[derive(Debug, Clone)]
pub(super) struct Rewrite {
    pub pattern: Regex,
    pub with: String,
}

/// One attribute of the cards.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub to: String,
    pub from: Vec<String>,
    pub form: As,
    pub rewrite: Vec<Rewrite>,
    pub split: Option<Regex>,
    pub keep: Option<Regex>,
    pub drop: Option<Regex>,
    /// The attribute is given only where all of these hold.
    pub when: Vec<When>,
    pub kinds: Vec<String>,
    pub not_kinds: Vec<String>,
}

/// A condition on another field of the record: one of its values fits the pattern.
#[derive(Debug, Clone)]
pub(super) struct When {
    pub from: String,
    pub pattern: Regex,
}

/// How a text that holds both faces of a card is parted.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// What follows a face's title where its part begins.
    pub after: String,
    /// From a printed title to the title as texts spell it.
    pub title: Vec<Rewrite>,
}

/// A printed value that is not a plain number.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub pattern: Regex,
    pub fields: Vec<String>,
    pub value: Option<String>,
    pub choice: Vec<String>,
    pub min: Option<String>,
    pub print: bool,
}

/// A text that only a user's own overlay may hold.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Text {
    /// Id of the field.
    pub to: String,
    /// Where it stands in the record.
    pub from: String,
}

/// An effect and the patterns that betray it.
#[derive(Debug, Clone)]
pub(super) struct Effect {
    pub id: String,
    pub from: Vec<String>,
    pub patterns: Vec<Regex>,
    pub unless: Vec<Regex>,
    pub kinds: Vec<String>,
}

impl Mapping {
    /// Reads a mapping (`import.toml`) for the game of this vocabulary. `name` is what errors call the mapping.
    ///
    /// # Errors
    /// What is wrong with the mapping itself, or what it uses that the game does not declare.
    pub fn parse(name: &str, mapping: &str, vocabulary: Vocabulary) -> Result<Self, ImportError> {
        let fail = |message: String| ImportError::Mapping { name: name.to_owned(), message };
        let raw: RawMapping =
            toml::from_str(mapping).map_err(|e| fail(e.to_string().trim_end().to_owned()))?;
        let reader = Reader { name };
        let effects = raw
            .effects
            .pattern
            .into_iter()
            .map(|e| reader.effect(e, &raw.effects.from))
            .collect::<Result<Vec<_>, _>>()?;
        let built = Self {
            home_set: reader.regex("home-set", &raw.records.home_set)?,
            name: reader.rewrites("[[name]]", raw.name)?,
            variants: reader.rewrites("[[variant]]", raw.variant)?,
            clean: reader.rewrites("[[clean]]", raw.clean)?,
            part: raw.part.map(|part| reader.part(part)).transpose()?,
            kind: reader.field(raw.kind)?,
            fields: raw.field.into_iter().map(|f| reader.field(f)).collect::<Result<_, _>>()?,
            numbers: raw.number.into_iter().map(|n| reader.number(n)).collect::<Result<_, _>>()?,
            records: raw.records,
            header: raw.header,
            provenance: raw.provenance,
            texts: raw.text,
            effects,
            effects_from: raw.effects.from,
            aliases: raw.aliases,
            tags: by_card(raw.tags),
            vocabulary,
        };
        built.check().map_err(fail)?;
        Ok(built)
    }

    /// Every attribute, kind and effect that the mapping writes must be one of the game's.
    fn check(&self) -> Result<(), String> {
        let game = &self.vocabulary;
        for field in &self.fields {
            if !game.attributes.contains_key(&field.to) {
                return Err(format!(
                    "[[field]] to `{}`: the game declares no attribute of that name",
                    field.to
                ));
            }
        }
        for (attribute, value) in self.tags.values().flatten() {
            let declared = game.attributes.get(attribute);
            if declared.is_none_or(|known| value.iter().any(|v| !known.contains(v))) {
                return Err(format!(
                    "[tags.{attribute}]: the game does not declare `{}`",
                    value.join("`, `")
                ));
            }
        }
        for text in &self.texts {
            if !game.attributes.contains_key(&text.to) {
                return Err(format!(
                    "[[text]] to `{}`: the game declares no attribute of that name",
                    text.to
                ));
            }
        }
        for effect in &self.effects {
            if !game.effects.contains(&effect.id) {
                return Err(format!(
                    "effect `{}` has patterns but is not among the game's effects",
                    effect.id
                ));
            }
        }
        let kinds = self.fields.iter().flat_map(|f| f.kinds.iter().chain(&f.not_kinds));
        for kind in kinds.chain(self.effects.iter().flat_map(|e| &e.kinds)) {
            if !game.kinds.contains(kind) {
                return Err(format!("`{kind}` is not a kind of card of the game"));
            }
        }
        Ok(())
    }
}

/// Tags by card instead of by value.
fn by_card(
    tags: BTreeMap<String, BTreeMap<String, Vec<String>>>,
) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
    let mut cards: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (attribute, values) in tags {
        for (value, ids) in values {
            for id in ids {
                let card = cards.entry(id).or_default();
                card.entry(attribute.clone()).or_default().push(value.clone());
            }
        }
    }
    cards
}

/// Compiles the patterns of one mapping and says which of them is wrong.
struct Reader<'a> {
    name: &'a str,
}

impl Reader<'_> {
    fn regex(&self, owner: &str, pattern: &str) -> Result<Regex, ImportError> {
        Regex::new(pattern).map_err(|e| ImportError::Pattern {
            name: self.name.to_owned(),
            owner: owner.to_owned(),
            pattern: pattern.to_owned(),
            message: e.to_string(),
        })
    }

    fn optional(&self, owner: &str, pattern: Option<&str>) -> Result<Option<Regex>, ImportError> {
        pattern.map(|p| self.regex(owner, p)).transpose()
    }

    fn regexes(&self, owner: &str, patterns: &[String]) -> Result<Vec<Regex>, ImportError> {
        patterns.iter().map(|p| self.regex(owner, p)).collect()
    }

    fn rewrites(&self, owner: &str, raw: Vec<RawRewrite>) -> Result<Vec<Rewrite>, ImportError> {
        raw.into_iter()
            .map(|r| Ok(Rewrite { pattern: self.regex(owner, &r.pattern)?, with: r.with }))
            .collect()
    }

    fn field(&self, raw: RawField) -> Result<Field, ImportError> {
        let owner = format!("field `{}`", raw.to);
        Ok(Field {
            from: raw.from.into_vec(),
            form: raw.form,
            rewrite: self.rewrites(&owner, raw.rewrite)?,
            split: self.optional(&owner, raw.split.as_deref())?,
            keep: self.optional(&owner, raw.keep.as_deref())?,
            drop: self.optional(&owner, raw.drop.as_deref())?,
            when: raw
                .when
                .into_iter()
                .map(|w| Ok(When { pattern: self.regex(&owner, &w.pattern)?, from: w.from }))
                .collect::<Result<_, _>>()?,
            kinds: raw.kinds,
            not_kinds: raw.not_kinds,
            to: raw.to,
        })
    }

    fn part(&self, raw: RawPart) -> Result<Part, ImportError> {
        Ok(Part { after: raw.after, title: self.rewrites("[part]", raw.title)? })
    }

    fn number(&self, raw: RawNumber) -> Result<Number, ImportError> {
        let pattern = self.regex("[[number]]", &raw.pattern)?;
        if raw.value.is_none() && raw.min.is_none() && raw.choice.is_empty() {
            let message =
                format!("[[number]] `{}` needs one of `value`, `choice` and `min`", raw.pattern);
            return Err(ImportError::Mapping { name: self.name.to_owned(), message });
        }
        Ok(Number {
            pattern,
            fields: raw.fields,
            value: raw.value,
            choice: raw.choice,
            min: raw.min,
            print: raw.print,
        })
    }

    fn effect(&self, raw: RawEffect, default_from: &str) -> Result<Effect, ImportError> {
        let owner = format!("effect `{}`", raw.id);
        Ok(Effect {
            from: raw.from.map_or_else(|| vec![default_from.to_owned()], OneOrMany::into_vec),
            patterns: self.regexes(&owner, &raw.patterns.into_vec())?,
            unless: self.regexes(&owner, &raw.unless)?,
            kinds: raw.kinds,
            id: raw.id,
        })
    }
}
