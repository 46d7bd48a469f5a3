//! The internal instruction form: each bytecode becomes one eight-byte instruction with its operands resolved as far
//! as they can be. Instructions whose operands need a class first are rewritten in place when they first run
//! (quickening). Slots are untagged, so one `Load` serves `iload`, `fload` and `aload`.

use std::cell::Cell;

/// One operation. The names are those of JVMS 6.5 where an instruction corresponds to one bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    Nop,
    /// `c`: the 32 bits of an int, a float or a (permanent) reference.
    Const,
    /// `c`: a long, sign-extended.
    Const2,
    /// `c`: index into `wide_constants`.
    Const2Wide,
    /// Needs resolution: `c` is the constant-pool index.
    Ldc,
    Ldc2,
    /// `a`: local
    Load,
    Load2,
    Store,
    Store2,
    // Arrays.
    Aload4,
    Aload8,
    Baload,
    Caload,
    Saload,
    Astore4,
    Astore8,
    Aastore,
    Bastore,
    Castore,
    // Stack.
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    // Arithmetic.
    Iadd,
    Ladd,
    Fadd,
    Dadd,
    Isub,
    Lsub,
    Fsub,
    Dsub,
    Imul,
    Lmul,
    Fmul,
    Dmul,
    Idiv,
    Ldiv,
    Fdiv,
    Ddiv,
    Irem,
    Lrem,
    Frem,
    Drem,
    Ineg,
    Lneg,
    Fneg,
    Dneg,
    Ishl,
    Lshl,
    Ishr,
    Lshr,
    Iushr,
    Lushr,
    Iand,
    Land,
    Ior,
    Lor,
    Ixor,
    Lxor,
    /// `a`: local, `c`: the increment
    Iinc,
    // Conversions.
    I2l,
    I2f,
    I2d,
    L2i,
    L2f,
    L2d,
    F2i,
    F2l,
    F2d,
    D2i,
    D2l,
    D2f,
    I2b,
    I2c,
    I2s,
    // Comparisons.
    Lcmp,
    Fcmpl,
    Fcmpg,
    Dcmpl,
    Dcmpg,
    /// `c`: target instruction
    Ifeq,
    Ifne,
    Iflt,
    Ifge,
    Ifgt,
    Ifle,
    IfIcmpeq,
    IfIcmpne,
    IfIcmplt,
    IfIcmpge,
    IfIcmpgt,
    IfIcmple,
    Goto,
    Jsr,
    /// `a`: local
    Ret,
    /// `c`: index into `switches`
    Tableswitch,
    Lookupswitch,
    // Returns.
    Return1,
    Return2,
    Return,
    // Fields; `c`: constant-pool index until resolved.
    Getstatic,
    Putstatic,
    Getfield,
    Putfield,
    // Resolved instance fields: `c` is the byte offset, `a` the flags of `field_flags`.
    GetfieldB,
    GetfieldC,
    GetfieldS,
    Getfield4,
    Getfield8,
    Putfield1,
    Putfield2,
    Putfield4,
    Putfield8,
    PutfieldRef,
    /// A field a label watches, or one that needs care; `c` indexes `Vm::field_sites`.
    GetfieldSlow,
    PutfieldSlow,
    // Resolved static fields of initialised classes: `c` is the statics holder, `a` the word.
    GetstaticB,
    GetstaticC,
    GetstaticS,
    Getstatic4,
    Getstatic8,
    Putstatic1,
    Putstatic2,
    Putstatic4,
    Putstatic8,
    PutstaticRef,
    GetstaticSlow,
    PutstaticSlow,
    // Invocations; `c`: constant-pool index until resolved.
    Invokevirtual,
    Invokespecial,
    Invokestatic,
    Invokeinterface,
    Invokedynamic,
    /// `c`: method
    InvokestaticQuick,
    /// The class may be uninitialised on this path. `c`: method
    InvokestaticChecked,
    /// `c`: method; the receiver may not be null
    InvokespecialQuick,
    /// `a`: argument slots, `c`: place in the vtable
    InvokevirtualQuick,
    /// `a`: argument slots, `c`: index into `Vm::call_sites`
    InvokeinterfaceQuick,
    /// Signature-polymorphic or natively linked; `c`: index into `Vm::linked_sites`
    InvokeLinked,
    // Objects.
    New,
    /// `c`: class, initialised on every path
    NewQuick,
    /// `c`: class
    NewChecked,
    /// `a`: the primitive's type code (JVMS table 6.5.newarray-A)
    Newarray,
    Anewarray,
    /// `c`: the array class
    NewarrayQuick,
    /// `a`: dimensions
    Multianewarray,
    Arraylength,
    Athrow,
    Checkcast,
    Instanceof,
    /// `c`: class
    CheckcastQuick,
    InstanceofQuick,
    Monitorenter,
    Monitorexit,
    // Pairs that occur often, fused when a method is decoded; they count as the instructions they stand for.
    /// `a`: object local, `c`: offset; after `aload x; getfield`, resolved
    LoadGetfield4,
    /// `a`, `x`: locals
    LoadLoad,
    /// `a`: local, `c`: constant; `iload; const; iadd` and the like are left to `LoadConst`
    LoadConst,
    /// `x`: local, `a`: increment, `c`: target
    IincGoto,
    /// `a`, `x`: locals, `c`: target
    LoadLoadIfIcmplt,
    LoadLoadIfIcmpge,
    /// What a label wants to see: a local changed. `c` indexes `Vm::local_watches`.
    WatchLocal,
    /// Bytecode that cannot be decoded: reached only in classes that are not verified.
    Malformed,
}

/// Flags of resolved field instructions, in `x`.
pub mod field_flags {
    pub const VOLATILE: u8 = 1;
    /// The field is final, or for other reasons no other thread can notice the access.
    pub const QUIET: u8 = 2;
    /// Quiet only because nobody was seen to write the field while it is shared.
    pub const UNSEEN: u8 = 4;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instr {
    pub op: Op,
    pub x: u8,
    pub a: u16,
    pub c: u32,
}

/// In the `x` of a branch that compares two references: as integers, unless boxes of symbolic values are among them.
pub const OF_REFERENCES: u8 = 1;

impl Instr {
    pub fn new(op: Op, a: u16, c: u32) -> Self {
        Instr { op, x: 0, a, c }
    }
}

#[derive(Clone, Debug)]
pub struct Switch {
    pub default: u32,
    /// For tableswitch: the lowest key; keys are then consecutive.
    pub low: i32,
    /// Sorted keys of a lookupswitch; empty for tableswitch.
    pub keys: Vec<i32>,
    pub targets: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub struct ExceptionHandler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// Constant-pool index; 0 catches everything.
    pub catch_type: u16,
}

/// A method's decoded body; empty until it first runs.
#[derive(Clone, Debug, Default)]
pub struct MethodCode {
    pub instrs: Vec<Cell<Instr>>,
    /// The bytecode index each instruction came from.
    pub pcs: Vec<u16>,
    pub wide_constants: Vec<u64>,
    pub switches: Vec<Switch>,
    pub handlers: Vec<ExceptionHandler>,
}

impl MethodCode {
    /// The instruction at bytecode index `pc`.
    pub fn index_of(&self, pc: u16) -> Option<u32> {
        self.pcs.binary_search(&pc).ok().map(|index| index as u32)
    }
}
