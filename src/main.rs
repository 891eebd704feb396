//! The `sleeve` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(sleeve::cli::run_process(std::env::args_os().collect()))
}
