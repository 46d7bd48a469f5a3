//! What the analyses need to know of each opcode (JVMS 6.5), as one table.

/// One opcode. A `shape` says what is popped and pushed, deepest first: `I` int, `J` long, `F` float, `D` double, `A` an
/// initialised reference, `R` any reference, `N` null; `LI` loads and `SI` stores a local; `*` depends on operands.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    pub name: &'static str,
    /// In bytes, operands included; 0 where it varies (switches and `wide`).
    pub length: u8,
    pub shape: &'static str,
    /// Can an exception leave it? Handlers of other instructions are never entered.
    pub throws: bool,
}

const fn quiet(name: &'static str, length: u8, shape: &'static str) -> Opcode {
    Opcode { name, length, shape, throws: false }
}

const fn throwing(name: &'static str, length: u8, shape: &'static str) -> Opcode {
    Opcode { name, length, shape, throws: true }
}

/// The opcode with that number, if it exists.
pub fn opcode(number: u8) -> Option<&'static Opcode> {
    OPCODES.get(usize::from(number))
}

/// The name of an opcode for messages.
pub fn name(number: u8) -> &'static str {
    opcode(number).map_or("an unknown instruction", |opcode| opcode.name)
}

pub const ILOAD: u8 = 21;
pub const ILOAD_0: u8 = 26;
pub const ISTORE: u8 = 54;
pub const ISTORE_0: u8 = 59;
pub const ALOAD: u8 = 25;
pub const ASTORE: u8 = 58;
pub const LDC: u8 = 18;
pub const LDC_W: u8 = 19;
pub const LDC2_W: u8 = 20;
pub const IALOAD: u8 = 46;
pub const LALOAD: u8 = 47;
pub const FALOAD: u8 = 48;
pub const DALOAD: u8 = 49;
pub const AALOAD: u8 = 50;
pub const BALOAD: u8 = 51;
pub const CALOAD: u8 = 52;
pub const SALOAD: u8 = 53;
pub const IASTORE: u8 = 79;
pub const LASTORE: u8 = 80;
pub const FASTORE: u8 = 81;
pub const DASTORE: u8 = 82;
pub const AASTORE: u8 = 83;
pub const BASTORE: u8 = 84;
pub const CASTORE: u8 = 85;
pub const SASTORE: u8 = 86;
pub const POP: u8 = 87;
pub const POP2: u8 = 88;
pub const DUP: u8 = 89;
pub const DUP_X1: u8 = 90;
pub const DUP_X2: u8 = 91;
pub const DUP2: u8 = 92;
pub const DUP2_X1: u8 = 93;
pub const DUP2_X2: u8 = 94;
pub const SWAP: u8 = 95;
pub const IINC: u8 = 132;
pub const IFEQ: u8 = 153;
pub const IF_ACMPNE: u8 = 166;
pub const GOTO: u8 = 167;
pub const JSR: u8 = 168;
pub const RET: u8 = 169;
pub const TABLESWITCH: u8 = 170;
pub const LOOKUPSWITCH: u8 = 171;
pub const IRETURN: u8 = 172;
pub const LRETURN: u8 = 173;
pub const FRETURN: u8 = 174;
pub const DRETURN: u8 = 175;
pub const ARETURN: u8 = 176;
pub const RETURN: u8 = 177;
pub const GETSTATIC: u8 = 178;
pub const PUTSTATIC: u8 = 179;
pub const GETFIELD: u8 = 180;
pub const PUTFIELD: u8 = 181;
pub const INVOKEVIRTUAL: u8 = 182;
pub const INVOKESPECIAL: u8 = 183;
pub const INVOKESTATIC: u8 = 184;
pub const INVOKEINTERFACE: u8 = 185;
pub const INVOKEDYNAMIC: u8 = 186;
pub const NEW: u8 = 187;
pub const NEWARRAY: u8 = 188;
pub const ANEWARRAY: u8 = 189;
pub const ARRAYLENGTH: u8 = 190;
pub const ATHROW: u8 = 191;
pub const CHECKCAST: u8 = 192;
pub const INSTANCEOF: u8 = 193;
pub const WIDE: u8 = 196;
pub const MULTIANEWARRAY: u8 = 197;
pub const IFNULL: u8 = 198;
pub const IFNONNULL: u8 = 199;
pub const GOTO_W: u8 = 200;
pub const JSR_W: u8 = 201;

