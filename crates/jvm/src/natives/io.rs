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

/// What was found behind a path.
struct Content {
    path: String,
    bytes: Rc<Vec<u8>>,
    /// The bytes are the names of the entries, each ended by a zero.
    directory: bool,
    /// Reading starts again at the end: a device that never runs dry.
    endless: bool,
}

/// Contents by path.
#[derive(Default)]
pub struct Files {
    contents: Vec<Content>,
}

impl Files {
    pub fn open(&mut self, path: &str) -> std::io::Result<u32> {
        if let Some(index) = self.contents.iter().position(|known| known.path == path) {
            return Ok(index as u32);
        }
        let endless = matches!(path, "/dev/random" | "/dev/urandom");
        let metadata = std::fs::metadata(path)?;
        let bytes = if endless {
            fixed_noise()
        } else if metadata.is_dir() {
            directory_names(path)?
        } else if metadata.is_file() {
            std::fs::read(path)?
        } else if path == "/dev/null" {
            Vec::new()
        } else {
            return Err(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
        };
        let directory = metadata.is_dir();
        self.contents.push(Content { path: path.to_owned(), bytes: Rc::new(bytes), directory, endless });
        Ok(self.contents.len() as u32 - 1)
    }

    pub fn content(&self, id: u32) -> Rc<Vec<u8>> {
        self.contents[id as usize].bytes.clone()
    }
}

/// The same "random" bytes in every run: a device's true ones would make runs differ.
fn fixed_noise() -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    (0..1 << 16)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .collect()
}

