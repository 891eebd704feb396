//! The zones of lines under no heading. A card that two zones accept goes to the first of them, as
//! far as its rules allow. A blank line separates a commander or a sideboard, as in lists copied
//! from sites.

use super::{
    Placement, add_zone,
    headings::DefaultZones,
    notes::{Assumption, note_lines},
};
use crate::raw::RawCard;
use sleeve_data::model::{CardIndex, Format};
use std::{collections::BTreeMap, sync::Arc};

/// A line under no zone.
pub(super) struct LooseLine<'p> {
    /// The number of blocks of lines above it.
    pub(super) block: usize,
    /// Its card, if known.
    pub(super) card: Option<CardIndex>,
    pub(super) zone: Arc<str>,
    pub(super) raw: &'p RawCard,
}

/// Lines that exceed the rules of any small zone.
const MANY_LINES: usize = 200;
/// Fewest blocks without headings whose zones a note lists.
const FEWEST_BLOCKS: usize = 3;

/// A zone of a format, and the test for lines that it may contain.
struct ZoneTest<'z> {
    zone: &'z Arc<str>,
    format: &'z Format,
    default_zones: &'z DefaultZones<'z>,
    role: Option<&'z str>,
}

impl ZoneTest<'_> {
    fn accepts(&self, line: &LooseLine<'_>) -> bool {
        line.card
            .is_none_or(|card| self.default_zones.zone_accepts(self.zone, card, self.role))
    }

    /// Whether only certain lines may be the zone.
    fn may_be<'l, 'p: 'l>(&self, lines: impl Iterator<Item = &'l LooseLine<'p>> + Clone) -> bool {
        lines.clone().all(|line| self.accepts(line))
            && self.default_zones.holds(
                self.format,
                self.zone,
                lines
                    .map(|line| (line.card.unwrap_or(CardIndex::STRANGER), line.raw.count))
                    .collect(),
                self.role,
            )
    }

    /// Whether lines can only be the zone: without any of them its rules are broken, or it has no
    /// rules for their number.
    fn must_be<'l, 'p: 'l>(&self, lines: impl Iterator<Item = &'l LooseLine<'p>> + Clone) -> bool {
        self.may_be(lines.clone())
            && (self.may_be(lines.clone().cycle().take(MANY_LINES))
                || lines.clone().all(|one| {
                    !self.may_be(lines.clone().filter(|line| line.raw.span != one.raw.span))
                }))
    }
}

impl Placement<'_, '_> {
    /// Finds the zones indicated by blank lines, and those of cards that do not all fit into one
    /// zone.
    pub(super) fn settle_loose_lines(&mut self, format: &Format) {
        let mut lines = std::mem::take(&mut self.loose);
        if self.has_headings {
            lines.iter_mut().for_each(|line| line.block = 0);
        }
        self.settle_zones(format, &mut lines);
        self.note_blocks(&lines);
    }

