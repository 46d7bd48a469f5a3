//! Class paths made of folders and jars, and what is said about bad ones.

mod random;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use classfile::ClassPath;
use random::Random;
use zip::write::SimpleFileOptions;

/// A folder of its own for a test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("hazard-class-path-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn jar(&self, name: &str, entries: &[(&str, &str)]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut jar = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for (name, content) in entries {
            jar.start_file(*name, SimpleFileOptions::default()).unwrap();
            jar.write_all(content.as_bytes()).unwrap();
        }
        jar.finish().unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn class(path: &ClassPath, name: &str) -> Option<String> {
    path.find_class(name).unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn searches_folders_and_jars_in_order() {
    let scratch = Scratch::new("order");
    scratch.file("classes/a/A.class", b"folder");
    scratch.file("classes/x.txt", b"1");
    let jar = scratch.jar("j.jar", &[("a/A.class", "jar"), ("a/B.class", "B"), ("x.txt", "2")]);
    let path = ClassPath::open(&[scratch.path("classes"), jar.clone()]).unwrap();
    assert_eq!(class(&path, "a/A").as_deref(), Some("folder"));
    assert_eq!(class(&path, "a/B").as_deref(), Some("B"));
    assert_eq!(class(&path, "a/C"), None);
    assert_eq!(path.find_resources("x.txt").unwrap(), [b"1", b"2"]);
    assert_eq!(path.class_names(), ["a/A", "a/B"]);
    let path = ClassPath::open(&[jar, scratch.path("classes")]).unwrap();
    assert_eq!(class(&path, "a/A").as_deref(), Some("jar"));
    // A name from a class file must not lead out of the folder.
    for outside in ["../j.jar", "/etc/hostname", "", "a", "a//A.class", "a\0b"] {
        assert_eq!(path.find_resource(outside).unwrap(), None, "{outside:?}");
    }
}

#[test]
fn follows_manifests_and_wildcards() {
    let scratch = Scratch::new("manifest");
    let manifest = "Manifest-Version: 1.0\nMain-Class: pkg.Main\nClass-Path: lib/b.jar lib/missing.jar a.jar dir/\n";
    let a = scratch.jar("a.jar", &[("META-INF/MANIFEST.MF", manifest), ("A.class", "A")]);
    scratch.jar("lib/b.jar", &[("META-INF/MANIFEST.MF", "Class-Path: ../a.jar c.jar\n"), ("B.class", "B")]);
    scratch.jar("lib/c.jar", &[("C.class", "C")]);
    scratch.file("dir/D.class", b"D");
    let path = ClassPath::open(&[a]).unwrap();
    assert_eq!(path.main_class().as_deref(), Some("pkg/Main"));
    for name in ["A", "B", "C", "D"] {
        assert_eq!(class(&path, name).as_deref(), Some(name));
    }
    assert_eq!(path.locations().count(), 4);
    let path = ClassPath::open(&[scratch.path("lib").join("*")]).unwrap();
    assert_eq!(path.class_names(), ["A", "B", "C", "D"]);
}

#[test]
fn multi_release_jars_serve_the_version_of_the_jdk() {
    let scratch = Scratch::new("release");
    let entries = [
        ("META-INF/MANIFEST.MF", "Multi-Release: true\n"),
        ("A.class", "old"),
        ("META-INF/versions/11/A.class", "eleven"),
        ("META-INF/versions/21/A.class", "twenty-one"),
        ("META-INF/versions/8/A.class", "no such version"),
    ];
    let jar = scratch.jar("m.jar", &entries);
    let plain = scratch.jar("plain.jar", &entries[1..]);
    for (feature, expected) in [(8, "old"), (10, "old"), (17, "eleven"), (21, "twenty-one"), (25, "twenty-one")] {
        let path = ClassPath::open(std::slice::from_ref(&jar)).unwrap().for_release(feature);
        assert_eq!(class(&path, "A").as_deref(), Some(expected), "{feature}");
        assert_eq!(path.class_names(), ["A"]);
    }
    let path = ClassPath::open(&[plain]).unwrap();
    assert_eq!(class(&path, "A").as_deref(), Some("old"));
}

#[test]
fn bad_entries_are_one_clear_sentence() {
    let scratch = Scratch::new("bad");
    let refusal = |path: &Path| ClassPath::open(&[path.to_path_buf()]).map(|_| ()).unwrap_err().to_string();
    let missing = scratch.path("missing.jar");
    let sentence = format!("the class path names {}, which does not exist; correct it", missing.display());
    assert_eq!(refusal(&missing), sentence);
    let text = scratch.file("text.jar", b"this is no jar at all");
    assert!(refusal(&text).contains("is not a jar or zip, or is damaged"), "{}", refusal(&text));
    let empty = scratch.file("empty.jar", b"");
    assert!(refusal(&empty).contains("is not a jar or zip"), "{}", refusal(&empty));

    let jar = scratch.jar("good.jar", &[("A.class", &"A".repeat(500))]);
    let bytes = fs::read(&jar).unwrap();
    let truncated = scratch.file("truncated.jar", &bytes[..bytes.len() - 30]);
    assert!(refusal(&truncated).contains("is not a jar or zip, or is damaged"));
    // Damage inside the compressed data shows only when the class is read.
    let mut damaged = bytes.clone();
    for byte in &mut damaged[38..44] {
        *byte ^= 0x5a;
    }
    let damaged = ClassPath::open(&[scratch.file("damaged.jar", &damaged)]).unwrap();
    let sentence = damaged.find_class("A").unwrap_err().to_string();
    assert!(sentence.contains("damaged.jar") && sentence.contains("damaged"), "{sentence}");
}

#[test]
fn damaged_jars_never_panic() {
    let scratch = Scratch::new("mutated");
    let manifest = ("META-INF/MANIFEST.MF", "Multi-Release: true\n");
    let jar = scratch.jar("j.jar", &[manifest, ("A.class", &"abc".repeat(100)), ("b/B.class", "B")]);
    let original = fs::read(jar).unwrap();
    let mut random = Random::new(3);
    let mut refused = 0;
    for _ in 0..500 {
        let mut bytes = original.clone();
        random.damage(&mut bytes);
        let path = scratch.file("mutated.jar", &bytes);
        let readable = ClassPath::open(&[path])
            .and_then(|path| path.class_names().iter().try_for_each(|name| path.find_class(name).map(|_| ())));
        refused += usize::from(readable.is_err());
    }
    assert!((50..500).contains(&refused), "{refused} of 500 refused");
}
