//! `java.util.zip`: checksums, and streams of zlib, which HotSpot uses too, so that compressed sizes agree.
//!
//! A stream lives outside the heap and is no part of the state. It therefore serves only the transition that began it:
//! one that is still open at a choice is not supported, unless it is reset, which makes it new.

use std::collections::HashMap;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::heap::Ref;
use crate::vm::{Outcome, Vm, throw, unsupported};

enum Codec {
    Inflate(Decompress),
    Deflate(Compress),
}

struct Stream {
    codec: Codec,
    /// When the transition began in which this stream was made or reset.
    transition: u64,
    /// The checksum of what came out (or, compressing, went in) so far.
    adler: u32,
    /// Nothing has passed yet.
    fresh: bool,
    /// It was asked to compress, whether or not anything passed.
    used: bool,
    /// The level at which it compresses.
    level: i32,
    wrap: bool,
}

/// The open streams by handle. A handle tells what it takes to make the stream anew.
#[derive(Default)]
pub struct Streams {
    open: HashMap<u64, Stream>,
    next: u64,
}

/// The bits of a handle below its number.
const NO_WRAP: u64 = 1;
const DEFLATE: u64 = 2;
const LEVEL_SHIFT: u32 = 2;
const NUMBER_SHIFT: u32 = 8;

impl Stream {
    fn sum(&mut self, passed: &[u8]) {
        if self.wrap {
            self.adler = adler32(if self.fresh { 1 } else { self.adler }, passed);
        }
    }
}

fn compression(level: i32) -> Compression {
    // The default level of zlib.
    Compression::new(if (0..=9).contains(&level) { level as u32 } else { 6 })
}

impl Streams {
    /// The same, if none is open.
    pub fn fork(&self) -> Option<Streams> {
        self.open.is_empty().then(|| Streams { open: HashMap::new(), next: self.next })
    }

    fn begin(&mut self, bits: u64, transition: u64) -> u64 {
        self.next += 1;
        let handle = self.next << NUMBER_SHIFT | bits;
        self.open.insert(handle, make(handle, transition));
        handle
    }
}

fn make(handle: u64, transition: u64) -> Stream {
    let wrap = handle & NO_WRAP == 0;
    let level = (handle >> LEVEL_SHIFT & 0xf) as i32;
    let codec = if handle & DEFLATE == 0 {
        Codec::Inflate(Decompress::new(wrap))
    } else {
        Codec::Deflate(Compress::new(compression(level), wrap))
    };
    // Without its header a stream has no checksum either, and zlib leaves its field as it was.
    let adler = u32::from(wrap || handle & DEFLATE != 0);
    Stream { codec, transition, adler, fresh: true, used: false, level, wrap }
}

