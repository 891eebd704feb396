//! Results on their way out, when nobody reads them to the end.

use std::io::{self, Write};

/// A stream that swallows what is written after its reader has left (`sleeve check … | head -1`): the
/// command goes on to its verdict, which the exit status has to say whoever reads the rest.
pub struct PipeWriter<'o> {
    out: &'o mut dyn Write,
    is_closed: bool,
    has_written: bool,
}

impl<'o> PipeWriter<'o> {
    /// Over a stream.
    pub fn new(out: &'o mut dyn Write) -> PipeWriter<'o> {
        PipeWriter { out, is_closed: false, has_written: false }
    }

    /// Whether anything was written.
    pub fn has_written(&self) -> bool {
        self.has_written
    }

    fn unless_closed(
        &mut self,
        done: usize,
        write: impl FnOnce(&mut dyn Write) -> io::Result<usize>,
    ) -> io::Result<usize> {
        if self.is_closed {
            return Ok(done);
        }
        match write(self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(done)
            }
            written => written,
        }
    }
}

impl Write for PipeWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_written |= !bytes.is_empty();
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed(0, |out| out.flush().map(|()| 0)).map(drop)
    }
}
