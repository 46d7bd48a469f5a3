//! Damaged class files, from a seed: each is refused or accepted, never a panic or a hang.

mod jdks;
mod random;

use classfile::{ClassFile, Jimage};
use random::Random;

const CLASSES: [&str; 10] = [
    "java/lang/Object",
    "java/lang/String",
    "java/util/HashMap",
    "java/util/concurrent/TimeUnit",
    "java/util/stream/Collectors",
    "java/lang/Runnable",
    "java/util/Map$Entry",
    "java/lang/Deprecated",
    "java/lang/Boolean",
    "java/util/Optional",
];

#[test]
fn damaged_class_files_never_panic() {
    let Some(jdk) = jdks::found().into_iter().next() else { return };
    let image = Jimage::open(&jdk.modules()).unwrap();
    let originals: Vec<Vec<u8>> =
        CLASSES.iter().map(|name| image.find_class(name).unwrap().expect("in every JDK").1.into_owned()).collect();
    let mut random = Random::new(17);
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..10_000 {
        let mut bytes = originals[round % originals.len()].clone();
        random.damage(&mut bytes);
        match ClassFile::parse(&bytes) {
            Ok(_) => accepted += 1,
            Err(error) => {
                refused += 1;
                let sentence = error.to_string();
                assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
            }
        }
    }
    println!("{refused} refused, {accepted} accepted");
    // Both must happen, or the mutations test nothing.
    assert!(refused > 2_000 && accepted > 500, "{refused} refused, {accepted} accepted");
}

#[test]
fn every_truncation_is_refused() {
    let Some(jdk) = jdks::found().into_iter().next() else { return };
    let image = Jimage::open(&jdk.modules()).unwrap();
    let (_, bytes) = image.find_class("java/util/Optional").unwrap().expect("in every JDK");
    for length in 0..bytes.len() {
        assert!(ClassFile::parse(&bytes[..length]).is_err(), "the first {length} bytes of {}", bytes.len());
    }
    let mut longer = bytes.to_vec();
    longer.push(0);
    assert_eq!(ClassFile::parse(&longer).unwrap_err().to_string(), "the class is followed by 1 extra bytes");
}
