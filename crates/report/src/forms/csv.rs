//! Tables for programs: CSV and TSV, written row by row.

use crate::text::escape::cell;
use std::io::{self, Write};

/// A sheet that is written row by row.
pub struct CsvSheet<W: Write> {
    form: CsvLayout<W>,
}

enum CsvLayout<W: Write> {
    Comma(Box<csv::Writer<W>>),
    Tab(W),
}

impl<W: Write> CsvSheet<W> {
    /// Creates a CSV sheet; cells are quoted if needed.
    pub fn csv(out: W) -> CsvSheet<W> {
        CsvSheet { form: CsvLayout::Comma(Box::new(csv::Writer::from_writer(out))) }
    }

    /// Creates a CSV sheet whose rows may differ in length, for remarks above the head.
    pub fn csv_with_remarks(out: W) -> CsvSheet<W> {
        let writer = csv::WriterBuilder::new().flexible(true).from_writer(out);
        CsvSheet { form: CsvLayout::Comma(Box::new(writer)) }
    }

    /// Creates a TSV sheet; cells are never quoted, and tabs and line ends become spaces.
    pub fn tsv(out: W) -> CsvSheet<W> {
        CsvSheet { form: CsvLayout::Tab(out) }
    }

    /// Writes a row, with a `'` before each cell that a spreadsheet would take for a formula.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
        match &mut self.form {
            CsvLayout::Comma(writer) => {
                for text in cells {
                    writer.write_field(cell(text.as_ref()).as_bytes())?;
                }
                writer.write_record(None::<&[u8]>)?;
                Ok(())
            }
            CsvLayout::Tab(out) => {
                for (i, text) in cells.into_iter().enumerate() {
                    if i > 0 {
                        out.write_all(b"\t")?;
                    }
                    out.write_all(
                        cell(text.as_ref())
                            .replace(['\t', '\r', '\n'], " ")
                            .as_bytes(),
                    )?;
                }
                out.write_all(b"\n")
            }
        }
    }

    /// Writes the rest of the buffer and returns whether everything was written.
    pub fn finish(self) -> io::Result<()> {
        match self.form {
            CsvLayout::Comma(mut writer) => writer.flush(),
            CsvLayout::Tab(mut out) => out.flush(),
        }
    }
}
