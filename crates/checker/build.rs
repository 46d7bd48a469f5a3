//! Compiles the Java API (`java/api`) and packs it as a jar that the library embeds, so that checked programs always find
//! it and `hazard api` can write it out.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let api = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../java/api");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    println!("cargo::rerun-if-changed={}", api.display());
    if let Err(sentence) = build(&api) {
        println!("cargo::error={sentence}");
        std::process::exit(1);
    }
}

fn build(api: &Path) -> Result<(), String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR for build scripts")?);
    let classes = out.join("api-classes");
    let failed = |error: std::io::Error| format!("the Java API cannot be built: {error}");
    if classes.exists() {
        std::fs::remove_dir_all(&classes).map_err(failed)?;
    }
    let mut sources = files_below(api, "java").map_err(failed)?;
    sources.sort();
    let javac = match std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        Some(home) => Path::new(&home).join("bin/javac"),
        None => PathBuf::from("javac"),
    };
    // Release 11: the oldest that users of these packages still compile for.
    let compiled = Command::new(&javac)
        .args(["--release", "11", "-encoding", "UTF-8", "-g", "-proc:none", "-d"])
        .arg(&classes)
        .args(&sources)
        .output()
        .map_err(|error| {
            format!(
                "building Hazard needs a JDK, but {} does not run ({error}); install one (Debian: apt-get install \
                 openjdk-17-jdk) or set JAVA_HOME",
                javac.display()
            )
        })?;
    if !compiled.status.success() {
        let errors = String::from_utf8_lossy(&compiled.stderr).replace('\n', " ");
        return Err(format!("javac refuses the Java API: {errors}"));
    }
    for (name, package) in [("hazard-api.jar", ""), ("stand-ins.jar", "gov/nasa/jpf/vm")] {
        let jar = pack(&classes, package).map_err(|error| format!("the Java API cannot be packed: {error}"))?;
        std::fs::write(out.join(name), jar).map_err(failed)?;
    }
    Ok(())
}

/// The same bytes for the same classes: names in order, no dates.
fn pack(classes: &Path, package: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut files = files_below(&classes.join(package), "class")?;
    files.sort();
    let options = zip::write::SimpleFileOptions::default();
    let mut jar = zip::ZipWriter::new(Cursor::new(Vec::new()));
    jar.start_file("META-INF/MANIFEST.MF", options)?;
    jar.write_all(b"Manifest-Version: 1.0\r\nImplementation-Title: hazard-api\r\n\r\n")?;
    for file in files {
        let name: Vec<String> =
            file.strip_prefix(classes)?.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        jar.start_file(name.join("/"), options)?;
        jar.write_all(&std::fs::read(&file)?)?;
    }
    Ok(jar.finish()?.into_inner())
}

fn files_below(folder: &Path, extension: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|ending| ending == extension) {
            found.push(path);
        }
    }
    Ok(found)
}
