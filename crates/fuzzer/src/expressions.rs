//! Random expressions of Java's primitive types, boxes and strings, with the values at which arithmetic has its corners.

use space::Rng;

/// The types whose values programs compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Text,
}

pub const TYPES: [Type; 9] =
    [Type::Boolean, Type::Byte, Type::Short, Type::Char, Type::Int, Type::Long, Type::Float, Type::Double, Type::Text];

/// Variables of each type that every program has: `i0` to `i2` are ints.
pub const VARIABLES: usize = 3;

impl Type {
    pub fn java(self) -> &'static str {
        match self {
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Char => "char",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Text => "String",
        }
    }

    pub fn boxed(self) -> &'static str {
        match self {
            Type::Boolean => "Boolean",
            Type::Byte => "Byte",
            Type::Short => "Short",
            Type::Char => "Character",
            Type::Int => "Integer",
            Type::Long => "Long",
            Type::Float => "Float",
            Type::Double => "Double",
            Type::Text => "String",
        }
    }

    /// The letter its variables begin with.
    pub fn letter(self) -> char {
        match self {
            Type::Boolean => 'z',
            Type::Byte => 'b',
            Type::Short => 's',
            Type::Char => 'c',
            Type::Int => 'i',
            Type::Long => 'l',
            Type::Float => 'f',
            Type::Double => 'd',
            Type::Text => 't',
        }
    }
}

pub fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len())]
}

pub fn any_type(rng: &mut Rng) -> Type {
    TYPES[rng.below(TYPES.len())]
}

pub fn variable(rng: &mut Rng, kind: Type) -> String {
    format!("{}{}", kind.letter(), rng.below(VARIABLES))
}

pub fn literal(rng: &mut Rng, kind: Type) -> String {
    let choices: &[&str] = match kind {
        Type::Boolean => &["true", "false"],
        Type::Byte => &["(byte) 0", "(byte) -128", "(byte) 127", "(byte) 17", "(byte) -1"],
        Type::Short => &["(short) 0", "(short) -32768", "(short) 32767", "(short) 300", "(short) -7"],
        Type::Char => &["'a'", "'Z'", "'\\u0000'", "'\\uffff'", "'7'", "' '", "'\\u00e9'", "'\\u20ac'"],
        Type::Int => &[
            "0",
            "1",
            "-1",
            "7",
            "31",
            "32",
            "-33",
            "100",
            "65535",
            "65536",
            "1000000007",
            "Integer.MAX_VALUE",
            "Integer.MIN_VALUE",
            "0x55555555",
            "-2147483647",
        ],
        Type::Long => &[
            "0L",
            "1L",
            "-1L",
            "63L",
            "64L",
            "-65L",
            "4294967295L",
            "4294967296L",
            "Long.MAX_VALUE",
            "Long.MIN_VALUE",
            "1234567890123456789L",
            "-999999999999L",
        ],
        Type::Float => &[
            "0f",
            "-0f",
            "1f",
            "-1.5f",
            "0.1f",
            "3.4028235e38f",
            "1.4e-45f",
            "Float.NaN",
            "Float.POSITIVE_INFINITY",
            "Float.NEGATIVE_INFINITY",
            "16777217f",
            "1e10f",
            "-2147483904f",
        ],
        Type::Double => &[
            "0d",
            "-0d",
            "1d",
            "-2.5d",
            "0.1d",
            "1e300d",
            "4.9e-324d",
            "Double.NaN",
            "Double.POSITIVE_INFINITY",
            "Double.NEGATIVE_INFINITY",
            "9007199254740993d",
            "1e19d",
            "-9.3e18d",
            "2147483648d",
            "0.30000000000000004d",
        ],
        Type::Text => &[
            "\"\"",
            "\"a\"",
            "\"Hello\"",
            "\"\\u00e9\\u20ac\"",
            "\"12\"",
            "\"x y z\"",
            "\"\\ud83d\\ude00\"",
            "((String) null)",
        ],
    };
    let text = pick(rng, choices);
    if text.starts_with(['-', '(']) { format!("({text})") } else { text.to_owned() }
}

/// An expression of this type.
pub fn expression(rng: &mut Rng, kind: Type, depth: usize) -> String {
    if depth == 0 || rng.below(6) == 0 {
        return if rng.below(2) == 0 { variable(rng, kind) } else { literal(rng, kind) };
    }
    if rng.below(10) == 0 {
        let condition = expression(rng, Type::Boolean, depth - 1);
        let (yes, no) = (expression(rng, kind, depth - 1), expression(rng, kind, depth - 1));
        return format!("({}) ({condition} ? {yes} : {no})", kind.java());
    }
    match kind {
        Type::Boolean => truth(rng, depth - 1),
        Type::Byte | Type::Short | Type::Char => {
            let from = [Type::Int, Type::Long, Type::Double, Type::Char][rng.below(4)];
            format!("({}) ({})", kind.java(), expression(rng, from, depth - 1))
        }
        Type::Int => whole(rng, Type::Int, depth - 1),
        Type::Long => whole(rng, Type::Long, depth - 1),
        Type::Float | Type::Double => real(rng, kind, depth - 1),
        Type::Text => text(rng, depth - 1),
    }
}

