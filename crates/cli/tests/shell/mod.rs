//! Runs the binary in a folder of its own, so that whatever it leaves behind is seen.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Shell {
    folder: PathBuf,
    /// Where the binary makes its temporary folders.
    temporary: PathBuf,
    /// What was there before the first command.
    inventory: Vec<String>,
}

pub struct Finished {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Shell {
    /// A copy of `template`.
    pub fn new(template: &Path) -> Shell {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("shell-{}-{number}", std::process::id()));
        let (folder, temporary) = (root.join("here"), root.join("tmp"));
        copy(template, &folder);
        std::fs::create_dir_all(&temporary).expect("a temporary folder");
        let mut shell = Shell { folder, temporary, inventory: Vec::new() };
        shell.inventory = shell.files();
        shell
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn run(&self, words: &[&str], input: &str) -> Finished {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hazard"))
            .args(words)
            .current_dir(&self.folder)
            .env("TMPDIR", &self.temporary)
            .env("LC_ALL", "C")
            .env_remove("CLASSPATH")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        // A program that does not read its input closes the pipe; that is its right.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("the binary ends");
        Finished {
            status: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Files that were not there in the beginning.
    pub fn leftovers(&self) -> Vec<String> {
        self.files().into_iter().filter(|file| !self.inventory.contains(file)).collect()
    }

    fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        list(&self.folder, &mut found);
        list(&self.temporary, &mut found);
        found
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder.parent().expect("the shell's own root"));
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the template").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

fn list(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        found.push(entry.path().display().to_string());
        if entry.path().is_dir() {
            list(&entry.path(), found);
        }
    }
}
