//! `java.nio` channels and file systems, as the Unix implementations of the JDK ask for them, over descriptors
//! (`descriptor`) and the path's file system (`disk`). Paths come as addresses of zero-ended strings in off-heap memory.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use super::descriptor::{Mapping, Opening};
use super::disk::Status;
use super::disk::errno::{EACCES, EINVAL, ENODATA, ENOTDIR, EOPNOTSUPP};
use super::{sockets, watching};
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

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
        let text = super::io::reason(args[0] as i32);
        new_bytes(vm, text.as_bytes())
    };
    "sun/nio/fs/UnixNativeDispatcher.open0(JII)I" => open;
    "sun/nio/fs/UnixNativeDispatcher.dup(I)I" => |vm, args| match vm.duplicate_descriptor(args[0] as u32) {
        Some(fd) => Ok(u64::from(fd)),
        None => unix_error(vm, EINVAL),
    };
    "sun/nio/fs/UnixNativeDispatcher.close0(I)V" => |vm, args| close(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.stat0(JLsun/nio/fs/UnixFileAttributes;)V" => |vm, args| {
        let found = vm.path.disk.status(&name_at(vm, args[0])?, true);
        store_or_throw(vm, found, args[2])
    };
    "sun/nio/fs/UnixNativeDispatcher.lstat0(JLsun/nio/fs/UnixFileAttributes;)V" => |vm, args| {
        let found = vm.path.disk.status(&name_at(vm, args[0])?, false);
        store_or_throw(vm, found, args[2])
    };
    "sun/nio/fs/UnixNativeDispatcher.stat1(J)I" => |vm, args| {
        Ok(vm.path.disk.status(&name_at(vm, args[0])?, true).map_or(0, |status| u64::from(status.mode())))
    };
    // Since JDK 21 with the error as result.
    "sun/nio/fs/UnixNativeDispatcher.stat0(JLsun/nio/fs/UnixFileAttributes;)I" => |vm, args| {
        match vm.path.disk.status(&name_at(vm, args[0])?, true) {
            Ok(status) => {
                store_attributes(vm, &status, Ref::from_slot(args[2]));
                Ok(0)
            }
            Err(error) => Ok(error as u64),
        }
    };
    "sun/nio/fs/UnixNativeDispatcher.fstat(ILsun/nio/fs/UnixFileAttributes;)V" => stat_descriptor;
    "sun/nio/fs/UnixNativeDispatcher.fstat0(ILsun/nio/fs/UnixFileAttributes;)V" => stat_descriptor;
    "sun/nio/fs/UnixNativeDispatcher.access0(JI)V" => |vm, args| match access(vm, &name_at(vm, args[0])?, args[2]) {
        0 => Ok(0),
        error => unix_error(vm, error),
    };
    "sun/nio/fs/UnixNativeDispatcher.access0(JI)I" => |vm, args| Ok(access(vm, &name_at(vm, args[0])?, args[2]) as u64);
    "sun/nio/fs/UnixNativeDispatcher.exists0(J)Z" => |vm, args| Ok(u64::from(vm.path.disk.exists(&name_at(vm, args[0])?)));
    "sun/nio/fs/UnixNativeDispatcher.realpath0(J)[B" => |vm, args| {
        let path = name_at(vm, args[0])?;
        match vm.path.disk.status(&path, true) {
            Ok(_) => new_bytes(vm, vm.path.disk.canonical(&path).as_bytes()),
            Err(error) => unix_error(vm, error),
        }
    };
    "sun/nio/fs/UnixNativeDispatcher.readlink0(J)[B" => |vm, args| {
        match vm.path.disk.read_link(&name_at(vm, args[0])?) {
            Ok(path) => new_bytes(vm, path.as_os_str().as_bytes()),
            Err(error) => unix_error(vm, error),
        }
    };
    "sun/nio/fs/UnixNativeDispatcher.opendir0(J)J" => |vm, args| {
        let path = name_at(vm, args[0])?;
        if vm.path.disk.status(&path, true).is_ok_and(|status| !status.is_directory()) {
            return unix_error(vm, ENOTDIR);
        }
        let opened = vm.open_path(&path, Opening::default());
        number_or_throw(vm, opened.map(u64::from))
    };
    "sun/nio/fs/UnixNativeDispatcher.fdopendir(I)J" => |_, args| Ok(args[0]);
    "sun/nio/fs/UnixNativeDispatcher.closedir(J)V" => |vm, args| close(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.readdir(J)[B" => next_entry;
    "sun/nio/fs/UnixNativeDispatcher.readdir0(J)[B" => next_entry;
    "sun/nio/fs/UnixNativeDispatcher.getpwuid(I)[B" => |vm, args| name_of_id(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.getgrgid(I)[B" => |vm, args| name_of_id(vm, args[0]);
    "sun/nio/fs/UnixNativeDispatcher.unlink0(J)V" => |vm, args| {
        let removed = vm.path.disk.remove_file(&name_at(vm, args[0])?);
        vm.sweep_disk();
        done_or_throw(vm, removed)
    };
    "sun/nio/fs/UnixNativeDispatcher.rmdir0(J)V" => |vm, args| {
        let removed = vm.path.disk.remove_directory(&name_at(vm, args[0])?);
        done_or_throw(vm, removed)
    };
    "sun/nio/fs/UnixNativeDispatcher.rename0(JJ)V" => |vm, args| {
        let renamed = vm.path.disk.rename(&name_at(vm, args[0])?, &name_at(vm, args[2])?);
        vm.sweep_disk();
        done_or_throw(vm, renamed)
    };
    "sun/nio/fs/UnixNativeDispatcher.mkdir0(JI)V" => |vm, args| {
        let made = vm.path.disk.make_directory(&name_at(vm, args[0])?);
        done_or_throw(vm, made)
    };
    "sun/nio/fs/UnixNativeDispatcher.chmod0(JI)V" => |vm, args| change_mode(vm, args[0], args[2]);
    "sun/nio/fs/UnixNativeDispatcher.fchmod(II)V" => |vm, args| change_open_mode(vm, args);
    "sun/nio/fs/UnixNativeDispatcher.fchmod0(II)V" => |vm, args| change_open_mode(vm, args);
    "sun/nio/fs/UnixNativeDispatcher.fchmodat0(IJII)V" => |vm, args| change_mode(vm, args[1], args[3]);
    "sun/nio/fs/UnixNativeDispatcher.fchmodatNoFollowSupported0()Z" => |_, _| Ok(0);
    // Owners stay as they are: the program is not the superuser.
    "sun/nio/fs/UnixNativeDispatcher.chown0(JII)V" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.lchown0(JII)V" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.fchown(III)V" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.fchown0(III)V" => |_, _| Ok(0);
    // Microseconds, since JDK 21 nanoseconds.
    "sun/nio/fs/UnixNativeDispatcher.utimes0(JJJ)V" => |vm, args| set_modified(vm, args[0], (args[4] as i64).saturating_mul(1000));
    "sun/nio/fs/UnixNativeDispatcher.lutimes0(JJJ)V" => |vm, args| set_modified(vm, args[0], (args[4] as i64).saturating_mul(1000));
    "sun/nio/fs/UnixNativeDispatcher.utimensat0(IJJJI)V" => |vm, args| set_modified(vm, args[1], args[5] as i64);
    "sun/nio/fs/UnixNativeDispatcher.futimes(IJJ)V" => |vm, args| set_open_modified(vm, args, 1000);
    "sun/nio/fs/UnixNativeDispatcher.futimens(IJJ)V" => |vm, args| set_open_modified(vm, args, 1);
    "sun/nio/fs/UnixNativeDispatcher.futimens0(IJJ)V" => |vm, args| set_open_modified(vm, args, 1);
    // No file has extended attributes, and none can be given; so it is on file systems that are mounted without them.
    "sun/nio/fs/UnixNativeDispatcher.fgetxattr0(IJJI)I" => |vm, _| unix_error(vm, ENODATA);
    "sun/nio/fs/UnixNativeDispatcher.fremovexattr0(IJ)V" => |vm, _| unix_error(vm, ENODATA);
    "sun/nio/fs/UnixNativeDispatcher.fsetxattr0(IJJI)V" => |vm, _| unix_error(vm, EOPNOTSUPP);
    "sun/nio/fs/UnixNativeDispatcher.flistxattr(IJI)I" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.read(IJI)I" => read_number;
    "sun/nio/fs/UnixNativeDispatcher.read0(IJI)I" => read_number;
    "sun/nio/fs/UnixNativeDispatcher.write(IJI)I" => write_number;
    "sun/nio/fs/UnixNativeDispatcher.write0(IJI)I" => write_number;
    "sun/nio/fs/UnixCopyFile.transfer(IIJ)V" => |vm, args| copy(vm, args);
    "sun/nio/fs/UnixFileSystem.bufferedCopy0(IIJIJ)V" => |vm, args| copy(vm, args);
    "sun/nio/fs/LinuxNativeDispatcher.directCopy0(IIJ)I" => |vm, args| copy(vm, args);
    "sun/nio/fs/UnixNativeDispatcher.flistxattr0(IJI)I" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.link0(JJ)V" => |vm, args| {
        let (existing, name) = (name_at(vm, args[0])?, name_at(vm, args[2])?);
        let linked = vm.path.disk.add_name(&name, &existing);
        done_or_throw(vm, linked)
    };
    "sun/nio/fs/UnixNativeDispatcher.symlink0(JJ)V" => |vm, args| {
        let (target, name) = (vm.memory.c_string(args[0])?, name_at(vm, args[2])?);
        let now = vm.file_time();
        let linked = vm.path.disk.make_link(&name, &target, now);
        done_or_throw(vm, linked)
    };

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
        let fd = number_of(vm, args[0]);
        map(vm, fd, args[1], args[2], args[4])
    };
    "sun/nio/ch/UnixFileDispatcherImpl.allocationGranularity0()J" => |_, _| Ok(4096);
    "sun/nio/ch/FileChannelImpl.unmap0(JJ)I" => |vm, args| unmap(vm, args[0]);
    "sun/nio/ch/UnixFileDispatcherImpl.unmap0(JJ)I" => |vm, args| unmap(vm, args[0]);
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
    "sun/nio/ch/FileDispatcherImpl.pwrite0(Ljava/io/FileDescriptor;JIJ)I" => write_at;
    "sun/nio/ch/UnixFileDispatcherImpl.pwrite0(Ljava/io/FileDescriptor;JIJ)I" => write_at;
    "sun/nio/ch/FileDispatcherImpl.writev0(Ljava/io/FileDescriptor;JI)J" => write_gathered;
    "sun/nio/ch/UnixFileDispatcherImpl.writev0(Ljava/io/FileDescriptor;JI)J" => write_gathered;
    "sun/nio/ch/FileDispatcherImpl.truncate0(Ljava/io/FileDescriptor;J)I" => truncate;
    "sun/nio/ch/UnixFileDispatcherImpl.truncate0(Ljava/io/FileDescriptor;J)I" => truncate;
    "sun/nio/ch/FileDispatcherImpl.seek0(Ljava/io/FileDescriptor;J)J" => seek;
    "sun/nio/ch/UnixFileDispatcherImpl.seek0(Ljava/io/FileDescriptor;J)J" => seek;
    "sun/nio/ch/FileDispatcherImpl.size0(Ljava/io/FileDescriptor;)J" => size;
    "sun/nio/ch/UnixFileDispatcherImpl.size0(Ljava/io/FileDescriptor;)J" => size;
    "sun/nio/ch/UnixFileDispatcherImpl.available0(Ljava/io/FileDescriptor;)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        vm.check_stdin(fd)?;
        Ok(vm.descriptor_rest(fd) as u64)
    };
    "sun/nio/ch/UnixFileDispatcherImpl.isOther0(Ljava/io/FileDescriptor;)Z" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.force0(Ljava/io/FileDescriptor;Z)I" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.force0(Ljava/io/FileDescriptor;Z)I" => |_, _| Ok(0);
    "sun/nio/ch/FileKey.init(Ljava/io/FileDescriptor;)V" => |vm, args| {
        let identity = identity_of(vm, args[1]);
        let key = Ref::from_slot(args[0]);
        for (field, value) in ["st_dev", "st_ino"].into_iter().zip(identity) {
            let at = vm.offset_of(vm.heap.class_of(key), field).unwrap_or(8) as usize;
            vm.heap.put8(key, at, value);
        }
        Ok(0)
    };
    "sun/nio/ch/FileKey.init(Ljava/io/FileDescriptor;[J)V" => |vm, args| {
        let identity = identity_of(vm, args[0]);
        for (index, value) in identity.into_iter().enumerate() {
            vm.heap.put8(Ref::from_slot(args[1]), ELEMENTS + 8 * index, value);
        }
        Ok(0)
    };
    "sun/nio/ch/FileDispatcherImpl.lock0(Ljava/io/FileDescriptor;ZJJZ)I" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.lock0(Ljava/io/FileDescriptor;ZJJZ)I" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.release0(Ljava/io/FileDescriptor;JJ)V" => |_, _| Ok(0);
    "sun/nio/ch/UnixFileDispatcherImpl.release0(Ljava/io/FileDescriptor;JJ)V" => |_, _| Ok(0);
    "sun/nio/ch/FileDispatcherImpl.canTransferToFromOverlappedMap0()Z" => |_, _| Ok(1);
    "sun/nio/ch/FileDispatcherImpl.close0(Ljava/io/FileDescriptor;)V" => close_object;
    "sun/nio/ch/UnixDispatcher.close0(Ljava/io/FileDescriptor;)V" => close_object;
    "sun/nio/ch/FileDispatcherImpl.preClose0(Ljava/io/FileDescriptor;)V" => begin_close;
    "sun/nio/ch/UnixDispatcher.preClose0(Ljava/io/FileDescriptor;)V" => begin_close;
    "sun/nio/ch/FileDispatcherImpl.closeIntFD(I)V" => |vm, args| close(vm, args[0]);
    "sun/nio/ch/UnixFileDispatcherImpl.closeIntFD(I)V" => |vm, args| close(vm, args[0]);
    "sun/nio/fs/LinuxNativeDispatcher.posix_fadvise(IJJI)I" => |_, _| Ok(0);
    // The table of mounted file systems is a number in memory: that of the next line.
    "sun/nio/fs/LinuxNativeDispatcher.setmntent0(JJ)J" => |vm, _| {
        let table = vm.memory.allocate(size_of::<u64>(), false);
        vm.memory.write(table, &0u64.to_le_bytes())?;
        Ok(table)
    };
    "sun/nio/fs/UnixNativeDispatcher.getlinelen(J)I" => |_, _| Ok(u64::from(u32::MAX));
    "sun/nio/fs/UnixNativeDispatcher.rewind(J)V" => |vm, args| {
        vm.memory.write(args[0], &0u64.to_le_bytes())?;
        Ok(0)
    };
    "sun/nio/fs/LinuxNativeDispatcher.getmntent0(JLsun/nio/fs/UnixMountEntry;JI)I" => next_mount;
    "sun/nio/fs/LinuxNativeDispatcher.endmntent(J)V" => |_, _| Ok(0);
    "sun/nio/fs/UnixNativeDispatcher.statvfs0(JLsun/nio/fs/UnixFileStoreAttributes;)V" => |vm, args| {
        const BLOCK: u64 = 4096;
        let attributes = Ref::from_slot(args[2]);
        let blocks = super::io::SPACE / BLOCK;
        for (field, value) in [("f_frsize", BLOCK), ("f_blocks", blocks), ("f_bfree", blocks), ("f_bavail", blocks)] {
            if let Some(at) = vm.offset_of(vm.heap.class_of(attributes), field) {
                vm.heap.put8(attributes, at as usize, value);
            }
        }
        Ok(0)
    };
}

