//! What a check found, in words.

use super::escape::safe;
use crate::language::{Cause, MissingFact, MissingField, Quantity, Rational};
use crate::model::{CardIndex, Catalog, Lang, Number};
use crate::rules::{Carrying, Finding, Label, LabelKind, Problem, Status};

/// Words for one finding.
pub struct Wording<'a> {
    finding: &'a Finding,
    catalog: &'a Catalog,
    lang: Lang,
}

impl<'a> Wording<'a> {
    /// Words for a finding about cards of this catalog.
    pub fn new(finding: &'a Finding, catalog: &'a Catalog, lang: Lang) -> Wording<'a> {
        Wording { finding, catalog, lang }
    }
    /// x
    pub fn title(&self) -> String {
        self.finding.rule.clone()
    }
    /// x
    pub fn actual(&self) -> Option<String> {
        None
    }
    /// x
    pub fn limit(&self) -> Option<String> {
        None
    }
    /// x
    pub fn cards(&self) -> Vec<(CardIndex, u32)> {
        vec![]
    }
    /// x
    pub fn field_of(&self, _m: &MissingFact) -> String {
        String::new()
    }
    /// x
    pub fn fix(&self) -> Option<String> {
        None
    }
    /// x
    pub fn label(&self, _l: &Label) -> String {
        String::new()
    }
    /// x
    pub fn is_primary(&self, _l: &Label) -> bool {
        false
    }
    /// x
    pub fn notes(&self) -> Vec<String> {
        vec![]
    }
    /// x
    pub fn rule(&self) -> String {
        self.finding.text.get(self.lang).to_owned()
    }
}
