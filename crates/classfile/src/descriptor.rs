//! Names, field descriptors and method descriptors (JVMS 4.2 and 4.3).

use crate::ClassError;

/// The type that a field descriptor denotes, borrowing from the descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldType<'a> {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// The internal name, `java/lang/String`.
    Object(&'a str),
    /// The whole descriptor, `[[I`.
    Array(&'a str),
}

impl<'a> FieldType<'a> {
    pub fn parse(descriptor: &'a str) -> Result<Self, ClassError> {
        match split_field_type(descriptor) {
            Some((field_type, "")) => Ok(field_type),
            _ => Err(ClassError::format(format!("`{descriptor}` is not a field descriptor"))),
        }
    }

    /// How many slots of a frame a value takes: two for `long` and `double`.
    pub fn slots(self) -> u16 {
        if matches!(self, FieldType::Long | FieldType::Double) { 2 } else { 1 }
    }

    pub fn is_reference(self) -> bool {
        matches!(self, FieldType::Object(_) | FieldType::Array(_))
    }

    /// The name as a `CONSTANT_Class` would give it: an internal name or an array descriptor; none for primitives.
    pub fn class_name(self) -> Option<&'a str> {
        match self {
            FieldType::Object(name) | FieldType::Array(name) => Some(name),
            _ => None,
        }
    }

    /// Of an array type, its component type.
    pub fn component(self) -> Option<FieldType<'a>> {
        match self {
            FieldType::Array(descriptor) => Some(split_field_type(&descriptor[1..])?.0),
            _ => None,
        }
    }

    /// How the type is written in Java source: `int`, `java.lang.String`, `long[][]`.
    pub fn source_name(self) -> String {
        match self {
            FieldType::Boolean => "boolean".into(),
            FieldType::Byte => "byte".into(),
            FieldType::Char => "char".into(),
            FieldType::Short => "short".into(),
            FieldType::Int => "int".into(),
            FieldType::Long => "long".into(),
            FieldType::Float => "float".into(),
            FieldType::Double => "double".into(),
            FieldType::Object(name) => name.replace('/', "."),
            FieldType::Array(descriptor) => {
                let element = descriptor.trim_start_matches('[');
                let dimensions = descriptor.len() - element.len();
                let name = split_field_type(element).map(|(element, _)| element.source_name()).unwrap_or_default();
                name + &"[]".repeat(dimensions)
            }
        }
    }
}

/// A method descriptor taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodType<'a> {
    pub parameters: Vec<FieldType<'a>>,
    /// `None` for `void`.
    pub result: Option<FieldType<'a>>,
}

impl<'a> MethodType<'a> {
    pub fn parse(descriptor: &'a str) -> Result<Self, ClassError> {
        let mut parameters = Vec::new();
        let result = walk_method(descriptor, |parameter| parameters.push(parameter))?;
        Ok(MethodType { parameters, result })
    }

    /// Slots of the parameters, without the receiver.
    pub fn parameter_slots(&self) -> u16 {
        // At most 255 parameters were accepted, so this cannot overflow.
        self.parameters.iter().map(|parameter| parameter.slots()).sum()
    }

    pub fn result_slots(&self) -> u16 {
        self.result.map_or(0, FieldType::slots)
    }
}

/// Slots of the parameters of a method descriptor, without the receiver and without allocating.
pub fn parameter_slots(descriptor: &str) -> Result<u16, ClassError> {
    let mut slots = 0;
    walk_method(descriptor, |parameter| slots += parameter.slots())?;
    Ok(slots)
}

/// Calls `visit` for each parameter and gives the result type, without allocating.
pub fn walk_method<'a>(
    descriptor: &'a str,
    mut visit: impl FnMut(FieldType<'a>),
) -> Result<Option<FieldType<'a>>, ClassError> {
    let malformed = || ClassError::format(format!("`{descriptor}` is not a method descriptor"));
    let mut rest = descriptor.strip_prefix('(').ok_or_else(malformed)?;
    let mut slots = 0;
    loop {
        if let Some(result) = rest.strip_prefix(')') {
            if result == "V" {
                return Ok(None);
            }
            return match split_field_type(result) {
                Some((result, "")) => Ok(Some(result)),
                _ => Err(malformed()),
            };
        }
        let (parameter, after) = split_field_type(rest).ok_or_else(malformed)?;
        slots += parameter.slots();
        if slots > 255 {
            return Err(ClassError::format(format!("`{descriptor}` has more than 255 parameter slots")));
        }
        visit(parameter);
        rest = after;
    }
}

/// Splits the first field type off a sequence of them.
fn split_field_type(text: &str) -> Option<(FieldType<'_>, &str)> {
    let primitive = match text.as_bytes().first()? {
        b'Z' => FieldType::Boolean,
        b'B' => FieldType::Byte,
        b'C' => FieldType::Char,
        b'S' => FieldType::Short,
        b'I' => FieldType::Int,
        b'J' => FieldType::Long,
        b'F' => FieldType::Float,
        b'D' => FieldType::Double,
        b'L' => {
            let length = class_name_length(&text.as_bytes()[1..]);
            let is_named = length > 0 && text.as_bytes().get(length + 1) == Some(&b';');
            return is_named.then(|| (FieldType::Object(&text[1..=length]), &text[length + 2..]));
        }
        b'[' => {
            let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
            if dimensions > 255 {
                return None;
            }
            // One level of recursion: what follows the brackets is no array.
            let (_, rest) = split_field_type(&text[dimensions..])?;
            return Some((FieldType::Array(&text[..text.len() - rest.len()]), rest));
        }
        _ => return None,
    };
    Some((primitive, &text[1..]))
}

