//! The Java API (packages `hazard`, `probabilistic`, `gov.nasa.jpf.vm`, …), compiled and embedded.

use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::scratch::Scratch;

/// `hazard-api.jar`.
pub static JAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/hazard-api.jar"));

/// Classes of Java PathFinder that must be ours even where its own are on the class path: those are native methods without
/// anybody to implement them, and bodies for machines that explore nothing.
static STAND_INS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/stand-ins.jar"));

/// Writes the jar to `path`.
pub fn write(path: &Path) -> Result<(), Fault> {
    crate::files::write(path, JAR)
}

/// The jar in a temporary folder, for class paths.
pub(crate) fn unpack(scratch: &Scratch) -> Result<PathBuf, Fault> {
    place(scratch, "hazard-api.jar", JAR)
}

/// What goes before the user's class path.
pub(crate) fn unpack_stand_ins(scratch: &Scratch) -> Result<PathBuf, Fault> {
    place(scratch, "stand-ins.jar", STAND_INS)
}

fn place(scratch: &Scratch, name: &str, jar: &[u8]) -> Result<PathBuf, Fault> {
    let path = scratch.path().join(name);
    std::fs::write(&path, jar)
        .map_err(|error| Fault::Input(format!("{} cannot be written ({error})", path.display())))?;
    Ok(path)
}
