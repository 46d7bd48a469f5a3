//! The Java that is written: a program whose paths are those of the method, one that prints the results of given arguments, and
//! the tests themselves.

use std::collections::HashMap;
use std::fmt::Write;

use super::signature::{Called, Parameter, Type};

/// Inputs of a path, by name.
pub(super) type Given = HashMap<String, String>;

/// Arrays have at most so many elements.
pub(super) const ELEMENTS_MAX: usize = 3;

pub(super) const PATHS: &str = "HazardPaths";
pub(super) const RESULTS: &str = "HazardResults";

/// Classes of a package that is the library's own cannot be added to.
fn header(called: &Called) -> String {
    match called.package.as_str() {
        "" => String::new(),
        package if package.starts_with("java.") || package.starts_with("javax.") => String::new(),
        package => format!("package {package};\n\n"),
    }
}

/// A program that calls the method with inputs for all its arguments.
pub(super) fn of_paths(called: &Called) -> String {
    let mut text = header(called);
    let _ = writeln!(text, "public class {PATHS} {{\n  public static void main(String[] none) throws Throwable {{");
    let mut number = 0;
    let mut ask = |text: &mut String, parameter: &Parameter| {
        number += 1;
        let variable = format!("v{number}");
        declare(text, &variable, &parameter.name, &parameter.kind);
        variable
    };
    let mut made = None;
    if let Some(list) = &called.constructor {
        let names: Vec<String> = list.iter().map(|parameter| ask(&mut text, parameter)).collect();
        made = Some(names.join(", "));
    }
    let passed: Vec<String> = called.parameters.iter().map(|parameter| ask(&mut text, parameter)).collect();
    let call = call(called, made.as_deref(), &passed.join(", "));
    let _ = writeln!(text, "    try {{\n      {call};\n    }} catch (Throwable thrown) {{\n    }}\n  }}\n}}");
    text
}

fn declare(text: &mut String, variable: &str, name: &str, kind: &Type) {
    let java = kind.java();
    if let Type::Array(element) = kind {
        let _ = writeln!(text, "    {java} {variable} = new {}", sized(&java, name));
        let inner = asked(element, &format!("\"{name}[\" + i + \"]\""));
        let is_flat = !matches!(**element, Type::Array(_));
        if is_flat {
            let _ = writeln!(text, "    for (int i = 0; i < {variable}.length; i++) {variable}[i] = {inner};");
        }
        return;
    }
    let _ = writeln!(text, "    {java} {variable} = {};", asked(kind, &format!("\"{name}\"")));
}

/// The creation of an array of a few elements.
fn sized(java: &str, name: &str) -> String {
    let (element, rest) = java.split_once("[]").unwrap_or((java, ""));
    format!("{element}[hazard.Symbolic.integer(\"{name}.size\", 0, {ELEMENTS_MAX})]{rest};")
}

/// The expression that asks for an input.
fn asked(kind: &Type, name: &str) -> String {
    match kind {
        Type::Primitive(primitive) | Type::Box(primitive) => match *primitive {
            "int" => format!("hazard.Symbolic.integer({name})"),
            "long" => format!("hazard.Symbolic.longInteger({name}, Long.MIN_VALUE, Long.MAX_VALUE)"),
            "short" => format!("(short) hazard.Symbolic.integer({name}, -32768, 32767)"),
            "byte" => format!("(byte) hazard.Symbolic.integer({name}, -128, 127)"),
            "char" => format!("(char) hazard.Symbolic.integer({name}, 0, 65535)"),
            "boolean" => format!("hazard.Symbolic.bool({name})"),
            "float" => format!("hazard.Symbolic.anyFloat({name})"),
            _ => format!("hazard.Symbolic.anyDouble({name})"),
        },
        Type::Text(_) => format!("hazard.Symbolic.text({name})"),
        _ => "null".to_owned(),
    }
}

fn call(called: &Called, made: Option<&str>, passed: &str) -> String {
    match made {
        Some(made) => format!("new {}({made}).{}({passed})", called.class, called.name),
        None => format!("{}.{}({passed})", called.class, called.name),
    }
}

