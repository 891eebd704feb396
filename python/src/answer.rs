//! The reply to a call: its JSON document, its text for people, and a page for notebooks. The class
//! `Answer` in Python holds it.

use super::{
    given::Asked,
    library::{Opened, plain_text},
};
use pyo3::prelude::*;
use sleeve::{check::Batch, cli::HostedAnswer, report::documents::check::CheckDocument};
use std::sync::{Arc, OnceLock};

/// The program's reply; `str()` is its text for people.
#[pyclass(frozen, module = "sleeve._sleeve")]
pub struct Reply {
    pub opened: Arc<Opened>,
    pub asked: Asked,
    pub content: ReplyContent,
    /// Warnings and notes that the program prints apart from its results.
    #[pyo3(get)]
    pub talk: String,
    pub text: OnceLock<String>,
}

/// The content of a reply.
pub enum ReplyContent {
    /// Checked decks, which are described in words only on demand.
    Checked(Batch),
    /// A JSON document.
    Document(String),
}

#[pymethods]
impl Reply {
    /// The program's JSON document, as text.
    pub fn json(&self, py: Python<'_>) -> PyResult<String> {
        match &self.content {
            ReplyContent::Document(json) => Ok(json.clone()),
            ReplyContent::Checked(batch) => self.opened.workers.run(py, || {
                let mut json = Vec::new();
                // Writing to memory cannot fail.
                let _ = sleeve::report::forms::json::write(&CheckDocument::new(batch), &mut json);
                String::from_utf8_lossy(&json).into_owned()
            }),
        }
    }

    /// For a check, the verdict on each deck: `legal`, `illegal`, `undetermined` or `unusable`.
    #[getter]
    fn verdicts(&self) -> Option<Vec<&'static str>> {
        match &self.content {
            ReplyContent::Document(_) => None,
            ReplyContent::Checked(batch) => {
                Some(batch.decks.iter().map(|deck| deck.verdict().word()).collect())
            }
        }
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(text) = self.text.get() {
            return Ok(text.clone());
        }
        let text = plain_text(&self.opened.ask(py, &self.asked)?);
        Ok(self.text.get_or_init(|| text).clone())
    }

    /// The page of `sleeve report` on the decks; `None` if there is none.
    fn page(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.asked.decks.is_empty() {
            return Ok(None);
        }
        // An unusable deck has no page. The text of the answer gives the reason.
        let run = self.opened.ask(py, &self.asked.for_decks("report"));
        let Some(HostedAnswer { text: page, .. }) = run.ok() else { return Ok(None) };
        let escaped = page.replace('&', "&amp;").replace('"', "&quot;");
        let frame = "<iframe sandbox style=\"width:100%;height:40em;border:0\" srcdoc=\"";
        Ok((!page.is_empty()).then(|| format!("{frame}{escaped}\"></iframe>")))
    }
}
