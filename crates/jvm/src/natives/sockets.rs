//! Sockets of `java.net` and `java.nio.channels`, selectors and pipes, on the network within the machine (see `network`).
//! What would have to wait makes its thread wait for a descriptor (`Status::Polling`); addresses outside the machine are faults that
//! name them.

use super::nio::number_of;
use crate::choice::{Arguments, Asking, Values};
use crate::heap::{ELEMENTS, Ref};
use crate::network::{Address, FIRST_SOCKET, Failure, Kind, REUSE_ADDRESS, events};
use crate::thread::Status;
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

/// `IOStatus`
const END_OF_FILE: u64 = -1i64 as u64;
const UNAVAILABLE: u64 = -2i64 as u64;
const INTERRUPTED: u64 = -3i64 as u64;

natives! {
    "jdk/net/LinuxSocketOptions.quickAckSupported0()Z" => |_, _| Ok(0);
    "jdk/net/LinuxSocketOptions.keepAliveOptionsSupported0()Z" => |_, _| Ok(0);
    "jdk/net/LinuxSocketOptions.incomingNapiIdSupported0()Z" => |_, _| Ok(0);
    "java/net/DatagramPacket.init()V" => |_, _| Ok(0);
    "java/net/AbstractPlainSocketImpl.isReusePortAvailable0()Z" => |_, _| Ok(1);
    "java/net/AbstractPlainDatagramSocketImpl.isReusePortAvailable0()Z" => |_, _| Ok(1);
    "sun/net/PortConfig.getLower0()I" => |_, _| Ok(32768);
    "sun/net/PortConfig.getUpper0()I" => |_, _| Ok(60999);
    "sun/net/spi/DefaultProxySelector.init()Z" => |_, _| Ok(0);
    "sun/net/spi/DefaultProxySelector.getSystemProxies(Ljava/lang/String;Ljava/lang/String;)[Ljava/net/Proxy;" => |_, _| Ok(0);
    "sun/nio/ch/UnixDomainSockets.init()Z" => |_, _| Ok(0);
    "sun/nio/ch/NativeSocketAddress.AFINET()I" => |_, _| Ok(u64::from(FAMILY_4));
    "sun/nio/ch/NativeSocketAddress.AFINET6()I" => |_, _| Ok(u64::from(FAMILY_6));
    "sun/nio/ch/NativeSocketAddress.sizeofSockAddr4()I" => |_, _| Ok(16);
    "sun/nio/ch/NativeSocketAddress.sizeofSockAddr6()I" => |_, _| Ok(28);
    "sun/nio/ch/NativeSocketAddress.sizeofFamily()I" => |_, _| Ok(2);
    "sun/nio/ch/NativeSocketAddress.offsetFamily()I" => |_, _| Ok(0);
    "sun/nio/ch/NativeSocketAddress.offsetSin4Port()I" => |_, _| Ok(2);
    "sun/nio/ch/NativeSocketAddress.offsetSin4Addr()I" => |_, _| Ok(4);
    "sun/nio/ch/NativeSocketAddress.offsetSin6Port()I" => |_, _| Ok(2);
    "sun/nio/ch/NativeSocketAddress.offsetSin6FlowInfo()I" => |_, _| Ok(4);
    "sun/nio/ch/NativeSocketAddress.offsetSin6Addr()I" => |_, _| Ok(8);
    "sun/nio/ch/NativeSocketAddress.offsetSin6ScopeId()I" => |_, _| Ok(24);
    "sun/nio/ch/Net.initIDs()V" => |_, _| Ok(0);
    "sun/nio/ch/Net.isIPv6Available0()Z" => |_, _| Ok(1);
    "sun/nio/ch/Net.isReusePortAvailable0()Z" => |_, _| Ok(1);
    "sun/nio/ch/Net.isExclusiveBindAvailable()I" => |_, _| Ok(u64::from(u32::MAX));
    "sun/nio/ch/Net.shouldShutdownWriteBeforeClose0()Z" => |_, _| Ok(0);
    "sun/nio/ch/Net.shouldSetBothIPv4AndIPv6Options0()Z" => |_, _| Ok(1);
    "sun/nio/ch/Net.canIPv6SocketJoinIPv4Group0()Z" => |_, _| Ok(1);
    "sun/nio/ch/Net.canJoin6WithIPv4Group0()Z" => |_, _| Ok(0);
    "sun/nio/ch/Net.canUseIPv6OptionsWithIPv4LocalAddress0()Z" => |_, _| Ok(1);
    "sun/nio/ch/Net.pollinValue()S" => |_, _| Ok(u64::from(events::IN));
    "sun/nio/ch/Net.polloutValue()S" => |_, _| Ok(u64::from(events::OUT));
    "sun/nio/ch/Net.pollerrValue()S" => |_, _| Ok(u64::from(events::ERROR));
    "sun/nio/ch/Net.pollhupValue()S" => |_, _| Ok(u64::from(events::HANG_UP));
    "sun/nio/ch/Net.pollnvalValue()S" => |_, _| Ok(u64::from(events::INVALID));
    "sun/nio/ch/Net.pollconnValue()S" => |_, _| Ok(u64::from(events::OUT));
    "sun/nio/ch/Net.socket0(ZZZZ)I" => |vm, args| {
        let streams = args[1] & 1 != 0;
        let kind = if streams { Kind::Fresh } else { Kind::Datagrams { queue: Default::default() } };
        let fd = vm.path.network.add(kind);
        if args[2] & 1 != 0 {
            set_option(vm, fd, REUSE_ADDRESS, 1)?;
        }
        Ok(u64::from(fd))
    };
    "sun/nio/ch/Net.bind0(Ljava/io/FileDescriptor;ZZLjava/net/InetAddress;I)V" => |vm, args| {
        let address = local_address(vm, args[3], args[4])?;
        let fd = number_of(vm, args[0]);
        settle(vm, fd)?;
        let bound = vm.path.network.bind(fd, address);
        done(bound)
    };
    "sun/nio/ch/Net.listen(Ljava/io/FileDescriptor;I)V" => |vm, args| {
        let fd = number_of(vm, args[0]);
        settle(vm, fd)?;
        let listening = vm.path.network.listen(fd, args[1] as usize);
        done(listening)
    };
    "sun/nio/ch/Net.connect0(ZLjava/io/FileDescriptor;Ljava/net/InetAddress;I)I" => connect;
    "sun/nio/ch/Net.accept(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I" => accept;
    "sun/nio/ch/Net.shutdown(Ljava/io/FileDescriptor;I)V" => |vm, args| {
        let fd = number_of(vm, args[0]);
        settle(vm, fd)?;
        let shut = vm.path.network.shut_down(fd, args[1] as u32);
        done(shut)
    };
    "sun/nio/ch/Net.localPort(Ljava/io/FileDescriptor;)I" => |vm, args| Ok(u64::from(local(vm, args[0]).port));
    "sun/nio/ch/Net.localInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;" => |vm, args| {
        // Who is connected is so from one address, and is back at all of them afterwards.
        let fd = number_of(vm, args[0]);
        let is_connected = vm.path.network.get(fd).is_ok_and(|socket| socket.remote.is_some());
        let any = local(vm, args[0]).any && !is_connected;
        inet_address(vm, any).map(Ref::slot)
    };
    "sun/nio/ch/Net.remotePort(Ljava/io/FileDescriptor;)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        Ok(vm.path.network.get(fd).ok().and_then(|socket| socket.remote).map_or(0, |remote| u64::from(remote.port)))
    };
    "sun/nio/ch/Net.remoteInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;" => |vm, _| inet_address(vm, false).map(Ref::slot);
    "sun/nio/ch/Net.getIntOption0(Ljava/io/FileDescriptor;ZII)I" => |vm, args| {
        settle_option(vm, args[0])?;
        let fd = number_of(vm, args[0]);
        let option = (args[2] as u32, args[3] as u32);
        let set = vm.path.network.get(fd).ok().and_then(|socket| socket.options.get(&option).copied());
        Ok(u64::from(set.unwrap_or(match option {
            LINGER => u32::MAX,
            SEND_BUFFER | RECEIVE_BUFFER => 65536,
            _ => 0,
        })))
    };
    "sun/nio/ch/Net.setIntOption0(Ljava/io/FileDescriptor;ZIIIZ)V" => |vm, args| {
        settle_option(vm, args[0])?;
        let fd = number_of(vm, args[0]);
        set_option(vm, fd, (args[2] as u32, args[3] as u32), args[4] as u32)
    };
    "sun/nio/ch/Net.poll(Ljava/io/FileDescriptor;IJ)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        let found = wait_for(vm, fd, args[1] as u32, args[2] as i64)?;
        Ok(u64::from(found))
    };
    "sun/nio/ch/Net.pollConnect(Ljava/io/FileDescriptor;J)Z" => |vm, args| {
        let fd = number_of(vm, args[0]);
        settle(vm, fd)?;
        match vm.path.network.get(fd).map(|socket| &socket.kind) {
            Ok(Kind::Stream { .. }) => Ok(1),
            _ => throw("java/net/ConnectException", "Connection refused"),
        }
    };
    "sun/nio/ch/UnixAsynchronousSocketChannelImpl.checkConnect(I)V" => |vm, args| {
        match vm.path.network.get(args[0] as u32).map(|socket| &socket.kind) {
            Ok(Kind::Stream { .. }) => Ok(0),
            _ => throw("java/net/ConnectException", "Connection refused"),
        }
    };
    "sun/nio/ch/Net.available(Ljava/io/FileDescriptor;)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        settle(vm, fd)?;
        Ok(vm.path.network.available(fd) as u64)
    };
    "sun/nio/ch/Net.sendOOB(Ljava/io/FileDescriptor;B)I" => |_, _| unsupported("urgent data of a socket");
    "sun/nio/ch/Net.discardOOB(Ljava/io/FileDescriptor;)Z" => |_, _| Ok(0);
    "sun/nio/ch/Net.setInterface4(Ljava/io/FileDescriptor;I)V" => |_, _| Ok(0);
    "sun/nio/ch/Net.getInterface4(Ljava/io/FileDescriptor;)I" => |_, _| Ok(0);
    "sun/nio/ch/Net.setInterface6(Ljava/io/FileDescriptor;I)V" => |_, _| Ok(0);
    "sun/nio/ch/Net.getInterface6(Ljava/io/FileDescriptor;)I" => |_, _| Ok(0);
    "sun/nio/ch/SocketDispatcher.read0(Ljava/io/FileDescriptor;JI)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        read(vm, fd, args[1], args[3] as usize)
    };
    "sun/nio/ch/SocketDispatcher.readv0(Ljava/io/FileDescriptor;JI)J" => |vm, args| {
        let fd = number_of(vm, args[0]);
        scatter(vm, fd, args[1], args[3])
    };
    "sun/nio/ch/SocketDispatcher.write0(Ljava/io/FileDescriptor;JI)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        write(vm, fd, args[1], args[3] as usize)
    };
    "sun/nio/ch/SocketDispatcher.writev0(Ljava/io/FileDescriptor;JI)J" => |vm, args| {
        let fd = number_of(vm, args[0]);
        gather(vm, fd, args[1], args[3])
    };
    "sun/nio/ch/DatagramDispatcher.read0(Ljava/io/FileDescriptor;JI)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        receive(vm, fd, args[1], args[3] as usize, None)
    };
    "sun/nio/ch/DatagramDispatcher.write0(Ljava/io/FileDescriptor;JI)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        send(vm, fd, args[1], args[3] as usize, None)
    };
    "sun/nio/ch/DatagramChannelImpl.receive0(Ljava/io/FileDescriptor;JIJZ)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        receive(vm, fd, args[1], args[3] as usize, Some(args[4]))
    };
    "sun/nio/ch/DatagramChannelImpl.send0(Ljava/io/FileDescriptor;JIJI)I" => |vm, args| {
        let fd = number_of(vm, args[0]);
        let port = port_at(vm, args[4])?;
        send(vm, fd, args[1], args[3] as usize, Some(port))
    };
    "sun/nio/ch/DatagramChannelImpl.disconnect0(Ljava/io/FileDescriptor;Z)V" => |vm, args| {
        let fd = number_of(vm, args[0]);
        if let Ok(socket) = vm.path.network.get_mut(fd) {
            socket.remote = None;
        }
        Ok(0)
    };
    "sun/nio/ch/IOUtil.configureBlocking(Ljava/io/FileDescriptor;Z)V" => |vm, args| {
        let fd = number_of(vm, args[0]);
        if let Ok(socket) = vm.path.network.get_mut(fd) {
            socket.blocking = args[1] & 1 != 0;
        }
        Ok(0)
    };
    "sun/nio/ch/IOUtil.makePipe(Z)J" => |vm, args| {
        let (reader, writer) = vm.path.network.pipe(args[0] & 1 != 0);
        Ok(u64::from(reader) << 32 | u64::from(writer))
    };
    "sun/nio/ch/IOUtil.write1(IB)I" => |vm, args| {
        settle(vm, args[0] as u32)?;
        match vm.path.network.write(args[0] as u32, &[args[1] as u8]) {
            Ok(count) => Ok(count as u64),
            Err(failure) => status(failure),
        }
    };
    "sun/nio/ch/IOUtil.drain(I)Z" => |vm, args| {
        settle(vm, args[0] as u32)?;
        let drained = vm.path.network.read(args[0] as u32, usize::MAX);
        Ok(u64::from(drained.is_ok_and(|bytes| !bytes.is_empty())))
    };
    "sun/nio/ch/IOUtil.drain1(I)I" => |vm, args| {
        settle(vm, args[0] as u32)?;
        match vm.path.network.read(args[0] as u32, 1) {
            Ok(bytes) => Ok(bytes.len() as u64),
            Err(failure) => status(failure),
        }
    };
    "sun/nio/ch/EventFD.eventfd0()I" => |vm, _| Ok(u64::from(vm.path.network.add(Kind::Counter(0))));
    "sun/nio/ch/EventFD.set0(I)I" => |vm, args| {
        settle(vm, args[0] as u32)?;
        let _ = vm.path.network.write(args[0] as u32, &[1]);
        Ok(0)
    };
    "sun/nio/ch/EPoll.eventSize()I" => |_, _| Ok(12);
    "sun/nio/ch/EPoll.eventsOffset()I" => |_, _| Ok(0);
    "sun/nio/ch/EPoll.dataOffset()I" => |_, _| Ok(4);
    "sun/nio/ch/EPoll.create()I" => |vm, _| Ok(u64::from(vm.path.network.add(Kind::Poller { watched: Default::default() })));
    "sun/nio/ch/EPoll.ctl(IIII)I" => watch;
    "sun/nio/ch/EPoll.wait(IJII)I" => |vm, args| {
        let poller = args[0] as u32;
        if wait_for(vm, poller, events::IN, i64::from(args[4] as i32))? == 0 {
            return Ok(0);
        }
        let due = vm.path.network.due(poller, args[3] as usize);
        for (index, (fd, found)) in due.iter().enumerate() {
            let mut event = found.to_le_bytes().to_vec();
            event.extend_from_slice(&u64::from(*fd).to_le_bytes());
            vm.memory.write(args[1] + 12 * index as u64, &event)?;
        }
        Ok(due.len() as u64)
    };
    "java/net/NetworkInterface.getAll()[Ljava/net/NetworkInterface;" => |vm, _| {
        let interface = loopback_interface(vm)?;
        vm.new_object_array("java/net/NetworkInterface", &[interface]).map(Ref::slot)
    };
    "java/net/NetworkInterface.getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;" => |vm, args| {
        let is_known = vm.string_text(Ref::from_slot(args[0])) == "lo";
        if is_known { loopback_interface(vm).map(Ref::slot) } else { Ok(0) }
    };
    "java/net/NetworkInterface.getByIndex0(I)Ljava/net/NetworkInterface;" => |vm, args| {
        if args[0] as u32 == 1 { loopback_interface(vm).map(Ref::slot) } else { Ok(0) }
    };
    "java/net/NetworkInterface.getByInetAddress0(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;" => |vm, args| {
        if bytes_of(vm, args[0]).first() == Some(&127) { loopback_interface(vm).map(Ref::slot) } else { Ok(0) }
    };
    "java/net/NetworkInterface.isUp0(Ljava/lang/String;I)Z" => |_, _| Ok(1);
    "java/net/NetworkInterface.isLoopback0(Ljava/lang/String;I)Z" => |_, _| Ok(1);
    "java/net/NetworkInterface.isP2P0(Ljava/lang/String;I)Z" => |_, _| Ok(0);
    "java/net/NetworkInterface.supportsMulticast0(Ljava/lang/String;I)Z" => |_, _| Ok(0);
    "java/net/NetworkInterface.getMacAddr0([BLjava/lang/String;I)[B" => |_, _| Ok(0);
    "java/net/NetworkInterface.getMTU0(Ljava/lang/String;I)I" => |_, _| Ok(65536);
}

