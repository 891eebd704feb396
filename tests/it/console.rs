//! The console scenarios of `tests/console`. After a change that is meant, run the test with
//! `TRYCMD=overwrite` and read the difference.

#[test]
fn console_scenarios_print_what_they_say() {
    trycmd::TestCases::new()
        .default_bin_path(env!("CARGO_BIN_EXE_sleeve"))
        .env("LANG", "C.UTF-8")
        .case("tests/console/*.trycmd");
}
