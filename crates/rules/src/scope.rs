//! The names that conditions of a format may use, and the conditions and filters that its data
//! implies.

use sleeve_data::model::{Catalog, Format, format::Role};
use sleeve_language::{BOX, Scope};

/// Name of the pile of all carried cards.
pub const CARRIED: &str = "carried";

/// The names that conditions of a format may use: its zones, its parameters, `box` and `carried`.
pub fn format_scope<'a>(catalog: &'a Catalog, format: &Format) -> Scope<'a> {
    Scope::from_format(catalog, format).with_zones([BOX, CARRIED])
}

/// A condition that is true if the measure `up_to` of an allowance has a value. Its findings
/// explain a missing value as those of any condition.
pub fn number_condition(up_to: &str) -> String {
    format!("({up_to}) >= 0")
}

/// The filter of the cards whose field names a role.
pub(super) fn naming_filter(field: &str, role: &Role) -> String {
    format!("{field}:\"{}\"", role.named.id)
}

/// Whether a zone or rule with these roles is for decks of a role. Without roles it is for all.
pub(super) fn is_for_role(roles: &[String], role: Option<&str>) -> bool {
    roles.is_empty() || role.is_some_and(|role| roles.iter().any(|one| one == role))
}
