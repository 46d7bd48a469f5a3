//! `java.io` files and streams, over descriptors (`descriptor`) and the path's file system (`disk`).

use super::descriptor::Opening;
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Vm, throw};

/// How many bytes a disk holds, all of them free.
pub(super) const SPACE: u64 = 1 << 36;

natives! {
    "java/io/FileDescriptor.initIDs()V" => |_, _| Ok(0);
    "java/io/FileDescriptor.getHandle(I)J" => |_, _| Ok(-1i64 as u64);
    "java/io/FileDescriptor.getAppend(I)Z" => |_, _| Ok(0);
    "java/io/FileDescriptor.close0()V" => |vm, args| {
        let descriptor = Ref::from_slot(args[0]);
        let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
        let fd = vm.heap.get4(descriptor, at) as i32;
        // Others may come first: until then, the descriptor keeps its number.
        if super::sockets::is_socket(fd as u32) {
            super::sockets::close(vm, fd as u32, true)?;
        } else {
            vm.close_descriptor(fd as u32);
        }
        vm.heap.put4(descriptor, at, u32::MAX);
        Ok(0)
    };
    "java/io/FileDescriptor.sync()V" => synchronize;
    "java/io/FileDescriptor.sync0()V" => synchronize;
    "java/io/FileCleanable.cleanupClose0(IJ)V" => |_, _| Ok(0);
    "java/io/FileInputStream.initIDs()V" => |_, _| Ok(0);
    "java/io/FileInputStream.open0(Ljava/lang/String;)V" => |vm, args| open_stream(vm, args, Opening::default());
    "java/io/FileInputStream.read0()I" => |vm, args| read_byte(vm, args);
    "java/io/FileInputStream.readBytes([BII)I" => |vm, args| read_array(vm, args);
    "java/io/FileInputStream.readBytes0([BII)I" => |vm, args| read_array(vm, args);
    "java/io/RandomAccessFile.open0(Ljava/lang/String;I)V" => |vm, args| {
        const READ_ONLY: u64 = 1;
        let write = args[2] & READ_ONLY == 0;
        open_stream(vm, args, Opening { write, create: write, mode: NEW_FILE, ..Opening::default() })
    };
    "java/io/RandomAccessFile.read0()I" => |vm, args| read_byte(vm, args);
    "java/io/RandomAccessFile.readBytes([BII)I" => |vm, args| read_array(vm, args);
    "java/io/RandomAccessFile.readBytes0([BII)I" => |vm, args| read_array(vm, args);
    "java/io/RandomAccessFile.getFilePointer()J" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        Ok(vm.descriptor_position(fd))
    };
    "java/io/RandomAccessFile.seek0(J)V" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        vm.seek_descriptor(fd, args[1]).map(|()| 0)
    };
    "java/io/RandomAccessFile.length()J" => |vm, args| stream_length(vm, args);
    "java/io/RandomAccessFile.length0()J" => |vm, args| stream_length(vm, args);
    "java/io/RandomAccessFile.write0(I)V" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        vm.write_descriptor(fd, &[args[1] as u8])
    };
    "java/io/RandomAccessFile.writeBytes([BII)V" => write_array;
    "java/io/RandomAccessFile.writeBytes0([BII)V" => write_array;
    "java/io/RandomAccessFile.setLength(J)V" => set_length;
    "java/io/RandomAccessFile.setLength0(J)V" => set_length;
    "java/io/FileInputStream.available0()I" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        if fd >= super::processes::FIRST_PIPE && fd != u32::MAX {
            return Ok(vm.pipe_rest(fd) as u64);
        }
        vm.check_stdin(fd)?;
        Ok(vm.descriptor_rest(fd) as u64)
    };
    "java/io/FileInputStream.length0()J" => |vm, args| stream_length(vm, args);
    "java/io/FileInputStream.position0()J" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        Ok(vm.descriptor_position(fd))
    };
    "java/io/FileInputStream.skip0(J)J" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        if fd == 0 {
            vm.check_stdin(fd)?;
            let skipped = (args[1] as usize).min(vm.descriptor_rest(fd));
            return Ok(vm.read_descriptor(fd, skipped)?.len() as u64);
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
        let append = args[2] != 0;
        open_stream(vm, args, Opening { write: true, create: true, truncate: !append, append, mode: NEW_FILE, exclusive: false })
    };
    "java/io/FileOutputStream.writeBytes([BIIZ)V" => write_array;
    "java/io/FileOutputStream.write(IZ)V" => |vm, args| {
        let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
        vm.write_descriptor(fd, &[args[1] as u8])
    };
    "java/io/UnixFileSystem.initIDs()V" => |_, _| Ok(0);
    "java/io/UnixFileSystem.canonicalize0(Ljava/lang/String;)Ljava/lang/String;" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        let canonical = vm.path.disk.canonical(&path);
        vm.new_string(&canonical).map(Ref::slot)
    };
    "java/io/UnixFileSystem.getBooleanAttributes0(Ljava/io/File;)I" => |vm, args| file_attributes(vm, args);
    "java/io/UnixFileSystem.getBooleanAttributes0(Ljava/lang/String;)I" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[1]));
        Ok(attributes(vm, &path))
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
    "java/io/UnixFileSystem.createDirectory(Ljava/io/File;)Z" => create_directory;
    "java/io/UnixFileSystem.createDirectory0(Ljava/io/File;)Z" => create_directory;
    "java/io/UnixFileSystem.createFileExclusively(Ljava/lang/String;)Z" => create_file;
    "java/io/UnixFileSystem.createFileExclusively0(Ljava/lang/String;)Z" => create_file;
    "java/io/UnixFileSystem.delete0(Ljava/io/File;)Z" => |vm, args| {
        let path = path_of(vm, args[1]);
        let is_directory = vm.path.disk.status(&path, false).is_ok_and(|status| status.is_directory());
        let disk = &mut vm.path.disk;
        let removed = if is_directory { disk.remove_directory(&path) } else { disk.remove_file(&path) };
        vm.sweep_disk();
        Ok(u64::from(removed.is_ok()))
    };
    "java/io/UnixFileSystem.rename0(Ljava/io/File;Ljava/io/File;)Z" => |vm, args| {
        let (from, to) = (path_of(vm, args[1]), path_of(vm, args[2]));
        let renamed = vm.path.disk.rename(&from, &to);
        vm.sweep_disk();
        Ok(u64::from(renamed.is_ok()))
    };
    "java/io/UnixFileSystem.setLastModifiedTime(Ljava/io/File;J)Z" => set_modified;
    "java/io/UnixFileSystem.setLastModifiedTime0(Ljava/io/File;J)Z" => set_modified;
    "java/io/UnixFileSystem.setPermission(Ljava/io/File;IZZ)Z" => set_permission;
    "java/io/UnixFileSystem.setPermission0(Ljava/io/File;IZZ)Z" => set_permission;
    "java/io/UnixFileSystem.setReadOnly(Ljava/io/File;)Z" => |vm, args| change_mode(vm, args[1], |mode| mode & !0o222);
    "java/io/UnixFileSystem.setReadOnly0(Ljava/io/File;)Z" => |vm, args| change_mode(vm, args[1], |mode| mode & !0o222);
    "java/io/UnixFileSystem.getSpace(Ljava/io/File;I)J" => |_, _| Ok(SPACE);
    "java/io/UnixFileSystem.getSpace0(Ljava/io/File;I)J" => |_, _| Ok(SPACE);
    "java/io/Console.istty()Z" => |_, _| Ok(0);
    "java/io/Console.ttyStatus()I" => |_, _| Ok(0);
    "java/io/Console.echo(Z)Z" => |_, _| Ok(0);
    "jdk/internal/io/JdkConsoleImpl.echo(Z)Z" => |_, _| Ok(0);
    "java/io/Console.encoding()Ljava/lang/String;" => |_, _| Ok(0);
    "java/util/prefs/FileSystemPreferences.chmod(Ljava/lang/String;I)I" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[0]));
        let now = vm.file_time();
        Ok(vm.path.disk.set_mode(&path, args[1] as u32, now).err().unwrap_or(0) as u64)
    };
    // A lock among processes: there is one only.
    "java/util/prefs/FileSystemPreferences.lockFile0(Ljava/lang/String;IZ)[I" => |vm, args| {
        const HANDLE: u32 = 1;
        let path = vm.string_text(Ref::from_slot(args[0]));
        let now = vm.file_time();
        let error = vm.path.disk.open(&path, true, false, args[1] as u32, now).err().unwrap_or(0);
        let class = vm.load_boot("[I")?;
        let answer = vm.allocate_array(class, 2)?;
        vm.heap.put4(answer, ELEMENTS, if error == 0 { HANDLE } else { 0 });
        vm.heap.put4(answer, ELEMENTS + 4, error as u32);
        Ok(answer.slot())
    };
    "java/util/prefs/FileSystemPreferences.unlockFile0(I)I" => |_, _| Ok(0);
}

