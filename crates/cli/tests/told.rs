//! Traces as people read them: the programs of `tests/told` say in their heads what must be told of them, in that order, and what
//! must not. What they do is known from the programs: each has one way to fail, or ways that differ in the names of threads only.

mod shell;

use shell::{Shell, repository};

#[test]
fn traces_say_what_happened() {
    let folder = repository().join("tests/told");
    let shell = Shell::new(&folder);
    let mut trouble = Vec::new();
    let mut seen = 0;
    for file in std::fs::read_dir(&folder).expect("the programs are part of the repository") {
        let file = file.expect("a file").path();
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let run = shell.run(&["check", &name], "");
        if run.status != Some(1) {
            trouble.push(format!("{name}: status {:?}\n{}{}", run.status, run.out, run.err));
            continue;
        }
        seen += 1;
        let told = settled(&run.out);
        let mut rest = told.as_str();
        for line in text.lines() {
            if let Some(wanted) = line.strip_prefix("//@ told: ") {
                match rest.find(&settled(wanted)) {
                    Some(at) => rest = &rest[at + settled(wanted).len()..],
                    None => trouble.push(format!("{name}: nothing says {wanted:?} at its place\n{}", run.out)),
                }
            } else if let Some(unwanted) = line.strip_prefix("//@ untold: ")
                && told.contains(unwanted)
            {
                trouble.push(format!("{name}: it says {unwanted:?}\n{}", run.out));
            }
        }
        let schedule = run.out.lines().skip_while(|line| !line.starts_with("The way there"));
        for line in schedule.filter(|line| line.chars().count() > 80) {
            trouble.push(format!("{name}: wider than 80 columns: {line}"));
        }
    }
    assert!(trouble.is_empty(), "{}", trouble.join("\n"));
    assert!(seen >= 6, "only {seen} programs were looked at");
}

/// Without line breaks, the numbers of steps and the spaces between columns.
fn settled(text: &str) -> String {
    let is_number = |word: &&str| !word.chars().all(|character| character.is_ascii_digit());
    text.split_whitespace().filter(is_number).collect::<Vec<_>>().join(" ")
}
