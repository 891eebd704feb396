//! How documents are written: as JSON without anything that a terminal or a build server would
//! obey.

use serde::Serialize;
use sleeve_data::model::hidden::{escaped_json, is_plain_json};
use std::io::{self, Write};

/// Writes a document, indented, with a line feed at the end; characters that a terminal would obey
/// are escaped.
pub fn write<T: Serialize>(document: &T, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(EscapingWriter(out), document)?;
    writeln!(out)
}

/// Writes a value on one line, without a line feed.
pub fn write_line<T: Serialize + ?Sized>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    EscapingWriter(out).write_all(&serde_json::to_vec(value)?)
}

/// Escapes JSON while it is written. It arrives in whole pieces of strings, so no character is cut.
struct EscapingWriter<'o>(&'o mut dyn Write);

impl Write for EscapingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Documents arrive in many small pieces, most of them plain.
        if is_plain_json(bytes) {
            return self.0.write_all(bytes).map(|()| bytes.len());
        }
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(escaped_json(&text).as_bytes()).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
