//! What may be written after `--label` and `--reward`, and how a mistake is pointed at.

use jvm::labels::{Builtin, Measure, MethodPattern, RewardSpec, Spec, Target, Value};

fn method(class: &str, name: &str, parameters: Option<&[&str]>) -> MethodPattern {
    let parameters = parameters.map(|types| types.iter().map(|written| (*written).to_owned()).collect());
    MethodPattern { class: class.into(), name: name.into(), parameters }
}

#[test]
fn labels_are_read() {
    let cases = [
        ("end", None, Target::Builtin(Builtin::End)),
        ("\"done\" = end", Some("done"), Target::Builtin(Builtin::End)),
        ("field:pkg.C.f", None, Target::Field { class: "pkg.C".into(), name: "f".into(), value: None }),
        (
            " \"x_1\"=field:C.f = -3 ",
            Some("x_1"),
            Target::Field { class: "C".into(), name: "f".into(), value: Some(Value::Number(-3)) },
        ),
        (
            "returned:P.isPrime(int, int)=true",
            None,
            Target::Returned { method: method("P", "isPrime", Some(&["int", "int"])), value: Some(Value::Truth(true)) },
        ),
        (
            "local:a.B.m(int[][],java.util.List<String>,int...):x='a'",
            None,
            Target::Local {
                method: method("a.B", "m", Some(&["int[][]", "java.util.List", "int[]"])),
                variable: "x".into(),
                value: Some(Value::Number(97)),
            },
        ),
        ("invoked:C.<init>()", None, Target::Invoked(method("C", "<init>", Some(&[])))),
        ("invoked:C.m", None, Target::Invoked(method("C", "m", None))),
        ("invoked:C.m(*)", None, Target::Invoked(method("C", "m", None))),
        ("locked:C.m()", None, Target::Locked(method("C", "m", Some(&[])))),
        ("thrown:java.lang.Error", None, Target::Thrown { class: "java.lang.Error".into() }),
    ];
    for (text, short, target) in cases {
        let spec = Spec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((spec.short.as_deref(), &spec.target), (short, &target), "{text}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    let cases = [
        ("", 1, "expected one of"),
        ("feld:C.f", 1, "did you mean field?"),
        ("field", 6, "expected :"),
        ("field:", 7, "expected a name"),
        ("field:f", 7, "names no class"),
        ("field:C..f", 7, "empty part"),
        ("field:C.f=x", 11, "is no value"),
        ("field:C.f g", 11, "too much"),
        ("\"a b\" = end", 2, "is no name"),
        ("\"1a\" = end", 2, "is no name"),
        ("\"end\" = field:C.f", 1, "has its own meaning"),
        ("\"a = end", 2, "not closed"),
        ("\"a\" field:C.f", 5, "expected ="),
        ("invoked:C.m(int", 16, "add a )"),
        ("invoked:C.m(int,,int)", 17, "is no type"),
        ("local:C.m()", 12, "a variable"),
    ];
    for (text, column, part) in cases {
        let error = Spec::parse(text).expect_err(text);
        assert_eq!(error.column, column, "{error}");
        let message = error.to_string();
        assert!(message.contains(part) && !message.contains('\n'), "{message}");
    }
}

#[test]
fn rewards_are_read() {
    let less = Target::Invoked(method("Q", "less", Some(&["int", "int"])));
    for (text, measure) in [
        ("\"n\" = instructions", Measure::Instructions),
        ("\"n\" = allocations", Measure::Allocations),
        ("\"n\"=flips", Measure::Flips),
        ("\"n\" = invoked:Q.less(int,int)", Measure::Event { target: less }),
    ] {
        assert_eq!(RewardSpec::parse(text).expect(text).measure, measure);
    }
    for text in ["flips", "\"n\" = field:C.f", "\"n\" = flip", "\"n\" = flips 2", "\"n\" ="] {
        RewardSpec::parse(text).expect_err(text);
    }
}
