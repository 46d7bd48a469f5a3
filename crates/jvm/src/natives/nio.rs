//! `java.nio` channels and file systems, as the Unix implementations of the JDK ask for them. Reading works; what
//! would change a file is not supported. Paths come as addresses of zero-ended strings in off-heap memory.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::heap::Ref;
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

const ENOENT: i32 = 2;
const EIO: i32 = 5;
const EACCES: i32 = 13;
const EINVAL: i32 = 22;
/// `IOStatus.EOF`
const END_OF_FILE: u64 = -1i64 as u64;

natives! {
    "sun/nio/fs/UnixNativeDispatcher.init()I" => |_, _| Ok(0);
    "sun/nio/fs/LinuxNativeDispatcher.init()V" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.getcwd()[B" => |vm, _| {
        let directory = std::env::current_dir().unwrap_or_else(|_| "/".into());
        new_bytes(vm, directory.as_os_str().as_bytes())
    };
    "sun/nio/fs/UnixNativeDispatcher.strerror(I)[B" => |vm, args| {
        let text = std::io::Error::from_raw_os_error(args[0] as i32).to_string();
        // Rust appends the number.
        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
        new_bytes(vm, text.as_bytes())
    };
    "sun/nio/fs/UnixNativeDispatcher.open0(JII)I" => open;
    "sun/nio/fs/UnixNativeDispatcher.dup(I)I" => |vm, args| match vm.duplicate_descriptor(args[0] as u32) {
        Some(fd) => Ok(u64::from(fd)),
        None => unix_error(vm, EINVAL),
    };
    "sun/nio/fs/UnixNativeDispatcher.close0(I)V" => |vm, args| close(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.stat0(JLsun/nio/fs/UnixFileAttributes;)V" => |vm, args| {
        let found = std::fs::metadata(path_at(vm, args[0])?);
        store_or_throw(vm, found, args[2])
    };
    "sun/nio/fs/UnixNativeDispatcher.lstat0(JLsun/nio/fs/UnixFileAttributes;)V" => |vm, args| {
        let found = std::fs::symlink_metadata(path_at(vm, args[0])?);
        store_or_throw(vm, found, args[2])
    };
    "sun/nio/fs/UnixNativeDispatcher.stat1(J)I" => |vm, args| {
        Ok(std::fs::metadata(path_at(vm, args[0])?).map_or(0, |data| u64::from(data.mode())))
    };
    // Since JDK 21 with the error as result.
    "sun/nio/fs/UnixNativeDispatcher.stat0(JLsun/nio/fs/UnixFileAttributes;)I" => |vm, args| {
        match std::fs::metadata(path_at(vm, args[0])?) {
            Ok(data) => {
                store_attributes(vm, &data, Ref::from_slot(args[2]));
                Ok(0)
            }
            Err(error) => Ok(errno(&error) as u64),
        }
    };
    "sun/nio/fs/UnixNativeDispatcher.fstat(ILsun/nio/fs/UnixFileAttributes;)V" => stat_descriptor;
    "sun/nio/fs/UnixNativeDispatcher.fstat0(ILsun/nio/fs/UnixFileAttributes;)V" => stat_descriptor;
    "sun/nio/fs/UnixNativeDispatcher.access0(JI)V" => |vm, args| match access(&path_at(vm, args[0])?, args[2]) {
        0 => Ok(0),
        error => unix_error(vm, error),
    };
    "sun/nio/fs/UnixNativeDispatcher.access0(JI)I" => |vm, args| Ok(access(&path_at(vm, args[0])?, args[2]) as u64);
    "sun/nio/fs/UnixNativeDispatcher.exists0(J)Z" => |vm, args| Ok(u64::from(path_at(vm, args[0])?.exists()));
    "sun/nio/fs/UnixNativeDispatcher.realpath0(J)[B" => |vm, args| {
        match std::fs::canonicalize(path_at(vm, args[0])?) {
            Ok(path) => new_bytes(vm, path.as_os_str().as_bytes()),
            Err(error) => unix_error(vm, errno(&error)),
        }
    };
    "sun/nio/fs/UnixNativeDispatcher.readlink0(J)[B" => |vm, args| {
        match std::fs::read_link(path_at(vm, args[0])?) {
            Ok(path) => new_bytes(vm, path.as_os_str().as_bytes()),
            Err(error) => unix_error(vm, errno(&error)),
        }
    };
    "sun/nio/fs/UnixNativeDispatcher.opendir0(J)J" => |vm, args| {
        let path = path_at(vm, args[0])?;
        const ENOTDIR: i32 = 20;
        if path.exists() && !path.is_dir() {
            return unix_error(vm, ENOTDIR);
        }
        open_path(vm, &path)
    };
    "sun/nio/fs/UnixNativeDispatcher.fdopendir(I)J" => |_, args| Ok(args[0]);
    "sun/nio/fs/UnixNativeDispatcher.closedir(J)V" => |vm, args| close(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.readdir(J)[B" => next_entry;
    "sun/nio/fs/UnixNativeDispatcher.readdir0(J)[B" => next_entry;
    "sun/nio/fs/UnixNativeDispatcher.getpwuid(I)[B" => |vm, args| name_of_id(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.getgrgid(I)[B" => |vm, args| name_of_id(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.unlink0(J)V" => removes_path;
    "sun/nio/fs/UnixNativeDispatcher.rmdir0(J)V" => removes_path;
    "sun/nio/fs/UnixNativeDispatcher.rename0(JJ)V" => removes_path;
    "sun/nio/fs/UnixNativeDispatcher.chmod0(JI)V" => removes_path;
    "sun/nio/fs/UnixNativeDispatcher.mkdir0(JI)V" => |vm, args| {
        const EEXIST: i32 = 17;
        let path = path_at(vm, args[0])?;
        if path.exists() { unix_error(vm, EEXIST) } else { unsupported(format!("creating a directory ({})", path.display())) }
    };
    "sun/nio/fs/UnixNativeDispatcher.link0(JJ)V" => |_, _| unsupported("creating a link");
    "sun/nio/fs/UnixNativeDispatcher.symlink0(JJ)V" => |_, _| unsupported("creating a link");

    "sun/nio/ch/IOUtil.initIDs()V" => |_, _| Ok(0);
    "sun/nio/ch/IOUtil.iovMax()I" => |_, _| Ok(1024);
    "sun/nio/ch/IOUtil.writevMax()J" => |_, _| Ok(i32::MAX as u64);
    "sun/nio/ch/IOUtil.fdLimit()I" => |_, _| Ok(1024);
    "sun/nio/ch/IOUtil.randomBytes([B)Z" => |_, _| Ok(0);
    "sun/nio/ch/IOUtil.fdVal(Ljava/io/FileDescriptor;)I" => |vm, args| Ok(u64::from(number_of(vm, args[0])));
    "sun/nio/ch/IOUtil.setfdVal(Ljava/io/FileDescriptor;I)V" => |vm, args| {
        let descriptor = Ref::from_slot(args[0]);
        let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
        vm.heap.put4(descriptor, at, args[1] as u32);
        Ok(0)
    };
    "sun/nio/ch/NativeThread.init()V" => |_, _| Ok(0);
    "sun/nio/ch/NativeThread.current()J" => |_, _| Ok(1);
    "sun/nio/ch/NativeThread.current0()J" => |_, _| Ok(1);
    "sun/nio/ch/NativeThread.signal(J)V" => |_, _| Ok(0);
    "sun/nio/ch/NativeThread.signal0(J)V" => |_, _| Ok(0);
    "sun/nio/ch/NativeThread.supportPendingSignals0()Z" => |_, _| Ok(0);
    "sun/nio/ch/FileChannelImpl.initIDs()J" => |_, _| Ok(4096);
    "sun/nio/ch/FileChannelImpl.maxDirectTransferSize0()I" => |_, _| Ok(i32::MAX as u64);
    "sun/nio/ch/FileChannelImpl.transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J" => |_, _| Ok(NOT_SUPPORTED);
    "sun/nio/ch/FileDispatcherImpl.transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J" => |_, _| Ok(NOT_SUPPORTED);
    "sun/nio/ch/FileDispatcherImpl.transferFrom0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J" => |_, _| Ok(NOT_SUPPORTED);
    "sun/nio/ch/FileChannelImpl.map0(IJJZ)J" => |vm, args| {
        let fd = vm.descriptor_of(Ref::from_slot(args[0]));
        map(vm, fd, args[1], args[2], args[4])
    };
    "sun/nio/ch/UnixFileDispatcherImpl.map0(Ljava/io/FileDescriptor;IJJZ)J" => |vm, args| {
        let fd = number_of(vm, args[1]);
        map(vm, fd, args[2], args[3], args[5])
    };
    "sun/nio/ch/UnixFileDispatcherImpl.allocationGranularity0()J" => |_, _| Ok(4096);
    "sun/nio/ch/FileChannelImpl.unmap0(JJ)I" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.unmap0(JJ)I" => |_, _| Ok(0);
    "java/nio/MappedMemoryUtils.isLoaded0(JJJ)Z" => |_, _| Ok(1);
    "java/nio/MappedMemoryUtils.load0(JJ)V" => |_, _| Ok(0);
    "java/nio/MappedMemoryUtils.unload0(JJ)V" => |_, _| Ok(0);
    "java/nio/MappedMemoryUtils.force0(Ljava/io/FileDescriptor;JJ)V" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.init()V" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.init0()V" => |_, _| Ok(0);
    "sun/nio/ch/UnixDispatcher.init()V" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.read0(Ljava/io/FileDescriptor;JI)I" => read;
    "sun/nio/ch/UnixFileDispatcherImpl.read0(Ljava/io/FileDescriptor;JI)I" => read;
    "sun/nio/ch/FileDispatcherImpl.pread0(Ljava/io/FileDescriptor;JIJ)I" => read_at;
    "sun/nio/ch/UnixFileDispatcherImpl.pread0(Ljava/io/FileDescriptor;JIJ)I" => read_at;
    "sun/nio/ch/FileDispatcherImpl.readv0(Ljava/io/FileDescriptor;JI)J" => read_scattered;
    "sun/nio/ch/UnixFileDispatcherImpl.readv0(Ljava/io/FileDescriptor;JI)J" => read_scattered;
    "sun/nio/ch/FileDispatcherImpl.write0(Ljava/io/FileDescriptor;JI)I" => write;
    "sun/nio/ch/UnixFileDispatcherImpl.write0(Ljava/io/FileDescriptor;JI)I" => write;
    "sun/nio/ch/FileDispatcherImpl.seek0(Ljava/io/FileDescriptor;J)J" => seek;
    "sun/nio/ch/UnixFileDispatcherImpl.seek0(Ljava/io/FileDescriptor;J)J" => seek;
    "sun/nio/ch/FileDispatcherImpl.size0(Ljava/io/FileDescriptor;)J" => size;
    "sun/nio/ch/UnixFileDispatcherImpl.size0(Ljava/io/FileDescriptor;)J" => size;
    "sun/nio/ch/UnixFileDispatcherImpl.available0(Ljava/io/FileDescriptor;)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        Ok(vm.descriptor_rest(fd) as u64)
    };
    "sun/nio/ch/UnixFileDispatcherImpl.isOther0(Ljava/io/FileDescriptor;)Z" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.force0(Ljava/io/FileDescriptor;Z)I" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.force0(Ljava/io/FileDescriptor;Z)I" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.lock0(Ljava/io/FileDescriptor;ZJJZ)I" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.lock0(Ljava/io/FileDescriptor;ZJJZ)I" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.release0(Ljava/io/FileDescriptor;JJ)V" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.release0(Ljava/io/FileDescriptor;JJ)V" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.canTransferToFromOverlappedMap0()Z" => |_, _| Ok(1);
    "sun/nio/ch/FileDispatcherImpl.close0(Ljava/io/FileDescriptor;)V" => close_object;
    "sun/nio/ch/UnixDispatcher.close0(Ljava/io/FileDescriptor;)V" => close_object;
    "sun/nio/ch/FileDispatcherImpl.preClose0(Ljava/io/FileDescriptor;)V" => |_, _| Ok(0);
    "sun/nio/ch/UnixDispatcher.preClose0(Ljava/io/FileDescriptor;)V" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.closeIntFD(I)V" => |vm, args| close(vm, args[0]);
    "sun/nio/ch/UnixFileDispatcherImpl.closeIntFD(I)V" => |vm, args| close(vm, args[0]);
    "sun/nio/fs/LinuxNativeDispatcher.posix_fadvise(IJJI)I" => |_, _| Ok(0);
}

/// `IOStatus.UNSUPPORTED`: the library then copies in another way.
const NOT_SUPPORTED: u64 = -4i64 as u64;

fn new_bytes(vm: &mut Vm, bytes: &[u8]) -> Outcome<u64> {
    let array = vm.allocate_array(vm.known.byte_array, bytes.len() as u32)?;
    vm.heap.array_bytes_mut(array, bytes.len()).copy_from_slice(bytes);
    Ok(array.slot())
}

fn path_at(vm: &Vm, address: u64) -> Outcome<PathBuf> {
    let bytes = vm.memory.c_string(address)?;
    Ok(PathBuf::from(OsStr::from_bytes(&bytes)))
}

fn errno(error: &std::io::Error) -> i32 {
    error.raw_os_error().unwrap_or(match error.kind() {
        std::io::ErrorKind::NotFound => ENOENT,
        std::io::ErrorKind::PermissionDenied => EACCES,
        _ => EIO,
    })
}

/// Throws a `UnixException`, which the library turns into the exception its user sees.
fn unix_error(vm: &mut Vm, errno: i32) -> Outcome<u64> {
    let class = vm.load_boot("sun/nio/fs/UnixException")?;
    vm.initialize_sync(class)?;
    let exception = vm.allocate(class)?;
    if let Some(at) = vm.offset_of(class, "errno") {
        vm.heap.put4(exception, at as usize, errno as u32);
    }
    Err(Trap::Throw(exception))
}

fn open(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const ACCESS_MODE: u64 = 3;
    const CREATE: u64 = 0o100;
    const EXCLUSIVE: u64 = 0o200;
    const EEXIST: i32 = 17;
    let path = path_at(vm, args[0])?;
    let flags = args[2];
    if flags & (ACCESS_MODE | CREATE) != 0 {
        if flags & EXCLUSIVE != 0 && path.exists() {
            return unix_error(vm, EEXIST);
        }
        if flags & CREATE == 0 && !path.exists() {
            return unix_error(vm, ENOENT);
        }
        return unsupported(format!("writing a file ({})", path.display()));
    }
    open_path(vm, &path)
}

fn open_path(vm: &mut Vm, path: &Path) -> Outcome<u64> {
    match vm.files.open(&path.display().to_string()) {
        Ok(content) => Ok(u64::from(vm.new_descriptor(content))),
        Err(error) => unix_error(vm, errno(&error)),
    }
}

fn close(vm: &mut Vm, fd: u64) -> Outcome<u64> {
    vm.close_descriptor(fd as u32);
    Ok(0)
}

fn close_object(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    close(vm, u64::from(fd))
}

fn removes_path(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_at(vm, args[0])?;
    if std::fs::symlink_metadata(&path).is_err() {
        return unix_error(vm, ENOENT);
    }
    unsupported(format!("changing files ({})", path.display()))
}

/// `access(2)` for a reader: zero, or the error.
fn access(path: &Path, mode: u64) -> i32 {
    const WRITE: u64 = 2;
    const EXECUTE: u64 = 1;
    match std::fs::metadata(path) {
        Err(error) => errno(&error),
        Ok(data) if mode & WRITE != 0 && data.permissions().readonly() => EACCES,
        Ok(data) if mode & EXECUTE != 0 && data.mode() & 0o111 == 0 => EACCES,
        Ok(_) => 0,
    }
}

fn store_or_throw(vm: &mut Vm, found: std::io::Result<std::fs::Metadata>, attributes: u64) -> Outcome<u64> {
    match found {
        Ok(data) => {
            store_attributes(vm, &data, Ref::from_slot(attributes));
            Ok(0)
        }
        Err(error) => unix_error(vm, errno(&error)),
    }
}

fn store_attributes(vm: &mut Vm, data: &std::fs::Metadata, attributes: Ref) {
    let class = vm.heap.class_of(attributes);
    let narrow =
        [("st_mode", data.mode()), ("st_nlink", data.nlink() as u32), ("st_uid", data.uid()), ("st_gid", data.gid())];
    for (field, value) in narrow {
        if let Some(at) = vm.offset_of(class, field) {
            vm.heap.put4(attributes, at as usize, value);
        }
    }
    let wide = [
        ("st_ino", data.ino()),
        ("st_dev", data.dev()),
        ("st_rdev", data.rdev()),
        ("st_size", data.size()),
        ("st_atime_sec", data.atime() as u64),
        ("st_atime_nsec", data.atime_nsec() as u64),
        ("st_mtime_sec", data.mtime() as u64),
        ("st_mtime_nsec", data.mtime_nsec() as u64),
        ("st_ctime_sec", data.ctime() as u64),
        ("st_ctime_nsec", data.ctime_nsec() as u64),
    ];
    for (field, value) in wide {
        if let Some(at) = vm.offset_of(class, field) {
            vm.heap.put8(attributes, at as usize, value);
        }
    }
}

fn stat_descriptor(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    match vm.descriptor_path(args[0] as u32) {
        Some(path) => store_or_throw(vm, std::fs::metadata(path), args[1]),
        None => unix_error(vm, EINVAL),
    }
}

/// The next name of an open directory, or null.
fn next_entry(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = args[0] as u32;
    let Some(content) = vm.descriptor_content(fd) else { return unix_error(vm, EINVAL) };
    let position = vm.descriptor_position(fd);
    let rest = content.get(position as usize..).unwrap_or_default();
    let name: Vec<u8> = rest.iter().copied().take_while(|byte| *byte != 0).collect();
    if name.is_empty() {
        return Ok(0);
    }
    vm.seek_descriptor(fd, position + name.len() as u64 + 1)?;
    new_bytes(vm, &name)
}

/// Names of users and groups are those of the machine, so that programs see numbers only.
fn name_of_id(vm: &mut Vm, id: u64) -> Outcome<u64> {
    let text = if id as u32 == 0 { "root".to_owned() } else { (id as u32).to_string() };
    new_bytes(vm, text.as_bytes())
}

fn number_of(vm: &Vm, descriptor: u64) -> u32 {
    let descriptor = Ref::from_slot(descriptor);
    let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
    vm.heap.get4(descriptor, at)
}

fn read(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    let bytes = vm.read_descriptor(fd, args[3] as usize)?;
    if bytes.is_empty() && args[3] > 0 {
        return Ok(END_OF_FILE);
    }
    vm.memory.write(args[1], &bytes)?;
    Ok(bytes.len() as u64)
}

fn read_at(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    let before = vm.descriptor_position(fd);
    vm.seek_descriptor(fd, args[4])?;
    let result = read(vm, args);
    vm.seek_descriptor(fd, before)?;
    result
}

/// Fills a vector of (address, length) pairs.
fn read_scattered(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (mut total, mut ended) = (0, false);
    for index in 0..args[3] {
        let pair = vm.memory.read(args[1] + 16 * index, 16)?;
        let word = |at: usize| u64::from_le_bytes(pair[at..at + 8].try_into().expect("eight bytes"));
        let (address, length) = (word(0), word(8));
        let fd = number_of(vm, args[0]);
        let bytes = vm.read_descriptor(fd, length as usize)?;
        vm.memory.write(address, &bytes)?;
        total += bytes.len() as u64;
        if (bytes.len() as u64) < length {
            ended = true;
            break;
        }
    }
    Ok(if total == 0 && ended { END_OF_FILE } else { total })
}

fn write(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    let bytes = vm.memory.read(args[1], args[3] as usize)?.to_vec();
    vm.write_descriptor(fd, &bytes)?;
    Ok(bytes.len() as u64)
}

/// Sets the position, or asks for it if negative.
fn seek(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    if args[1] as i64 >= 0 {
        vm.seek_descriptor(fd, args[1])?;
    }
    Ok(vm.descriptor_position(fd))
}

fn size(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    Ok(vm.descriptor_length(fd))
}

/// A read-only mapping is a copy: the file does not change for the program.
fn map(vm: &mut Vm, fd: u32, protection: u64, position: u64, length: u64) -> Outcome<u64> {
    const READ_ONLY: u64 = 0;
    if protection != READ_ONLY {
        return unsupported("mapping a file for writing");
    }
    let Some(content) = vm.descriptor_content(fd) else { return throw("java/io/IOException", "Bad file descriptor") };
    let address = vm.memory.allocate(length as usize, false);
    let start = (position as usize).min(content.len());
    let end = start.saturating_add(length as usize).min(content.len());
    vm.memory.write(address, &content[start..end])?;
    Ok(address)
}
