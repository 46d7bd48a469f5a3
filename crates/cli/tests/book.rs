//! The book builds, and its commands are run and print what it says.
//!
//! A block fenced as `console` holds commands behind `$ ` and what they print. `console,exit=1` says how the last one ends. A line
//! `…` stands for any lines. Compared are verdicts, answers and whatever else stands at the left margin, in order; not the numbers
//! of states, times and memory, and not the steps of a trace, which another reduction may change. Lists and help are compared in full.

mod shell;

use shell::repository;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Block {
    place: String,
    exit: i32,
    /// Commands, each with the lines printed.
    commands: Vec<(String, Vec<String>)>,
}

#[test]
fn commands_print_what_the_book_says() {
    let root = repository();
    let mut pages = vec![root.join("README.md")];
    collect(&root.join("book/src"), &mut pages);
    let folder = Folder::new(&root);
    let mut trouble = Vec::new();
    let mut count = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|ending| ending == "md")) {
        let text = std::fs::read_to_string(page).expect("a page is UTF-8");
        for block in blocks(&page.display().to_string(), &text) {
            let last = block.commands.len();
            for (index, (command, lines)) in block.commands.iter().enumerate() {
                count += 1;
                let output = folder.run(command);
                let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
                let wanted = if index + 1 == last { Some(block.exit) } else { None };
                if wanted.is_some() && output.status.code() != wanted {
                    let status = output.status.code();
                    trouble.push(format!("{}: {command} ends with {status:?}, not {wanted:?}\n{printed}", block.place));
                }
                let is_list = command.starts_with("hazard list") || command.ends_with(" -h");
                if let Some(missing) = missing(lines, &printed, is_list) {
                    trouble.push(format!("{}: {command} does not print {missing:?} there\n{printed}", block.place));
                }
            }
        }
    }
    assert!(trouble.is_empty(), "{}", trouble.join("\n\n"));
    assert!(count >= 10, "only {count} commands found");
}

/// `make mdbook` gets mdBook where cargo builds; `MDBOOK` names another one.
#[test]
fn the_book_builds_and_its_links_lead_somewhere() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder that cargo builds in");
    let own = target.join("tools/bin/mdbook");
    let tool =
        std::env::var_os("MDBOOK").map_or_else(|| if own.is_file() { own } else { "mdbook".into() }, PathBuf::from);
    if Command::new(&tool).arg("--version").output().is_err() {
        return testkit::skip("building the book: mdBook is missing, `make mdbook` installs it");
    }
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-site");
    let built = Command::new(&tool).arg("build").arg(repository().join("book")).arg("-d").arg(&site).output();
    let built = built.expect("mdBook runs");
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success() && !said.contains("[WARN]") && !said.contains("[ERROR]"), "{said}");
    let mut files = Vec::new();
    collect(&site, &mut files);
    let (mut links, mut dead) = (0, Vec::new());
    // `print.html` has all pages in one, whose links mean the pages.
    let is_page =
        |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "html") && !file.ends_with("print.html");
    for page in files.iter().filter(is_page) {
        let text = std::fs::read_to_string(page).expect("a page is UTF-8");
        for link in text.split("href=\"").chain(text.split("src=\"")).skip(1).filter_map(|rest| rest.split('"').next())
        {
            let place = link.split('#').next().unwrap_or_default();
            let is_elsewhere = place.contains(':') || place.starts_with('/') || !place.contains('.');
            if !is_elsewhere {
                links += 1;
                if !page.parent().expect("a page is in a folder").join(place).exists() {
                    dead.push(format!("{}: {link}", page.display()));
                }
            }
        }
    }
    assert!(dead.is_empty(), "links that lead nowhere:\n{}", dead.join("\n"));
    assert!(links > 100, "only {links} links found");
}

/// The first line of the book that the output lacks at its place.
fn missing<'a>(lines: &'a [String], printed: &str, is_list: bool) -> Option<&'a str> {
    let counts = |line: &str| is_list || !(line.starts_with(' ') || is_statistics(line));
    let printed: Vec<String> =
        printed.lines().filter(|line| counts(line)).map(settled).filter(|line| !line.is_empty()).collect();
    let mut rest = printed.iter();
    let mut skips = false;
    for line in lines.iter().filter(|line| counts(line)) {
        let wanted = settled(line);
        if wanted == "…" {
            skips = true;
        } else if !wanted.is_empty() {
            let found = if skips { rest.any(|line| *line == wanted) } else { rest.next() == Some(&wanted) };
            if !found {
                return Some(line);
            }
            skips = false;
        }
    }
    None
}

fn is_statistics(line: &str) -> bool {
    line.contains(" transition") || line.contains(" decision") || line.starts_with("The way there")
}

/// A line with its blanks made alike.
fn settled(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(fence) = line.strip_prefix("```") {
            inside = !inside && fence.starts_with("console");
            if inside {
                let exit = fence.split_once("exit=").map_or(0, |(_, exit)| exit.parse().expect("an exit status"));
                found.push(Block { place: format!("{page}:{}", number + 1), exit, commands: Vec::new() });
            }
        } else if inside {
            let commands = &mut found.last_mut().expect("a block is open").commands;
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_string(), Vec::new())),
                (None, Some((command, lines))) if command.ends_with('\\') && lines.is_empty() => {
                    command.truncate(command.len() - 1);
                    command.push_str(line.trim_start_matches("> ").trim_start());
                }
                (None, Some((_, lines))) => lines.push(line.to_string()),
                (None, None) => panic!("{page}:{}: output without a command", number + 1),
            }
        }
    }
    found
}

/// A folder that looks like the repository's root but may be written to.
struct Folder(PathBuf);

impl Folder {
    fn new(root: &Path) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        for name in ["java", "tests", "book", "bench"] {
            let target = root.join(name).canonicalize().expect("a folder of the repository");
            std::os::unix::fs::symlink(target, folder.join(name)).expect("a link");
        }
        Folder(folder)
    }

    fn run(&self, command: &str) -> Output {
        let binaries = Path::new(env!("CARGO_BIN_EXE_hazard")).parent().expect("the binary's folder");
        let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap_or_default());
        Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.0)
            .env("PATH", path)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("a shell")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the book's pages").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { collect(&path, pages) } else { pages.push(path) }
    }
}
