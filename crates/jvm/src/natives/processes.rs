//! Processes of the operating system, in `hazard run` only: they are no part of any state, so that exploring names them as not
//! supported. What a process prints is taken from its pipes by threads of the machine's own; who reads or waits gives other
//! threads of the program a chance until there is something.
//!
//! Files that the program wrote are written before a process starts, so that it finds them.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::descriptor::Source;
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

/// Descriptors of pipes to processes: four for each, of which three are used.
pub const FIRST_PIPE: u32 = 0x6000_0000;
/// How long to wait for a process before other threads are looked at.
const PATIENCE: Duration = Duration::from_millis(2);

/// How long what a process printed may take to come after its end.
const PATIENCE_AT_THE_END: Duration = Duration::from_millis(300);

#[derive(Default)]
pub struct Processes(Vec<Running>);

struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    /// Standard output and error.
    printed: [Arc<Printed>; 2],
    /// Its exit value, once it has ended.
    status: Option<i32>,
}

/// What came out of a pipe and was not read yet.
#[derive(Default)]
struct Printed {
    bytes: Mutex<(VecDeque<u8>, bool)>,
    more: Condvar,
}

natives! {
    "java/lang/ProcessImpl.init()V" => |_, _| Ok(0);
    "java/lang/ProcessImpl.forkAndExec(I[B[B[BI[BI[B[IZ)I" => start;
    "java/lang/ProcessHandleImpl.initNative()V" => |_, _| Ok(0);
    "java/lang/ProcessHandleImpl.getCurrentPid0()J" => |_, _| Ok(super::instrument::OWN_PID);
    "java/lang/ProcessHandleImpl.parent0(JJ)J" => |_, _| Ok(-1i64 as u64);
    "java/lang/ProcessHandleImpl.getProcessPids0(J[J[J[J)I" => |_, _| Ok(0);
    "java/lang/ProcessHandleImpl.isAlive0(J)J" => |vm, args| {
        let is_gone = vm.processes.find(args[0]).is_some_and(|running| running.poll().is_some());
        Ok(if is_gone { -1i64 as u64 } else { 0 })
    };
    "java/lang/ProcessHandleImpl.waitForProcessExit0(JZ)I" => |vm, args| {
        const NOT_A_CHILD: i32 = -2;
        let Some(running) = vm.processes.find(args[0]) else { return Ok(u64::from(NOT_A_CHILD as u32)) };
        match running.poll() {
            Some(status) => {
                // It may have written files.
                vm.files.forget();
                Ok(u64::from(status as u32))
            }
            None => {
                std::thread::sleep(PATIENCE);
                vm.let_patience_pass();
                Err(Trap::Yield)
            }
        }
    };
    "java/lang/ProcessHandleImpl.destroy0(JJZ)Z" => |vm, args| {
        let Some(running) = vm.processes.find(args[0]) else { return Ok(0) };
        let is_forced = args[4] != 0;
        let pid = running.child.id().to_string();
        let ended = match is_forced {
            true => running.child.kill().is_ok(),
            false => Command::new("kill").args(["-TERM", &pid]).status().is_ok_and(|status| status.success()),
        };
        Ok(u64::from(ended))
    };
    "java/lang/ProcessHandleImpl$Info.initIDs()V" => |_, _| Ok(0);
    "java/lang/ProcessHandleImpl$Info.info0(J)V" => |_, _| Ok(0);
}

impl Processes {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&mut self, pid: u64) -> Option<&mut Running> {
        self.0.iter_mut().find(|running| u64::from(running.child.id()) == pid)
    }

    fn pipe(&mut self, fd: u32) -> Option<(&mut Running, usize)> {
        let place = fd - FIRST_PIPE;
        self.0.get_mut((place / 4) as usize).map(|running| (running, (place % 4) as usize))
    }
}

impl Running {
    fn poll(&mut self) -> Option<i32> {
        if self.status.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            // What it printed is there before it is known to have ended: whoever learns of the end takes what is there.
            self.printed.iter().for_each(|printed| printed.wait_for_end());
            // As a shell tells it: 128 and the signal.
            self.status = status.code().or_else(|| status.signal().map(|signal| 0x80 + signal));
        }
        self.status
    }
}

impl Printed {
    fn of(mut pipe: impl Read + Send + 'static) -> Arc<Printed> {
        let printed = Arc::new(Printed::default());
        let filled = printed.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 13];
            loop {
                let count = pipe.read(&mut buffer).unwrap_or(0);
                let mut bytes = filled.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.0.extend(&buffer[..count]);
                bytes.1 = count == 0;
                filled.more.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        printed
    }