    /// Notes the zones of several blocks without headings, unless the game says what blank lines
    /// mean.
    fn note_blocks(&mut self, lines: &[LooseLine<'_>]) {
        let zones = self.default_zones.open_zones(self.role);
        let Some(zone) = zones.get(1..).and_then(<[_]>::last) else { return };
        let is_told = self.resolver.catalog.game.naming.last_block.is_some();
        let blocks = lines.chunk_by(|one, next| one.block == next.block).count();
        if is_told || blocks < FEWEST_BLOCKS {
            return;
        }
        let runs = lines.chunk_by(|one, next| one.block == next.block && one.zone == next.zone);
        let firsts = runs
            .filter_map(<[_]>::first)
            .map(|line| (&line.raw.span, &*line.zone));
        let zone = zone.to_string();
        self.deck
            .notes
            .extend(note_lines(self.raw, firsts, |lines| Assumption::Blocks { lines, zone }));
    }

    fn settle_zones(&mut self, format: &Format, lines: &mut [LooseLine<'_>]) {
        let (default_zones, role) = (self.default_zones, self.role);
        let zones = default_zones.open_zones(role);
        let tests: Vec<ZoneTest<'_>> = zones
            .iter()
            .map(|zone| ZoneTest { zone, format, default_zones, role })
            .collect();
        let mut wide = tests
            .iter()
            .filter(|test| lines.iter().all(|line| test.accepts(line)));
        let Some(wide) = wide
            .next()
            .filter(|_| lines.len() > 1)
            .map(|test| test.zone)
        else {
            return;
        };
        for test in tests.iter().filter(|test| test.zone != wide) {
            self.settle_zone(test, wide, lines);
        }
        let laid: BTreeMap<usize, &Arc<str>> = lines
            .iter()
            .map(|line| (line.raw.span.start, &line.zone))
            .collect();
        for entry in &mut self.deck.entries {
            laid.get(&entry.span.start)
                .into_iter()
                .for_each(|zone| entry.zone = Arc::clone(zone));
        }
        for line in &mut self.deck.unresolved {
            let Some(zone) = laid.get(&line.span.start) else { continue };
            line.zone = zone.to_string();
            line.readings
                .iter_mut()
                .for_each(|entry| entry.zone = Arc::clone(zone));
        }
        self.deck
            .zones
            .retain(|zone| !zone.span.is_empty() || laid.values().any(|its| ***its == *zone.value));
        for (start, zone) in laid {
            add_zone(&mut self.deck, zone, start..start);
        }
    }

    /// Puts lines into a zone other than the one that accepts everything. These are the cards for
    /// which it is the first zone, if they can only be there. Otherwise it is a block at an
    /// end of the list, or the last of two blocks if the game names the zone for that.
    fn settle_zone(&mut self, test: &ZoneTest<'_>, wide: &Arc<str>, lines: &mut [LooseLine<'_>]) {
        let zone = test.zone;
        let is_headed = self.named_zones.contains(zone)
            || self
                .deck
                .zones
                .iter()
                .any(|z| *z.value == **zone && !z.span.is_empty());
        let firsts = lines.iter().filter(|line| line.zone == *zone);
        let mut told: Vec<&RawCard> = firsts.clone().map(|line| line.raw).collect();
        let is_narrow = !told.is_empty();
        if is_narrow && !is_headed && test.must_be(firsts) {
            return;
        }
        let to_wide = lines.iter_mut().filter(|line| line.zone == *zone);
        to_wide.for_each(|line| line.zone = Arc::clone(wide));
        let rest = lines.iter().filter(|line| line.zone == *wide);
        let mut blocks: Vec<usize> = rest.clone().map(|line| line.block).collect();
        blocks.dedup();
        let mut ends = match *blocks {
            _ if is_headed => return,
            [first, .., last] if is_narrow => vec![first, last],
            [_, .., last] => vec![last],
            _ => Vec::new(),
        };
        ends.retain(|end| test.may_be(rest.clone().filter(|line| line.block == *end)));
        let named = self.resolver.catalog.game.naming.last_block.as_ref();
        let is_named = named.is_some_and(|zones| zones.iter().any(|its| **its == **zone));
        let is_set_off = ends.len() == 1 && (is_narrow || is_named && blocks.len() == 2);
        if let [end] = *ends
            && (is_set_off || is_named || named.is_none() && blocks.len() == 2)
        {
            told = rest
                .filter(|line| line.block == end)
                .map(|line| line.raw)
                .collect();
        }
        let shown = told.iter().map(|raw| (&raw.span, raw.name.as_str()));
        self.deck
            .notes
            .extend(note_lines(self.raw, shown, |lines| match zone.to_string() {
                zone if is_set_off => Assumption::SetOff { lines, zone },
                zone => Assumption::PerhapsOf { lines, zone },
            }));
        if let [end] = *ends
            && is_set_off
        {
            let block = lines.iter_mut().filter(|line| line.block == end);
            block.for_each(|line| line.zone = Arc::clone(zone));
        }
    }
}
