//! The engine for Python: the program's questions with games that stay open, and record batches of
//! decks for Arrow engines. Most calls ask questions in JSON, so their texts are the program's.

mod answer;
mod batches;
mod columns;
mod given;
mod library;
mod tables;
mod workers;

use pyo3::{exceptions::PyException, prelude::*};

pyo3::create_exception!(
    sleeve,
    SleeveError,
    PyException,
    "The program's error, with `message`, `place` and `help`."
);

/// The module inside the package `sleeve`.
#[pymodule]
mod _sleeve {
    #[pymodule_export]
    use super::SleeveError;
    #[pymodule_export]
    use super::answer::Reply;
    #[pymodule_export]
    use super::batches::Batches;
    #[pymodule_export]
    use super::library::Library;
    use pyo3::prelude::*;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Runs the command line and returns the exit status.
    #[pyfunction]
    fn main(args: Vec<std::ffi::OsString>) -> u8 {
        sleeve::cli::run_process(args)
    }
}

/// The exception for the program's error text: a title, then possibly a place and help.
pub fn exception(py: Python<'_>, text: &str) -> PyErr {
    let error = SleeveError::new_err(text.trim_end().to_owned());
    let lines = || text.lines().map(str::trim_start);
    // A warning about the data may come first. Check the words of both languages.
    let is_error = |line: &&str| line.starts_with("error") || line.starts_with("erreur");
    let title = lines().find(is_error).or_else(|| lines().next());
    let message = title.and_then(|line| line.split_once(": ")).map_or(text, |(_, title)| title);
    let help = |line: &str| {
        let text = line.strip_prefix("= help: ").or_else(|| line.strip_prefix("= aide\u{a0}: "));
        text.map(str::to_owned)
    };
    let helps: Vec<String> = lines().filter_map(help).collect();
    let value = error.value(py);
    let set = value
        .setattr("message", message)
        .and_then(|()| value.setattr("place", lines().find_map(|line| line.strip_prefix("--> "))))
        .and_then(|()| value.setattr("help", helps.join("\n")));
    set.err().unwrap_or(error)
}
