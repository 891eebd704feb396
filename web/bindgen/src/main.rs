//! `sleeve-bindgen ENGINE.wasm FOLDER` writes the engine as WebAssembly with the JavaScript that
//! calls it. It is part of the workspace, so that its version is locked with the engine's and you
//! need not install it.

use std::{env, process::ExitCode};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [engine, folder] = arguments.as_slice() else {
        eprintln!("sleeve-bindgen ENGINE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);
    let web = bindgen
        .input_path(engine)
        .out_name("engine")
        .typescript(true)
        .omit_default_module_path(true)
        .web(true);
    match web.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