const FAMILY_4: u16 = 2;
const FAMILY_6: u16 = 10;
const SEND_BUFFER: (u32, u32) = (1, 7);
const RECEIVE_BUFFER: (u32, u32) = (1, 8);
const LINGER: (u32, u32) = (1, 13);

pub fn is_socket(fd: u32) -> bool {
    (FIRST_SOCKET..super::descriptor::FIRST_LASTING).contains(&fd)
}

/// Others may want to do something with the network first. A descriptor that only this thread knows needs no such care,
/// but nobody knows that.
fn settle(vm: &mut Vm, _: u32) -> Outcome<()> {
    if vm.threaded && !vm.config.run_once && !vm.passes_outer_point() { Err(Trap::Yield) } else { Ok(()) }
}

/// The same of what only those notice who have the descriptor's object.
fn settle_option(vm: &mut Vm, descriptor: u64) -> Outcome<()> {
    if vm.is_shared(Ref::from_slot(descriptor)) { settle(vm, 0) } else { Ok(()) }
}

fn set_option(vm: &mut Vm, fd: u32, option: (u32, u32), value: u32) -> Outcome<u64> {
    if let Ok(socket) = vm.path.network.get_mut(fd) {
        socket.options.insert(option, value);
    }
    Ok(0)
}

/// What Java makes of a failure that is no matter of waiting.
fn status(failure: Failure) -> Outcome<u64> {
    match failure {
        Failure::Unavailable => Ok(UNAVAILABLE),
        Failure::Closing => Ok(INTERRUPTED),
        Failure::Refused => throw("java/net/ConnectException", "Connection refused"),
        Failure::InUse => throw("java/net/BindException", "Address already in use"),
        Failure::NotConnected => throw("java/net/SocketException", "Transport endpoint is not connected"),
        Failure::Reset => throw("sun/net/ConnectionResetException", "Connection reset"),
        Failure::BrokenPipe => throw("java/io/IOException", "Broken pipe"),
        Failure::BadDescriptor => throw("java/io/IOException", "Bad file descriptor"),
    }
}

