//! Every program of tests/threads and of the concurrent and symbolic galleries has a header that can be understood, with a
//! verdict or a question in it.

use std::fs;
use std::path::{Path, PathBuf};

use testkit::Header;

fn java_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is part of the repository") {
        let path = entry.expect("a directory entry can be read").path();
        if path.is_dir() {
            java_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

#[test]
fn every_header_parses_and_expects_something() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["tests/threads", "java/examples/concurrent", "java/examples/symbolic"] {
        java_files(&root.join(folder), &mut files);
    }
    assert!(files.len() > 400, "only {} programs found", files.len());
    for file in &files {
        let source = fs::read_to_string(file).expect("a program is UTF-8");
        let header = Header::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let answered = !header.pse.is_empty() && header.pse.iter().all(|question| question.answer.is_some());
        assert!(header.expect.is_some() || answered, "{} expects nothing", file.display());
        let lists_outputs = header.outputs.is_some();
        assert!(!lists_outputs || header.expect.as_deref() == Some("holds"), "{}: outputs of a bug", file.display());
    }
}
