//! Programs as class files: no compiler has to read them, so that there can be many, and they do what compilers never write: rare
//! instructions, subroutines, fields hidden at every level, calls of what is not there, bytes where booleans are expected.
//!
//! A program is a main class with a static `run`, some classes that inherit from each other, and interfaces. Methods call only those
//! with a higher number, loops go round a few times and every call costs fuel, so that all programs end.
//! What they do is told by `Driver.p` (`java/Driver.java`).

mod assembler;
mod body;
mod values;

use std::collections::HashSet;

use space::Rng;

use assembler::{ClassWriter, Known};
use body::Body;

pub const DRIVER: &str = include_str!("../../java/Driver.java");

const PUBLIC: u16 = 1;
const STATIC: u16 = 8;
const SYNCHRONIZED: u16 = 0x20;
const INTERFACE: u16 = 0x200;
const ABSTRACT: u16 = 0x400;
const VOLATILE: u16 = 0x40;

/// Methods of each kind that a program knows: `m0` and so on are virtual, `s0` static.
const METHODS: usize = 6;
/// Fields that classes may have, each under the same few names: those of subclasses hide others.
const FIELD_NAMES: usize = 4;

/// The type of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// One of `ZBCSIJFD`.
    Primitive(char),
    /// By its internal name.
    Object(String),
    /// Of so many dimensions.
    Array(usize, char),
    Void,
}

impl Type {
    pub fn descriptor(&self) -> String {
        match self {
            Type::Primitive(letter) => letter.to_string(),
            Type::Object(name) => format!("L{name};"),
            Type::Array(rank, letter) => format!("{}{letter}", "[".repeat(*rank)),
            Type::Void => "V".to_owned(),
        }
    }

    pub fn slots(&self) -> u16 {
        match self {
            Type::Primitive('J' | 'D') => 2,
            Type::Void => 0,
            _ => 1,
        }
    }

    fn known(&self) -> Known {
        match self {
            Type::Primitive('J') => Known::Long,
            Type::Primitive('F') => Known::Float,
            Type::Primitive('D') => Known::Double,
            Type::Primitive(_) => Known::Int,
            Type::Object(name) => Known::Object(name.clone()),
            Type::Array(..) => Known::Object(self.descriptor()),
            Type::Void => unreachable!("no variable is void"),
        }
    }
}

struct Field {
    name: String,
    kind: Type,
    is_static: bool,
}

#[derive(Clone)]
struct Signature {
    parameters: Vec<Type>,
    result: Type,
}

impl Signature {
    fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(Type::descriptor).collect();
        format!("({parameters}){}", self.result.descriptor())
    }
}

struct Class {
    name: String,
    superclass: Option<usize>,
    interfaces: Vec<usize>,
    fields: Vec<Field>,
    virtuals: Vec<usize>,
    statics: Vec<usize>,
    major: u16,
}

struct Interface {
    name: String,
    /// Methods it declares; those with a body are told apart.
    methods: Vec<(usize, bool)>,
}

/// What all bodies of a program may use.
struct World {
    classes: Vec<Class>,
    interfaces: Vec<Interface>,
    virtuals: Vec<Signature>,
    statics: Vec<Signature>,
}

/// The class files of a seed's program, by name, and how many statements it has; those with a number in `without` are left out.
pub fn generate(seed: u64, without: &HashSet<u32>) -> (Vec<(String, Vec<u8>)>, u32) {
    let mut rng = Rng::new(seed);
    let main = format!("Q{seed}");
    let world = World::new(&mut rng, &main);
    let mut files = Vec::new();
    let mut statements = 0;
    for interface in &world.interfaces {
        let mut writer =
            ClassWriter::new(52, PUBLIC | INTERFACE | ABSTRACT, &interface.name, "java/lang/Object", Vec::new());
        for (method, has_body) in &interface.methods {
            let signature = &world.virtuals[*method];
            let code = has_body.then(|| {
                let mut body = Body::new(&mut rng, &world, &mut writer.pool, without, &mut statements);
                body.begin(Some(&interface.name), &signature.parameters, METHODS);
                body.simple();
                body.finish(&signature.result)
            });
            let access = PUBLIC | if *has_body { 0 } else { ABSTRACT };
            writer.method(access, &format!("m{method}"), &signature.descriptor(), code);
        }
        files.push((interface.name.clone(), writer.finish()));
    }
    for class in &world.classes {
        files.push((class.name.clone(), world.write(class, &mut rng, without, &mut statements)));
    }
    let major = [49, 50, 61][rng.below(3)];
    let mut writer = ClassWriter::new(major, PUBLIC | 0x20, &main, "java/lang/Object", Vec::new());
    let mut body = Body::new(&mut rng, &world, &mut writer.pool, without, &mut statements);
    body.has_subroutines = major == 49;
    body.begin(None, &[], 0);
    for _ in 0..6 {
        body.guarded();
    }
    let code = body.finish(&Type::Void);
    writer.method(PUBLIC | STATIC, "run", "()V", Some(code));
    files.push((main, writer.finish()));
    (files, statements)
}

