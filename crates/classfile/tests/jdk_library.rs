//! The whole library of every JDK that is installed: found by name, parsed, and its pool readable throughout.

mod jdks;

use std::process::Command;

use classfile::{ClassFile, Jimage};

#[test]
fn parses_every_class_of_java_base() {
    for jdk in jdks::found() {
        let image = Jimage::open(&jdk.modules()).unwrap();
        let started = std::time::Instant::now();
        let mut classes = 0;
        let mut methods = 0;
        for (module, name) in image.class_names().filter(|(module, _)| *module == "java.base") {
            let (found_in, bytes) = image.find_class(&name).unwrap().unwrap_or_else(|| panic!("{name} is listed"));
            if name != "module-info" {
                assert_eq!(found_in, module, "{name}");
            }
            let class = ClassFile::parse(&bytes).unwrap_or_else(|error| panic!("{module}/{name}: {error}"));
            assert_eq!(*class.name, *name);
            classes += 1;
            methods += class.methods.len();
        }
        println!("Java {}: {classes} classes, {methods} methods in {:?}", jdk.version(), started.elapsed());
        // The counts of a JDK 17 and a JDK 25 lie around 6,500 and 7,400 classes with 9 methods each.
        assert!(classes > 5000 && methods > 8 * classes, "{classes} classes, {methods} methods");
    }
}

#[test]
fn finds_classes_and_resources_by_name_alone() {
    for jdk in jdks::found() {
        let image = Jimage::open(&jdk.modules()).unwrap();
        let module_of = |name: &str| image.find_class(name).unwrap().map(|(module, _)| module);
        assert_eq!(module_of("java/lang/String"), Some("java.base"));
        assert_eq!(module_of("java/util/Map$Entry"), Some("java.base"));
        assert_eq!(module_of("java/sql/Connection"), Some("java.sql"));
        assert_eq!(module_of("java/util/logging/Logger"), Some("java.logging"));
        for missing in ["", "java/lang/Strin", "no/such/Thing", "Main", "/java/lang/String", "java/lang/String.class"] {
            assert_eq!(module_of(missing), None, "{missing}");
        }
        assert_eq!(image.module_of_package("java/util").unwrap(), Some("java.base"));
        assert!(image.find_resource("java.base", "module-info.class").unwrap().is_some());
        assert!(image.find_resource("java.base", "no/such").unwrap().is_none());
    }
}

/// Images made by `jlink --compress`, where the JDK has its modules to make one from.
#[test]
#[ignore = "jlink takes a minute"]
fn reads_compressed_images() {
    for jdk in jdks::found() {
        let jlink = jdk.home().join("bin/jlink");
        if !jlink.is_file() || !jdk.home().join("jmods/java.base.jmod").is_file() {
            eprintln!("SKIPPED: Java {} cannot make a compressed image", jdk.version());
            continue;
        }
        let plain = Jimage::open(&jdk.modules()).unwrap();
        for level in ["1", "2"] {
            let folder = std::env::temp_dir().join(format!("hazard-jlink-{level}-{}", std::process::id()));
            let made = Command::new(&jlink)
                .args(["--add-modules", "java.base", "--compress", level, "--output"])
                .arg(&folder)
                .output()
                .unwrap();
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            let image = Jimage::open(&folder.join("lib/modules")).unwrap();
            let mut classes = 0;
            for (module, name) in image.class_names() {
                let (_, bytes) = image.find_class(&name).unwrap().unwrap_or_else(|| panic!("{name} is listed"));
                let class = ClassFile::parse(&bytes).unwrap_or_else(|error| panic!("{module}/{name}: {error}"));
                assert_eq!(*class.name, *name);
                // jlink makes a few classes of its own (SystemModules); a class it only copied is the same.
                if name.starts_with("java/util/") {
                    assert!(plain.find_class(&name).unwrap().is_some_and(|(_, original)| original == bytes), "{name}");
                }
                classes += 1;
            }
            std::fs::remove_dir_all(&folder).unwrap();
            assert!(classes > 5000, "{classes} classes at compression {level}");
        }
    }
}
