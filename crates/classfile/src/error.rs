//! What can be wrong with a class file, an archive, the JDK's image or the JDK itself: one sentence each.

use std::path::PathBuf;

use thiserror::Error;

/// The newest class-file version that is understood: Java 25.
pub const MAJOR_MAX: u16 = 69;
/// The oldest: JDK 1.0.2.
pub const MAJOR_MIN: u16 = 45;

#[derive(Debug, Error)]
pub enum ClassError {
    /// A `java.lang.ClassFormatError`; the text is its message.
    #[error("{0}")]
    Format(String),
    /// A `java.lang.UnsupportedClassVersionError`.
    #[error("{}", version_sentence(*major, *minor))]
    Version { major: u16, minor: u16 },
    #[error("the class path names {}, which does not exist; correct it", .0.display())]
    Missing(PathBuf),
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: String },
    /// The system has no memory, or no addresses, left for it.
    #[error("{} cannot be read: memory is exhausted; give more of it (see `ulimit -v`)", .0.display())]
    Memory(PathBuf),
    /// A jar or zip that is not one, or is damaged.
    #[error("{} {reason}", path.display())]
    Archive { path: PathBuf, reason: String },
    /// The `lib/modules` image is damaged or of a kind we do not know.
    #[error("the JDK image {reason}")]
    Image { reason: String },
    /// No usable JDK; the text says how to get one.
    #[error("{0}")]
    Jdk(String),
}

impl ClassError {
    pub(crate) fn format(message: impl Into<String>) -> Self {
        ClassError::Format(message.into())
    }

    pub(crate) fn unreadable(path: &std::path::Path, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::NotFound {
            return ClassError::Missing(path.to_path_buf());
        }
        if error.kind() == std::io::ErrorKind::OutOfMemory {
            return ClassError::Memory(path.to_path_buf());
        }
        ClassError::Unreadable { path: path.to_path_buf(), reason: error.to_string() }
    }
}

fn version_sentence(major: u16, minor: u16) -> String {
    if major > MAJOR_MAX {
        let java = major - 44;
        return format!(
            "class version {major} (Java {java}) is newer than {MAJOR_MAX} (Java {}), the newest that is supported; \
             compile with --release {}",
            MAJOR_MAX - 44,
            MAJOR_MAX - 44
        );
    }
    if major < MAJOR_MIN {
        return format!("class version {major}.{minor} does not exist; the oldest is {MAJOR_MIN}.0");
    }
    format!("class version {major}.{minor} does not exist; from version 56 on the minor version is 0 or 65535")
}
