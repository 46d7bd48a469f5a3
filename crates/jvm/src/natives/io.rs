//! Files: they may be read, not written. Their contents are read once and shared by all paths; positions are state.

use std::rc::Rc;

use crate::heap::Ref;
use crate::vm::{Outcome, Vm, throw, unsupported};

/// An open file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenFile {
    /// Index into `Files`.
    pub content_id: u32,
    pub position: u64,
}

/// Contents by path.
#[derive(Default)]
pub struct Files {
    contents: Vec<(String, Rc<Vec<u8>>)>,
}

impl Files {
    pub fn open(&mut self, path: &str) -> std::io::Result<u32> {
        if let Some(index) = self.contents.iter().position(|(known, _)| known == path) {
            return Ok(index as u32);
        }
        let bytes = std::fs::read(path)?;
        self.contents.push((path.to_owned(), Rc::new(bytes)));
        Ok(self.contents.len() as u32 - 1)
    }

    pub fn content(&self, id: u32) -> Rc<Vec<u8>> {
        self.contents[id as usize].1.clone()
    }
}

/// Descriptors of files start after the three standard streams.
const FIRST_FILE: usize = 3;

natives! {
    "java/io/FileDescriptor.initIDs()V" => |_, _| Ok(0);
    "java/io/FileDescriptor.getHandle(I)J" => |_, _| Ok(-1i64 as u64);
    "java/io/FileDescriptor.getAppend(I)Z" => |_, _| Ok(0);
    "java/io/FileDescriptor.close0()V" => |vm, args| {
        let descriptor = Ref::from_slot(args[0]);
        let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
        let fd = vm.heap.get4(descriptor, at) as i32;
        vm.heap.put4(descriptor, at, u32::MAX);
        if let Some(slot) = (fd as usize).checked_sub(FIRST_FILE).and_then(|index| vm.path.files.get_mut(index)) {
            *slot = None;
        }
        while matches!(vm.path.files.last(), Some(None)) {
            vm.path.files.pop();
        }
        Ok(0)
    };
    "java/io/FileCleanable.cleanupClose0(IJ)V" => |_, _| Ok(0);
    "java/io/FileInputStream.initIDs()V" => |_, _| Ok(0);
    "java/io/FileInputStream.open0(Ljava/lang/String;)V" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        if std::path::Path::new(&path).is_dir() {
            return throw("java/io/FileNotFoundException", format!("{path} (Is a directory)"));
        }
        let content_id = match vm.files.open(&path) {
            Ok(id) => id,
            Err(error) => return throw("java/io/FileNotFoundException", format!("{path} ({})", reason(&error))),
        };
        let fd = vm.new_descriptor(content_id);
        let stream = Ref::from_slot(args[0]);
        vm.set_descriptor(stream, fd);
        Ok(0)
    };
    "java/io/FileInputStream.read0()I" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        let byte = vm.read_descriptor(fd, 1)?;
        Ok(byte.first().map_or(u64::from(u32::MAX), |byte| u64::from(*byte)))
    };
    "java/io/FileInputStream.readBytes([BII)I" => |vm, args| {
        let (array, offset, length) = (Ref::from_slot(args[1]), args[2] as i32, args[3] as i32);
        if array.is_null() {
            return crate::vm::throw_bare("java/lang/NullPointerException");
        }
        let size = vm.heap.array_length(array) as i32;
        if offset < 0 || length < 0 || offset > size - length {
            return crate::vm::throw_bare("java/lang/IndexOutOfBoundsException");
        }
        if length == 0 {
            return Ok(0);
        }
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        let bytes = vm.read_descriptor(fd, length as usize)?;
        if bytes.is_empty() {
            return Ok(u64::from(u32::MAX));
        }
        let end = offset as usize + bytes.len();
        vm.heap.array_bytes_mut(array, end)[offset as usize..].copy_from_slice(&bytes);
        Ok(bytes.len() as u64)
    };
    "java/io/FileInputStream.available0()I" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        Ok(vm.descriptor_rest(fd) as u64)
    };
    "java/io/FileInputStream.length0()J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        Ok(vm.descriptor_length(fd))
    };
    "java/io/FileInputStream.position0()J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        Ok(vm.descriptor_length(fd) - vm.descriptor_rest(fd) as u64)
    };
    "java/io/FileInputStream.skip0(J)J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        let skipped = (args[1] as usize).min(vm.descriptor_rest(fd));
        vm.read_descriptor(fd, skipped)?;
        Ok(skipped as u64)
    };
    "java/io/FileInputStream.isRegularFile0(Ljava/io/FileDescriptor;)Z" => |_, _| Ok(1);
    "java/io/FileOutputStream.initIDs()V" => |_, _| Ok(0);
    "java/io/FileOutputStream.open0(Ljava/lang/String;Z)V" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        unsupported(format!("writing a file ({path})"))
    };
    "java/io/FileOutputStream.writeBytes([BIIZ)V" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        let (array, offset, length) = (Ref::from_slot(args[1]), args[2] as usize, args[3] as usize);
        let bytes = vm.heap.array_bytes(array, offset + length)[offset..].to_vec();
        vm.write_descriptor(fd, &bytes)
    };
    "java/io/FileOutputStream.write(IZ)V" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        vm.write_descriptor(fd, &[args[1] as u8])
    };
    "java/io/UnixFileSystem.initIDs()V" => |_, _| Ok(0);
    "java/io/UnixFileSystem.canonicalize0(Ljava/lang/String;)Ljava/lang/String;" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        let canonical = std::fs::canonicalize(&path).map_or(path, |path| path.display().to_string());
        vm.new_string(&canonical).map(Ref::slot)
    };
    "java/io/UnixFileSystem.getBooleanAttributes0(Ljava/io/File;)I" => |vm, args| file_attributes(vm, args);
    "java/io/UnixFileSystem.getBooleanAttributes0(Ljava/lang/String;)I" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        Ok(attributes(&path))
    };
    "java/io/UnixFileSystem.checkAccess(Ljava/io/File;I)Z" => check_access;
    "java/io/UnixFileSystem.checkAccess0(Ljava/io/File;I)Z" => check_access;
    "java/io/UnixFileSystem.getLength(Ljava/io/File;)J" => file_length;
    "java/io/UnixFileSystem.getLength0(Ljava/io/File;)J" => file_length;
    "java/io/UnixFileSystem.getLastModifiedTime(Ljava/io/File;)J" => |_, _| Ok(1_704_067_200_000);
    "java/io/UnixFileSystem.getLastModifiedTime0(Ljava/io/File;)J" => |_, _| Ok(1_704_067_200_000);
    "java/io/UnixFileSystem.list(Ljava/io/File;)[Ljava/lang/String;" => list_directory;
    "java/io/UnixFileSystem.list0(Ljava/io/File;)[Ljava/lang/String;" => list_directory;
    "java/io/Console.istty()Z" => |_, _| Ok(0);
    "java/io/Console.encoding()Ljava/lang/String;" => |_, _| Ok(0);
}