fn done(result: Result<(), Failure>) -> Outcome<u64> {
    result.map_or_else(status, |()| Ok(0))
}

/// Waits until one of the events is due; zero if that took longer than so many milliseconds (negative: for ever).
pub(super) fn wait_for(vm: &mut Vm, fd: u32, wanted: u32, millis: i64) -> Outcome<u32> {
    let woken = std::mem::take(&mut vm.thread_mut().woken);
    let timed_out = woken && std::mem::take(&mut vm.thread_mut().timed_out);
    if !woken {
        settle(vm, fd)?;
    }
    let due = vm.path.network.poll(fd, wanted);
    if due != 0 || millis == 0 || timed_out {
        return Ok(due);
    }
    let thread = vm.thread_mut();
    thread.status = Status::Polling { fd, events: wanted as u16, timed: millis > 0 };
    thread.nanos = if millis > 0 { (millis as u64).saturating_mul(1_000_000) } else { 0 };
    Err(Trap::Blocked)
}

/// Does what may have to wait; a socket that blocks makes its thread do so.
fn blocking<T>(
    vm: &mut Vm,
    fd: u32,
    wanted: u32,
    mut action: impl FnMut(&mut Vm) -> Outcome<Result<T, Failure>>,
) -> Outcome<Result<T, Failure>> {
    let woken = std::mem::take(&mut vm.thread_mut().woken);
    let granted = vm.thread().granted;
    vm.thread_mut().timed_out = false;
    if !woken {
        settle(vm, fd)?;
    }
    let done = action(vm);
    if matches!(done, Err(Trap::Choose(_))) {
        // Whoever comes back with what was decided about a fault has the same leave.
        (vm.thread_mut().woken, vm.thread_mut().granted) = (woken, granted);
    }
    match done? {
        Err(Failure::Unavailable) if vm.path.network.get(fd).is_ok_and(|socket| socket.blocking) => {
            let thread = vm.thread_mut();
            thread.status = Status::Polling { fd, events: wanted as u16, timed: false };
            thread.nanos = 0;
            Err(Trap::Blocked)
        }
        other => Ok(other),
    }
}

