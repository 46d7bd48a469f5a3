//! Finding the user's JDK, whose library the programs run on.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::ClassError;

/// The oldest JDK whose library is supported.
pub const FEATURE_MIN: u16 = 17;

const HOW_TO_GET_ONE: &str = "install one (Debian: apt-get install openjdk-17-jdk), set JAVA_HOME, or pass --jdk DIR";

#[derive(Clone, Debug, PartialEq)]
pub struct Jdk {
    home: PathBuf,
    /// 17, 21, 25, …
    feature: u16,
    /// `17.0.21`, as in the file `release`.
    version: String,
}

impl Jdk {
    /// The JDK that was asked for, else the one of `JAVA_HOME`, else that of `javac` or `java` on the `PATH`.
    pub fn locate(explicit: Option<&Path>) -> Result<Jdk, ClassError> {
        Jdk::locate_with(explicit, std::env::var_os("JAVA_HOME"), std::env::var_os("PATH"))
    }

    /// `locate` with the environment given.
    pub fn locate_with(
        explicit: Option<&Path>,
        java_home: Option<OsString>,
        path: Option<OsString>,
    ) -> Result<Jdk, ClassError> {
        if let Some(home) = explicit {
            return Jdk::at(home).map_err(|reason| ClassError::Jdk(format!("--jdk {}: {reason}", home.display())));
        }
        if let Some(home) = java_home.filter(|home| !home.is_empty()) {
            let home = Path::new(&home);
            return Jdk::at(home).map_err(|reason| {
                ClassError::Jdk(format!(
                    "JAVA_HOME is {}: {reason}; correct or unset it, or pass --jdk DIR",
                    home.display()
                ))
            });
        }
        let path = path.unwrap_or_default();
        let mut refusal = None;
        for program in ["javac", "java"] {
            let Some((program, home)) = home_of_program(program, &path) else { continue };
            match Jdk::at(&home) {
                Ok(jdk) => return Ok(jdk),
                Err(reason) => {
                    let sentence = format!("the JDK of {}: {reason}; {HOW_TO_GET_ONE}", program.display());
                    refusal.get_or_insert(ClassError::Jdk(sentence));
                }
            }
        }
        Err(refusal.unwrap_or_else(|| ClassError::Jdk(format!("no JDK was found; {HOW_TO_GET_ONE}"))))
    }

    /// The JDK in a folder, or why it is none.
    fn at(home: &Path) -> Result<Jdk, String> {
        if !home.is_dir() {
            return Err("there is no such folder".into());
        }
        let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = release
            .lines()
            .find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))
            .map(|value| value.trim().trim_matches('"').to_string());
        let feature = version.as_deref().and_then(feature_of);
        if let Some(feature) = feature
            && feature < FEATURE_MIN
        {
            return Err(format!("it is Java {feature}, but Java {FEATURE_MIN} or newer is needed"));
        }
        if !home.join("lib/modules").is_file() {
            return Err("it has no lib/modules, so it is not a JDK".into());
        }
        match (version, feature) {
            (Some(version), Some(feature)) => Ok(Jdk { home: home.to_path_buf(), feature, version }),
            _ => Err("its file `release` does not say JAVA_VERSION, so it is not a JDK".into()),
        }
    }

    pub fn home(&self) -> &Path {
        &self.home
    }

    pub fn feature(&self) -> u16 {
        self.feature
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    /// The image of all modules.
    pub fn modules(&self) -> PathBuf {
        self.home.join("lib/modules")
    }

    /// The compiler, if this is a full JDK and not only a run-time environment.
    pub fn javac(&self) -> Option<PathBuf> {
        let name = if cfg!(windows) { "bin/javac.exe" } else { "bin/javac" };
        Some(self.home.join(name)).filter(|path| path.is_file())
    }
}

/// `17.0.21` is 17, `1.8.0_392` is 8, `25-ea` is 25.
fn feature_of(version: &str) -> Option<u16> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// The program on the path and the JDK it belongs to, with all symbolic links followed.
fn home_of_program(program: &str, path: &OsStr) -> Option<(PathBuf, PathBuf)> {
    let file = if cfg!(windows) { format!("{program}.exe") } else { program.to_string() };
    let found = std::env::split_paths(path).map(|folder| folder.join(&file)).find(|path| path.is_file())?;
    let real = found.canonicalize().ok()?;
    let home = real.parent()?.parent()?.to_path_buf();
    Some((found, home))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_feature_versions() {
        let cases = [("17.0.21", Some(17)), ("25", Some(25)), ("1.8.0_392", Some(8)), ("26-ea", Some(26)), ("x", None)];
        for (version, feature) in cases {
            assert_eq!(feature_of(version), feature, "{version}");
        }
    }

    #[test]
    fn says_what_is_wrong_and_what_to_do() {
        let refusal = |explicit: Option<&str>, java_home: Option<&str>| {
            let found =
                Jdk::locate_with(explicit.map(Path::new), java_home.map(OsString::from), Some("/nowhere".into()));
            found.expect_err("there is no JDK there").to_string()
        };
        assert_eq!(refusal(Some("/nowhere"), None), "--jdk /nowhere: there is no such folder");
        assert!(refusal(None, Some("/nowhere")).starts_with("JAVA_HOME is /nowhere: there is no such folder; correct"));
        assert!(refusal(None, None).contains("apt-get install openjdk-17-jdk"));
        // An empty JAVA_HOME counts as unset.
        assert!(refusal(None, Some("")).starts_with("no JDK was found"));
    }
}