/// The permissions of a new file, as the usual mask leaves them.
const NEW_FILE: u32 = 0o644;

fn open_stream(vm: &mut Vm, args: &[u64], how: Opening) -> Outcome<u64> {
    let path = vm.string_text(Ref::from_slot(args[1]));
    let is_directory = vm.path.disk.status(&path, true).is_ok_and(|status| status.is_directory());
    let opened = if is_directory { Err(super::disk::errno::EISDIR) } else { vm.open_path(&path, how) };
    match opened {
        Ok(fd) => vm.set_descriptor(Ref::from_slot(args[0]), fd),
        Err(error) => return throw("java/io/FileNotFoundException", format!("{path} ({})", reason(error))),
    }
    Ok(0)
}

fn synchronize(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let descriptor = Ref::from_slot(args[0]);
    let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
    if vm.heap.get4(descriptor, at) == u32::MAX {
        return throw("java/io/SyncFailedException", "sync failed");
    }
    Ok(0)
}

fn create_file(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = vm.string_text(Ref::from_slot(args[1]));
    let now = vm.file_time();
    match vm.path.disk.open(&path, true, true, NEW_FILE, now) {
        Ok(_) => Ok(1),
        Err(super::disk::errno::EEXIST) => Ok(0),
        Err(error) => throw("java/io/IOException", reason(error)),
    }
}