natives! {
    "java/util/zip/CRC32.update(II)I" => |_, args| Ok(u64::from(crc32(args[0] as u32, &[args[1] as u8])));
    "java/util/zip/CRC32.updateBytes0(I[BII)I" => |vm, args| Ok(u64::from(crc32(args[0] as u32, array_part(vm, &args[1..]))));
    "java/util/zip/CRC32.updateByteBuffer0(IJII)I" => |vm, args| {
        let bytes = vm.memory.read(args[1] + args[3], args[4] as usize)?;
        Ok(u64::from(crc32(args[0] as u32, bytes)))
    };
    "java/util/zip/Adler32.update(II)I" => |_, args| Ok(u64::from(adler32(args[0] as u32, &[args[1] as u8])));
    "java/util/zip/Adler32.updateBytes(I[BII)I" => |vm, args| Ok(u64::from(adler32(args[0] as u32, array_part(vm, &args[1..]))));
    "java/util/zip/Adler32.updateByteBuffer(IJII)I" => |vm, args| {
        let bytes = vm.memory.read(args[1] + args[3], args[4] as usize)?;
        Ok(u64::from(adler32(args[0] as u32, bytes)))
    };
    "java/util/zip/Inflater.initIDs()V" => |_, _| Ok(0);
    "java/util/zip/Inflater.init(Z)J" => |vm, args| Ok(vm.zip.begin(args[0] & NO_WRAP, vm.transition_start));
    "java/util/zip/Inflater.end(J)V" => end;
    "java/util/zip/Inflater.reset(J)V" => reset;
    "java/util/zip/Inflater.getAdler(J)I" => adler_of;
    "java/util/zip/Inflater.setDictionary(J[BII)V" => |vm, args| {
        let bytes = array_part(vm, &args[2..]).to_vec();
        set_dictionary(vm, args[0], &bytes)
    };
    "java/util/zip/Inflater.setDictionaryBuffer(JJI)V" => |vm, args| {
        let bytes = vm.memory.read(args[2], args[4] as usize)?.to_vec();
        set_dictionary(vm, args[0], &bytes)
    };
    "java/util/zip/Inflater.inflateBytesBytes(J[BII[BII)J" => |vm, args| {
        let input = array_part(vm, &args[3..]).to_vec();
        inflate(vm, args, &input, &Target::Array(args[6], args[7] as usize, args[8] as usize))
    };
    "java/util/zip/Inflater.inflateBytesBuffer(J[BIIJI)J" => |vm, args| {
        let input = array_part(vm, &args[3..]).to_vec();
        inflate(vm, args, &input, &Target::Memory(args[6], args[8] as usize))
    };
    "java/util/zip/Inflater.inflateBufferBytes(JJI[BII)J" => |vm, args| {
        let input = vm.memory.read(args[3], args[5] as usize)?.to_vec();
        inflate(vm, args, &input, &Target::Array(args[6], args[7] as usize, args[8] as usize))
    };
    "java/util/zip/Inflater.inflateBufferBuffer(JJIJI)J" => |vm, args| {
        let input = vm.memory.read(args[3], args[5] as usize)?.to_vec();
        inflate(vm, args, &input, &Target::Memory(args[6], args[8] as usize))
    };
    "java/util/zip/Deflater.init(IIZ)J" => |vm, args| {
        let level = if (0..=9).contains(&(args[0] as i32)) { args[0] } else { 6 };
        Ok(vm.zip.begin(level << LEVEL_SHIFT | DEFLATE | args[2] & NO_WRAP, vm.transition_start))
    };
    "java/util/zip/Deflater.end(J)V" => end;
    "java/util/zip/Deflater.reset(J)V" => reset;
    "java/util/zip/Deflater.getAdler(J)I" => adler_of;
    "java/util/zip/Deflater.setDictionary(J[BII)V" => |vm, args| {
        let bytes = array_part(vm, &args[2..]).to_vec();
        set_dictionary(vm, args[0], &bytes)
    };
    "java/util/zip/Deflater.setDictionaryBuffer(JJI)V" => |vm, args| {
        let bytes = vm.memory.read(args[2], args[4] as usize)?.to_vec();
        set_dictionary(vm, args[0], &bytes)
    };
    "java/util/zip/Deflater.deflateBytesBytes(J[BII[BIIII)J" => |vm, args| {
        let input = array_part(vm, &args[3..]).to_vec();
        deflate(vm, args[1], &input, &Target::Array(args[6], args[7] as usize, args[8] as usize), args[9], args[10])
    };
    "java/util/zip/Deflater.deflateBytesBuffer(J[BIIJIII)J" => |vm, args| {
        let input = array_part(vm, &args[3..]).to_vec();
        deflate(vm, args[1], &input, &Target::Memory(args[6], args[8] as usize), args[9], args[10])
    };
    "java/util/zip/Deflater.deflateBufferBytes(JJI[BIIII)J" => |vm, args| {
        let input = vm.memory.read(args[3], args[5] as usize)?.to_vec();
        deflate(vm, args[1], &input, &Target::Array(args[6], args[7] as usize, args[8] as usize), args[9], args[10])
    };
    "java/util/zip/Deflater.deflateBufferBuffer(JJIJIII)J" => |vm, args| {
        let input = vm.memory.read(args[3], args[5] as usize)?.to_vec();
        deflate(vm, args[1], &input, &Target::Memory(args[6], args[8] as usize), args[9], args[10])
    };
}

/// The bytes named by an array, an offset and a length.
fn array_part<'a>(vm: &'a Vm, args: &[u64]) -> &'a [u8] {
    let (offset, length) = (args[1] as usize, args[2] as usize);
    &vm.heap.array_bytes(Ref::from_slot(args[0]), offset + length)[offset..]
}

/// Where output goes.
enum Target {
    Array(u64, usize, usize),
    Memory(u64, usize),
}

impl Target {
    fn capacity(&self) -> usize {
        match self {
            Target::Array(_, _, length) | Target::Memory(_, length) => *length,
        }
    }

    fn store(&self, vm: &mut Vm, bytes: &[u8]) -> Outcome<()> {
        match self {
            Target::Array(array, offset, _) => {
                let end = offset + bytes.len();
                vm.heap.array_bytes_mut(Ref::from_slot(*array), end)[*offset..].copy_from_slice(bytes);
                Ok(())
            }
            Target::Memory(address, _) => vm.memory.write(*address, bytes),
        }
    }
}

/// The stream behind a handle, if this transition may use it.
fn stream(vm: &mut Vm, handle: u64) -> Outcome<&mut Stream> {
    let transition = vm.transition_start;
    let run_once = vm.config.run_once;
    match vm.zip.open.get_mut(&handle) {
        Some(stream) if run_once || stream.transition == transition => Ok(stream),
        _ => unsupported("a compressed stream that is open across a choice"),
    }
}

fn end(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    vm.zip.open.remove(&args[0]);
    Ok(0)
}

fn reset(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let transition = vm.transition_start;
    vm.zip.open.insert(args[0], make(args[0], transition));
    Ok(0)
}

fn adler_of(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    stream(vm, args[0]).map(|stream| u64::from(stream.adler))
}