fn truth(rng: &mut Rng, depth: usize) -> String {
    match rng.below(6) {
        0 => format!("(!{})", expression(rng, Type::Boolean, depth)),
        1 => {
            let operator = pick(rng, &["&&", "||", "&", "|", "^", "==", "!="]);
            let (a, b) = (expression(rng, Type::Boolean, depth), expression(rng, Type::Boolean, depth));
            format!("({a} {operator} {b})")
        }
        2 => format!("(({}) instanceof String)", expression(rng, Type::Text, depth)),
        3 => format!("java.util.Objects.equals({}, {})", boxed(rng, depth), boxed(rng, depth)),
        _ => {
            let kind = [Type::Int, Type::Long, Type::Float, Type::Double, Type::Char, Type::Byte][rng.below(6)];
            let operator = pick(rng, &["<", "<=", ">", ">=", "==", "!="]);
            let (a, b) = (expression(rng, kind, depth), expression(rng, kind, depth));
            format!("({a} {operator} {b})")
        }
    }
}

/// Something boxed.
pub fn boxed(rng: &mut Rng, depth: usize) -> String {
    let kind = any_type(rng);
    format!("(Object) ({})", expression(rng, kind, depth))
}

fn whole(rng: &mut Rng, kind: Type, depth: usize) -> String {
    let (name, other) = (kind.boxed(), kind.java());
    let a = expression(rng, kind, depth);
    match rng.below(14) {
        0..=4 => {
            let operator = pick(rng, &["+", "-", "*", "/", "%", "&", "|", "^"]);
            format!("({a} {operator} {})", expression(rng, kind, depth))
        }
        5 => {
            let shift = [Type::Int, Type::Long][rng.below(2)];
            format!("({a} {} {})", pick(rng, &["<<", ">>", ">>>"]), expression(rng, shift, depth))
        }
        6 => format!("({}{a})", pick(rng, &["-", "~"])),
        7 => {
            let from = [Type::Float, Type::Double, Type::Char, Type::Byte, Type::Long][rng.below(5)];
            format!("({other}) ({})", expression(rng, from, depth))
        }
        8 => format!(
            "({other}) {name}.{}({a})",
            pick(rng, &["bitCount", "numberOfLeadingZeros", "numberOfTrailingZeros", "signum"])
        ),
        9 => format!("{name}.{}({a})", pick(rng, &["reverse", "highestOneBit", "lowestOneBit", "reverseBytes"])),
        10 => {
            let call = pick(rng, &["floorDiv", "floorMod", "max", "min", "addExact", "multiplyExact", "subtractExact"]);
            format!("Math.{call}({a}, {})", expression(rng, kind, depth))
        }
        11 => {
            format!("({name}.compare({a}, {}) + ({other}) {})", expression(rng, kind, depth), literal(rng, Type::Byte))
        }
        12 => {
            let text = expression(rng, Type::Text, depth);
            format!(
                "({other}) ({text}).{}",
                pick(rng, &["length()", "hashCode()", "indexOf('l')", "charAt(0)", "codePointCount(0, 1)"])
            )
        }
        _ => format!("({other}) java.util.Objects.hashCode({})", boxed(rng, depth)),
    }
}

fn real(rng: &mut Rng, kind: Type, depth: usize) -> String {
    let (name, java) = (kind.boxed(), kind.java());
    let a = expression(rng, kind, depth);
    match rng.below(10) {
        0..=4 => {
            let operator = pick(rng, &["+", "-", "*", "/", "%"]);
            format!("({a} {operator} {})", expression(rng, kind, depth))
        }
        5 => format!("(-{a})"),
        6 => {
            let from = [Type::Int, Type::Long, Type::Float, Type::Double, Type::Char][rng.below(5)];
            format!("({java}) ({})", expression(rng, from, depth))
        }
        7 => format!("Math.{}({a})", pick(rng, &["abs", "ulp", "nextUp", "nextDown", "signum"])),
        8 => format!("Math.{}({a}, {})", pick(rng, &["max", "min", "copySign"]), expression(rng, kind, depth)),
        _ if kind == Type::Double => format!("Math.{}({a})", pick(rng, &["sqrt", "ceil", "floor", "rint", "cbrt"])),
        _ => format!("{name}.{}({a}, {})", pick(rng, &["sum", "max", "min"]), expression(rng, kind, depth)),
    }
}

fn text(rng: &mut Rng, depth: usize) -> String {
    let kind = any_type(rng);
    let a = expression(rng, kind, depth);
    match rng.below(9) {
        0..=2 => format!("({} + {a})", expression(rng, Type::Text, depth)),
        3 => format!("String.valueOf({})", boxed(rng, depth)),
        4 => format!(
            "({}).{}",
            expression(rng, Type::Text, depth),
            pick(
                rng,
                &[
                    "trim()",
                    "toUpperCase()",
                    "replace('l', 'L')",
                    "substring(1)",
                    "concat(\"!\")",
                    "intern()",
                    "repeat(2)",
                    "strip()",
                ]
            )
        ),
        5 => format!(
            "Integer.{}({})",
            pick(rng, &["toHexString", "toBinaryString", "toOctalString", "toUnsignedString"]),
            expression(rng, Type::Int, depth)
        ),
        6 => format!(
            "String.format(java.util.Locale.ROOT, \"%d|%5s|%x|%.3f|%b\", {}, {}, {}, {}, {})",
            expression(rng, Type::Int, depth),
            expression(rng, Type::Text, 0),
            expression(rng, Type::Long, 0),
            expression(rng, Type::Double, 0),
            expression(rng, Type::Boolean, 0)
        ),
        7 => format!(
            "new StringBuilder().append({a}).append({}).reverse().toString()",
            expression(rng, Type::Int, depth)
        ),
        _ => format!("(\"\" + {a} + {} + {})", expression(rng, Type::Char, depth), expression(rng, Type::Float, depth)),
    }
}
