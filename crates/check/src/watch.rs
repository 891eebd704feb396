//! Whoever looks on while many files are read.

/// Is told how far the reading of many files is, and asked whether to go on.
pub trait Watch: Sync {
    /// So many files are to be read; said once, before the first. Of a few files nothing is said.
    fn begins(&self, files: usize);
    /// Whether the next file is to be read. The others are then among what was skipped.
    fn goes_on(&self) -> bool;
    /// One more file is read, and its deck checked.
    fn advances(&self);
}

/// Nobody looks on.
impl Watch for () {
    fn begins(&self, _files: usize) {}

    fn goes_on(&self) -> bool {
        true
    }

    fn advances(&self) {}
}
