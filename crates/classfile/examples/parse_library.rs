//! Parses all of java.base ten times and prints the best time: `cargo run --release --example parse_library [JDK]`.

use std::path::PathBuf;
use std::time::Instant;

use classfile::{ClassError, ClassFile, Jdk, Jimage};

fn main() -> Result<(), ClassError> {
    let jdk = Jdk::locate(std::env::args_os().nth(1).map(PathBuf::from).as_deref())?;
    let image = Jimage::open(&jdk.modules())?;
    let names: Vec<String> =
        image.class_names().filter(|(module, _)| *module == "java.base").map(|(_, name)| name).collect();
    let mut finding = f64::MAX;
    let mut parsing = f64::MAX;
    let mut trusting = f64::MAX;
    for _ in 0..10 {
        let started = Instant::now();
        let mut classes = Vec::with_capacity(names.len());
        for name in &names {
            classes.extend(image.find_class(name)?);
        }
        finding = finding.min(started.elapsed().as_secs_f64());
        let started = Instant::now();
        for (_, bytes) in &classes {
            ClassFile::parse(bytes)?;
        }
        parsing = parsing.min(started.elapsed().as_secs_f64());
        let started = Instant::now();
        for (_, bytes) in &classes {
            ClassFile::parse_trusted(bytes)?;
        }
        trusting = trusting.min(started.elapsed().as_secs_f64());
    }
    let count = names.len();
    println!("Java {}: {count} classes", jdk.version());
    println!("found in {finding:.4} s, parsed in {parsing:.4} s, trusted in {trusting:.4} s");
    Ok(())
}
