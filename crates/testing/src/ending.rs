//! What happens after a test has failed is of no interest: the framework takes its time until the failure leaves it, and other
//! threads go on meanwhile. Such steps are left out at the end of a schedule.

use std::collections::HashSet;

use checker::report::ViolationReport;
use classfile::ClassFile;

use crate::discovery::class_files;

/// Leaves out what follows the last step in a source of the project.
pub fn trim(violation: &mut ViolationReport, class_path: &str) {
    if !["exception", "assertion"].contains(&violation.kind.as_str()) {
        return;
    }
    let own = own_sources(class_path);
    let is_own = |place: &Option<String>| {
        place.as_deref().and_then(|place| place.split(':').next()).is_some_and(|file| own.contains(file))
    };
    if !violation.trace.iter().any(|step| is_own(&step.location)) {
        return;
    }
    while let Some(last) = violation.trace.last_mut() {
        while last.forced.last().is_some_and(|forced| !is_own(&forced.location)) {
            last.forced.pop();
        }
        if !last.forced.is_empty() || is_own(&last.location) {
            break;
        }
        violation.trace.pop();
    }
}

/// The names of the sources that the folders of a class path were compiled from.
fn own_sources(class_path: &str) -> HashSet<String> {
    let mut files = Vec::new();
    for folder in std::env::split_paths(class_path).filter(|entry| entry.is_dir()) {
        class_files(&folder, &mut files);
    }
    let source = |bytes: Vec<u8>| Some(ClassFile::parse(&bytes).ok()?.source_file?.to_string());
    files.iter().filter_map(|file| std::fs::read(file).ok().and_then(source)).collect()
}