fn create_directory(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    Ok(u64::from(vm.path.disk.make_directory(&path).is_ok()))
}

fn set_modified(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    Ok(u64::from(vm.path.disk.set_modified(&path, (args[2] as i64).saturating_mul(1_000_000)).is_ok()))
}

fn set_permission(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    // The access (4 read, 2 write, 1 execute), whether it is granted, and to the owner only.
    let (access, enable, owner) = (args[2] as u32 & 7, args[3] != 0, args[4] != 0);
    let bits = if owner { access << 6 } else { access * 0o111 };
    change_mode(vm, args[1], |mode| if enable { mode | bits } else { mode & !bits })
}

fn change_mode(vm: &mut Vm, file: u64, change: impl FnOnce(u32) -> u32) -> Outcome<u64> {
    let path = path_of(vm, file);
    let Ok(mode) = vm.path.disk.status(&path, true).map(|status| status.mode()) else { return Ok(0) };
    let now = vm.file_time();
    Ok(u64::from(vm.path.disk.set_mode(&path, change(mode), now).is_ok()))
}

fn write_array(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
    let (array, offset, length) = (Ref::from_slot(args[1]), args[2] as i32, args[3] as i32);
    if array.is_null() {
        return crate::vm::throw_bare("java/lang/NullPointerException");
    }
    if offset < 0 || length < 0 || offset > vm.heap.array_length(array) as i32 - length {
        return crate::vm::throw_bare("java/lang/IndexOutOfBoundsException");
    }
    let (start, end) = (offset as usize, (offset + length) as usize);
    let bytes = vm.heap.array_bytes(array, end)[start..].to_vec();
    vm.write_descriptor(fd, &bytes)
}

