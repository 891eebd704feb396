//! What a terminal, a log or a file would obey is written out.

use sleeve_text::hidden::*;

#[test]
fn what_is_obeyed_or_drawn_as_nothing_is_written_out() {
    assert_eq!(escaped("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    assert_eq!(escaped("L’Étoile"), "L’Étoile");
    assert_eq!(escaped_lines("a\n\tb\u{7}"), "a\n\tb\\u{7}");
    let hidden = "\u{61c}\u{200b}\u{2060}\u{2064}\u{ad}\u{e0041}\u{206a}\u{3164}";
    for c in hidden.chars() {
        assert!(is_hidden(c) && escaped(&c.to_string()).starts_with("\\u{"), "{c:?}");
    }
    assert!(!"é’ \u{200d}\u{fe0f}日".chars().any(is_hidden), "joiners and marks are shown");
}

#[test]
fn no_line_commands_a_build_server() {
    assert_eq!(escaped("::error::x"), "\\u{3a}:error::x");
    assert_eq!(escaped_lines("a\n  ::error::x\nb"), "a\n  \\u{3a}:error::x\nb");
    assert_eq!(escaped_lines("##[error]x"), "\\u{23}#[error]x");
    assert_eq!(escaped("x ##[error]y ##[z"), "x \\u{23}#[error]y \\u{23}#[z");
    assert_eq!(escaped("a ::b"), "a ::b");
    assert_eq!(escaped_lines(" ::: a.toml:8:17"), " ::: a.toml:8:17");
    assert_eq!(escaped("##vso[a ###teamcity["), "\\u{23}#vso[a #\\u{23}#teamcity[");
}

#[test]
fn files_command_no_build_server() {
    assert_eq!(quoted_toml("a\r\u{1b}\u{e0041}##[b"), r##""a\r\u001B\U000E0041\u0023#[b""##);
    assert_eq!(escaped_json("\"a\u{7f}\u{e0041}##[b\""), r##""a\u007f\udb40\udc41\u0023#[b""##);
}

#[test]
fn lines_are_joined() {
    assert_eq!(one_line("a \n\n b\tc\u{2028}d"), "a b c d");
    assert_eq!(one_line("a  b"), "a  b");
}