/// The reason as the C library words it.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "No such file or directory".into(),
        std::io::ErrorKind::PermissionDenied => "Permission denied".into(),
        _ => error.to_string(),
    }
}

fn path_of(vm: &Vm, file: u64) -> String {
    let file = Ref::from_slot(file);
    let at = vm.offset_of(vm.heap.class_of(file), "path").unwrap_or(8) as usize;
    vm.string_text(vm.heap.get_ref(file, at))
}

fn file_attributes(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    Ok(attributes(&path))
}

fn attributes(path: &str) -> u64 {
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    const DIRECTORY: u64 = 4;
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => EXISTS | DIRECTORY,
        Ok(data) if data.is_file() => EXISTS | REGULAR,
        Ok(_) => EXISTS,
        Err(_) => 0,
    }
}

fn check_access(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const WRITE: u64 = 2;
    let path = path_of(vm, args[1]);
    Ok(u64::from(std::fs::metadata(path).is_ok() && args[2] & WRITE == 0))
}

fn file_length(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    Ok(std::fs::metadata(path).map_or(0, |data| data.len()))
}

fn list_directory(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    let Ok(entries) = std::fs::read_dir(path) else { return Ok(0) };
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut strings = Vec::new();
    for name in names {
        strings.push(vm.new_string(&name)?);
    }
    vm.new_object_array("java/lang/String", &strings).map(Ref::slot)
}

