//! Everything that compilers made must pass: the JDK's library, and large jars where they are found.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use classfile::{ClassFile, access};

use super::environment::{Library, jdks};
use crate::analysis::{VerifyError, slot_maps, verify_class};

#[derive(Default)]
struct Totals {
    classes: usize,
    bytes: usize,
    verifying: Duration,
    mapping: Duration,
}

/// Verifies a class and computes the maps of all its methods.
fn analyse(class: &ClassFile, library: &Library, totals: &mut Totals) -> Result<(), VerifyError> {
    let started = Instant::now();
    verify_class(class, library)?;
    totals.verifying += started.elapsed();
    totals.classes += 1;
    for method in &class.methods {
        let Some(code) = &method.code else { continue };
        let is_static = method.access & access::STATIC != 0;
        let started = Instant::now();
        let maps = slot_maps(code, &class.pool, &method.descriptor, is_static);
        totals.mapping += started.elapsed();
        totals.bytes += code.bytes.len();
        let maps = maps.unwrap_or_else(|error| panic!("{}.{}{}: {error}", class.name, method.name, method.descriptor));
        let entry = maps.at(0).expect("the first instruction is reached");
        assert_eq!(entry.stack_depth(), 0);
        assert_eq!(entry.is_ref_local(0) && !is_static, !is_static, "this is a reference");
    }
    Ok(())
}

fn report(what: &str, totals: &Totals) {
    let per_class = |time: Duration| time.as_secs_f64() * 1e6 / totals.classes.max(1) as f64;
    println!(
        "{what}: {} classes, {} bytes of code; per class verified in {:.1} µs, mapped in {:.1} µs ({:.3} µs per byte)",
        totals.classes,
        totals.bytes,
        per_class(totals.verifying),
        per_class(totals.mapping),
        totals.mapping.as_secs_f64() * 1e6 / totals.bytes.max(1) as f64
    );
}

#[test]
fn all_of_java_base_passes() {
    for jdk in jdks() {
        let library = Library::open(&jdk, &[]);
        let mut totals = Totals::default();
        let names: Vec<String> =
            library.image.class_names().filter(|(module, _)| *module == "java.base").map(|(_, name)| name).collect();
        for name in names.iter().filter(|name| *name != "module-info") {
            let class: Rc<ClassFile> = library.class(name).unwrap();
            analyse(&class, &library, &mut totals).unwrap_or_else(|error| panic!("{error}"));
        }
        report(&format!("java.base of {}", jdk.version()), &totals);
        assert!(totals.classes > 5000);
    }
}

/// Jars of other compilers and times, from the folder that HAZARD_TEST_JARS names. A class that needs an optional
/// dependency cannot be verified, as on any virtual machine.
#[test]
fn third_party_jars_pass() {
    let Some(folder) = std::env::var_os("HAZARD_TEST_JARS") else {
        eprintln!("SKIPPED: HAZARD_TEST_JARS names no folder with jars");
        return;
    };
    let mut jars: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    jars.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
    jars.sort();
    for jdk in jdks() {
        for jar in &jars {
            let library = Library::open(&jdk, std::slice::from_ref(jar));
            let (mut totals, mut missing) = (Totals::default(), 0);
            for name in library.path.class_names().iter().filter(|name| !name.ends_with("-info")) {
                let class = library.class(name).unwrap();
                match analyse(&class, &library, &mut totals) {
                    Ok(()) => {}
                    Err(VerifyError::Missing { .. }) => missing += 1,
                    Err(error) => panic!("{error}"),
                }
            }
            report(&format!("{} on {}, {missing} unresolved", jar.display(), jdk.version()), &totals);
            assert!(missing * 20 <= totals.classes, "{missing} classes need what is not there");
        }
    }
}