fn set_dictionary(vm: &mut Vm, handle: u64, bytes: &[u8]) -> Outcome<u64> {
    let stream = stream(vm, handle)?;
    let accepted = match &mut stream.codec {
        Codec::Inflate(codec) => codec.set_dictionary(bytes).is_ok(),
        Codec::Deflate(codec) => codec.set_dictionary(bytes).is_ok(),
    };
    if !accepted {
        return throw("java/lang/IllegalArgumentException", "unknown error");
    }
    stream.adler = adler32(1, bytes);
    Ok(0)
}

/// Input used, output made, and two flags, packed as the library expects them.
fn packed(used: u64, made: u64, finished: bool, last: bool) -> u64 {
    used | made << 31 | u64::from(finished) << 62 | u64::from(last) << 63
}

fn inflate(vm: &mut Vm, args: &[u64], input: &[u8], target: &Target) -> Outcome<u64> {
    let mut output = vec![0; target.capacity()];
    let stream = stream(vm, args[1])?;
    let Codec::Inflate(codec) = &mut stream.codec else { return unsupported("inflating with a deflater") };
    let (in_before, out_before) = (codec.total_in(), codec.total_out());
    let result = codec.decompress(input, &mut output, FlushDecompress::None);
    let (used, made) = (codec.total_in() - in_before, codec.total_out() - out_before);
    output.truncate(made as usize);
    stream.sum(&output);
    stream.fresh &= made == 0;
    match result {
        Ok(status) => {
            target.store(vm, &output)?;
            Ok(packed(used, made, status == Status::StreamEnd, false))
        }
        Err(error) if error.needs_dictionary().is_some() => {
            let checksum = error.needs_dictionary().unwrap_or(1);
            if let Some(stream) = vm.zip.open.get_mut(&args[1]) {
                stream.adler = checksum;
                stream.fresh = true;
            }
            target.store(vm, &output)?;
            Ok(packed(used, made, false, true))
        }
        Err(error) => {
            target.store(vm, &output)?;
            let inflater = Ref::from_slot(args[0]);
            for (field, value) in [("inputConsumed", used), ("outputConsumed", made)] {
                if let Some(at) = vm.offset_of(vm.heap.class_of(inflater), field) {
                    vm.heap.put4(inflater, at as usize, value as u32);
                }
            }
            match error.message() {
                Some(message) => throw("java/util/zip/DataFormatException", message),
                None => crate::vm::throw_bare("java/util/zip/DataFormatException"),
            }
        }
    }
}

/// Which of zlib's three ways of compressing a level stands for: a stream that has begun changes between them only after a flush.
fn way_of(level: i32) -> u8 {
    match level {
        0 => 0,
        1..=3 => 1,
        _ => 2,
    }
}

fn deflate(vm: &mut Vm, handle: u64, input: &[u8], target: &Target, flush: u64, parameters: u64) -> Outcome<u64> {
    const SET_PARAMETERS: u64 = 1;
    let mut output = vec![0; target.capacity()];
    let stream = stream(vm, handle)?;
    let Codec::Deflate(codec) = &mut stream.codec else { return unsupported("deflating with an inflater") };
    let flush = match flush {
        2 => FlushCompress::Sync,
        3 => FlushCompress::Full,
        4 => FlushCompress::Finish,
        _ => FlushCompress::None,
    };
    let mut flush = flush;
    if parameters & SET_PARAMETERS != 0 {
        // Strategies only change how well data are compressed; the level is what people set. The call that sets it does nothing else,
        // unless the data before it have to be compressed as before.
        let level = parameters as i32 >> 3;
        if !stream.used || way_of(level) == way_of(stream.level) {
            let _ = codec.set_level(compression(level));
            stream.level = level;
            return Ok(packed(0, 0, false, false));
        }
        flush = FlushCompress::Partial;
    }
    stream.used = true;
    let (in_before, out_before) = (codec.total_in(), codec.total_out());
    let result = codec.compress(input, &mut output, flush);
    let (used, made) = (codec.total_in() - in_before, codec.total_out() - out_before);
    let Ok(status) = result else { return throw("java/lang/InternalError", "stream error") };
    stream.sum(&input[..used as usize]);
    stream.fresh &= used == 0;
    output.truncate(made as usize);
    target.store(vm, &output)?;
    Ok(packed(used, made, status == Status::StreamEnd, false))
}

/// The reflected CRC of IEEE 802.3, a byte at a time.
fn crc32(seed: u32, bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = crc_table();
    !bytes.iter().fold(!seed, |crc, byte| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize])
}

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut crc = index as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
}

/// RFC 1950: two sums modulo the largest prime below 2^16.
fn adler32(seed: u32, bytes: &[u8]) -> u32 {
    const PRIME: u32 = 65_521;
    // So many bytes can be added before the sums overflow.
    const BLOCK: usize = 5552;
    let (mut low, mut high) = (seed & 0xffff, seed >> 16);
    for block in bytes.chunks(BLOCK) {
        for byte in block {
            low += u32::from(*byte);
            high += low;
        }
        low %= PRIME;
        high %= PRIME;
    }
    high << 16 | low
}