    /// Waits until nothing can come, unless somebody else keeps the pipe open.
    fn wait_for_end(&self) {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.more.wait_timeout_while(bytes, PATIENCE_AT_THE_END, |(_, ended)| !*ended));
    }

    /// Nothing came out of it, nor will.
    fn nothing() -> Arc<Printed> {
        Arc::new(Printed { bytes: Mutex::new((VecDeque::new(), true)), more: Condvar::new() })
    }

    /// What there is, if there is something or nothing can come; waits a little.
    fn take(&self, length: usize) -> Option<Vec<u8>> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.0.is_empty() && !bytes.1 {
            let waited = self.more.wait_timeout(bytes, PATIENCE);
            bytes = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if bytes.0.is_empty() && !bytes.1 {
            return None;
        }
        let count = length.min(bytes.0.len());
        Some(bytes.0.drain(..count).collect())
    }

    /// Hands on what comes, until nothing can.
    fn pour_into(&self, to: &mut impl Write) {
        loop {
            match self.take(1 << 13) {
                Some(bytes) if bytes.is_empty() => return,
                Some(bytes) if to.write_all(&bytes).is_err() => return,
                _ => {}
            }
        }
    }

    fn len(&self) -> usize {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).0.len()
    }
}

impl Vm {
    pub(crate) fn read_pipe(&mut self, fd: u32, length: usize) -> Outcome<Vec<u8>> {
        let Some((running, stream @ 1..=2)) = self.processes.pipe(fd) else {
            return throw("java/io/IOException", "Stream Closed");
        };
        let taken = running.printed[stream - 1].take(length);
        if taken.is_none() {
            self.let_patience_pass();
        }
        taken.ok_or(Trap::Yield)
    }

    /// Time that a process took has passed for those who wait with a time-out as well.
    fn let_patience_pass(&mut self) {
        self.path.clock += PATIENCE.as_nanos() as u64;
    }

    pub(crate) fn pipe_rest(&mut self, fd: u32) -> usize {
        match self.processes.pipe(fd) {
            Some((running, stream @ 1..=2)) => running.printed[stream - 1].len(),
            _ => 0,
        }
    }

    pub(crate) fn write_pipe(&mut self, fd: u32, bytes: &[u8]) -> Outcome<u64> {
        let written = match self.processes.pipe(fd) {
            Some((Running { stdin: Some(stdin), .. }, 0)) => stdin.write_all(bytes).and_then(|()| stdin.flush()),
            _ => return throw("java/io/IOException", "Stream Closed"),
        };
        if written.is_ok() { Ok(0) } else { throw("java/io/IOException", "Broken pipe") }
    }

    pub(crate) fn close_pipe(&mut self, fd: u32) {
        if let Some((running, 0)) = self.processes.pipe(fd) {
            running.stdin = None;
        }
    }
}