/// The call with the arguments of a path.
pub(super) fn call_with(called: &Called, given: &Given) -> String {
    let written = |list: &[Parameter]| {
        list.iter().map(|parameter| argument(&parameter.name, &parameter.kind, given)).collect::<Vec<_>>().join(", ")
    };
    let made = called.constructor.as_ref().map(|list| written(list));
    call(called, made.as_deref(), &written(&called.parameters))
}

fn argument(name: &str, kind: &Type, given: &Given) -> String {
    let value = given.get(name).map(String::as_str);
    match kind {
        Type::Primitive(primitive) | Type::Box(primitive) => {
            let literal = literal(primitive, value);
            match kind {
                Type::Box("int" | "boolean" | "long" | "double" | "float" | "char") | Type::Primitive(_) => literal,
                _ => format!("({}) {literal}", kind.java()).replace("(Short) ", "").replace("(Byte) ", ""),
            }
        }
        Type::Text(_) => {
            let number = |name: &str| given.get(name).and_then(|value| value.parse::<usize>().ok()).unwrap_or(0);
            let length = number(&format!("{name}.length"));
            let units = (0..length).map(|index| number(&format!("{name}[{index}]")) as u16);
            string(units)
        }
        Type::Array(element) => {
            let size = given.get(&format!("{name}.size")).and_then(|size| size.parse::<usize>().ok()).unwrap_or(0);
            let elements: Vec<String> =
                (0..size).map(|index| argument(&format!("{name}[{index}]"), element, given)).collect();
            format!("new {} {{{}}}", kind.java(), elements.join(", "))
        }
        Type::Void => String::new(),
        Type::Other(java) => format!("({java}) null"),
    }
}

/// A number as Java writes it; without a value any will do.
fn literal(primitive: &str, value: Option<&str>) -> String {
    let text = value.unwrap_or("0");
    match primitive {
        "boolean" => (if text == "1" || text == "true" { "true" } else { "false" }).to_owned(),
        "long" if text == "-9223372036854775808" => "Long.MIN_VALUE".to_owned(),
        "long" => format!("{text}L"),
        "int" if text == "-2147483648" => "Integer.MIN_VALUE".to_owned(),
        "int" => text.to_owned(),
        "char" => format!("(char) {text}"),
        "short" | "byte" => format!("({primitive}) {text}"),
        "float" => {
            let bits = text.parse::<f32>().unwrap_or(0.0).to_bits();
            format!("Float.intBitsToFloat(0x{bits:08x})")
        }
        _ => {
            let bits = text.parse::<f64>().unwrap_or(0.0).to_bits();
            format!("Double.longBitsToDouble(0x{bits:016x}L)")
        }
    }
}

