//! Mutated classes: what HotSpot refuses to link we refuse, what it accepts we accept; and nothing ever panics.

use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::{ClassFile, Jdk, access};

use super::environment::{Library, jdks};
use crate::analysis::instructions::Instructions;
use crate::analysis::{VerifyError, slot_maps, verify_class};

/// xorshift64*, so that a failing mutant can be made again anywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// Where the code and the stack maps are in the bytes of a class, and where instructions begin.
struct Places {
    instructions: Vec<usize>,
    regions: Vec<(usize, usize)>,
}

fn places(bytes: &[u8]) -> Places {
    let class = ClassFile::parse(bytes).unwrap();
    let mut places = Places { instructions: Vec::new(), regions: Vec::new() };
    let find = |part: &[u8]| bytes.windows(part.len()).position(|window| window == part).expect("it is a part");
    for code in class.methods.iter().filter_map(|method| method.code.as_ref()) {
        let at = find(&code.bytes);
        places.regions.push((at, code.bytes.len()));
        let starts = Instructions::find(&code.bytes).unwrap().starts;
        places.instructions.extend(starts.iter().map(|&start| at + usize::from(start)));
        places.regions.extend(code.stack_map.as_ref().map(|table| (find(table), table.len())));
    }
    places
}

/// One change: to an opcode, to a byte of code or stack map, or (seldom) anywhere.
fn mutate(original: &[u8], places: &Places, random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    let instruction = places.instructions[random.below(places.instructions.len())];
    let (start, length) = places.regions[random.below(places.regions.len())];
    let inside = start + random.below(length);
    match random.below(10) {
        0 => {
            let at = 8 + random.below(bytes.len() - 8);
            bytes[at] = bytes[at].wrapping_add(1);
        }
        1..=4 => bytes[instruction] = random.below(202) as u8,
        // Opcodes without operands and with simple effects make the mutants that nearly pass.
        5..=6 => {
            let simple = [0, 1, 3, 9, 11, 14, 26, 27, 30, 42, 43, 87, 88, 89, 90, 91, 92, 93, 94, 95, 116, 133, 136];
            bytes[instruction] = simple[random.below(simple.len())];
        }
        7 => bytes[inside] ^= 1 << random.below(8),
        8 => bytes[inside] = random.below(256) as u8,
        _ => bytes[inside] = bytes[inside].wrapping_add(1),
    }
    bytes
}

/// Our verdict, in HotSpot's words. The maps are computed as well: for verified code they exist.
fn verdict(bytes: &[u8], library: &Library) -> &'static str {
    let Ok(class) = ClassFile::parse(bytes) else { return "ClassFormatError" };
    let verified = verify_class(&class, library);
    for method in &class.methods {
        let Some(code) = &method.code else { continue };
        let maps = slot_maps(code, &class.pool, &method.descriptor, method.access & access::STATIC != 0);
        if let (Ok(()), Err(error)) = (&verified, maps) {
            panic!("{} was verified, yet has no maps: {error}", method.name);
        }
    }
    match verified {
        Ok(()) => "OK",
        Err(VerifyError::Invalid { .. }) => "VerifyError",
        Err(VerifyError::Malformed { .. }) => "ClassFormatError",
        Err(VerifyError::Missing { .. }) => "NoClassDefFoundError",
    }
}

