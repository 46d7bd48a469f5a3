//! Addresses of `java.net`: those written in digits, the loopback address and `localhost`, which need nobody outside.

use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Vm, throw, unsupported};

natives! {
    "java/net/InetAddress.init()V" => |_, _| Ok(0);
    "java/net/Inet4Address.init()V" => |_, _| Ok(0);
    "java/net/Inet6Address.init()V" => |_, _| Ok(0);
    "java/net/NetworkInterface.init()V" => |_, _| Ok(0);
    "java/net/NetworkInterface.boundInetAddress0(Ljava/net/InetAddress;)Z" => |_, _| Ok(1);
    "java/net/InetAddress.isIPv4Available()Z" => |_, _| Ok(1);
    "java/net/InetAddress.isIPv6Supported()Z" => |_, _| Ok(1);
    "java/net/InetAddressImplFactory.isIPv6Supported()Z" => |_, _| Ok(1);
    "java/net/Inet4AddressImpl.getLocalHostName()Ljava/lang/String;" => local_host;
    "java/net/Inet6AddressImpl.getLocalHostName()Ljava/lang/String;" => local_host;
    "java/net/Inet4AddressImpl.lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;" => look_up;
    "java/net/Inet6AddressImpl.lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;" => look_up;
    "java/net/Inet6AddressImpl.lookupAllHostAddr(Ljava/lang/String;I)[Ljava/net/InetAddress;" => look_up;
    "java/net/Inet4AddressImpl.isReachable0([BI[BI)Z" => is_reachable;
    "java/net/Inet6AddressImpl.isReachable0([BII[BII)Z" => is_reachable;
    "java/net/Inet4AddressImpl.getHostByAddr([B)Ljava/lang/String;" => name_of;
    "java/net/Inet6AddressImpl.getHostByAddr([B)Ljava/lang/String;" => name_of;
}

const LOCAL_HOST: &str = "localhost";

fn local_host(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    vm.new_string(LOCAL_HOST).map(Ref::slot)
}

/// Whether nobody can have that name: it is none, or of a domain that is kept free (RFC 2606).
fn is_no_name(name: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() < 64
            && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-' || letter == '_')
    };
    !name.trim_end_matches('.').split('.').all(label) || name.trim_end_matches('.').ends_with(".invalid")
}

fn look_up(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let name = vm.string_text(Ref::from_slot(args[1]));
    if name != LOCAL_HOST {
        if vm.config.run_once || is_no_name(&name) {
            vm.noticed.hosts.insert(name.clone());
            return throw("java/net/UnknownHostException", format!("{name}: Name or service not known"));
        }
        // Whether there is such a machine the program does not say: neither answer would be its own.
        return unsupported(format!("looking up {name} (it is outside the program)"));
    }
    let general = vm.load_boot("java/net/InetAddress")?;
    let class = vm.load_boot("java/net/Inet4Address")?;
    vm.ensure_initialized(class)?;
    let array_class = vm.array_of(general)?;
    // The library keeps the answer for a while and hands out copies.
    let addresses = vm.common("addresses of localhost", Vec::new(), |vm| {
        let array = vm.allocate_array(array_class, 1)?;
        let address = vm.allocate(class)?;
        let text = vm.new_string(&name)?;
        let loopback = u64::from(u32::from_be_bytes([127, 0, 0, 1]));
        vm.construct(address, "(Ljava/lang/String;I)V", &[text.slot(), loopback])?;
        vm.heap.put_ref(array, ELEMENTS, address);
        Ok(array)
    })?;
    Ok(addresses.slot())
}

/// The program's own machine answers; in a run nobody else does, as on a machine without a network.
fn is_reachable(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if is_loopback(vm, args[1]) || vm.config.run_once {
        return Ok(u64::from(is_loopback(vm, args[1])));
    }
    unsupported("whether an address outside of the program can be reached")
}

fn is_loopback(vm: &Vm, bytes: u64) -> bool {
    let bytes = Ref::from_slot(bytes);
    let length = if bytes.is_null() { 0 } else { vm.heap.array_length(bytes) as usize };
    let address = vm.heap.array_bytes(bytes, length);
    address.first() == Some(&127) && length == 4 || length == 16 && address[15] == 1 && address[..15] == [0; 15]
}

fn name_of(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if is_loopback(vm, args[1]) {
        vm.new_string(LOCAL_HOST).map(Ref::slot)
    } else {
        throw("java/net/UnknownHostException", "no name is known")
    }
}
