//! Paths as text and back: the names of files need not be UTF-8, and no two paths are one text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What begins a byte in a text of a path.
const BYTE_ESCAPE: &str = "\\x";

/// A path as text: a byte that is no part of UTF-8 is written as `\xFF`, and, where names may hold
/// a backslash, that before an `x` as `\x5C`.
pub fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        if cfg!(unix) {
            text += &chunk.valid().replace(BYTE_ESCAPE, "\\x5Cx");
        } else {
            text += chunk.valid();
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "{BYTE_ESCAPE}{byte:02X}");
        }
    }
    text
}

/// The path whose text this is.
pub fn text_path(text: &str) -> PathBuf {
    #[cfg(unix)]
    if text.contains(BYTE_ESCAPE) {
        use std::os::unix::ffi::OsStringExt as _;
        let mut parts = text.split(BYTE_ESCAPE);
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match byte {
                Some(byte) => {
                    bytes.push(byte);
                    bytes.extend(part.bytes().skip(2));
                }
                None => bytes.extend(BYTE_ESCAPE.bytes().chain(part.bytes())),
            }
        }
        return std::ffi::OsString::from_vec(bytes).into();
    }
    PathBuf::from(text)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    #[test]
    fn no_two_paths_are_one_text() {
        let paths: [(&[u8], &str); 6] = [
            (b"d\xe9ck/\xff.toml", "d\\xE9ck/\\xFF.toml"),
            (b"d\\xE9ck", "d\\x5CxE9ck"),
            (b"\\\xff\\x", "\\\\xFF\\x5Cx"),
            (b"\\x5C", "\\x5Cx5C"),
            ("dé\\ck\u{1b} %".as_bytes(), "dé\\ck\u{1b} %"),
            (b"\xff\\xFF", "\\xFF\\x5CxFF"),
        ];
        for (bytes, text) in paths {
            let path = Path::new(OsStr::from_bytes(bytes));
            assert_eq!(path_text(path), text);
            assert_eq!(text_path(text), path);
        }
    }
}
