//! The shipped games inside the binary.

use sleeve::catalog::{self, source};
use std::path::Path;

#[test]
fn the_snapshot_holds_what_the_files_say() {
    let shipped = catalog::games();
    let read = source::load_folder(Path::new("cards")).unwrap();
    assert_eq!(shipped.len(), read.len());
    for (head, read) in shipped.iter().zip(&read) {
        let open = catalog::open(&head.named.id, &[]).unwrap();
        let mut game = open.game.clone();
        for known in std::mem::take(&mut *game.known_decks) {
            let file = Path::new("decks").join(head.named.id.as_str()).join(known.file);
            assert_eq!(known.text, std::fs::read_to_string(file).unwrap());
        }
        assert_eq!(game, read.catalog.game);
        assert_eq!(head.cards as usize, read.catalog.cards.len());
        for (packed, parsed) in open.cards.iter().zip(read.catalog.cards.iter()) {
            let index = packed.index();
            assert_eq!(open.cards.record(index), read.catalog.cards.record(parsed.index()));
        }
        assert_eq!(open.format_heads(), head.formats);
        assert!(open.all_formats().eq(read.catalog.all_formats()));
        assert_eq!(open.list_names(), read.catalog.list_names());
        assert!(open.lists().eq(read.catalog.lists()));
        assert_eq!(open.set_outs(), read.catalog.set_outs());
    }
}

#[test]
#[ignore = "prints how long opening takes; meaningful in an optimised build"]
fn opening_is_cheap() {
    for head in catalog::games() {
        let mut best = std::time::Duration::MAX;
        for _ in 0..200 {
            let start = std::time::Instant::now();
            let open = catalog::open(&head.named.id, &[]).unwrap();
            best = best.min(start.elapsed());
            assert_eq!(open.cards.len(), head.cards as usize);
        }
        println!(
            "{}: {best:?}, {} cards, {} formats",
            head.named.id,
            head.cards,
            head.formats.len()
        );
    }
    let start = std::time::Instant::now();
    let heads = catalog::games();
    println!("heads of {} games: {:?}", heads.len(), start.elapsed());
}
