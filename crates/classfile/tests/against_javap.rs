//! What we read is what the JDK's own `javap -v` reads: methods, their code sizes, lines, handlers, attributes.

mod jdks;

use std::process::Command;

use classfile::{ClassFile, Jdk, Jimage};

const CLASSES: [&str; 6] = [
    "java/lang/String",
    "java/util/HashMap",
    "java/util/concurrent/TimeUnit",
    "java/util/stream/Collectors",
    "java/lang/Runtime$Version",
    "java/lang/constant/ConstantDesc",
];

/// Stack, locals, lines and handlers.
type CodeSizes = (u16, u16, usize, usize);

/// The facts that both can state, in `javap`'s order.
#[derive(Debug, Default, PartialEq)]
struct Facts {
    /// The descriptor of each, and the sizes if it has code.
    methods: Vec<(String, Option<CodeSizes>)>,
    fields: Vec<String>,
    constants: usize,
    bootstraps: usize,
    inner_classes: usize,
    source_file: String,
}

fn ours(jdk: &Jdk, name: &str) -> Facts {
    let image = Jimage::open(&jdk.modules()).unwrap();
    let class = ClassFile::parse(&image.find_class(name).unwrap().expect("in every JDK").1).unwrap();
    let methods = class.methods.iter().map(|method| {
        let code = method.code.as_ref();
        let sizes = code.map(|code| (code.max_stack, code.max_locals, code.lines.len(), code.handlers.len()));
        (method.descriptor.to_string(), sizes)
    });
    Facts {
        methods: methods.collect(),
        fields: class.fields.iter().map(|field| field.descriptor.to_string()).collect(),
        constants: class.pool.0.iter().filter(|constant| constant.kind() != "unusable").count(),
        bootstraps: class.bootstrap_methods.len(),
        inner_classes: class.inner_classes.len(),
        source_file: class.source_file.as_deref().unwrap_or_default().to_string(),
    }
}

fn javaps(jdk: &Jdk, name: &str) -> Facts {
    let javap = jdk.home().join("bin/javap");
    let output = Command::new(javap).args(["-v", "-p", &name.replace('/', ".")]).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut facts = Facts::default();
    let mut section = "";
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let is_heading = words.ends_with(':') && !words.starts_with('#') && words != "Method arguments:";
        if indent == 0 || is_heading {
            section = words;
        }
        let number = |text: &str| text.split('=').nth(1).and_then(|number| number.parse().ok()).unwrap();
        let is_entry = |mark: char| words.split_once(mark).is_some_and(|(head, _)| head.parse::<u16>().is_ok());
        if let Some(descriptor) = words.strip_prefix("descriptor: ").filter(|_| indent == 4) {
            match descriptor.starts_with('(') {
                true => facts.methods.push((descriptor.into(), None)),
                false => facts.fields.push(descriptor.into()),
            }
        } else if words.starts_with("stack=") && indent == 6 {
            let mut sizes = words.split(", ").map(number);
            let code = (sizes.next().unwrap(), sizes.next().unwrap(), 0, 0);
            facts.methods.last_mut().unwrap().1 = Some(code);
        } else if section.starts_with("Constant pool") && words.starts_with('#') {
            facts.constants += 1;
        } else if section.starts_with("LineNumberTable") && words.starts_with("line ") {
            facts.methods.last_mut().unwrap().1.as_mut().unwrap().2 += 1;
        } else if section.starts_with("Exception table")
            && words.starts_with(|c: char| c.is_ascii_digit())
            && indent > 8
        {
            facts.methods.last_mut().unwrap().1.as_mut().unwrap().3 += 1;
        } else if section.starts_with("BootstrapMethods") && indent == 2 && is_entry(':') {
            facts.bootstraps += 1;
        } else if section.starts_with("InnerClasses") && indent == 2 {
            facts.inner_classes += usize::from(words.contains('#'));
        } else if let Some(file) = line.strip_prefix("SourceFile: ") {
            facts.source_file = file.trim_matches('"').into();
        }
    }
    facts
}

#[test]
fn agrees_with_javap() {
    for jdk in jdks::found() {
        if !jdk.home().join("bin/javap").is_file() {
            eprintln!("SKIPPED: Java {} has no javap", jdk.version());
            continue;
        }
        for name in CLASSES {
            assert_eq!(ours(&jdk, name), javaps(&jdk, name), "{name} of Java {}", jdk.version());
        }
    }
}