fn bytes_of(vm: &Vm, address: u64) -> Vec<u8> {
    let address = Ref::from_slot(address);
    let field = |object: Ref, name: &str| vm.offset_of(vm.heap.class_of(object), name).map(|at| at as usize);
    if let Some(at) = field(address, "holder6") {
        let holder = vm.heap.get_ref(address, at);
        let bytes = field(holder, "ipaddress").map_or(Ref::NULL, |at| vm.heap.get_ref(holder, at));
        return if bytes.is_null() { Vec::new() } else { vm.heap.array_bytes(bytes, 16).to_vec() };
    }
    let holder = field(address, "holder").map_or(Ref::NULL, |at| vm.heap.get_ref(address, at));
    let number = field(holder, "address").map_or(0, |at| vm.heap.get4(holder, at));
    number.to_be_bytes().to_vec()
}

/// Whether the bytes are the machine's own address, and if so, all of its addresses.
fn is_any(bytes: &[u8]) -> Option<bool> {
    let mapped = bytes.strip_prefix(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]).unwrap_or(bytes);
    if mapped.iter().all(|byte| *byte == 0) {
        return Some(true);
    }
    let is_loopback_6 = bytes.len() == 16 && bytes[15] == 1 && bytes[..15].iter().all(|byte| *byte == 0);
    (mapped.len() == 4 && mapped[0] == 127 || is_loopback_6).then_some(false)
}

