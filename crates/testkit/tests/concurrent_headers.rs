//! Every program of tests/threads and of the concurrent and symbolic galleries has a header that can be understood, with a
//! verdict or a question in it.

use std::fs;
use std::path::Path;

use testkit::{Header, java_files};

#[test]
fn every_header_parses_and_expects_something() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["tests/threads", "java/examples/concurrent", "java/examples/symbolic"] {
        files.extend(java_files(&root.join(folder)).expect("the folder is part of the repository"));
    }
    assert!(files.len() > 400, "only {} programs found", files.len());
    for file in &files {
        let source = fs::read_to_string(file).expect("a program is UTF-8");
        let header = Header::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let answered = !header.pse.is_empty() && header.pse.iter().all(|question| question.answer.is_some());
        let judged = header.expect.is_some() || header.expect_symbolic.is_some();
        assert!(judged || answered, "{} expects nothing", file.display());
        let lists_outputs = header.outputs.is_some();
        assert!(!lists_outputs || header.expect.as_deref() == Some("holds"), "{}: outputs of a bug", file.display());
    }
}
