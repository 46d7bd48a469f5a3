//! Reference and liveness maps of small methods, worked out by hand.

use super::assembly::Assembly;
use crate::analysis::opcodes::*;
use crate::analysis::{Point, SlotMaps, slot_maps};
use classfile::Handler;

fn maps(assembly: Assembly) -> SlotMaps {
    let class = assembly.build();
    let method = &class.methods[0];
    slot_maps(method.code.as_ref().unwrap(), &class.pool, &method.descriptor, true).unwrap()
}

/// One letter per local (`R` live reference, `V` live value, `r` dead reference, `.` dead value), then the stack
/// (`R`, `V`, `-` for second halves).
fn picture(point: Point, locals: u16) -> String {
    let local = |index| match (point.is_live_local(index), point.is_ref_local(index)) {
        (true, true) => 'R',
        (true, false) => 'V',
        (false, true) => 'r',
        (false, false) => '.',
    };
    let slot = |index| match (point.is_ref_stack(index), point.is_value_stack(index)) {
        (true, _) => 'R',
        (_, true) => 'V',
        _ => '-',
    };
    let locals: String = (0..locals).map(local).collect();
    let stack: String = (0..point.stack_depth()).map(slot).collect();
    format!("{locals}|{stack}")
}

fn expect(maps: &SlotMaps, locals: u16, expected: &[(u16, &str)]) {
    for &(pc, expected) in expected {
        let found = maps.at(pc).map_or("unreached".into(), |point| picture(point, locals));
        assert_eq!(found, expected, "at {pc}");
    }
}

#[test]
fn longs_take_two_slots_of_which_one_counts() {
    // (Object o, long l, int i) -> l + i, o unused.
    let mut assembly = Assembly::new("(Ljava/lang/Object;JI)J", 4, 4);
    assembly.op(&[31]).op(&[29]).op(&[133]).op(&[97]).op(&[LRETURN]);
    let maps = maps(assembly);
    expect(&maps, 4, &[(0, "rV.V|"), (1, "r..V|V-"), (2, "r...|V-V"), (3, "r...|V-V-"), (4, "r...|V-")]);
    assert!(maps.at(5).is_none() && maps.at(9999).is_none());
}

#[test]
fn paths_that_disagree_leave_nothing_usable() {
    // if (i != 0) x = null else x = 1; return
    let mut assembly = Assembly::new("(I)V", 1, 2);
    assembly.op(&[26, IFEQ, 0, 8]).op(&[1, 76, GOTO, 0, 5]).op(&[4, 60]).op(&[RETURN]);
    let maps = maps(assembly);
    expect(&maps, 2, &[(0, "V.|"), (4, "..|"), (5, "..|R"), (6, ".r|"), (9, "..|"), (11, "..|")]);
}

#[test]
fn a_loop_keeps_alive_what_the_next_round_reads() {
    // while (n > 0) n -= 1; return o  -- locals: o, n
    let mut assembly = Assembly::new("(Ljava/lang/Object;I)Ljava/lang/Object;", 1, 3);
    assembly.op(&[27, 158, 0, 9]).op(&[IINC, 1, 0xff]).op(&[GOTO, 0xff, 0xf9]).op(&[42, ARETURN]);
    let maps = maps(assembly);
    expect(&maps, 3, &[(0, "RV.|"), (1, "RV.|V"), (4, "RV.|"), (7, "RV.|"), (10, "R..|"), (11, "r..|R")]);
}

#[test]
fn a_handler_keeps_alive_what_it_reads_but_only_where_something_is_thrown() {
    // o = arg; x = o.length (may throw); o = null; return; handler: pop; aload o; throw-free return
    let mut assembly = Assembly::new("([I)V", 1, 2);
    assembly.op(&[42, 76]).op(&[42, ARRAYLENGTH, 87]).op(&[1, 76, RETURN]).op(&[87, 43, 87, RETURN]);
    assembly.handlers.push(Handler { start: 0, end: 7, target: 8, catch_type: 0 });
    let maps = maps(assembly);
    // Local 1 lives from its first store (the handler reads it) to the last instruction that can throw.
    let expected = [(0, "R.|"), (1, "R.|R"), (2, "RR|"), (3, "rR|R"), (4, "rr|V"), (5, "rr|"), (8, "rR|R"), (9, "rR|")];
    expect(&maps, 2, &expected);
}

#[test]
fn subroutines_keep_the_kinds_of_each_call() {
    // A call with a reference in local 0 and one with an int there; the subroutine touches neither.
    //  0 aconst_null  1 astore_0  2 jsr 15  5 aload_0  6 pop  7 iconst_3  8 istore_0  9 jsr 15  12 iload_0  13 pop
    // 14 return      15 astore_1 16 nop    17 ret 1
    let mut assembly = Assembly::new("()V", 1, 2);
    assembly.op(&[1, 75, JSR, 0, 13, 42, 87, 6, 59, JSR, 0, 6, 26, 87, RETURN]).op(&[76, 0, RET, 1]);
    let maps = maps(assembly);
    assert!(maps.has_subroutines());
    expect(&maps, 2, &[(2, "R.|"), (5, "R.|"), (9, "V.|"), (12, "V.|")]);
    let inside = |return_pc: u16| picture(maps.at_in(16, |_| return_pc).expect("both calls come here"), 2);
    assert_eq!(inside(5), "RV|");
    assert_eq!(inside(12), "VV|");
    let at_entry = |return_pc: u16| picture(maps.at_in(15, |_| return_pc).expect("both calls come here"), 2);
    assert_eq!(at_entry(5), "R.|V");
    assert_eq!(at_entry(12), "V.|V");
    assert!(maps.at_in(16, |_| 9).is_none());
}

#[test]
fn wide_frames_work_beyond_one_word() {
    // Local 200 := null, read back; with 70 values below it on the stack.
    let mut assembly = Assembly::new("()V", 80, 300);
    assembly.op(&[4; 70]).op(&[1]).op(&[ASTORE, 200, ALOAD, 200]).op(&[87]).op(&[RETURN]);
    let maps = maps(assembly);
    let stored = maps.at(73).unwrap();
    assert!(stored.is_ref_local(200) && stored.is_live_local(200) && stored.stack_depth() == 70);
    assert!((0..70).all(|slot| stored.is_value_stack(slot) && !stored.is_ref_stack(slot)));
    assert!(maps.at(75).unwrap().is_ref_stack(70) && !maps.at(75).unwrap().is_live_local(200));
}

#[test]
fn unverified_garbage_is_an_error() {
    let cases: [(&str, &[u8]); 6] = [
        ("()V", &[87, RETURN]),
        ("()V", &[3, 3, 3, RETURN]),
        ("()V", &[0]),
        ("()V", &[RET, 0]),
        ("()V", &[ILOAD, 9, RETURN]),
        ("(IIII)V", &[RETURN]),
    ];
    for (descriptor, code) in cases {
        let mut assembly = Assembly::new(descriptor, 2, 2);
        assembly.op(code);
        let class = assembly.build();
        let code = class.methods[0].code.as_ref().unwrap();
        assert!(slot_maps(code, &class.pool, descriptor, true).is_err(), "{descriptor} {:?}", code.bytes);
    }
}