/// The classes of `java/`, compiled into a folder that is removed at the end.
struct Compiled {
    folder: PathBuf,
    library: PathBuf,
    subject: Vec<u8>,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn compile(jdk: &Jdk) -> Option<Compiled> {
    let javac = jdk.javac()?;
    let folder = std::env::temp_dir().join(format!("hazard-mutants-{}-{}", jdk.feature(), std::process::id()));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/analysis/tests/java");
    let [library, subject] = ["library", "subject"].map(|name| folder.join(name));
    let compile = |into: &Path, names: &[&str]| {
        let mut command = Command::new(&javac);
        command.args(["--release", "8", "-nowarn", "-cp"]).arg(&library).arg("-d").arg(into);
        run(command.args(names.iter().map(|name| sources.join(name))));
    };
    compile(&library, &["Base.java", "Harness.java"]);
    compile(&subject, &["Subject.java"]);
    let subject = std::fs::read(subject.join("subject/Subject.class")).unwrap();
    Some(Compiled { folder, library, subject })
}

fn hotspots_verdicts(jdk: &Jdk, compiled: &Compiled, mutants: &[Vec<u8>]) -> Vec<String> {
    let mut file = (mutants.len() as u32).to_be_bytes().to_vec();
    for mutant in mutants {
        file.extend((mutant.len() as u32).to_be_bytes());
        file.extend(mutant);
    }
    let [input, output] = ["mutants", "verdicts"].map(|name| compiled.folder.join(name));
    std::fs::write(&input, file).unwrap();
    let mut java = Command::new(jdk.home().join("bin/java"));
    run(java.arg("-cp").arg(&compiled.library).arg("Harness").args([&input, &output]));
    std::fs::read_to_string(&output).unwrap().lines().map(str::to_string).collect()
}

fn compare(jdk: &Jdk, compiled: &Compiled, major: u8, count: usize) {
    let mut original = compiled.subject.clone();
    original[7] = major;
    let library = Library::open(jdk, std::slice::from_ref(&compiled.library));
    assert_eq!(verdict(&original, &library), "OK");
    let places = places(&original);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ u64::from(major));
    let mutants: Vec<Vec<u8>> = (0..count).map(|_| mutate(&original, &places, &mut random)).collect();
    let theirs = hotspots_verdicts(jdk, compiled, &mutants);
    let (mut accepted, mut same) = (0, 0);
    for (index, (mutant, theirs)) in mutants.iter().zip(&theirs).enumerate() {
        let ours = verdict(mutant, &library);
        accepted += usize::from(ours == "OK");
        same += usize::from(ours == theirs);
        // A superclass or interface that is not found is a matter of loading, which is not tried here.
        let is_loading = theirs == "NoClassDefFoundError" || theirs == "IncompatibleClassChangeError";
        // With version 50 HotSpot forgives some broken stack maps and not others, depending on which it meets first.
        let is_forgiven = major == 50 && ours == "ClassFormatError";
        if (ours == "OK") != (theirs == "OK") && !is_loading && !is_forgiven {
            std::fs::write(std::env::temp_dir().join("hazard-mutant.class"), mutant).unwrap();
            panic!("mutant {index} of version {major}: ours {ours}, HotSpot's {theirs}");
        }
    }
    println!("version {major} on Java {}: {accepted} of {count} accepted, {same} verdicts the same", jdk.version());
    assert!(accepted * 50 > count && same * 100 >= count * 97, "{accepted} accepted, {same} the same, of {count}");
}

#[test]
fn mutants_fare_as_on_hotspot() {
    for jdk in jdks() {
        let Some(compiled) = compile(&jdk) else {
            eprintln!("SKIPPED: Java {} has no compiler", jdk.version());
            continue;
        };
        // Type checking, type checking with inference as fallback, inference.
        for major in [52, 50, 49] {
            compare(&jdk, &compiled, major, 1000);
        }
    }
}

/// Classes of the library, damaged anywhere: an answer, never a panic or a hang.
#[test]
fn damaged_library_classes_get_an_answer() {
    let Some(jdk) = jdks().into_iter().next() else { return };
    let library = Library::open(&jdk, &[]);
    let names = ["java/util/Optional", "java/lang/Boolean", "java/util/ArrayDeque", "java/util/StringJoiner"];
    let originals = names.map(|name| library.image.find_class(name).unwrap().expect("in every JDK").1.into_owned());
    let places = originals.each_ref().map(|original| places(original));
    let mut random = Random(5);
    let mut accepted = 0;
    for round in 0..10_000 {
        let which = round % names.len();
        let once = mutate(&originals[which], &places[which], &mut random);
        let twice = mutate(&once, &places[which], &mut random);
        accepted += usize::from(verdict(&twice, &library) == "OK");
    }
    assert!((10..5_000).contains(&accepted), "{accepted} of 10000 accepted");
}
