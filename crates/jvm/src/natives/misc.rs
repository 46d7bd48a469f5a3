//! Natives of the library that belong to no larger family.

use crate::vm::unsupported;

natives! {
    "java/util/zip/CRC32.update(II)I" => |_, args| Ok(u64::from(crc32(args[0] as u32, &[args[1] as u8])));
    "java/util/zip/CRC32.updateBytes0(I[BII)I" => |vm, args| {
        let (offset, length) = (args[2] as usize, args[3] as usize);
        let bytes = &vm.heap.array_bytes(crate::heap::Ref::from_slot(args[1]), offset + length)[offset..];
        Ok(u64::from(crc32(args[0] as u32, bytes)))
    };
    "jdk/internal/jimage/NativeImageBuffer.getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;" => |_, _| Ok(0);
    "java/net/InetAddress.isIPv6Supported()Z" => |_, _| unsupported("networking");
}

/// The reflected CRC of IEEE 802.3, bit by bit.
fn crc32(seed: u32, bytes: &[u8]) -> u32 {
    let mut crc = !seed;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
