//! The JDKs of this machine, for tests that read their library.

use std::path::Path;

use classfile::Jdk;

/// The JDK that would be used by default and all others in the usual place; says so loudly if there is none.
pub fn found() -> Vec<Jdk> {
    let mut jdks: Vec<Jdk> = Jdk::locate(None).into_iter().collect();
    let mut homes: Vec<_> =
        std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|f| f.path()).collect();
    homes.sort();
    jdks.extend(homes.iter().filter_map(|home| Jdk::locate(Some(Path::new(home))).ok()));
    jdks.sort_by_key(|jdk| jdk.feature());
    jdks.dedup_by_key(|jdk| jdk.feature());
    if jdks.is_empty() {
        eprintln!("SKIPPED: no JDK was found, so nothing of its library was tested");
    }
    jdks
}
