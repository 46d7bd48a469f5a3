//! Random deterministic Java programs: what they print is what HotSpot prints, or the machine is wrong. A program is a class
//! with a static `run`; a hundred of them are compiled by one javac and run by one process of each kind, since both take far
//! longer to start than to run. What differs is shrunk, line by line, while it still differs.
//!
//! `bytecode` makes programs as class files, some nine times as many in the same time: most of it goes into javac otherwise.
//! `formats` is about files instead of programs: damaged ones, for everything that reads any.

pub mod bytecode;
pub mod comparison;
mod expressions;
pub mod formats;
mod members;
mod templates;

use space::Rng;

use expressions::{TYPES, VARIABLES, literal};
use members::FAMILIES;
use templates::Family;

/// Parts of one program.
const PARTS: usize = 4;

/// A program, by the lines of its class.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    /// What every program has.
    head: Vec<String>,
    /// What may be left out.
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug)]
pub struct Line {
    text: String,
    /// A declaration of the class, or a statement of `run`.
    declares: bool,
}

impl Program {
    /// The program of this seed, in the language of this release.
    pub fn generate(seed: u64, name: &str, release: u32) -> Program {
        let mut rng = Rng::new(seed);
        let mut head = Vec::new();
        for kind in TYPES {
            for index in 0..VARIABLES {
                let (java, letter) = (kind.java(), kind.letter());
                head.push(format!("static {java} {letter}{index} = {};", literal(&mut rng, kind)));
            }
        }
        let mut lines = Vec::new();
        let families: Vec<_> = FAMILIES.iter().filter(|(since, _)| *since <= release).collect();
        let filled: Vec<_> = Family::all().iter().filter(|family| family.since <= release).collect();
        for id in 0..PARTS {
            let place = rng.below(families.len() + filled.len());
            let part = match families.get(place) {
                Some((_, make)) => make(&mut rng, id),
                None => filled[place - families.len()].make(&mut rng, id),
            };
            lines.extend(part.declarations.into_iter().map(|text| Line { text, declares: true }));
            lines.extend(part.statements.into_iter().map(|text| Line { text, declares: false }));
        }
        Program { name: name.to_owned(), head, lines }
    }

    /// Its source: a class that does not need any other.
    pub fn source(&self) -> String {
        let name = &self.name;
        let own = |text: &str| text.replace("P::", &format!("{name}::")).replace("P.class", &format!("{name}.class"));
        let mut text = format!("public class {name} {{\n");
        for line in HELPERS.lines().chain(self.head.iter().map(String::as_str)) {
            text += &format!("    {line}\n");
        }
        for line in self.lines.iter().filter(|line| line.declares) {
            text += &format!("    {}\n", own(&line.text));
        }
        text += "    static String run() throws Throwable {\n";
        for line in self.lines.iter().filter(|line| !line.declares) {
            text += &format!("        {}\n", own(&line.text));
        }
        text += "        return out.toString();\n    }\n";
        text += "    public static void main(String[] args) throws Throwable { System.out.println(run()); }\n}\n";
        text
    }
}

const HELPERS: &str = r#"static final StringBuffer out = new StringBuffer();
static void p(Object o) { out.append(o).append(';'); }
static int note(String s, int v) { p(s); return v; }
static String told(Throwable e) { return e.getClass().getName() + ":" + e.getMessage() + (e.getCause() == null ? "" : "<" + e.getCause().getClass().getName()) + e.getSuppressed().length; }
static java.lang.reflect.Method[] sorted(java.lang.reflect.Method[] all) { java.util.Arrays.sort(all, java.util.Comparator.comparing(Object::toString)); return all; }"#;

/// Calls the programs one after the other; each prints one line, with its name.
pub fn driver(name: &str, programs: &[Program]) -> String {
    let mut text = format!("public class {name} {{\n    interface Call {{ String run() throws Throwable; }}\n");
    text += "    static void one(String name, Call call) {\n        String told;\n        Thread.interrupted();\n        try { told = call.run(); } catch (Throwable e) { told = e.toString(); }\n";
    // The oracle has a loader of its own for programs.
    text += "        told = told.replaceAll(\"loader java.net.URLClassLoader @[0-9a-f]+\", \"loader 'app'\");\n";
    text += "        System.out.println(name + \" \" + told.replace('\\n', '/').replace('\\r', '/'));\n    }\n";
    text += "    public static void main(String[] args) {\n";
    text += "        int from = args.length == 0 ? 0 : Integer.parseInt(args[0]);\n";
    for (at, program) in programs.iter().enumerate() {
        text += &format!("        if (from <= {at}) one(\"{0}\", () -> {0}.run());\n", program.name);
    }
    text += "    }\n}\n";
    text
}