fn set_length(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
    let Some(inode) = vm.written_inode(fd) else { return throw("java/io/IOException", "Invalid argument") };
    vm.path.disk.resize(inode, args[1]);
    if vm.descriptor_position(fd) > args[1] {
        vm.seek_descriptor(fd, args[1])?;
    }
    Ok(0)
}

fn read_byte(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
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
    let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
    let bytes = vm.read_descriptor(fd, length as usize)?;
    if bytes.is_empty() {
        return Ok(u64::from(u32::MAX));
    }
    let end = offset as usize + bytes.len();
    vm.heap.array_bytes_mut(array, end)[offset as usize..].copy_from_slice(&bytes);
    Ok(bytes.len() as u64)
}

fn stream_length(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = vm.open_descriptor_of(Ref::from_slot(args[0]))?;
    vm.check_stdin(fd)?;
    Ok(vm.descriptor_length(fd))
}

fn last_modified(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    let modified = vm.path.disk.status(&path, true).map_or((0, 0), |status| status.modified());
    Ok((modified.0 * 1000 + modified.1 / 1_000_000) as u64)
}

/// The reason as the C library words it.
pub fn reason(error: i32) -> String {
    let text = std::io::Error::from_raw_os_error(error).to_string();
    // Rust appends the number.
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

fn path_of(vm: &Vm, file: u64) -> String {
    let file = Ref::from_slot(file);
    let at = vm.offset_of(vm.heap.class_of(file), "path").unwrap_or(8) as usize;
    vm.string_text(vm.heap.get_ref(file, at))
}

fn file_attributes(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    Ok(attributes(vm, &path))
}

fn attributes(vm: &Vm, path: &str) -> u64 {
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    const DIRECTORY: u64 = 4;
    match vm.path.disk.status(path, true) {
        Ok(status) if status.is_directory() => EXISTS | DIRECTORY,
        Ok(status) if status.is_file() => EXISTS | REGULAR,
        Ok(_) => EXISTS,
        Err(_) => 0,
    }
}

fn check_access(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const WRITE: u64 = 2;
    const EXECUTE: u64 = 1;
    let path = path_of(vm, args[1]);
    let Ok(status) = vm.path.disk.status(&path, true) else { return Ok(0) };
    let (writable, executable) = (status.mode() & 0o222 != 0, status.mode() & 0o111 != 0);
    Ok(u64::from((args[2] & WRITE == 0 || writable) && (args[2] & EXECUTE == 0 || executable)))
}

fn file_length(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    Ok(vm.path.disk.status(&path, true).map_or(0, |status| status.size()))
}

fn list_directory(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let path = path_of(vm, args[1]);
    let Ok(names) = vm.path.disk.names(&path) else { return Ok(0) };
    let mut strings = Vec::new();
    for name in names {
        strings.push(vm.new_string(&name)?);
    }
    vm.new_object_array("java/lang/String", &strings).map(Ref::slot)
}

/// Hands bytes to the process's own output. A closed pipe is the reader's wish to see no more; where there is no room, programs
/// go on, as in `java`, but it is said.
pub fn pass(fd: u32, bytes: &[u8]) {
    use std::io::{ErrorKind, Write};
    static SAID: std::sync::Once = std::sync::Once::new();
    let result = if fd == 1 {
        std::io::stdout().write_all(bytes)
    } else {
        let _ = std::io::stdout().flush();
        std::io::stderr().write_all(bytes)
    };
    match result {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(141),
        Err(error) => SAID.call_once(|| {
            let _ = writeln!(std::io::stderr(), "error: output cannot be written ({error})");
        }),
    }
}