fn local_address(vm: &Vm, address: u64, port: u64) -> Outcome<Address> {
    let bytes = bytes_of(vm, address);
    match is_any(&bytes) {
        Some(any) => Ok(Address { any, port: port as u16 }),
        None => throw("java/net/BindException", "Cannot assign requested address"),
    }
}

fn local(vm: &Vm, descriptor: u64) -> Address {
    let fd = number_of(vm, descriptor);
    let found = vm.path.network.get(fd).ok().and_then(|socket| socket.local);
    found.unwrap_or(Address { any: true, port: 0 })
}

fn written(bytes: &[u8]) -> String {
    let parts: Vec<String> = if bytes.len() == 4 {
        bytes.iter().map(u8::to_string).collect()
    } else {
        bytes.chunks(2).map(|pair| format!("{:x}", u16::from_be_bytes([pair[0], pair[pair.len() - 1]]))).collect()
    };
    parts.join(if bytes.len() == 4 { "." } else { ":" })
}

fn connect(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (fd, bytes, port) = (number_of(vm, args[1]), bytes_of(vm, args[2]), args[3] as u16);
    if is_any(&bytes).is_none() {
        return unsupported(format!("a connection to {}:{port}, outside of the program", written(&bytes)));
    }
    let was_blocking = vm.path.network.get(fd).is_ok_and(|socket| socket.blocking);
    let is_stream = vm.path.network.get(fd).is_ok_and(|socket| !matches!(socket.kind, Kind::Datagrams { .. }));
    match blocking(vm, fd, events::OUT, |vm| Ok(vm.path.network.connect(fd, port)))? {
        Ok(()) if was_blocking || !is_stream => Ok(1),
        // As everywhere, who does not block learns of the connection later.
        Ok(()) => Ok(UNAVAILABLE),
        Err(failure) => status(failure),
    }
}