impl World {
    fn new(rng: &mut Rng, main: &str) -> World {
        let names: Vec<String> = (0..1 + rng.below(5)).map(|number| format!("{main}C{number}")).collect();
        let kind = |rng: &mut Rng| any_type(rng, &names);
        let signatures = |rng: &mut Rng| -> Vec<Signature> {
            (0..METHODS)
                .map(|_| Signature {
                    parameters: (0..rng.below(4)).map(|_| kind(rng)).collect(),
                    result: if rng.below(5) == 0 { Type::Void } else { kind(rng) },
                })
                .collect()
        };
        let (virtuals, statics) = (signatures(rng), signatures(rng));
        let interfaces: Vec<Interface> = (0..rng.below(3))
            .map(|number| Interface {
                name: format!("{main}I{number}"),
                methods: some(rng, METHODS).into_iter().map(|method| (method, rng.below(2) == 0)).collect(),
            })
            .collect();
        let mut classes = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let superclass = (number > 0 && rng.below(4) > 0).then(|| rng.below(number));
            let fields = some(rng, FIELD_NAMES)
                .into_iter()
                .map(|field| Field {
                    name: format!("f{field}"),
                    kind: any_type(rng, &names),
                    is_static: rng.below(3) == 0,
                })
                .collect();
            classes.push(Class {
                name: name.clone(),
                superclass,
                interfaces: some(rng, interfaces.len()),
                fields,
                virtuals: some(rng, METHODS),
                statics: some(rng, METHODS),
                major: [49, 50, 52, 61][rng.below(4)],
            });
        }
        World { classes, interfaces, virtuals, statics }
    }

    fn write(&self, class: &Class, rng: &mut Rng, without: &HashSet<u32>, statements: &mut u32) -> Vec<u8> {
        let superclass = class.superclass.map_or("java/lang/Object", |above| &self.classes[above].name);
        let interfaces = class.interfaces.iter().map(|interface| self.interfaces[*interface].name.clone()).collect();
        let mut writer = ClassWriter::new(class.major, PUBLIC | 0x20, &class.name, superclass, interfaces);
        for field in &class.fields {
            let access =
                PUBLIC | if field.is_static { STATIC } else { 0 } | if rng.below(4) == 0 { VOLATILE } else { 0 };
            writer.field(access, &field.name, &field.kind.descriptor());
        }
        let mut body = |writer: &mut ClassWriter,
                        rng: &mut Rng,
                        this: bool,
                        signature: &Signature,
                        calls: usize,
                        length: usize| {
            let is_made = calls > METHODS;
            let mut body = Body::new(rng, self, &mut writer.pool, without, statements);
            body.has_subroutines = class.major == 49;
            if is_made {
                body.make(superclass);
            }
            body.begin(this.then_some(class.name.as_str()), &signature.parameters, calls);
            for _ in 0..length {
                body.statement(2);
            }
            body.finish(&signature.result)
        };
        let nothing = Signature { parameters: Vec::new(), result: Type::Void };
        let made = body(&mut writer, rng, true, &nothing, METHODS + 1, 2);
        writer.method(PUBLIC, "<init>", "()V", Some(made));
        if rng.below(2) == 0 {
            let initialiser = body(&mut writer, rng, false, &nothing, 3, 3);
            writer.method(STATIC, "<clinit>", "()V", Some(initialiser));
        }
        for (methods, signatures, letter, is_static) in
            [(&class.virtuals, &self.virtuals, 'm', false), (&class.statics, &self.statics, 's', true)]
        {
            for method in methods {
                let signature = &signatures[*method];
                let length = 1 + rng.below(4);
                let code = body(&mut writer, rng, !is_static, signature, method + 1, length);
                let access =
                    PUBLIC | if is_static { STATIC } else { 0 } | if rng.below(5) == 0 { SYNCHRONIZED } else { 0 };
                writer.method(access, &format!("{letter}{method}"), &signature.descriptor(), Some(code));
            }
        }
        writer.finish()
    }

    /// The class and those above it.
    fn line(&self, class: usize) -> impl Iterator<Item = &Class> {
        std::iter::successors(Some(class), move |class| self.classes[*class].superclass)
            .map(move |class| &self.classes[class])
    }
}

/// Some of the numbers below `count`.
fn some(rng: &mut Rng, count: usize) -> Vec<usize> {
    (0..count).filter(|_| rng.below(2) == 0).collect()
}

fn any_type(rng: &mut Rng, classes: &[String]) -> Type {
    match rng.below(16) {
        0..=7 => Type::Primitive(['Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D'][rng.below(8)]),
        8 => Type::Primitive('I'),
        9 => Type::Primitive('J'),
        10 => Type::Object("java/lang/String".to_owned()),
        11 => Type::Object("java/lang/Object".to_owned()),
        12 => Type::Array(1 + rng.below(2), ['Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D'][rng.below(8)]),
        _ => Type::Object(classes[rng.below(classes.len())].clone()),
    }
}