/// Fills in the next line of the table of mounted file systems: a single run's is that of the system, and whoever explores
/// has one file system.
fn next_mount(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const NONE: u64 = u32::MAX as u64;
    const ONE: &str = "rootfs / ext4 rw 0 0";
    let read = if vm.config.run_once { std::fs::read_to_string("/proc/self/mounts").ok() } else { None };
    let table = read.unwrap_or_else(|| ONE.to_owned());
    let line: [u8; 8] = vm.memory.read(args[0], 8)?.try_into().unwrap_or_default();
    let line = u64::from_le_bytes(line);
    let Some(text) = table.lines().nth(line as usize) else { return Ok(NONE) };
    vm.memory.write(args[0], &(line + 1).to_le_bytes())?;
    let entry = Ref::from_slot(args[2]);
    for (field, word) in ["name", "dir", "fstype", "opts"].into_iter().zip(text.split(' ')) {
        // A space in a name is written as a number.
        let bytes = new_bytes(vm, word.replace("\\040", " ").as_bytes())?;
        if let Some(at) = vm.offset_of(vm.heap.class_of(entry), field) {
            vm.put_reference(entry, at as usize, Ref::from_slot(bytes));
        }
    }
    Ok(0)
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

pub(super) fn name_at(vm: &Vm, address: u64) -> Outcome<String> {
    Ok(path_at(vm, address)?.display().to_string())
}

/// Throws a `UnixException`, which the library turns into the exception its user sees.
pub(super) fn unix_error(vm: &mut Vm, errno: i32) -> Outcome<u64> {
    let class = vm.load_boot("sun/nio/fs/UnixException")?;
    vm.initialize_sync(class)?;
    let exception = vm.allocate(class)?;
    if let Some(at) = vm.offset_of(class, "errno") {
        vm.heap.put4(exception, at as usize, errno as u32);
    }
    Err(Trap::Throw(exception))
}

fn number_or_throw(vm: &mut Vm, result: Result<u64, i32>) -> Outcome<u64> {
    match result {
        Ok(number) => Ok(number),
        Err(error) => unix_error(vm, error),
    }
}

fn done_or_throw(vm: &mut Vm, result: Result<(), i32>) -> Outcome<u64> {
    number_or_throw(vm, result.map(|()| 0))
}

fn open(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const ACCESS_MODE: u64 = 3;
    const CREATE: u64 = 0o100;
    const EXCLUSIVE: u64 = 0o200;
    const TRUNCATE: u64 = 0o1000;
    const APPEND: u64 = 0o2000;
    /// The usual mask of new files' permissions.
    const MASK: u32 = 0o022;
    let path = name_at(vm, args[0])?;
    let has = |flag: u64| args[2] & flag != 0;
    let how = Opening {
        write: has(ACCESS_MODE) || has(CREATE),
        create: has(CREATE),
        exclusive: has(EXCLUSIVE),
        truncate: has(TRUNCATE),
        append: has(APPEND),
        mode: args[3] as u32 & !MASK,
    };
    let opened = vm.open_path(&path, how);
    number_or_throw(vm, opened.map(u64::from))
}

fn change_mode(vm: &mut Vm, path: u64, mode: u64) -> Outcome<u64> {
    let (path, now) = (name_at(vm, path)?, vm.file_time());
    let changed = vm.path.disk.set_mode(&path, mode as u32, now);
    done_or_throw(vm, changed)
}

fn change_open_mode(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if let Some(inode) = vm.written_inode(args[0] as u32) {
        vm.path.disk.inodes[inode as usize].mode = args[1] as u32 & 0o7777;
    }
    Ok(0)
}

fn set_modified(vm: &mut Vm, path: u64, nanos: i64) -> Outcome<u64> {
    let path = name_at(vm, path)?;
    let changed = vm.path.disk.set_modified(&path, nanos);
    done_or_throw(vm, changed)
}

fn set_open_modified(vm: &mut Vm, args: &[u64], unit: i64) -> Outcome<u64> {
    if let Some(inode) = vm.written_inode(args[0] as u32) {
        vm.path.disk.inodes[inode as usize].modified = (args[3] as i64).saturating_mul(unit);
    }
    Ok(0)
}

fn read_number(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (fd, length) = (args[0] as u32, args[3] as usize);
    let bytes = match sockets::is_socket(fd).then(|| watching::read(vm, fd, length)) {
        Some(Ok(bytes)) => bytes,
        Some(Err(error)) => return unix_error(vm, error),
        None => vm.read_descriptor(fd, length)?,
    };
    vm.memory.write(args[1], &bytes)?;
    Ok(bytes.len() as u64)
}

fn write_number(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let bytes = vm.memory.read(args[1], args[3] as usize)?.to_vec();
    let fd = args[0] as u32;
    if sockets::is_socket(fd) {
        return Ok(vm.path.network.write(fd, &bytes).unwrap_or_default() as u64);
    }
    vm.write_descriptor(fd, &bytes)?;
    Ok(bytes.len() as u64)
}

/// Copies the rest of one open file to another.
fn copy(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (target, source) = (args[0] as u32, args[1] as u32);
    let bytes = vm.read_descriptor(source, usize::MAX)?;
    vm.write_descriptor(target, &bytes)
}

fn close(vm: &mut Vm, fd: u64) -> Outcome<u64> {
    if sockets::is_socket(fd as u32) {
        watching::close(vm, fd as u32);
        return sockets::close(vm, fd as u32, true);
    }
    vm.close_descriptor(fd as u32);
    Ok(0)
}

fn begin_close(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    if sockets::is_socket(fd) { sockets::close(vm, fd, false) } else { Ok(0) }
}

fn close_object(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    close(vm, u64::from(fd))
}

/// `access(2)`: zero, or the error.
fn access(vm: &Vm, path: &str, mode: u64) -> i32 {
    const WRITE: u64 = 2;
    const EXECUTE: u64 = 1;
    match vm.path.disk.status(path, true) {
        Err(error) => error,
        Ok(status) if mode & WRITE != 0 && status.mode() & 0o222 == 0 => EACCES,
        Ok(status) if mode & EXECUTE != 0 && status.mode() & 0o111 == 0 => EACCES,
        Ok(_) => 0,
    }
}

fn store_or_throw(vm: &mut Vm, found: Result<Status, i32>, attributes: u64) -> Outcome<u64> {
    match found {
        Ok(status) => {
            store_attributes(vm, &status, Ref::from_slot(attributes));
            Ok(0)
        }
        Err(error) => unix_error(vm, error),
    }
}

fn store_attributes(vm: &mut Vm, status: &Status, attributes: Ref) {
    let class = vm.heap.class_of(attributes);
    let (links, user, group, node, device, special) = match status {
        Status::Real(data) => (data.nlink() as u32, data.uid(), data.gid(), data.ino(), data.dev(), data.rdev()),
        // Files are told apart by device and number: no real device is this one.
        Status::File(_, inode) => (vm.path.disk.names_of(*inode), 0, 0, u64::from(*inode) + 1, u64::MAX, 0),
        Status::Link(_, inode) => (1, 0, 0, u64::from(*inode) + 1, u64::MAX, 0),
        Status::Directory => (1, 0, 0, u64::MAX, u64::MAX, 0),
    };
    let narrow = [("st_mode", status.mode()), ("st_nlink", links), ("st_uid", user), ("st_gid", group)];
    for (field, value) in narrow {
        if let Some(at) = vm.offset_of(class, field) {
            vm.heap.put4(attributes, at as usize, value);
        }
    }
    let (seconds, nanos) = status.modified();
    let (accessed, changed) = match status {
        Status::Real(data) => ((data.atime(), data.atime_nsec()), (data.ctime(), data.ctime_nsec())),
        _ => ((seconds, nanos), (seconds, nanos)),
    };
    let wide = [
        ("st_ino", node),
        ("st_dev", device),
        ("st_rdev", special),
        ("st_size", status.size()),
        ("st_atime_sec", accessed.0 as u64),
        ("st_atime_nsec", accessed.1 as u64),
        ("st_mtime_sec", seconds as u64),
        ("st_mtime_nsec", nanos as u64),
        ("st_ctime_sec", changed.0 as u64),
        ("st_ctime_nsec", changed.1 as u64),
    ];
    for (field, value) in wide {
        if let Some(at) = vm.offset_of(class, field) {
            vm.heap.put8(attributes, at as usize, value);
        }
    }
}

fn stat_descriptor(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let found = vm.descriptor_status(args[0] as u32);
    store_or_throw(vm, found, args[1])
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

impl Vm {
    /// Whether a `FileDescriptor` is that of a socket, which is no file.
    pub(crate) fn is_of_socket(&self, descriptor: u64) -> bool {
        descriptor != 0 && sockets::is_socket(number_of(self, descriptor))
    }
}

pub(super) fn number_of(vm: &Vm, descriptor: u64) -> u32 {
    let descriptor = Ref::from_slot(descriptor);
    let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
    vm.heap.get4(descriptor, at)
}

/// The device and the inode of an open file; files that were written have a device of their own.
fn identity_of(vm: &Vm, descriptor: u64) -> [u64; 2] {
    match vm.descriptor_status(number_of(vm, descriptor)) {
        Ok(Status::Real(data)) => [data.dev(), data.ino()],
        Ok(Status::File(_, inode)) => [u64::MAX, u64::from(inode)],
        _ => [u64::MAX; 2],
    }
}

fn read(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    if sockets::is_socket(fd) {
        return sockets::read(vm, fd, args[1], args[3] as usize);
    }
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
    let fd = number_of(vm, args[0]);
    if sockets::is_socket(fd) {
        return sockets::scatter(vm, fd, args[1], args[3]);
    }
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
    if sockets::is_socket(fd) {
        return sockets::write(vm, fd, args[1], args[3] as usize);
    }
    let bytes = vm.memory.read(args[1], args[3] as usize)?.to_vec();
    vm.write_descriptor(fd, &bytes)?;
    Ok(bytes.len() as u64)
}

fn write_at(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    let before = vm.descriptor_position(fd);
    vm.seek_descriptor(fd, args[4])?;
    let result = write(vm, args);
    vm.seek_descriptor(fd, before)?;
    result
}

/// Writes what a vector of (address, length) pairs holds.
fn write_gathered(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    if sockets::is_socket(fd) {
        return sockets::gather(vm, fd, args[1], args[3]);
    }
    let mut total = 0;
    for index in 0..args[3] {
        let pair = vm.memory.read(args[1] + 16 * index, 16)?;
        let word = |at: usize| u64::from_le_bytes(pair[at..at + 8].try_into().expect("eight bytes"));
        let (address, length) = (word(0), word(8));
        let bytes = vm.memory.read(address, length as usize)?.to_vec();
        vm.write_descriptor(fd, &bytes)?;
        total += length;
    }
    Ok(total)
}

fn truncate(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    let Some(inode) = vm.written_inode(fd) else { return throw("java/io/IOException", "Invalid argument") };
    vm.path.disk.resize(inode, args[1]);
    Ok(0)
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
    vm.check_stdin(fd)?;
    Ok(vm.descriptor_length(fd))
}

fn unmap(vm: &mut Vm, address: u64) -> Outcome<u64> {
    vm.flush_mappings();
    vm.files.mappings.retain(|mapping| mapping.address != address);
    Ok(0)
}

/// A mapping is a copy. What is written to it goes to the file before anybody looks there (`Mapping`): in a single run, where
/// memory outside the heap need not be part of a state.
fn map(vm: &mut Vm, fd: u32, protection: u64, position: u64, length: u64) -> Outcome<u64> {
    const WRITABLE: u64 = 1;
    if protection == WRITABLE && !vm.config.run_once {
        return unsupported("mapping a file for writing");
    }
    vm.flush_mappings();
    let Some(content) = vm.descriptor_content(fd) else { return throw("java/io/IOException", "Bad file descriptor") };
    let address = vm.memory.allocate(length as usize, false);
    let start = (position as usize).min(content.len());
    let end = start.saturating_add(length as usize).min(content.len());
    vm.memory.write(address, &content[start..end])?;
    if vm.config.run_once
        && protection <= WRITABLE
        && let Some(inode) = vm.written_inode(fd)
    {
        vm.map_file(Mapping { address, length: length as usize, inode, position, writable: protection == WRITABLE });
    }
    Ok(address)
}