fn accept(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let fd = number_of(vm, args[0]);
    match blocking(vm, fd, events::IN, |vm| Ok(vm.path.network.accept(fd)))? {
        Ok(accepted) => {
            let descriptor = Ref::from_slot(args[1]);
            let at = vm.offset_of(vm.heap.class_of(descriptor), "fd").unwrap_or(8) as usize;
            vm.heap.put4(descriptor, at, accepted);
            let port = vm.path.network.get(accepted).ok().and_then(|socket| socket.remote).map_or(0, |from| from.port);
            let address = socket_address(vm, port)?;
            vm.put_reference(Ref::from_slot(args[2]), ELEMENTS, address);
            Ok(1)
        }
        Err(failure) => status(failure),
    }
}

/// What may happen to bytes on their way, if faults of the network are explored (`--net-faults`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mishap {
    None,
    Short,
    Broken,
}

/// Decides about the next bytes of a connection, once there are some.
fn mishap(vm: &mut Vm, fd: u32, call: &'static str, sentences: &[(Mishap, &str)]) -> Outcome<Mishap> {
    if !vm.config.net_faults || !vm.path.network.is_connection(fd) {
        return Ok(Mishap::None);
    }
    let told = sentences.iter().map(|(_, sentence)| (*sentence).to_owned()).collect();
    let pick =
        vm.environment(sentences.len() as u32, Asking::new(call, Arguments::None).of(Values::Sentences(told)))?;
    let decided = sentences[pick as usize].0;
    if decided == Mishap::Broken {
        vm.path.network.break_off(fd);
    }
    Ok(decided)
}

/// What is read at once of what has arrived.
fn take(vm: &mut Vm, fd: u32, length: usize) -> Outcome<Result<Vec<u8>, Failure>> {
    const ALL: (Mishap, &str) = (Mishap::None, "all that was sent has arrived");
    const SHORT: (Mishap, &str) = (Mishap::Short, "only the first byte has arrived");
    const BROKEN: (Mishap, &str) = (Mishap::Broken, "the connection breaks before anything is read");
    let ready = vm.path.network.available(fd).min(length);
    let sentences: &[_] = if ready > 1 { &[ALL, SHORT, BROKEN] } else { &[ALL, BROKEN] };
    let decided = if ready > 0 { mishap(vm, fd, "read", sentences)? } else { Mishap::None };
    Ok(vm.path.network.read(fd, if decided == Mishap::Short { 1 } else { length }))
}

