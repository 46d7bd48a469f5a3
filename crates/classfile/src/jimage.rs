//! The JDK's `lib/modules` image ("jimage", version 1.0): every class and resource of every module, found by a perfect
//! hash of its full name `/module/package/Name.class`. The layout is the one of the JDK's `libjimage`: header,
//! redirect table, offsets of location attributes, the attributes, a table of strings, then the resources.

use std::borrow::Cow;
use std::path::Path;

use crate::ClassError;
use crate::compressed;
use crate::mapped::MappedFile;

const MAGIC: u32 = 0xCAFE_DADA;
const HASH_MULTIPLIER: u32 = 0x0100_0193;
const HEADER_BYTES: usize = 28;

/// The name of its module and the bytes of a class.
pub type LibraryClass<'a> = (&'a str, Cow<'a, [u8]>);

pub struct Jimage {
    file: MappedFile,
    big_endian: bool,
    entries: usize,
    redirect: usize,
    offsets: usize,
    locations: usize,
    strings: usize,
    resources: usize,
}

/// Where a resource is and what it is called, from its location attributes.
#[derive(Clone, Copy, Debug, Default)]
struct Location<'a> {
    module: &'a str,
    parent: &'a str,
    base: &'a str,
    extension: &'a str,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Location<'_> {
    /// Is the full name, put together, this one? Done piecewise, to build no string per look-up.
    fn is_called(&self, full_name: &str) -> bool {
        let mut rest = full_name;
        let mut eat = |piece: &str| match rest.strip_prefix(piece) {
            Some(after) => {
                rest = after;
                true
            }
            None => false,
        };
        (self.module.is_empty() || (eat("/") && eat(self.module) && eat("/")))
            && (self.parent.is_empty() || (eat(self.parent) && eat("/")))
            && eat(self.base)
            && (self.extension.is_empty() || (eat(".") && eat(self.extension)))
            && rest.is_empty()
    }
}

fn damaged(what: &str) -> ClassError {
    ClassError::Image { reason: format!("is damaged: {what}; reinstall the JDK") }
}

impl Jimage {
    pub fn open(path: &Path) -> Result<Self, ClassError> {
        let file = MappedFile::open(path)?;
        let magic = file.first_chunk::<4>().copied().ok_or_else(|| damaged("it is empty"))?;
        let big_endian = match (u32::from_le_bytes(magic), u32::from_be_bytes(magic)) {
            (MAGIC, _) => false,
            (_, MAGIC) => true,
            _ => return Err(ClassError::Image { reason: format!("{} is not a modules image", path.display()) }),
        };
        let mut image = Jimage {
            file,
            big_endian,
            entries: 0,
            redirect: HEADER_BYTES,
            offsets: 0,
            locations: 0,
            strings: 0,
            resources: 0,
        };
        let version = image.header(4)?;
        if version != 0x0001_0000 {
            return Err(ClassError::Image {
                reason: format!("has format version {}.{}, not 1.0", version >> 16, version & 0xffff),
            });
        }
        image.entries = image.header(16)? as usize;
        image.offsets = image.redirect + 4 * image.entries;
        image.locations = image.offsets + 4 * image.entries;
        image.strings = image.locations + image.header(20)? as usize;
        image.resources = image.strings + image.header(24)? as usize;
        if image.entries == 0 || image.resources > image.file.len() {
            return Err(damaged("its tables are longer than the file"));
        }
        Ok(image)
    }

    /// The whole file, for readers written in Java.
    pub fn bytes(&self) -> &[u8] {
        &self.file
    }

