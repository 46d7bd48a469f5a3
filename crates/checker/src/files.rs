//! Reading inputs and writing outputs: errors in one sentence, and never a partial file.

use std::path::Path;

use crate::fault::Fault;

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Fault> {
    let bytes = std::fs::read(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder; a file was expected".to_owned(),
            std::io::ErrorKind::PermissionDenied => "permission to read it is denied".to_owned(),
            _ => format!("it cannot be read ({error})"),
        };
        Fault::Input(format!("{}: {reason}", path.display()))
    })?;
    String::from_utf8(bytes).map_err(|_| Fault::Input(format!("{}: it is not text in UTF-8", path.display())))
}

/// Writes a file under a temporary name and renames it. Devices such as `/dev/null` are written directly.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Fault> {
    write_all(vec![(path.to_path_buf(), content.to_vec())])
}

/// Writes several files, or none of them.
pub fn write_all(files: Vec<(std::path::PathBuf, Vec<u8>)>) -> Result<(), Fault> {
    let (devices, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(path, _)| path.exists() && !path.is_file() && !path.is_dir());
    markov::formats::write_all(files).map_err(|error| Fault::Output(error.to_string()))?;
    for (path, content) in devices {
        std::fs::write(&path, content)
            .map_err(|error| Fault::Output(format!("{}: cannot be written ({error})", path.display())))?;
    }
    Ok(())
}

/// Fails early if a file could not be written at the end of a long search.
pub fn check_writable(path: &Path) -> Result<(), Fault> {
    if path == Path::new("-") {
        return Err(Fault::Input(
            "-: only --json goes to standard output; name a file, or ./- for one of this name".into(),
        ));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let sentence = format!("{}: there is no folder {}; create it first", path.display(), folder.display());
        return Err(Fault::Input(sentence));
    }
    if path.is_dir() {
        return Err(Fault::Input(format!("{}: it is a folder; name a file to write", path.display())));
    }
    Ok(())
}
