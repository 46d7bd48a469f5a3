//! A file mapped into memory. The one place of this crate with `unsafe`.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use crate::ClassError;

pub(crate) struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a file that nobody changes while we run. Used for the JDK's image only, which HotSpot maps just the same;
    /// jars of the user, which a build may overwrite at any time, are read instead.
    #[allow(unsafe_code)]
    pub fn open(path: &Path) -> Result<Self, ClassError> {
        let file = File::open(path).map_err(|error| ClassError::unreadable(path, &error))?;
        // SAFETY: the obligation is that the file is neither shortened nor rewritten while mapped. It belongs to an
        // installed JDK; whoever replaces that under a running program breaks every running JVM as well.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| ClassError::unreadable(path, &error))?;
        Ok(MappedFile(map))
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
