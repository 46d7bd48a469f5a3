//! Numbers with units on the command line: `30s`, `4G`.

use std::time::Duration;

/// `30s`, `500ms`, `2m`, `1h`, or plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let refuse = || "write a time such as 30s, 500ms, 2m or 1h".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| refuse())?;
    let factor = match unit.trim() {
        "" | "s" | "sec" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(refuse()),
    };
    Duration::try_from_secs_f64(number * factor).map_err(|_| refuse())
}

/// `4G`, `500M`, `100k`, or plain bytes.
pub fn memory(text: &str) -> Result<u64, String> {
    let refuse = || "write an amount of memory such as 4G or 500M".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| refuse())?;
    let factor: f64 = match unit.trim().trim_end_matches(['b', 'B', 'i']).to_ascii_lowercase().as_str() {
        "" => 1.0,
        "k" => 1024.0,
        "m" => 1024.0 * 1024.0,
        "g" => 1024.0 * 1024.0 * 1024.0,
        "t" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(refuse()),
    };
    let bytes = number * factor;
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(refuse()) }
}

/// How many decimals to print: no more than a double has.
pub fn decimals(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count <= 17 => Ok(count),
        _ => Err("write a number of decimals from 0 to 17".to_owned()),
    }
}

/// What follows a folder's name and looks like an option is one that does not exist.
fn refuse_options(folder: &str, only: &str) -> Result<(), String> {
    match folder.split_once(',').filter(|(_, option)| option.contains('=')) {
        Some((_, option)) => Err(format!("'{option}' is no option of it; the only one is {only}")),
        None => Ok(()),
    }
}

/// A folder, and how often something is written to it: `DIR`, `DIR,every=10m`.
pub fn checkpoint(text: &str) -> Result<(std::path::PathBuf, std::time::Duration), String> {
    const EVERY: std::time::Duration = std::time::Duration::from_secs(600);
    let (folder, every) = text.rsplit_once(",every=").map_or((text, None), |(folder, every)| (folder, Some(every)));
    refuse_options(folder, "every=10m")?;
    if folder.is_empty() {
        return Err("name a folder: --checkpoint DIR".into());
    }
    Ok((folder.into(), every.map_or(Ok(EVERY), duration)?))
}

/// A folder, and how much of what is there may be in memory: `DIR`, `DIR,cache=2G`.
pub fn store(text: &str) -> Result<checker::Store, String> {
    let (folder, cache) = text.rsplit_once(",cache=").map_or((text, None), |(folder, cache)| (folder, Some(cache)));
    refuse_options(folder, "cache=2G")?;
    if folder.is_empty() {
        return Err("name a folder: --store DIR".into());
    }
    Ok(checker::Store { folder: folder.into(), cache: cache.map(memory).transpose()? })
}

/// A limit: at least one.
pub fn positive(text: &str) -> Result<u64, String> {
    match text.replace(['_', ','], "").parse() {
        Ok(0) => Err("it must be at least 1".into()),
        Ok(number) => Ok(number),
        Err(_) => Err("write a whole number".into()),
    }
}

/// As many workers as are asked for, and no more than there are processors to do the work.
pub fn workers(asked: u32) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let used = (asked as usize).min(processors);
    if used < asked as usize && asked > 4 {
        crate::terminal::warn(&format!("--threads {asked}: {used} are used, as many as there are processors"));
    }
    used
}

pub fn positive32(text: &str) -> Result<u32, String> {
    positive(text).and_then(|number| u32::try_from(number).map_err(|_| "it is too large".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_amounts() {
        for (text, milliseconds) in [("30s", 30_000), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000), ("1.5", 1500)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1s", "1 day", "1x", "1e999"] {
            assert!(duration(text).is_err(), "{text}");
        }
        for (text, bytes) in [("4G", 4 << 30), ("500M", 500 << 20), ("1k", 1024), ("17", 17), ("1.5KiB", 1536)] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "0", "-1", "4X"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
