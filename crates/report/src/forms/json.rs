//! How documents are written: JSON whose strings hold nothing that a terminal or a build server obeys.

use crate::text::escape::is_unsafe;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Writes a document, indented, with a line feed at its end; characters that a terminal would obey are escaped.
pub fn write<T: Serialize>(document: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(
        &mut *out,
        EscapingFormatter(PrettyFormatter::default()),
    );
    document.serialize(&mut serializer)?;
    writeln!(out)
}

/// Writes a value on one line, without a line feed.
pub fn write_line<T: Serialize + ?Sized>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    let formatter = EscapingFormatter(serde_json::ser::CompactFormatter);
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, formatter);
    Ok(value.serialize(&mut serializer)?)
}

/// Writes a part of a string with `##[` escaped, which build servers take for a command.
fn write_disarmed<W: ?Sized + Write>(text: &str, out: &mut W) -> io::Result<()> {
    for (at, part) in text.split("##[").enumerate() {
        if at > 0 {
            out.write_all(b"\\u0023#[")?;
        }
        out.write_all(part.as_bytes())?;
    }
    Ok(())
}

/// A JSON formatter that escapes more characters of strings than JSON asks for.
struct EscapingFormatter<F>(F);

impl<F: Formatter> Formatter for EscapingFormatter<F> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        text: &str,
    ) -> io::Result<()> {
        // Most strings are printable ASCII: they are written in one piece.
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.contains("##[") {
            return out.write_all(text.as_bytes());
        }
        let mut rest = text;
        while let Some(at) = rest.find(is_unsafe) {
            let (before, after) = rest.split_at(at);
            write_disarmed(before, out)?;
            let length = after.chars().next().map_or(0, char::len_utf8);
            let (unsafe_char, after) = after.split_at(length);
            // The escapes of JSON are code units of UTF-16.
            for unit in unsafe_char.encode_utf16() {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = after;
        }
        write_disarmed(rest, out)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}
