//! The names jpf-label gives: `true__PrimalityTest_isPrime__II__Z`. A value comes first, then the class with dots and
//! dollars as underscores, then the member; a method's descriptor follows as the Java Native Interface mangles it.

/// `pkg.Outer$C` -> `pkg_Outer_C`
pub fn class(name: &str) -> String {
    name.replace(['.', '$', '/'], "_")
}

/// `isPrime` of `(II)Z` -> `isPrime__II__Z`
pub fn method(class_name: &str, name: &str, descriptor: &str) -> String {
    let (parameters, result) = descriptor[1..].split_once(')').unwrap_or(("", "V"));
    // A constructor's `<init>` would be no legal name for PRISM.
    let name = name.replace(['<', '>', '$'], "_");
    format!("{}_{name}__{}__{}", class(class_name), types(parameters), types(result))
}

fn types(descriptors: &str) -> String {
    let mut mangled = String::new();
    for c in descriptors.chars() {
        match c {
            '/' | '$' => mangled.push('_'),
            '_' => mangled.push_str("_1"),
            ';' => mangled.push_str("_2"),
            '[' => mangled.push_str("_3"),
            other => mangled.push(other),
        }
    }
    mangled
}

/// How a value begins a name: `true`, `3`, `minus3`.
pub fn value(value: i64, boolean: bool) -> String {
    match (boolean, value) {
        (true, 0) => "false".into(),
        (true, _) => "true".into(),
        (false, negative) if negative < 0 => format!("minus{}", negative.unsigned_abs()),
        (false, positive) => positive.to_string(),
    }
}
