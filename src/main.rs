//! The `sleeve` command: parses arguments, runs, turns the outcome into an exit status.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::var_os("COMPLETE").is_some() {
        match sleeve::cli::complete(
            std::env::args_os().collect(),
            sleeve::cli::locale(&|name| std::env::var(name).ok()),
            &std::env::current_dir().unwrap_or_default(),
        ) {
            Ok(true) => return ExitCode::SUCCESS,
            Ok(false) => {}
            Err(error) => {
                // Standard error is the last place for messages: a failure to write there has none.
                let _ = writeln!(io::stderr(), "error: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let (out, err) = (io::stdout(), io::stderr());
    let width = out.is_terminal().then(|| {
        terminal_size::terminal_size().map_or(80, |(terminal_size::Width(width), _)| width.into())
    });
    let err_is_terminal = err.is_terminal();
    let mut streams = sleeve::cli::Streams {
        // 64 KiB: tables and documents come in thousands of small writes, each of which would be a call of the system.
        out: &mut BufWriter::with_capacity(1 << 16, out.lock()),
        err: &mut err.lock(),
        input: &mut io::stdin(),
        width,
        err_is_terminal,
        variable: &|name| std::env::var(name).ok(),
        folder: std::env::current_dir().unwrap_or_default(),
        today: sleeve::cli::clock(),
    };
    ExitCode::from(sleeve::cli::run_and_leave(std::env::args_os(), &mut streams))
}
