//! `seal -o json`: a commitment to a deck.

use serde::Serialize;

/// Name and version of the document's form.
pub const SEAL: &str = "sleeve/seal/1";

/// The whole document.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SealDocument<'a> {
    /// Name and version of the form of this document.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = SEAL)))]
    pub schema: &'static str,
    /// Path as given.
    pub path: &'a str,
    /// The fingerprint of what the deck holds.
    pub fingerprint: String,
    /// The seal, to be published.
    pub seal: String,
    /// The nonce, to be kept until the seal is opened.
    pub nonce: String,
}