/// Is this an internal class name, `java/lang/String` (JVMS 4.2.1)?
pub fn is_class_name(name: &str) -> bool {
    !name.is_empty() && class_name_length(name.as_bytes()) == name.len()
}

/// The length of the class name that a text starts with: up to `;`, or 0 if there is none.
fn class_name_length(text: &[u8]) -> usize {
    let mut previous = b'/';
    let mut length = 0;
    for &byte in text {
        match byte {
            b';' => break,
            b'.' | b'[' => return 0,
            b'/' if previous == b'/' => return 0,
            _ => {}
        }
        previous = byte;
        length += 1;
    }
    if previous == b'/' { 0 } else { length }
}

/// Is this a name for a field or local variable (JVMS 4.2.2)?
pub fn is_unqualified_name(name: &str) -> bool {
    !name.is_empty() && !name.bytes().any(|byte| matches!(byte, b'.' | b';' | b'[' | b'/'))
}

/// Is this a name for a method, `<init>` and `<clinit>` included?
pub fn is_method_name(name: &str) -> bool {
    if name.starts_with('<') {
        return name == "<init>" || name == "<clinit>";
    }
    is_unqualified_name(name) && !name.bytes().any(|byte| matches!(byte, b'<' | b'>'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn takes_a_method_descriptor_apart() {
        let method = MethodType::parse("(IDLjava/lang/Thread;[[J)Ljava/lang/Object;").unwrap();
        assert_eq!(method.parameter_slots(), 5);
        assert_eq!(method.result, Some(FieldType::Object("java/lang/Object")));
        assert_eq!(method.parameters[3], FieldType::Array("[[J"));
        assert_eq!(method.parameters[3].component(), Some(FieldType::Array("[J")));
        assert_eq!(method.parameters[3].source_name(), "long[][]");
        assert_eq!(method.parameters[2].source_name(), "java.lang.Thread");
    }

    #[test]
    fn counts_parameter_slots_up_to_255() {
        assert!(MethodType::parse(&format!("({})V", "I".repeat(255))).is_ok());
        assert!(MethodType::parse(&format!("({})V", "I".repeat(256))).is_err());
        assert!(MethodType::parse(&format!("({})V", "J".repeat(128))).is_err());
        assert!(FieldType::parse(&format!("{}I", "[".repeat(255))).is_ok());
        assert!(FieldType::parse(&format!("{}I", "[".repeat(256))).is_err());
    }

    #[test]
    fn refuses_malformed_descriptors() {
        for field in ["", "V", "L;", "Ljava.lang.String;", "La//b;", "L/a;", "La/;", "Ia", "[", "[V", "LString", "LA[;"]
        {
            assert!(FieldType::parse(field).is_err(), "{field}");
        }
        for method in ["", "()", "V", "(V)V", "(I", "I)V", "()VV", "()LA", "(LA)V", "([)V"] {
            assert!(MethodType::parse(method).is_err(), "{method}");
        }
    }

    #[test]
    fn names() {
        assert!(is_class_name("A") && is_class_name("a/b$c") && is_class_name("module-info"));
        assert!(is_method_name("<init>") && is_method_name("lambda$0") && is_unqualified_name("<x>"));
        assert!(!is_method_name("<x>") && !is_method_name("a>") && !is_method_name("") && !is_method_name("a/b"));
    }

    fn field_descriptor() -> impl Strategy<Value = String> {
        let element = prop_oneof!["[BCDFIJSZ]", "L[a-zA-Z$_]{1,5}(/[a-zé]{1,4}){0,2};"];
        (0usize..4, element).prop_map(|(dimensions, element)| "[".repeat(dimensions) + &element)
    }

    proptest! {
        /// What was put together comes apart into the same pieces.
        #[test]
        fn method_descriptors_round_trip(
            parameters in prop::collection::vec(field_descriptor(), 0..20),
            result in prop_oneof![Just("V".to_string()), field_descriptor()],
        ) {
            let descriptor = format!("({}){result}", parameters.concat());
            let method = MethodType::parse(&descriptor).unwrap();
            prop_assert_eq!(method.parameters.len(), parameters.len());
            let mut slots = 0;
            for (parsed, text) in method.parameters.iter().zip(&parameters) {
                prop_assert_eq!(*parsed, FieldType::parse(text).unwrap());
                slots += if text == "J" || text == "D" { 2 } else { 1 };
            }
            prop_assert_eq!(method.parameter_slots(), slots);
            prop_assert_eq!(parameter_slots(&descriptor).unwrap(), slots);
            prop_assert_eq!(method.result.is_none(), result == "V");
        }

        #[test]
        fn arbitrary_text_never_panics(text in "[(\\[LIJ;)V/a.é]{0,12}") {
            let _ = MethodType::parse(&text);
            let _ = FieldType::parse(&text).map(|parsed| (parsed.component(), parsed.source_name()));
        }
    }
}
