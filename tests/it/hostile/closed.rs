//! Readers that leave and devices that are full: the exit status says what the command found.

use crate::check::{shipped, with};
use crate::common::{Sleeve, scratch, write_file};
use std::io::{self, Write};

/// A stream that takes so many bytes and then fails.
struct Ending(usize, io::ErrorKind);

impl Write for Ending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(self.1.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn status(args: &[&str], room: usize, kind: io::ErrorKind) -> u8 {
    let folder = scratch(&format!("closed-{}-{room}-{kind:?}", args[0]));
    let legal = shipped("starfighter/la-meute-d-ares");
    write_file(&folder, "a.toml", with(&legal, "\"3-15\"", "\"3-10\", \"3-99\""));
    write_file(&folder, "b.toml", legal);
    Sleeve::new().folder(&folder).run_into(args, &mut Ending(room, kind)).0
}

#[test]
fn a_closed_pipe_never_turns_no_into_yes() {
    for room in [0, 1, 100] {
        let closed = |args: &[&str]| status(args, room, io::ErrorKind::BrokenPipe);
        for form in ["human", "json", "github", "sarif", "junit"] {
            assert_eq!(closed(&["check", "a.toml", "-o", form]), 2, "{form}");
        }
        assert_eq!(closed(&["check", "b.toml"]), 0);
        assert_eq!(closed(&["match", "b.toml", "b.toml"]), 1);
        assert_eq!(closed(&["rules"]), 0);
        assert_eq!(closed(&["--help"]), 0);
    }
}

#[test]
fn a_full_device_is_an_error_for_every_command() {
    for room in [0, 1, 100] {
        let full = |args: &[&str]| status(args, room, io::ErrorKind::StorageFull);
        assert_eq!(full(&["--help"]), 2);
        assert_eq!(full(&["--version"]), if room < 12 { 2 } else { 0 });
        assert_eq!(full(&["rules"]), 2);
        assert_eq!(full(&["check", "b.toml", "-o", "json"]), 2);
    }
}
