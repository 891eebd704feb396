//! The answer to a call: its JSON document as plain data, its text for people, and a picture for
//! notebooks.

use super::given::Asked;
use super::library::{Opened, plain_text};
use pyo3::prelude::*;
use sleeve::check::Batch;
use sleeve::cli::HostedAnswer;
use sleeve::report::documents::check::CheckDocument;
use std::sync::{Arc, OnceLock};

/// The program's answer: `str()` is its text for people, `to_dict()` its JSON document.
#[pyclass(frozen, module = "sleeve")]
pub struct Answer {
    pub opened: Arc<Opened>,
    pub asked: Asked,
    pub result: AnswerResult,
    /// Warnings and notes that the program prints apart from its results.
    #[pyo3(get)]
    pub talk: String,
    pub text: OnceLock<String>,
}

/// The content of an answer.
pub enum AnswerResult {
    /// Checked decks, which are described in words only on demand.
    Checked(Batch),
    /// A JSON document.
    Document(String),
}

#[pymethods]
impl Answer {
    /// The program's JSON document, as text.
    pub fn json(&self, py: Python<'_>) -> PyResult<String> {
        match &self.result {
            AnswerResult::Document(json) => Ok(json.clone()),
            AnswerResult::Checked(batch) => self.opened.workers.run(py, || {
                let mut json = Vec::new();
                // Writing to memory cannot fail.
                let _ = sleeve::report::forms::json::write(&CheckDocument::new(batch), &mut json);
                String::from_utf8_lossy(&json).into_owned()
            }),
        }
    }

    /// The program's JSON document, as plain data.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json(py)?,))
    }

    /// A member of the document.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item(key)
    }

    /// For a check, the verdict on each deck: `legal`, `illegal`, `undetermined` or `unusable`.
    #[getter]
    fn verdicts(&self) -> Option<Vec<&'static str>> {
        match &self.result {
            AnswerResult::Document(_) => None,
            AnswerResult::Checked(batch) => {
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

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.__str__(py)
    }

    /// The page of `sleeve report` on the decks; `None` if there is none.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
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
