//! The few encodings of the packed form, as they are written and read.
//!
//! A reader never fails: past the end it returns zeros and empty texts.

/// Reads what [`WireWriter`] wrote.
#[derive(Clone, Copy, Debug)]
pub(super) struct WireReader<'a> {
    bytes: &'a [u8],
}

impl<'a> WireReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> WireReader<'a> {
        WireReader { bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline]
    pub(super) fn byte(&mut self) -> u8 {
        match self.bytes {
            [first, rest @ ..] => {
                self.bytes = rest;
                *first
            }
            [] => 0,
        }
    }

    #[inline]
    pub(super) fn varint(&mut self) -> u64 {
        match self.bytes {
            [first, rest @ ..] if *first < 0x80 => {
                self.bytes = rest;
                u64::from(*first)
            }
            _ => self.long_varint(),
        }
    }

    // Separate, so that the common case of one byte is inlined.
    fn long_varint(&mut self) -> u64 {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    }

    // Zigzag: a number near zero takes one byte, whether positive or negative.
    pub(super) fn signed(&mut self) -> i64 {
        let raw = self.varint();
        (raw >> 1) as i64 ^ -((raw & 1) as i64)
    }

    #[inline]
    pub(super) fn take(&mut self, len: usize) -> &'a [u8] {
        let (head, rest) = self
            .bytes
            .split_at_checked(len)
            .unwrap_or((self.bytes, &[]));
        self.bytes = rest;
        head
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    pub(super) fn block(&mut self) -> &'a [u8] {
        let len = self.varint() as usize;
        self.take(len)
    }

    pub(super) fn text(&mut self) -> &'a str {
        read_text(self.block())
    }
}

/// The text of a block; empty if it is damaged.
pub(super) fn read_text(block: &[u8]) -> &str {
    std::str::from_utf8(block).unwrap_or("")
}

/// Appends to a buffer of bytes.
#[derive(Default, Debug)]
pub(super) struct WireWriter {
    pub(super) bytes: Vec<u8>,
}

impl WireWriter {
    pub(super) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Seven bits per byte, the lowest first (LEB128), because most numbers of a card are small.
    pub(super) fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub(super) fn signed(&mut self, value: i64) {
        // Zigzag: small numbers take few bytes, because the sign becomes the lowest bit.
        self.varint(((value << 1) ^ (value >> 63)) as u64);
    }

    pub(super) fn block(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.block(text.as_bytes());
    }
}
