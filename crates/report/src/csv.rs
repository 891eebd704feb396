//! Tables for programs: CSV and TSV, written row by row.

use super::escape::cell;
use std::io::{self, Write};

/// A sheet that is streamed.
pub struct Sheet<W: Write> {
    form: Form<W>,
}

enum Form<W: Write> {
    Comma(Box<csv::Writer<W>>),
    Tab(W),
}

impl<W: Write> Sheet<W> {
    /// A CSV sheet: quoted where it has to be.
    pub fn csv(out: W) -> Sheet<W> {
        Sheet { form: Form::Comma(Box::new(csv::Writer::from_writer(out))) }
    }

    /// A CSV sheet whose rows may be of any length, for remarks above its head.
    pub fn csv_with_remarks(out: W) -> Sheet<W> {
        let writer = csv::WriterBuilder::new().flexible(true).from_writer(out);
        Sheet { form: Form::Comma(Box::new(writer)) }
    }

    /// A TSV sheet: never quoted; tabs and line ends within a cell become spaces.
    pub fn tsv(out: W) -> Sheet<W> {
        Sheet { form: Form::Tab(out) }
    }

    /// Writes a row. A cell that a spreadsheet would take for a formula gets a `'` in front.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
        match &mut self.form {
            Form::Comma(writer) => {
                for text in cells {
                    writer.write_field(cell(text.as_ref()).as_bytes())?;
                }
                writer.write_record(None::<&[u8]>)?;
                Ok(())
            }
            Form::Tab(out) => {
                for (i, text) in cells.into_iter().enumerate() {
                    if i > 0 {
                        out.write_all(b"\t")?;
                    }
                    out.write_all(cell(text.as_ref()).replace(['\t', '\r', '\n'], " ").as_bytes())?;
                }
                out.write_all(b"\n")
            }
        }
    }

    /// Ends the sheet.
    pub fn finish(self) -> io::Result<()> {
        match self.form {
            Form::Comma(mut writer) => writer.flush(),
            Form::Tab(mut out) => out.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_are_not_formulas() {
        let (mut comma, mut tab) = (Vec::new(), Vec::new());
        let rows = [["=HYPERLINK(\"x\")", "a,b", "-3"], ["@x\ty", "two\nlines", "+1+1"]];
        let mut sheet = Sheet::csv(&mut comma);
        rows.iter()
            .try_for_each(|row| sheet.row(row))
            .and_then(|()| sheet.finish())
            .expect("written");
        let mut sheet = Sheet::tsv(&mut tab);
        rows.iter()
            .try_for_each(|row| sheet.row(row))
            .and_then(|()| sheet.finish())
            .expect("written");
        assert_eq!(
            String::from_utf8_lossy(&comma),
            "\"'=HYPERLINK(\"\"x\"\")\",\"a,b\",-3\n'@x\ty,\"two\nlines\",'+1+1\n"
        );
        assert_eq!(
            String::from_utf8_lossy(&tab),
            "'=HYPERLINK(\"x\")\ta,b\t-3\n'@x y\ttwo lines\t'+1+1\n"
        );
    }
}