/// In alphabetical order, so that programs do not depend on how the disk is laid out.
fn directory_names(path: &str) -> std::io::Result<Vec<u8>> {
    use std::os::unix::ffi::OsStringExt;
    let mut names: Vec<Vec<u8>> =
        std::fs::read_dir(path)?.flatten().map(|entry| entry.file_name().into_vec()).collect();
    names.sort();
    Ok(names.into_iter().flat_map(|name| [name, vec![0]].concat()).collect())
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
        vm.close_descriptor(fd as u32);
        Ok(0)
    };
    "java/io/FileDescriptor.sync()V" => |_, _| Ok(0);
    "java/io/FileDescriptor.sync0()V" => |_, _| Ok(0);
    "java/io/FileCleanable.cleanupClose0(IJ)V" => |_, _| Ok(0);
    "java/io/FileInputStream.initIDs()V" => |_, _| Ok(0);
    "java/io/FileInputStream.open0(Ljava/lang/String;)V" => |vm, args| open_stream(vm, args);
    "java/io/FileInputStream.read0()I" => |vm, args| read_byte(vm, args);
    "java/io/FileInputStream.readBytes([BII)I" => |vm, args| read_array(vm, args);
    "java/io/FileInputStream.readBytes0([BII)I" => |vm, args| read_array(vm, args);
    "java/io/RandomAccessFile.open0(Ljava/lang/String;I)V" => |vm, args| {
        const READ_ONLY: u64 = 1;
        if args[2] & READ_ONLY == 0 {
            let path = vm.string_text(Ref::from_slot(args[1]));
            return unsupported(format!("writing a file ({path})"));
        }
        open_stream(vm, args)
    };
    "java/io/RandomAccessFile.read0()I" => |vm, args| read_byte(vm, args);
    "java/io/RandomAccessFile.readBytes([BII)I" => |vm, args| read_array(vm, args);
    "java/io/RandomAccessFile.readBytes0([BII)I" => |vm, args| read_array(vm, args);
    "java/io/RandomAccessFile.getFilePointer()J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        Ok(vm.descriptor_position(fd))
    };
    "java/io/RandomAccessFile.seek0(J)V" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        vm.seek_descriptor(fd, args[1]).map(|()| 0)
    };
    "java/io/RandomAccessFile.length()J" => |vm, args| stream_length(vm, args);
    "java/io/RandomAccessFile.length0()J" => |vm, args| stream_length(vm, args);
    "java/io/RandomAccessFile.write0(I)V" => |_, _| unsupported("writing a file");
    "java/io/RandomAccessFile.writeBytes([BII)V" => |_, _| unsupported("writing a file");
    "java/io/RandomAccessFile.writeBytes0([BII)V" => |_, _| unsupported("writing a file");
    "java/io/RandomAccessFile.setLength(J)V" => |_, _| unsupported("writing a file");
    "java/io/RandomAccessFile.setLength0(J)V" => |_, _| unsupported("writing a file");
    "java/io/FileInputStream.available0()I" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        Ok(vm.descriptor_rest(fd) as u64)
    };
    "java/io/FileInputStream.length0()J" => |vm, args| stream_length(vm, args);
    "java/io/FileInputStream.position0()J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        Ok(vm.descriptor_position(fd))
    };
    "java/io/FileInputStream.skip0(J)J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        if fd == 0 {
            let skipped = (args[1] as usize).min(vm.descriptor_rest(fd));
            vm.read_descriptor(fd, skipped)?;
            return Ok(skipped as u64);
        }
        // A file may be skipped beyond its end, and backwards.
        let position = vm.descriptor_position(fd);
        let target = position.saturating_add_signed(args[1] as i64);
        vm.seek_descriptor(fd, target)?;
        Ok(target.wrapping_sub(position))
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
    "java/io/UnixFileSystem.getLastModifiedTime(Ljava/io/File;)J" => last_modified;
    "java/io/UnixFileSystem.getLastModifiedTime0(Ljava/io/File;)J" => last_modified;
    "java/io/UnixFileSystem.list(Ljava/io/File;)[Ljava/lang/String;" => list_directory;
    "java/io/UnixFileSystem.list0(Ljava/io/File;)[Ljava/lang/String;" => list_directory;
    "java/io/UnixFileSystem.getNameMax0(Ljava/lang/String;)J" => |_, _| Ok(255);
    "java/io/UnixFileSystem.createDirectory(Ljava/io/File;)Z" => changes_files;
    "java/io/UnixFileSystem.createDirectory0(Ljava/io/File;)Z" => changes_files;
    "java/io/UnixFileSystem.createFileExclusively(Ljava/lang/String;)Z" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        unsupported(format!("creating a file ({path})"))
    };
    "java/io/UnixFileSystem.createFileExclusively0(Ljava/lang/String;)Z" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        unsupported(format!("creating a file ({path})"))
    };
    "java/io/UnixFileSystem.delete0(Ljava/io/File;)Z" => |vm, args| {
        // What is not there cannot be deleted, and nothing changes.
        if std::fs::symlink_metadata(path_of(vm, args[1])).is_err() { Ok(0) } else { changes_files(vm, args) }
    };
    "java/io/UnixFileSystem.rename0(Ljava/io/File;Ljava/io/File;)Z" => changes_files;
    "java/io/UnixFileSystem.setLastModifiedTime(Ljava/io/File;J)Z" => changes_files;
    "java/io/UnixFileSystem.setLastModifiedTime0(Ljava/io/File;J)Z" => changes_files;
    "java/io/UnixFileSystem.setPermission(Ljava/io/File;IZZ)Z" => changes_files;
    "java/io/UnixFileSystem.setPermission0(Ljava/io/File;IZZ)Z" => changes_files;
    "java/io/UnixFileSystem.setReadOnly(Ljava/io/File;)Z" => changes_files;
    "java/io/UnixFileSystem.setReadOnly0(Ljava/io/File;)Z" => changes_files;
    "java/io/UnixFileSystem.getSpace(Ljava/io/File;I)J" => |_, _| Ok(1 << 36);
    "java/io/UnixFileSystem.getSpace0(Ljava/io/File;I)J" => |_, _| Ok(1 << 36);
    "java/io/Console.istty()Z" => |_, _| Ok(0);
    "java/io/Console.ttyStatus()I" => |_, _| Ok(0);
    "java/io/Console.echo(Z)Z" => |_, _| Ok(0);
    "jdk/internal/io/JdkConsoleImpl.echo(Z)Z" => |_, _| Ok(0);
    "java/io/ObjectStreamClass.initNative()V" => |_, _| Ok(0);
    "java/io/ObjectStreamClass.hasStaticInitializer(Ljava/lang/Class;)Z" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        Ok(u64::from(vm.class(class).clinit.is_some()))
    };
    "java/io/Console.encoding()Ljava/lang/String;" => |_, _| Ok(0);
}

