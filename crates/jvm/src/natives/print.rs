//! Standard output and error. Their streams keep buffers full of the last text, which would make every state differ
//! from every other: what is printed through `System.out` goes straight to the path's output instead.

use crate::heap::{ELEMENTS, Ref};
use crate::thread::Status;
use crate::vm::{Outcome, Trap, Vm};

natives! {
    "java/io/PrintStream.write(Ljava/lang/String;)V" => |vm, args| print_string(vm, args, false);
    "java/io/PrintStream.writeln(Ljava/lang/String;)V" => |vm, args| print_string(vm, args, true);
    "java/io/PrintStream.implWrite(Ljava/lang/String;)V" => |vm, args| print_string(vm, args, false);
    "java/io/PrintStream.implWriteln(Ljava/lang/String;)V" => |vm, args| print_string(vm, args, true);
    "java/io/PrintStream.write([C)V" => |vm, args| print_chars(vm, args, false);
    "java/io/PrintStream.writeln([C)V" => |vm, args| print_chars(vm, args, true);
    "java/io/PrintStream.implWrite([C)V" => |vm, args| print_chars(vm, args, false);
    "java/io/PrintStream.implWriteln([C)V" => |vm, args| print_chars(vm, args, true);
    "java/io/PrintStream.newLine()V" => |vm, args| print_byte(vm, args, b'\n');
    "java/io/PrintStream.implNewLine()V" => |vm, args| print_byte(vm, args, b'\n');
    "java/io/PrintStream.write(I)V" => |vm, args| print_byte(vm, args, args[1] as u8);
    "java/io/PrintStream.write([BII)V" => |vm, args| {
        let array = Ref::from_slot(args[1]);
        if array.is_null() || stream_of(vm, args).is_none() || vm.are_elements_noticed(array) {
            return Err(Trap::FallThrough);
        }
        let (offset, length) = (args[2] as i32, args[3] as i32);
        if offset < 0 || length < 0 || offset > vm.heap.array_length(array) as i32 - length {
            return crate::vm::throw_bare("java/lang/IndexOutOfBoundsException");
        }
        take_turn(vm, args)?;
        let end = (offset + length) as usize;
        let bytes = vm.heap.array_bytes(array, end)[offset as usize..].to_vec();
        print_bytes(vm, args, &bytes)
    };
    "java/io/PrintStream.flush()V" => |vm, args| stream_of(vm, args).map(|_| 0).ok_or(Trap::FallThrough);
}

/// 1 or 2 if the receiver is the original `System.out` or `System.err`, and was not closed.
fn stream_of(vm: &Vm, args: &[u64]) -> Option<u32> {
    let stream = Ref::from_slot(args[0]);
    let descriptor = if stream == vm.known.stdout {
        1
    } else if stream == vm.known.stderr {
        2
    } else {
        return None;
    };
    let below = vm.offset_of(vm.heap.class_of(stream), "out")?;
    (!vm.heap.get_ref(stream, below as usize).is_null()).then_some(descriptor)
}

/// Who prints first can be seen: printing is a step. Whoever is in the middle of it, as `printf` may be, holds the stream.
fn take_turn(vm: &mut Vm, args: &[u64]) -> Outcome<()> {
    if !vm.threaded {
        return Ok(());
    }
    if !vm.passes_point() {
        return Err(Trap::Yield);
    }
    let stream = Ref::from_slot(args[0]);
    if vm.monitor_owner(stream).is_some_and(|owner| owner != vm.current) {
        vm.learn_competition(stream);
        vm.thread_mut().status = Status::Blocked(stream);
        return Err(Trap::Blocked);
    }
    Ok(())
}

fn print_string(vm: &mut Vm, args: &[u64], line: bool) -> Outcome<u64> {
    if stream_of(vm, args).is_none() || Ref::from_slot(args[1]).is_null() || vm.config.charset_given {
        return Err(Trap::FallThrough);
    }
    take_turn(vm, args)?;
    if !vm.is_output_kept() {
        return Ok(0);
    }
    let mut units = vm.string_units(Ref::from_slot(args[1]));
    if line {
        units.push(u16::from(b'\n'));
    }
    print_units(vm, args, &units)
}

fn print_chars(vm: &mut Vm, args: &[u64], line: bool) -> Outcome<u64> {
    let array = Ref::from_slot(args[1]);
    if stream_of(vm, args).is_none() || array.is_null() || vm.config.charset_given || vm.are_elements_noticed(array) {
        return Err(Trap::FallThrough);
    }
    take_turn(vm, args)?;
    let length = vm.heap.array_length(array) as usize;
    let mut units: Vec<u16> = (0..length).map(|index| vm.heap.get2(array, ELEMENTS + 2 * index)).collect();
    if line {
        units.push(u16::from(b'\n'));
    }
    print_units(vm, args, &units)
}

fn print_byte(vm: &mut Vm, args: &[u64], byte: u8) -> Outcome<u64> {
    if stream_of(vm, args).is_none() {
        return Err(Trap::FallThrough);
    }
    take_turn(vm, args)?;
    print_bytes(vm, args, &[byte])
}

fn print_units(vm: &mut Vm, args: &[u64], units: &[u16]) -> Outcome<u64> {
    let bytes = if vm.config.charset_utf8 {
        // An unpaired surrogate cannot be encoded: Java writes a question mark.
        char::decode_utf16(units.iter().copied()).map(|unit| unit.unwrap_or('?')).collect::<String>().into_bytes()
    } else {
        let ascii = |unit: Result<char, _>| unit.ok().filter(char::is_ascii).map_or(b'?', |character| character as u8);
        char::decode_utf16(units.iter().copied()).map(ascii).collect()
    };
    print_bytes(vm, args, &bytes)
}

fn print_bytes(vm: &mut Vm, args: &[u64], bytes: &[u8]) -> Outcome<u64> {
    match stream_of(vm, args) {
        Some(fd) => vm.write_descriptor(fd, bytes),
        None => Err(Trap::FallThrough),
    }
}

impl Vm {
    pub fn is_output_kept(&self) -> bool {
        self.keep_output || self.config.pass_output
    }

    pub fn write_output(&mut self, bytes: &[u8]) {
        if self.config.pass_output {
            crate::natives::io::pass(1, bytes);
        }
        if self.keep_output {
            self.output.extend_from_slice(bytes);
        }
    }

    pub fn write_error(&mut self, bytes: &[u8]) {
        if self.config.pass_output {
            crate::natives::io::pass(2, bytes);
        }
        if self.keep_output {
            self.errors.extend_from_slice(bytes);
        }
    }
}
