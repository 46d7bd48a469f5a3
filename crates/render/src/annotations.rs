//! GitHub's workflow commands: each finding becomes a note at its line of the change.

use crate::suite::Suite;

pub fn annotations(suite: &Suite) -> String {
    let mut text = String::new();
    for (case, finding) in suite.findings() {
        let place = finding.place.as_ref().map(|place| format!("file={},line={},", value(&place.file), place.line));
        let title = value(&format!("{}#{}", case.class, case.name));
        text.push_str(&format!("::error {}title={title}::{}\n", place.unwrap_or_default(), data(&finding.message)));
    }
    text
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn value(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
