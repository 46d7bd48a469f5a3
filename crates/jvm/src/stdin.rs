//! Standard input as the program sees it: the same bytes on every path, fetched from outside only when they are asked for.

use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// Shared by all workers; a path only keeps its position.
#[derive(Clone, Default)]
pub struct Stdin(Arc<Mutex<Source>>);

#[derive(Default)]
struct Source {
    fetched: Vec<u8>,
    rest: Option<Box<dyn Read + Send>>,
    /// Tells how much can be read from outside without waiting.
    ready: Option<fn() -> usize>,
    /// It is that of another process.
    is_elsewhere: bool,
}

impl Stdin {
    /// Input that `reader` delivers when the program first reads it; a terminal's or a pipe's.
    pub fn from_reader(reader: impl Read + Send + 'static) -> Self {
        Stdin(Arc::new(Mutex::new(Source { rest: Some(Box::new(reader)), ..Source::default() })))
    }

    /// The process's own input.
    pub fn of_process() -> Self {
        let ready = || rustix::io::ioctl_fionread(std::io::stdin()).map_or(0, |count| count as usize);
        let rest: Box<dyn Read + Send> = Box::new(std::io::stdin());
        Stdin(Arc::new(Mutex::new(Source { rest: Some(rest), ready: Some(ready), ..Source::default() })))
    }

    /// Input that cannot be read here, since only one of several processes has it.
    pub fn elsewhere() -> Self {
        Stdin(Arc::new(Mutex::new(Source { is_elsewhere: true, ..Source::default() })))
    }

    pub fn is_elsewhere(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_elsewhere
    }

    /// At most `length` bytes from position `at` on; none at the end.
    pub fn read(&self, at: usize, length: usize) -> Vec<u8> {
        let mut source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if at >= source.fetched.len() && length > 0 {
            source.fetch();
        }
        let start = at.min(source.fetched.len());
        let end = start.saturating_add(length).min(source.fetched.len());
        source.fetched[start..end].to_vec()
    }

    /// How many bytes there are up to where reading would wait.
    pub fn ready_len(&self) -> usize {
        let source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outside = if source.rest.is_some() { source.ready } else { None };
        source.fetched.len() + outside.map_or(0, |ready| ready())
    }
}

impl Source {
    /// What one read of the outside gives: a line of a terminal, what a pipe holds.
    fn fetch(&mut self) {
        let Some(reader) = &mut self.rest else { return };
        let mut buffer = [0; 8192];
        match reader.read(&mut buffer) {
            Ok(count) if count > 0 => self.fetched.extend_from_slice(&buffer[..count]),
            // An unreadable input ends, as it does for `java` once the other side is gone.
            _ => self.rest = None,
        }
    }
}

impl From<Vec<u8>> for Stdin {
    fn from(bytes: Vec<u8>) -> Self {
        Stdin(Arc::new(Mutex::new(Source { fetched: bytes, ..Source::default() })))
    }
}

impl std::fmt::Debug for Stdin {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Stdin({} bytes)", self.ready_len())
    }
}
