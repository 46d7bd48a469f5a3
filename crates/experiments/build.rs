//! Embeds the gallery (`java/examples`), the experiments' own subjects (`bench/subjects`) and the transition systems
//! (`tests/aut`), so that `hazard example` and `hazard bench` work wherever the binary and a JDK are.

use std::fmt::Write;
use std::path::{Path, PathBuf};

const GROUPS: [(&str, &str); 4] = [
    ("randomized", "java/examples/randomized"),
    ("concurrent", "java/examples/concurrent"),
    ("symbolic", "java/examples/symbolic"),
    ("subject", "bench/subjects"),
];

fn main() {
    if let Err(sentence) = build() {
        println!("cargo::error={sentence}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let root = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let root = root.canonicalize().map_err(|error| format!("{}: {error}", root.display()))?;
    let mut table = String::from("pub static SOURCES: &[(&str, &str, &str)] = &[\n");
    for (group, folder) in GROUPS {
        for path in files(&root.join(folder), "java")? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(table, "    ({group:?}, {name:?}, include_str!({:?})),", path.display().to_string());
        }
    }
    table.push_str("];\n\npub static MODELS: &[(&str, &[u8])] = &[\n");
    for ending in ["aut", "gz"] {
        for path in files(&root.join("tests/aut"), ending)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
        }
    }
    table.push_str("];\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR for build scripts")?);
    std::fs::write(out.join("embedded.rs"), table).map_err(|error| format!("the table cannot be written: {error}"))
}

/// The files of a folder with this ending, in order.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