/// `ProcessImpl.forkAndExec`: gives the process's number, and the descriptors of its pipes.
fn start(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if !vm.config.run_once {
        return unsupported("starting a process");
    }
    let texts = |vm: &Vm, slot: u64| -> Vec<Vec<u8>> {
        let array = Ref::from_slot(slot);
        if array.is_null() {
            return Vec::new();
        }
        let bytes = vm.heap.array_bytes(array, vm.heap.array_length(array) as usize);
        bytes.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect()
    };
    let name = texts(vm, args[3]).into_iter().next().unwrap_or_default();
    let mut command = Command::new(OsString::from_vec(name));
    command.args(texts(vm, args[4]).into_iter().take(args[5] as usize).map(OsString::from_vec));
    if args[6] != 0 {
        command.env_clear();
        for pair in texts(vm, args[6]).into_iter().take(args[7] as usize) {
            let middle = pair.iter().skip(1).position(|byte| *byte == b'=').map(|at| at + 1);
            if let Some(middle) = middle {
                command
                    .env(OsString::from_vec(pair[..middle].to_vec()), OsString::from_vec(pair[middle + 1..].to_vec()));
            }
        }
    }
    if let Some(folder) = texts(vm, args[8]).into_iter().next() {
        command.current_dir(OsString::from_vec(folder));
    }
    let fds = Ref::from_slot(args[9]);
    let given = [0, 1, 2].map(|stream| vm.heap.get4(fds, ELEMENTS + 4 * stream) as i32);
    let merges = args[10] != 0;
    vm.write_files_for_process()?;
    let (stdin, pumped) = input(vm, given[0])?;
    command.stdin(stdin);
    let merged = match (merges, given[1]) {
        (true, -1) => {
            let (reader, writer) = std::io::pipe().map_err(|error| failure(&error))?;
            let second = writer.try_clone().map_err(|error| failure(&error))?;
            command.stdout(writer).stderr(second);
            Some(reader)
        }
        (true, fd) if fd > 2 => {
            let writer = file_for_output(vm, fd)?;
            let second = writer.try_clone().map_err(|error| failure(&error))?;
            command.stdout(writer).stderr(second);
            None
        }
        (true, _) => return unsupported("a process whose error output is merged into one that it inherits"),
        (false, _) => {
            command.stdout(output(vm, given[1])?).stderr(output(vm, given[2])?);
            None
        }
    };
    let mut child = command.spawn().map_err(|error| failure(&error))?;
    // The command keeps the writing ends of pipes open.
    drop(command);
    let mut stdin = child.stdin.take();
    if let (Some(from), Some(mut to)) = (pumped, stdin.take_if(|_| given[0] != -1)) {
        std::thread::spawn(move || from.pour_into(&mut to));
    }
    let out = match merged {
        Some(reader) => Printed::of(reader),
        None => child.stdout.take().map_or_else(Printed::nothing, Printed::of),
    };
    let err = child.stderr.take().map_or_else(Printed::nothing, Printed::of);
    let first = FIRST_PIPE + 4 * vm.processes.0.len() as u32;
    for (stream, given) in given.iter().enumerate() {
        let is_pipe = *given == -1 && !(merges && stream == 2);
        vm.heap.put4(fds, ELEMENTS + 4 * stream, if is_pipe { first + stream as u32 } else { u32::MAX });
    }
    let pid = child.id();
    vm.processes.0.push(Running { child, stdin, printed: [out, err], status: None });
    Ok(u64::from(pid))
}

/// Where a process reads from. What another process prints is poured into its pipe.
fn input(vm: &mut Vm, given: i32) -> Outcome<(Stdio, Option<Arc<Printed>>)> {
    match given {
        -1 => Ok((Stdio::piped(), None)),
        0..=2 => Ok((Stdio::inherit(), None)),
        fd if fd as u32 >= FIRST_PIPE => {
            let Some((running, stream @ 1..=2)) = vm.processes.pipe(fd as u32) else {
                return throw("java/io/IOException", "Stream Closed");
            };
            Ok((Stdio::piped(), Some(running.printed[stream - 1].clone())))
        }
        fd => {
            let path = vm.path_of_descriptor(fd as u32);
            let file = path.map_or_else(|| Err(std::io::ErrorKind::NotFound.into()), |(path, _)| File::open(path));
            Ok((file.map_err(|error| failure(&error))?.into(), None))
        }
    }
}

fn output(vm: &mut Vm, given: i32) -> Outcome<Stdio> {
    match given {
        -1 => Ok(Stdio::piped()),
        0..=2 => Ok(Stdio::inherit()),
        fd => file_for_output(vm, fd).map(Stdio::from),
    }
}

/// A file that the program has opened, for a process to write to: from now on its contents are on the disk only.
fn file_for_output(vm: &mut Vm, fd: i32) -> Outcome<File> {
    let Some((path, append)) = vm.path_of_descriptor(fd as u32) else {
        return unsupported("a process that writes to a file without a name");
    };
    vm.path.disk.changes.remove(&*path);
    let file = OpenOptions::new().write(true).append(append).open(&path);
    file.map_err(|error| failure(&error))
}

fn failure(error: &std::io::Error) -> Trap {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let message = format!("error={}, {text}", error.raw_os_error().unwrap_or(0));
    Trap::ThrowNew { class: "java/io/IOException", message: Some(message) }
}

impl Vm {
    /// What the program has written so far, and closed, is on the disk from now on.
    fn write_files_for_process(&mut self) -> Outcome<()> {
        let is_open = self.path.files.iter().flatten().any(|file| matches!(file.source, Source::Own(_)));
        if let Err(error) = self.path.disk.carry_out() {
            return Err(failure(&error));
        }
        self.files.forget();
        if !is_open {
            self.path.disk = Default::default();
        }
        Ok(())
    }
}
