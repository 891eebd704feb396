//! What can be wrong with the parts of a simulation that are merged, in every language.

use sleeve_data::messages;
use sleeve_data::model::hidden::escaped;
use sleeve_odds::draw::CHUNK;

messages! {
    /// Why parts do not make a whole.
    #[derive(Clone, PartialEq, Debug)]
    pub enum PartMessage {
        NoParts { path: String } => {
            title: "`{path}` holds no part of a simulation",
            help: "`sleeve draw … --trials N --seed S --chunks A..B -o json` writes one",
        }
        /// In the words of the parser.
        NoPart { path: String, line: usize, column: usize, message: String } => {
            title: "`{path}`, line {line}, column {column}: no part of a simulation: {message}",
            help: "`sleeve draw … --trials N --seed S --chunks A..B -o json` writes one",
        }
        TooLong { path: String, line: usize, limit: usize } => {
            title: "`{path}`, line {line}: the part has more than {limit} bytes",
            help: "ask fewer questions or turns in one part",
        }
        Impossible { path: String, line: usize, key: String } => {
            title: "`{path}`, line {line}: the numbers of `{key}` are impossible",
            help: "the part was cut or changed: draw it anew",
        }
        Different { path: String, line: usize, key: String, first: String } => {
            let key = escaped(&key);
            title: "`{path}`, line {line}: `{key}` is not that of `{first}`",
            help: "merge parts of one deck, question, seed and version",
        }
        ChunkTwice { path: String, line: usize, chunk: u64, first: String } => {
            title: "`{path}`, line {line}: chunk {chunk} was read before, in `{first}`",
            help: "name each part once; of A..B, B is not included",
        }
        /// The first run of chunks that no part has.
        Missing { path: String, start: u64, end: u64, all: u64 } => {
            let hands = CHUNK;
            title: "chunks {start}..{end} of 0..{all}, each of {hands} hands, are missing",
            help: "draw them as those of `{path}`, with `--chunks {start}..{end}`",
        }
    }
}
