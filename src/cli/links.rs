//! Links in a folder that a command reads. They are not followed: what they lead to is not of the folder, and
//! they may lead round in a circle. What is not read because of that is told.

use super::Session;
use super::messages::CliMessage;
use sleeve_data::problem::Severity;
use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

/// So many links are named.
const NAMED_LINKS: usize = 10;

/// Tells of those links in a folder that lead to anything which is not read there by its own name.
pub(super) fn warn_of_unread_links(
    session: &mut Session<'_, '_>,
    folder: &Path,
    links: &[PathBuf],
    read: &[PathBuf],
) {
    if links.is_empty() {
        return;
    }
    let whole = canonicalize(folder).ok();
    let read: BTreeSet<PathBuf> = read.iter().filter_map(|file| canonicalize(file).ok()).collect();
    let is_read = |link: &&PathBuf| {
        canonicalize(link).is_ok_and(|to| {
            if to.is_dir() {
                whole.as_ref().is_some_and(|whole| to.starts_with(whole))
            } else {
                read.contains(&to)
            }
        })
    };
    let mut left: Vec<&PathBuf> = links.iter().filter(|link| !is_read(link)).collect();
    if left.is_empty() {
        return;
    }
    left.sort();
    let more = left.len().saturating_sub(NAMED_LINKS);
    let shown = |link: &&PathBuf| {
        let inner = link.strip_prefix(&session.streams.folder).unwrap_or(link);
        inner.display().to_string()
    };
    let links = left.iter().take(NAMED_LINKS).map(shown).collect();
    session.say_message(Severity::Warning, CliMessage::LinksLeft { links, more });
}