/// What is written goes out, unless the connection breaks.
fn put_out(vm: &mut Vm, fd: u32, bytes: &[u8]) -> Outcome<Result<usize, Failure>> {
    const SENT: (Mishap, &str) = (Mishap::None, "what is written is sent");
    const BROKEN: (Mishap, &str) = (Mishap::Broken, "the connection breaks before anything is sent");
    mishap(vm, fd, "write", &[SENT, BROKEN])?;
    Ok(vm.path.network.write(fd, bytes))
}

/// What a socket reads into or sends from must be part of the state: others may move before and after.
fn check_memory(vm: &Vm, address: u64) -> Outcome<()> {
    if !vm.config.run_once && vm.booted && !vm.heap.is_permanent_mode() && !vm.memory.is_in_block(address) {
        return unsupported("a socket that uses memory from before the exploration");
    }
    Ok(())
}

/// Reads into memory; also for pipes.
pub fn read(vm: &mut Vm, fd: u32, address: u64, length: usize) -> Outcome<u64> {
    check_memory(vm, address)?;
    match blocking(vm, fd, events::IN, |vm| take(vm, fd, length))? {
        Ok(bytes) if bytes.is_empty() && length > 0 => Ok(END_OF_FILE),
        Ok(bytes) => {
            vm.memory.write(address, &bytes)?;
            Ok(bytes.len() as u64)
        }
        Err(failure) => status(failure),
    }
}

pub fn write(vm: &mut Vm, fd: u32, address: u64, length: usize) -> Outcome<u64> {
    check_memory(vm, address)?;
    let bytes = vm.memory.read(address, length)?.to_vec();
    match blocking(vm, fd, events::OUT, |vm| put_out(vm, fd, &bytes))? {
        Ok(count) => Ok(count as u64),
        Err(failure) => status(failure),
    }
}

fn pairs(vm: &Vm, vector: u64, count: u64) -> Outcome<Vec<(u64, usize)>> {
    (0..count)
        .map(|index| {
            let pair = vm.memory.read(vector + 16 * index, 16)?;
            let word = |at: usize| u64::from_le_bytes(pair[at..at + 8].try_into().expect("eight bytes"));
            Ok((word(0), word(8) as usize))
        })
        .collect()
}

pub fn scatter(vm: &mut Vm, fd: u32, vector: u64, count: u64) -> Outcome<u64> {
    let parts = pairs(vm, vector, count)?;
    let total = parts.iter().map(|(_, length)| length).sum();
    match blocking(vm, fd, events::IN, |vm| take(vm, fd, total))? {
        Ok(bytes) if bytes.is_empty() && total > 0 => Ok(END_OF_FILE),
        Ok(bytes) => {
            let mut rest = &bytes[..];
            for (address, length) in parts {
                let (now, later) = rest.split_at(length.min(rest.len()));
                vm.memory.write(address, now)?;
                rest = later;
            }
            Ok(bytes.len() as u64)
        }
        Err(failure) => status(failure),
    }
}

pub fn gather(vm: &mut Vm, fd: u32, vector: u64, count: u64) -> Outcome<u64> {
    let mut bytes = Vec::new();
    for (address, length) in pairs(vm, vector, count)? {
        bytes.extend_from_slice(vm.memory.read(address, length)?);
    }
    match blocking(vm, fd, events::OUT, |vm| put_out(vm, fd, &bytes))? {
        Ok(count) => Ok(count as u64),
        Err(failure) => status(failure),
    }
}

/// Closes a socket: `at_last` frees its number, which threads that wait for it may still use before.
pub fn close(vm: &mut Vm, fd: u32, at_last: bool) -> Outcome<u64> {
    settle(vm, fd)?;
    if at_last {
        vm.path.network.close(fd);
    } else {
        vm.path.network.begin_close(fd);
    }
    Ok(0)
}

fn receive(vm: &mut Vm, fd: u32, address: u64, length: usize, sender: Option<u64>) -> Outcome<u64> {
    match blocking(vm, fd, events::IN, |vm| Ok(vm.path.network.receive(fd)))? {
        Ok((from, bytes)) => {
            let kept = &bytes[..length.min(bytes.len())];
            vm.memory.write(address, kept)?;
            if let Some(sender) = sender {
                // An IPv4 address as IPv6 writes it.
                let mut name = FAMILY_6.to_le_bytes().to_vec();
                name.extend_from_slice(&from.port.to_be_bytes());
                name.extend_from_slice(&[0; 14]);
                name.extend_from_slice(&[0xff, 0xff, 127, 0, 0, 1]);
                name.extend_from_slice(&[0; 4]);
                vm.memory.write(sender, &name)?;
            }
            Ok(kept.len() as u64)
        }
        Err(failure) => status(failure),
    }
}