    /// A class by its internal name alone: its module and its bytes.
    pub fn find_class(&self, internal_name: &str) -> Result<Option<LibraryClass<'_>>, ClassError> {
        let mut full_name = String::with_capacity(internal_name.len() + 24);
        // Nearly every class asked for is in java.base, so the package table is consulted only after it.
        full_name.extend(["/java.base/", internal_name, ".class"]);
        let mut found = self.locate(&full_name);
        if found.is_none() {
            let package = internal_name.rsplit_once('/').map_or("", |(package, _)| package);
            let Some(module) = self.module_of_package(package)? else { return Ok(None) };
            full_name.clear();
            full_name.extend(["/", module, "/", internal_name, ".class"]);
            found = self.locate(&full_name);
        }
        let Some(location) = found else { return Ok(None) };
        Ok(Some((location.module, self.content(&location)?)))
    }

    pub fn find_resource(&self, module: &str, path: &str) -> Result<Option<Cow<'_, [u8]>>, ClassError> {
        match self.locate(&format!("/{module}/{}", path.trim_start_matches('/'))) {
            Some(location) => self.content(&location).map(Some),
            None => Ok(None),
        }
    }

    /// The module that holds a package (`java/util` or `java.util`).
    pub fn module_of_package(&self, package: &str) -> Result<Option<&str>, ClassError> {
        let full_name = format!("/packages/{}", package.replace('/', "."));
        let Some(location) = self.locate(&full_name) else { return Ok(None) };
        let content = self.content(&location)?;
        // Pairs of "is empty in that module" and the offset of the module's name.
        for pair in content.chunks_exact(8) {
            let is_empty = self.word(pair, 0).ok_or_else(|| damaged("a package entry is cut off"))?;
            let name = self.word(pair, 4).ok_or_else(|| damaged("a package entry is cut off"))?;
            if is_empty == 0 {
                let name = self.string(name).ok_or_else(|| damaged("a package belongs to a nameless module"))?;
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Module and internal name of every class in the image, in the order of the image's hash table.
    pub fn class_names(&self) -> impl Iterator<Item = (&str, String)> {
        (0..self.entries).filter_map(|index| {
            let location = self.location(index)?;
            let is_class = location.extension == "class" && !matches!(location.module, "" | "modules" | "packages");
            is_class.then(|| {
                let separator = if location.parent.is_empty() { "" } else { "/" };
                (location.module, [location.parent, separator, location.base].concat())
            })
        })
    }

    fn header(&self, at: usize) -> Result<u32, ClassError> {
        self.word(&self.file, at).ok_or_else(|| damaged("its header is cut off"))
    }

    fn word(&self, bytes: &[u8], at: usize) -> Option<u32> {
        let word = *bytes.get(at..)?.first_chunk::<4>()?;
        Some(if self.big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
    }

    fn locate(&self, full_name: &str) -> Option<Location<'_>> {
        let redirect = self.word(&self.file, self.redirect + 4 * self.bucket(full_name, HASH_MULTIPLIER))? as i32;
        let index = match redirect {
            0 => return None,
            1.. => self.bucket(full_name, redirect as u32),
            // -1 - redirect, which cannot overflow on negative numbers.
            _ => !redirect as usize,
        };
        self.location(index).filter(|location| location.is_called(full_name))
    }

    fn bucket(&self, full_name: &str, seed: u32) -> usize {
        let hash = full_name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte));
        (hash & 0x7fff_ffff) as usize % self.entries
    }

    /// The attributes of one entry: each a byte of kind and length, then a big-endian number.
    fn location(&self, index: usize) -> Option<Location<'_>> {
        if index >= self.entries {
            return None;
        }
        let offset = self.word(&self.file, self.offsets + 4 * index)? as usize;
        let mut rest = self.file.get(self.locations..self.strings)?.get(offset..)?;
        let mut location = Location::default();
        loop {
            let (&head, after) = rest.split_first()?;
            let kind = head >> 3;
            if kind == 0 {
                return Some(location);
            }
            let (number, after) = after.split_at_checked(usize::from(head & 7) + 1)?;
            rest = after;
            let number = number.iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
            let text = || self.string(u32::try_from(number).ok()?);
            match kind {
                1 => location.module = text()?,
                2 => location.parent = text()?,
                3 => location.base = text()?,
                4 => location.extension = text()?,
                5 => location.offset = number,
                6 => location.compressed = number,
                7 => location.uncompressed = number,
                _ => return None,
            }
        }
    }

    fn string_bytes(&self, offset: u32) -> Option<&[u8]> {
        let from = self.file.get(self.strings..self.resources)?.get(offset as usize..)?;
        from.split(|&byte| byte == 0).next()
    }

    fn string(&self, offset: u32) -> Option<&str> {
        std::str::from_utf8(self.string_bytes(offset)?).ok()
    }

    fn content(&self, location: &Location) -> Result<Cow<'_, [u8]>, ClassError> {
        let stored = if location.compressed == 0 { location.uncompressed } else { location.compressed };
        let bytes = usize::try_from(location.offset)
            .ok()
            .and_then(|offset| self.file.get(self.resources.checked_add(offset)?..))
            .and_then(|rest| rest.get(..usize::try_from(stored).ok()?))
            .ok_or_else(|| damaged("a resource lies beyond its end"))?;
        if location.compressed == 0 {
            return Ok(Cow::Borrowed(bytes));
        }
        let words = |bytes: &[u8], at| self.word(bytes, at);
        compressed::expand(bytes, location.uncompressed, self.big_endian, words, |offset| self.string_bytes(offset))
            .map(Cow::Owned)
    }
}