impl Vm {
    pub fn new_descriptor(&mut self, content_id: u32) -> u32 {
        let file = OpenFile { content_id, position: 0 };
        let free = self.path.files.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.path.files.push(None);
            self.path.files.len() - 1
        });
        self.path.files[index] = Some(file);
        (index + FIRST_FILE) as u32
    }

    fn descriptor_object(&self, stream: Ref) -> Ref {
        let at = self.offset_of(self.heap.class_of(stream), "fd").unwrap_or(8) as usize;
        self.heap.get_ref(stream, at)
    }

    fn set_descriptor(&mut self, stream: Ref, fd: u32) {
        let object = self.descriptor_object(stream);
        let at = self.offset_of(self.heap.class_of(object), "fd").unwrap_or(8) as usize;
        self.heap.put4(object, at, fd);
    }

    fn descriptor_of(&self, stream: Ref) -> u32 {
        let object = self.descriptor_object(stream);
        let at = self.offset_of(self.heap.class_of(object), "fd").unwrap_or(8) as usize;
        self.heap.get4(object, at)
    }

    /// The next bytes of standard input or of a file; none at the end.
    pub fn read_descriptor(&mut self, fd: u32, length: usize) -> Outcome<Vec<u8>> {
        if fd == 0 {
            let bytes = self.stdin.read(self.path.stdin_at, length);
            self.path.stdin_at += bytes.len();
            return Ok(bytes);
        }
        let index = (fd as usize).wrapping_sub(FIRST_FILE);
        let Some(Some(file)) = self.path.files.get_mut(index) else {
            return throw("java/io/IOException", "Stream Closed");
        };
        let content = self.files.content(file.content_id);
        let start = (file.position as usize).min(content.len());
        let end = (start + length).min(content.len());
        file.position = end as u64;
        Ok(content[start..end].to_vec())
    }

    pub fn descriptor_length(&self, fd: u32) -> u64 {
        if fd == 0 {
            return self.stdin.fetched_len() as u64;
        }
        match self.path.files.get((fd as usize).wrapping_sub(FIRST_FILE)) {
            Some(Some(file)) => self.files.content(file.content_id).len() as u64,
            _ => 0,
        }
    }

    pub fn descriptor_rest(&self, fd: u32) -> usize {
        let position = if fd == 0 {
            self.path.stdin_at
        } else {
            match self.path.files.get((fd as usize).wrapping_sub(FIRST_FILE)) {
                Some(Some(file)) => file.position as usize,
                _ => 0,
            }
        };
        (self.descriptor_length(fd) as usize).saturating_sub(position)
    }

    /// Standard output and error; nothing else can be written.
    pub fn write_descriptor(&mut self, fd: u32, bytes: &[u8]) -> Outcome<u64> {
        match fd {
            1 => self.write_output(bytes),
            2 => self.write_error(bytes),
            _ => return unsupported("writing a file"),
        }
        Ok(0)
    }
}

/// Hands bytes to the process's own output. A closed pipe is the reader's wish to see no more.
pub fn pass(fd: u32, bytes: &[u8]) {
    use std::io::Write;
    let result = if fd == 1 {
        std::io::stdout().write_all(bytes)
    } else {
        let _ = std::io::stdout().flush();
        std::io::stderr().write_all(bytes)
    };
    if result.is_err() {
        std::process::exit(141);
    }
}