fn send(vm: &mut Vm, fd: u32, address: u64, length: usize, port: Option<u16>) -> Outcome<u64> {
    settle(vm, fd)?;
    let bytes = vm.memory.read(address, length)?.to_vec();
    match vm.path.network.send(fd, port, &bytes) {
        Ok(()) => Ok(length as u64),
        Err(failure) => status(failure),
    }
}

/// The port of a socket address in memory, which must be the machine's own.
fn port_at(vm: &Vm, address: u64) -> Outcome<u16> {
    let family = u16::from_le_bytes(vm.memory.read(address, 2)?.try_into().expect("two bytes"));
    let port = u16::from_be_bytes(vm.memory.read(address + 2, 2)?.try_into().expect("two bytes"));
    let bytes = if family == FAMILY_4 { vm.memory.read(address + 4, 4)? } else { vm.memory.read(address + 8, 16)? };
    match is_any(bytes) {
        Some(_) => Ok(port),
        None => unsupported(format!("a datagram to {}:{port}, outside of the program", written(bytes))),
    }
}

/// Adds a descriptor to a poller (1), takes it out (2), or changes what it is watched for (3).
fn watch(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const NO_ENTRY: u64 = 2;
    const REMOVE: u64 = 2;
    let (poller, fd, wanted) = (args[0] as u32, args[2] as u32, args[3] as u32);
    settle(vm, poller)?;
    if let Ok(socket) = vm.path.network.get_mut(poller)
        && let Kind::Poller { watched } = &mut socket.kind
    {
        if args[1] == REMOVE {
            return Ok(if watched.remove(&fd).is_some() { 0 } else { NO_ENTRY });
        }
        watched.insert(fd, wanted);
    }
    Ok(0)
}

fn put(vm: &mut Vm, object: Ref, field: &str, value: Ref) {
    if let Some(at) = vm.offset_of(vm.heap.class_of(object), field) {
        vm.put_reference(object, at as usize, value);
    }
}

fn put_number(vm: &mut Vm, object: Ref, field: &str, value: u32) {
    if let Some(at) = vm.offset_of(vm.heap.class_of(object), field) {
        vm.heap.put4(object, at as usize, value);
    }
}

fn new(vm: &mut Vm, class: &str) -> Outcome<Ref> {
    let class = vm.load_boot(class)?;
    vm.initialize_sync(class)?;
    vm.allocate(class)
}

/// 127.0.0.1, or the address `::` that stands for all.
fn inet_address(vm: &mut Vm, any: bool) -> Outcome<Ref> {
    let holder = new(vm, "java/net/InetAddress$InetAddressHolder")?;
    let address = new(vm, if any { "java/net/Inet6Address" } else { "java/net/Inet4Address" })?;
    put_number(vm, holder, "family", if any { 2 } else { 1 });
    put_number(vm, holder, "address", if any { 0 } else { u32::from_be_bytes([127, 0, 0, 1]) });
    put(vm, address, "holder", holder);
    if any {
        let holder = new(vm, "java/net/Inet6Address$Inet6AddressHolder")?;
        let bytes = vm.allocate_array(vm.known.byte_array, 16)?;
        put(vm, holder, "ipaddress", bytes);
        put(vm, holder, "this$0", address);
        put(vm, address, "holder6", holder);
    }
    Ok(address)
}

fn socket_address(vm: &mut Vm, port: u16) -> Outcome<Ref> {
    let address = inet_address(vm, false)?;
    let holder = new(vm, "java/net/InetSocketAddress$InetSocketAddressHolder")?;
    put(vm, holder, "addr", address);
    put_number(vm, holder, "port", u32::from(port));
    let result = new(vm, "java/net/InetSocketAddress")?;
    put(vm, result, "holder", holder);
    Ok(result)
}

fn loopback_interface(vm: &mut Vm) -> Outcome<Ref> {
    let interface = new(vm, "java/net/NetworkInterface")?;
    let name = vm.new_string("lo")?;
    put(vm, interface, "name", name);
    put(vm, interface, "displayName", name);
    put_number(vm, interface, "index", 1);
    let address = inet_address(vm, false)?;
    let addresses = vm.new_object_array("java/net/InetAddress", &[address])?;
    put(vm, interface, "addrs", addresses);
    let bindings = vm.new_object_array("java/net/InterfaceAddress", &[])?;
    put(vm, interface, "bindings", bindings);
    let children = vm.new_object_array("java/net/NetworkInterface", &[])?;
    put(vm, interface, "childs", children);
    Ok(interface)
}