/// A string literal.
pub(super) fn string(units: impl Iterator<Item = u16>) -> String {
    let mut text = String::from("\"");
    for unit in units {
        match u8::try_from(unit) {
            Ok(b'"') => text.push_str("\\\""),
            Ok(b'\\') => text.push_str("\\\\"),
            Ok(b'\n') => text.push_str("\\n"),
            Ok(b'\r') => text.push_str("\\r"),
            Ok(byte @ b' '..=b'~') => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text + "\""
}

/// A program that prints what each call comes to: a kind and a value, one line each.
pub(super) fn of_results(called: &Called, calls: &[String]) -> String {
    let mut text = header(called);
    let _ = writeln!(text, "public class {RESULTS} {{");
    text.push_str(SHOWING);
    let shown = match &called.returns {
        Type::Void => None,
        Type::Primitive(primitive) => Some(format!("shown(({primitive}) result)")),
        _ => Some("shown((Object) result)".to_owned()),
    };
    for (index, call) in calls.iter().enumerate() {
        let body = match &shown {
            None => format!("{call};\n      return \"V\";"),
            Some(shown) => format!("var result = {call};\n      return {shown};"),
        };
        let _ = writeln!(
            text,
            "  static String r{index}() {{\n    try {{\n      {body}\n    }} catch (Throwable thrown) {{\n      return \"X\" + thrown.getClass().getName();\n    }}\n  }}\n"
        );
    }
    text.push_str("  public static void main(String[] none) {\n");
    for index in 0..calls.len() {
        let _ = writeln!(text, "    System.out.println(r{index}());");
    }
    text.push_str("  }\n}\n");
    text
}

const SHOWING: &str = r#"  static String shown(int value) { return "I" + value; }
  static String shown(long value) { return "J" + value; }
  static String shown(boolean value) { return "Z" + value; }
  static String shown(char value) { return "C" + (int) value; }
  static String shown(double value) { return "D" + Long.toHexString(Double.doubleToLongBits(value)); }
  static String shown(float value) { return "F" + Integer.toHexString(Float.floatToIntBits(value)); }
  static String shown(Object value) {
    if (value == null) return "N";
    if (value instanceof Integer) return shown((int) (Integer) value);
    if (value instanceof Long) return shown((long) (Long) value);
    if (value instanceof Boolean) return shown((boolean) (Boolean) value);
    if (value instanceof Character) return shown((char) (Character) value);
    if (value instanceof Double) return shown((double) (Double) value);
    if (value instanceof Float) return shown((float) (Float) value);
    if (value instanceof String) {
      StringBuilder units = new StringBuilder("S");
      for (char unit : ((String) value).toCharArray()) units.append((int) unit).append(' ');
      return units.toString();
    }
    if (value instanceof int[]) {
      StringBuilder elements = new StringBuilder("Aint");
      for (int element : (int[]) value) elements.append(' ').append(element);
      return elements.toString();
    }
    return "O";
  }
"#;

/// One of the tests: the call, what it comes to, and the condition that leads there.
pub(super) struct Tested {
    pub call: String,
    pub came: String,
    pub condition: String,
}

/// The test class, and its name.
pub(super) fn of_tests(called: &Called, tests: &[Tested], about: &str) -> (String, String) {
    let simple = called.class.rsplit('.').next().unwrap_or(&called.class);
    let mut letters = called.name.chars();
    let method: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let name = format!("{simple}{method}Test");
    let mut text = header(called);
    text.push_str("import static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\n");
    let _ = writeln!(text, "/** Tests of {{@code {}}}: {about}. */\nclass {name} {{", called.written());
    for (index, test) in tests.iter().enumerate() {
        let condition: String =
            test.condition.chars().filter(|c| ('\u{20}'..'\u{7f}').contains(c) && *c != '\\').collect();
        let condition = if condition.len() > 110 { format!("{}...", &condition[..107]) } else { condition };
        let gap = if index == 0 { "" } else { "\n" };
        let body = asserted(test);
        let _ = write!(
            text,
            "{gap}  // {condition}\n  @Test\n  void path{}() throws Throwable {{\n    {body}\n  }}\n",
            index + 1
        );
    }
    text.push_str("}\n");
    (text, name)
}

fn asserted(test: &Tested) -> String {
    let call = &test.call;
    let (kind, value) = test.came.split_at(1.min(test.came.len()));
    let equals = |expected: String| format!("assertEquals({expected}, {call});");
    match kind {
        "V" => format!("{call};"),
        "N" => format!("assertNull({call});"),
        "Z" => format!("assert{}({call});", if value == "true" { "True" } else { "False" }),
        "I" => equals(literal("int", Some(value))),
        "J" => equals(literal("long", Some(value))),
        "C" => equals(format!("(char) {value}")),
        "D" => equals(format!("Double.longBitsToDouble(0x{value}L)")),
        "F" => equals(format!("Float.intBitsToFloat(0x{value})")),
        "S" => equals(string(value.split_whitespace().filter_map(|unit| unit.parse::<u16>().ok()))),
        "A" => {
            let mut words = value.split_whitespace();
            let element = words.next().unwrap_or("int").to_owned();
            let elements: Vec<&str> = words.collect();
            format!("assertArrayEquals(new {element}[] {{{}}}, {call});", elements.join(", "))
        }
        "X" => format!("assertThrows({}.class, () -> {call});", value.replace('$', ".")),
        _ => format!("assertNotNull({call});"),
    }
}
