//! The Java API (packages `hazard`, `probabilistic`, `gov.nasa.jpf.vm`, …), compiled and embedded.

use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::scratch::Scratch;

/// `hazard-api.jar`.
pub static JAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/hazard-api.jar"));

/// Writes the jar to `path`.
pub fn write(path: &Path) -> Result<(), Fault> {
    crate::files::write(path, JAR)
}

/// The jar in a temporary folder, for class paths.
pub(crate) fn unpack(scratch: &Scratch) -> Result<PathBuf, Fault> {
    let path = scratch.path().join("hazard-api.jar");
    std::fs::write(&path, JAR)
        .map_err(|error| Fault::Input(format!("{} cannot be written ({error})", path.display())))?;
    Ok(path)
}
