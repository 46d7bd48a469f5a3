//! The recorded outputs of the golden programs against HotSpot itself. It starts a few hundred virtual machines, so it runs on
//! demand: `cargo test -p hazard-testkit --test recorded -- --ignored`.

use std::path::Path;
use testkit::{Jdk, Suite, Template};

fn agree_with_hotspot(folder: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut suite = Suite::new(&root, Template::hotspot(), Template::hotspot());
    let jars = std::fs::read_dir(root.join("jars")).into_iter().flatten().flatten().map(|entry| entry.path());
    suite.libraries = jars.filter(|path| path.extension().is_some_and(|ending| ending == "jar")).collect();
    let mut wrong = Vec::new();
    for jdk in Jdk::installed().iter().filter(|jdk| [17, 25].contains(&jdk.version)) {
        for outcome in suite.execute(jdk).unwrap_or_else(|error| panic!("{error}")) {
            wrong.extend(outcome.result.err().map(|why| format!("{} on JDK {}: {why}", outcome.name, jdk.version)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "starts a few hundred virtual machines"]
fn programs_agree_with_hotspot() {
    agree_with_hotspot("programs");
}

#[test]
#[ignore = "needs the jars of tests/libraries/fetch.sh"]
fn libraries_agree_with_hotspot() {
    agree_with_hotspot("libraries");
}