fn open_stream(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = vm.string_text(Ref::from_slot(args[1]));
    if std::path::Path::new(&path).is_dir() {
        return throw("java/io/FileNotFoundException", format!("{path} (Is a directory)"));
    }
    let content_id = match vm.files.open(&path) {
        Ok(id) => id,
        Err(error) => return throw("java/io/FileNotFoundException", format!("{path} ({})", reason(&error))),
    };
    let fd = vm.new_descriptor(content_id);
    vm.set_descriptor(Ref::from_slot(args[0]), fd);
    Ok(0)
}

fn read_byte(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = vm.descriptor_of(Ref::from_slot(args[0]));
    let byte = vm.read_descriptor(fd, 1)?;
    Ok(byte.first().map_or(u64::from(u32::MAX), |byte| u64::from(*byte)))
}

fn read_array(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
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
}

fn stream_length(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = vm.descriptor_of(Ref::from_slot(args[0]));
    Ok(vm.descriptor_length(fd))
}

fn changes_files(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    unsupported(format!("changing files ({path})"))
}

fn last_modified(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let modified = std::fs::metadata(path_of(vm, args[1])).and_then(|data| data.modified());
    let since = modified.ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(since.map_or(0, |duration| duration.as_millis() as u64))
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
    pub(crate) fn new_descriptor(&mut self, content_id: u32) -> u32 {
        let file = OpenFile { content_id, position: 0 };
        let free = self.path.files.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.path.files.push(None);
            self.path.files.len() - 1
        });
        self.path.files[index] = Some(file);
        (index + FIRST_FILE) as u32
    }

    /// Frees the descriptor, if it is one of a file.
    pub fn close_descriptor(&mut self, fd: u32) {
        let index = (fd as usize).wrapping_sub(FIRST_FILE);
        if let Some(slot) = self.path.files.get_mut(index) {
            *slot = None;
        }
        while matches!(self.path.files.last(), Some(None)) {
            self.path.files.pop();
        }
    }

    fn open_file(&self, fd: u32) -> Option<&OpenFile> {
        self.path.files.get((fd as usize).wrapping_sub(FIRST_FILE))?.as_ref()
    }

    pub fn descriptor_content(&self, fd: u32) -> Option<Rc<Vec<u8>>> {
        self.open_file(fd).map(|file| self.files.content(file.content_id))
    }

    pub fn descriptor_path(&self, fd: u32) -> Option<String> {
        self.open_file(fd).map(|file| self.files.contents[file.content_id as usize].path.clone())
    }

    /// A second descriptor of the same file; `None` for what is no file.
    pub fn duplicate_descriptor(&mut self, fd: u32) -> Option<u32> {
        let content = self.open_file(fd)?.content_id;
        Some(self.new_descriptor(content))
    }

    pub fn descriptor_position(&self, fd: u32) -> u64 {
        if fd == 0 { self.path.stdin_at as u64 } else { self.open_file(fd).map_or(0, |file| file.position) }
    }

    pub fn seek_descriptor(&mut self, fd: u32, position: u64) -> Outcome<()> {
        match self.path.files.get_mut((fd as usize).wrapping_sub(FIRST_FILE)) {
            Some(Some(file)) => {
                file.position = position;
                Ok(())
            }
            _ => throw("java/io/IOException", "Illegal seek"),
        }
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

    pub(crate) fn descriptor_of(&self, stream: Ref) -> u32 {
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
        let content = &self.files.contents[file.content_id as usize];
        if content.directory {
            return throw("java/io/IOException", "Is a directory");
        }
        if content.endless && file.position as usize >= content.bytes.len() {
            file.position = 0;
        }
        let start = (file.position as usize).min(content.bytes.len());
        let end = start.saturating_add(length).min(content.bytes.len());
        file.position = file.position.max(end as u64);
        Ok(content.bytes[start..end].to_vec())
    }

    pub fn descriptor_length(&self, fd: u32) -> u64 {
        if fd == 0 {
            return self.stdin.fetched_len() as u64;
        }
        self.open_file(fd).map_or(0, |file| self.files.content(file.content_id).len() as u64)
    }

    pub fn descriptor_rest(&self, fd: u32) -> usize {
        self.descriptor_length(fd).saturating_sub(self.descriptor_position(fd)) as usize
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