static OPCODES: [Opcode; 202] = [
    quiet("nop", 1, ">"),
    quiet("aconst_null", 1, ">N"),
    quiet("iconst_m1", 1, ">I"),
    quiet("iconst_0", 1, ">I"),
    quiet("iconst_1", 1, ">I"),
    quiet("iconst_2", 1, ">I"),
    quiet("iconst_3", 1, ">I"),
    quiet("iconst_4", 1, ">I"),
    quiet("iconst_5", 1, ">I"),
    quiet("lconst_0", 1, ">J"),
    quiet("lconst_1", 1, ">J"),
    quiet("fconst_0", 1, ">F"),
    quiet("fconst_1", 1, ">F"),
    quiet("fconst_2", 1, ">F"),
    quiet("dconst_0", 1, ">D"),
    quiet("dconst_1", 1, ">D"),
    quiet("bipush", 2, ">I"),
    quiet("sipush", 3, ">I"),
    throwing("ldc", 2, "*"),
    throwing("ldc_w", 3, "*"),
    throwing("ldc2_w", 3, "*"),
    quiet("iload", 2, "LI"),
    quiet("lload", 2, "LJ"),
    quiet("fload", 2, "LF"),
    quiet("dload", 2, "LD"),
    quiet("aload", 2, "LA"),
    quiet("iload_0", 1, "LI"),
    quiet("iload_1", 1, "LI"),
    quiet("iload_2", 1, "LI"),
    quiet("iload_3", 1, "LI"),
    quiet("lload_0", 1, "LJ"),
    quiet("lload_1", 1, "LJ"),
    quiet("lload_2", 1, "LJ"),
    quiet("lload_3", 1, "LJ"),
    quiet("fload_0", 1, "LF"),
    quiet("fload_1", 1, "LF"),
    quiet("fload_2", 1, "LF"),
    quiet("fload_3", 1, "LF"),
    quiet("dload_0", 1, "LD"),
    quiet("dload_1", 1, "LD"),
    quiet("dload_2", 1, "LD"),
    quiet("dload_3", 1, "LD"),
    quiet("aload_0", 1, "LA"),
    quiet("aload_1", 1, "LA"),
    quiet("aload_2", 1, "LA"),
    quiet("aload_3", 1, "LA"),
    throwing("iaload", 1, "AI>I"),
    throwing("laload", 1, "AI>J"),
    throwing("faload", 1, "AI>F"),
    throwing("daload", 1, "AI>D"),
    throwing("aaload", 1, "AI>A"),
    throwing("baload", 1, "AI>I"),
    throwing("caload", 1, "AI>I"),
    throwing("saload", 1, "AI>I"),
    quiet("istore", 2, "SI"),
    quiet("lstore", 2, "SJ"),
    quiet("fstore", 2, "SF"),
    quiet("dstore", 2, "SD"),
    quiet("astore", 2, "SA"),
    quiet("istore_0", 1, "SI"),
    quiet("istore_1", 1, "SI"),
    quiet("istore_2", 1, "SI"),
    quiet("istore_3", 1, "SI"),
    quiet("lstore_0", 1, "SJ"),
    quiet("lstore_1", 1, "SJ"),
    quiet("lstore_2", 1, "SJ"),
    quiet("lstore_3", 1, "SJ"),
    quiet("fstore_0", 1, "SF"),
    quiet("fstore_1", 1, "SF"),
    quiet("fstore_2", 1, "SF"),
    quiet("fstore_3", 1, "SF"),
    quiet("dstore_0", 1, "SD"),
    quiet("dstore_1", 1, "SD"),
    quiet("dstore_2", 1, "SD"),
    quiet("dstore_3", 1, "SD"),
    quiet("astore_0", 1, "SA"),
    quiet("astore_1", 1, "SA"),
    quiet("astore_2", 1, "SA"),
    quiet("astore_3", 1, "SA"),
    throwing("iastore", 1, "AII>"),
    throwing("lastore", 1, "AIJ>"),
    throwing("fastore", 1, "AIF>"),
    throwing("dastore", 1, "AID>"),
    throwing("aastore", 1, "AIA>"),
    throwing("bastore", 1, "AII>"),
    throwing("castore", 1, "AII>"),
    throwing("sastore", 1, "AII>"),
    quiet("pop", 1, "*"),
    quiet("pop2", 1, "*"),
    quiet("dup", 1, "*"),
    quiet("dup_x1", 1, "*"),
    quiet("dup_x2", 1, "*"),
    quiet("dup2", 1, "*"),
    quiet("dup2_x1", 1, "*"),
    quiet("dup2_x2", 1, "*"),
    quiet("swap", 1, "*"),
    quiet("iadd", 1, "II>I"),
    quiet("ladd", 1, "JJ>J"),
    quiet("fadd", 1, "FF>F"),
    quiet("dadd", 1, "DD>D"),
    quiet("isub", 1, "II>I"),
    quiet("lsub", 1, "JJ>J"),
    quiet("fsub", 1, "FF>F"),
    quiet("dsub", 1, "DD>D"),
    quiet("imul", 1, "II>I"),
    quiet("lmul", 1, "JJ>J"),
    quiet("fmul", 1, "FF>F"),
    quiet("dmul", 1, "DD>D"),
    throwing("idiv", 1, "II>I"),
    throwing("ldiv", 1, "JJ>J"),
    quiet("fdiv", 1, "FF>F"),
    quiet("ddiv", 1, "DD>D"),
    throwing("irem", 1, "II>I"),
    throwing("lrem", 1, "JJ>J"),
    quiet("frem", 1, "FF>F"),
    quiet("drem", 1, "DD>D"),
    quiet("ineg", 1, "I>I"),
    quiet("lneg", 1, "J>J"),
    quiet("fneg", 1, "F>F"),
    quiet("dneg", 1, "D>D"),
    quiet("ishl", 1, "II>I"),
    quiet("lshl", 1, "JI>J"),
    quiet("ishr", 1, "II>I"),
    quiet("lshr", 1, "JI>J"),
    quiet("iushr", 1, "II>I"),
    quiet("lushr", 1, "JI>J"),
    quiet("iand", 1, "II>I"),
    quiet("land", 1, "JJ>J"),
    quiet("ior", 1, "II>I"),
    quiet("lor", 1, "JJ>J"),
    quiet("ixor", 1, "II>I"),
    quiet("lxor", 1, "JJ>J"),
    quiet("iinc", 3, "*"),
    quiet("i2l", 1, "I>J"),
    quiet("i2f", 1, "I>F"),
    quiet("i2d", 1, "I>D"),
    quiet("l2i", 1, "J>I"),
    quiet("l2f", 1, "J>F"),
    quiet("l2d", 1, "J>D"),
    quiet("f2i", 1, "F>I"),
    quiet("f2l", 1, "F>J"),
    quiet("f2d", 1, "F>D"),
    quiet("d2i", 1, "D>I"),
    quiet("d2l", 1, "D>J"),
    quiet("d2f", 1, "D>F"),
    quiet("i2b", 1, "I>I"),
    quiet("i2c", 1, "I>I"),
    quiet("i2s", 1, "I>I"),
    quiet("lcmp", 1, "JJ>I"),
    quiet("fcmpl", 1, "FF>I"),
    quiet("fcmpg", 1, "FF>I"),
    quiet("dcmpl", 1, "DD>I"),
    quiet("dcmpg", 1, "DD>I"),
    quiet("ifeq", 3, "I>"),
    quiet("ifne", 3, "I>"),
    quiet("iflt", 3, "I>"),
    quiet("ifge", 3, "I>"),
    quiet("ifgt", 3, "I>"),
    quiet("ifle", 3, "I>"),
    quiet("if_icmpeq", 3, "II>"),
    quiet("if_icmpne", 3, "II>"),
    quiet("if_icmplt", 3, "II>"),
    quiet("if_icmpge", 3, "II>"),
    quiet("if_icmpgt", 3, "II>"),
    quiet("if_icmple", 3, "II>"),
    quiet("if_acmpeq", 3, "RR>"),
    quiet("if_acmpne", 3, "RR>"),
    quiet("goto", 3, ">"),
    quiet("jsr", 3, "*"),
    quiet("ret", 2, "*"),
    quiet("tableswitch", 0, "I>"),
    quiet("lookupswitch", 0, "I>"),
    throwing("ireturn", 1, "I>"),
    throwing("lreturn", 1, "J>"),
    throwing("freturn", 1, "F>"),
    throwing("dreturn", 1, "D>"),
    throwing("areturn", 1, "A>"),
    throwing("return", 1, ">"),
    throwing("getstatic", 3, "*"),
    throwing("putstatic", 3, "*"),
    throwing("getfield", 3, "*"),
    throwing("putfield", 3, "*"),
    throwing("invokevirtual", 3, "*"),
    throwing("invokespecial", 3, "*"),
    throwing("invokestatic", 3, "*"),
    throwing("invokeinterface", 5, "*"),
    throwing("invokedynamic", 5, "*"),
    throwing("new", 3, ">R"),
    throwing("newarray", 2, "I>A"),
    throwing("anewarray", 3, "I>A"),
    throwing("arraylength", 1, "A>I"),
    throwing("athrow", 1, "A>"),
    throwing("checkcast", 3, "A>A"),
    throwing("instanceof", 3, "A>I"),
    throwing("monitorenter", 1, "R>"),
    throwing("monitorexit", 1, "R>"),
    quiet("wide", 0, "*"),
    throwing("multianewarray", 4, "*"),
    quiet("ifnull", 3, "R>"),
    quiet("ifnonnull", 3, "R>"),
    quiet("goto_w", 5, ">"),
    quiet("jsr_w", 5, "*"),
];
