//! Messages as they come over a pipe: a head that says how long the body is, then JSON.

use lsp_server::Message;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// A longer message, in bytes, ends the session: what stands in it would be missing from then on.
pub const MAX_MESSAGE_BYTES: usize = 1 << 27;
/// A head with a longer line is none.
const MAX_HEAD_LINE: u64 = 1 << 12;

/// A message, or why a body is none.
pub(crate) enum Received {
    Message(Message),
    Garbled(serde_json::Error),
}

/// Reads a message; `None` at the end of the stream. The library of messages reads bodies of any length, which a wrong head could
/// make the whole memory.
///
/// # Errors
/// When the stream breaks off, its heads are none, or a body is longer than [`MAX_MESSAGE_BYTES`].
pub(crate) fn read_message(input: &mut dyn BufRead) -> io::Result<Option<Received>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let (mut length, mut begun) = (None, false);
    loop {
        let mut line = String::new();
        if input.take(MAX_HEAD_LINE).read_line(&mut line)? == 0 {
            return if begun { Err(wrong("a head breaks off")) } else { Ok(None) };
        }
        begun = true;
        let line = line.strip_suffix('\n').ok_or_else(|| wrong("a head breaks off"))?;
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| wrong("a head without a colon"))?;
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.ok_or_else(|| wrong("a head without a length"))?;
    if length > MAX_MESSAGE_BYTES {
        return Err(wrong("a message is too long"));
    }
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(wrong("a body breaks off"));
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(request @ Message::Request(_)) => Received::Message(request),
        // The library takes a request whose id or method is none for something else, which nobody would answer.
        Ok(_) if serde_json::from_slice::<RequestHead>(&body).is_ok() => {
            Received::Garbled(serde::de::Error::custom("a request without a proper id or method"))
        }
        Ok(message) => Received::Message(message),
        Err(error) => Received::Garbled(error),
    }))
}

/// What only requests have both of.
#[derive(Deserialize)]
struct RequestHead {
    #[serde(rename = "id")]
    _id: IgnoredAny,
    #[serde(rename = "method")]
    _method: IgnoredAny,
}

#[derive(Serialize)]
struct Framed<'m, M> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: &'m M,
}

/// Writes a message.
///
/// # Errors
/// When the stream takes nothing more.
pub(crate) fn write_message<M: Serialize>(out: &mut dyn Write, message: &M) -> io::Result<()> {
    let body = serde_json::to_vec(&Framed { jsonrpc: "2.0", message })?;
    write!(out, "Content-Length: {}\r\n\r\n", body.len())?;
    out.write_all(&body)?;
    out.flush()
}
