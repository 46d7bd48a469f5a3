//! Tests for a method: one for each path through it, with arguments that take the path and what the call comes to.
//!
//! The method is called from a small program with inputs for arguments, whose paths are explored; for each the solver gives
//! arguments. A second program calls it with those and prints what comes of it. Both run on the machine; that the
//! tests pass on another is the reader's check of it.

mod signature;
mod sources;

use std::path::PathBuf;
use std::time::Duration;

use classfile::{ClassFile, ClassPath, Jdk, Jimage};
use serde::Serialize;
use symbolic::algorithms::{Expansion, Outcome, Tree};
use symbolic::{Common, Execution, ExecutionFault, Records, Weighing};

use crate::check::Watch;
use crate::fault::Fault;
use crate::frontier::{Frontier, Order, Site};
use crate::job::{Limits, Subject};
use crate::outcomes::{OutcomesJob, outcomes};
use crate::program::{self, Circumstances};
use crate::pse::inputs_of;
use crate::scratch::Scratch;
use crate::{files, labels, target};

use signature::{Called, Type};
use sources::Tested;

#[derive(Clone, Debug)]
pub struct GenerateJob {
    /// `pkg.C.m(int,String)`, or `pkg.C.m` where there is only one.
    pub method: String,
    pub classpath: Option<String>,
    pub jdk: Option<PathBuf>,
    pub paths_max: usize,
    pub strings_max: u32,
    pub time: Duration,
    /// The folder that the test class is written into.
    pub output: PathBuf,
}

#[derive(Clone, Debug, Serialize)]
pub struct GenerateReport {
    pub method: String,
    pub tests: usize,
    /// Those that expect an exception.
    pub throwing: usize,
    /// There are no other paths, so that every branch that can be taken is.
    pub complete: bool,
    pub file: PathBuf,
    /// What keeps paths from being followed.
    pub left_out: Vec<String>,
}

/// Writes the test class.
pub fn generate(job: &GenerateJob) -> Result<GenerateReport, Fault> {
    let jdk = Jdk::locate(job.jdk.as_deref())?;
    let scratch = Scratch::new()?;
    let (class_name, method, wanted) = parts(&job.method)?;
    let classpath = classpath_of(job, &class_name, &jdk, &scratch)?;
    let class = load(&class_name, &classpath, &jdk)?;
    let called = Called::find(&class, &method, wanted.as_deref())?;
    let mut left_out = Vec::new();
    for parameter in called.parameters.iter().chain(called.constructor.iter().flatten()) {
        if matches!(parameter.kind, Type::Other(_)) {
            let (name, java) = (&parameter.name, parameter.kind.java());
            left_out.push(format!("{name} is always null: inputs of type {java} are not supported"));
        }
        if matches!(parameter.kind, Type::Array(_)) {
            note(&mut left_out, format!("arrays have at most {} elements", sources::ELEMENTS_MAX));
        }
    }
    let workshop = Workshop { job, called: &called, classpath, jdk: &jdk, scratch: &scratch };
    let found = workshop.paths(&mut left_out)?;
    let calls: Vec<String> = found.given.iter().map(|(given, _)| sources::call_with(&called, given)).collect();
    let came = workshop.results(&calls)?;
    let tests: Vec<Tested> = (calls.into_iter().zip(came).zip(found.given))
        .map(|((call, came), (_, condition))| Tested { call, came, condition })
        .collect();
    let about = match found.complete {
        true if left_out.is_empty() => "one for each of its paths".to_owned(),
        true => format!("one for each of its paths where {}", left_out.join("; ")),
        false => format!("one for each of {} of its paths", tests.len()),
    };
    let (text, name) = sources::of_tests(&called, &tests, &about);
    let is_own = !called.package.starts_with("java");
    let folder = match called.package.as_str() {
        package if is_own && !package.is_empty() => job.output.join(package.replace('.', "/")),
        _ => job.output.clone(),
    };
    std::fs::create_dir_all(&folder)
        .map_err(|error| Fault::Output(format!("{}: cannot be made ({error})", folder.display())))?;
    let file = folder.join(format!("{name}.java"));
    files::write(&file, text.as_bytes())?;
    let throwing = tests.iter().filter(|test| test.came.starts_with('X')).count();
    let method = called.written();
    Ok(GenerateReport { method, tests: tests.len(), throwing, complete: found.complete, file, left_out })
}

/// The class, the method and its list of types.
fn parts(text: &str) -> Result<(String, String, Option<String>), Fault> {
    let (path, types) = match text.split_once('(') {
        Some((path, types)) => (path, Some(types.trim_end_matches(')').to_owned())),
        None => (text, None),
    };
    match path.trim().rsplit_once('.') {
        Some((class, method)) if !class.is_empty() && !method.is_empty() => {
            let types = types.filter(|types| types.trim() != "..");
            Ok((class.to_owned(), method.to_owned(), types))
        }
        _ => Err(Fault::Input(format!("'{text}' names no method; write it as pkg.Class.method(int,String)"))),
    }
}

/// The class path as given; without one, a source of that name in this folder is compiled.
fn classpath_of(job: &GenerateJob, class: &str, jdk: &Jdk, scratch: &Scratch) -> Result<Option<String>, Fault> {
    let source = PathBuf::from(format!("{}.java", class.replace('.', "/")));
    if job.classpath.is_some() || !source.is_file() {
        return Ok(job.classpath.clone());
    }
    let api = crate::api::unpack(scratch)?;
    let classes = scratch.path().join("own");
    let mut command = target::compiler(jdk, &source)?;
    command.arg("-d").arg(&classes).arg("-cp").arg(&api).arg("-sourcepath").arg(".").arg(&source);
    target::compiled(command, jdk)?;
    Ok(Some(classes.display().to_string()))
}

fn load(name: &str, classpath: &Option<String>, jdk: &Jdk) -> Result<ClassFile, Fault> {
    let entries: Vec<PathBuf> =
        classpath.as_deref().map(|text| std::env::split_paths(text).collect()).unwrap_or_default();
    let mut internal = name.replace('.', "/");
    let path = ClassPath::open(&entries)?;
    let image = Jimage::open(&jdk.modules())?;
    loop {
        if let Some(bytes) = path.find_class(&internal)? {
            return ClassFile::parse(&bytes).map_err(|error| Fault::Input(format!("class {name}: {error}")));
        }
        if let Some(found) = image.find_class(&internal)? {
            return ClassFile::parse(&found.1).map_err(|error| Fault::Input(format!("class {name}: {error}")));
        }
        // A class inside another is written with a dot as well.
        match internal.rfind('/') {
            Some(at) => internal.replace_range(at..=at, "$"),
            None => {
                let place = match classpath.as_deref() {
                    Some(path) => format!("on the class path {path}; correct it"),
                    None => "in the JDK; name the folder or jar it is in with -cp PATH".to_owned(),
                };
                return Err(Fault::Input(format!("there is no class {name} {place}")));
            }
        }
    }
}

struct Workshop<'a> {
    job: &'a GenerateJob,
    called: &'a Called,
    classpath: Option<String>,
    jdk: &'a Jdk,
    scratch: &'a Scratch,
}

struct Found {
    /// Arguments of each path, with the condition that they meet.
    given: Vec<(sources::Given, String)>,
    complete: bool,
}

impl Workshop<'_> {
    /// Compiles a program of ours, and gives how to run it.
    fn compiled(&self, name: &str, text: &str) -> Result<Subject, Fault> {
        let folder = self.scratch.path().join(name);
        std::fs::create_dir_all(&folder)
            .map_err(|error| Fault::Output(format!("{}: cannot be made ({error})", folder.display())))?;
        let source = folder.join(format!("{name}.java"));
        files::write(&source, text.as_bytes())?;
        let api = crate::api::unpack(self.scratch)?;
        let own = self.classpath.as_deref().map(|path| std::env::split_paths(path).collect::<Vec<_>>());
        let mut entries = own.unwrap_or_default();
        entries.push(api);
        let joined = std::env::join_paths(&entries).map_err(|error| Fault::Input(error.to_string()))?;
        let mut command = target::compiler(self.jdk, &source)?;
        command.arg("-nowarn").arg("-d").arg(&folder).arg("-cp").arg(joined).arg(&source);
        target::compiled(command, self.jdk)?;
        let classpath = match &self.classpath {
            Some(path) => format!("{}:{path}", folder.display()),
            None => folder.display().to_string(),
        };
        let is_own = !self.called.package.is_empty() && !self.called.package.starts_with("java");
        let target = if is_own { format!("{}.{name}", self.called.package) } else { name.to_owned() };
        Ok(Subject {
            target,
            classpath: Some(classpath),
            jdk: self.job.jdk.clone(),
            strings_max: self.job.strings_max,
            ..Subject::default()
        })
    }

    /// Explores the paths, breadth first, until there are enough.
    fn paths(&self, left_out: &mut Vec<String>) -> Result<Found, Fault> {
        let subject = self.compiled(sources::PATHS, &sources::of_paths(self.called))?;
        let circumstances = Circumstances { time_max: Some(self.job.time), symbolic: true, ..Circumstances::default() };
        let prepared = program::prepare(&subject, &labels::parse(&[], &[])?, circumstances)?;
        let mut inputs = inputs_of(None, &[])?;
        inputs.are_doubles = true;
        let common = Common::new(inputs);
        let mut tree = Execution::beside(&prepared.program, &common, Weighing::Feasibility)?
            .limited(None, prepared.program.config.deadline);
        (tree.merging, tree.records) = (false, Some(Records::default()));
        let mut open = Frontier::new(tree.root()?, Order::BreadthFirst, 0);
        let mut complete = true;
        while let Some((depth, node)) = open.pop() {
            let ended = tree.records.as_ref().map_or(0, |records| records.paths.len());
            if ended >= self.job.paths_max {
                complete = false;
                break;
            }
            match tree.expand(&node) {
                Ok(Expansion::Leaf(_)) | Err(ExecutionFault::Ignored | ExecutionFault::NothingLeft) => {}
                Ok(Expansion::Choice(children)) => {
                    open.extend(depth, Site::default(), children.into_iter().map(|(_, child)| child))
                }
                Ok(Expansion::Branch(children)) => {
                    open.extend(depth, Site::default(), children.into_iter().map(|(_, _, child)| child))
                }
                Err(ExecutionFault::Machine(fault @ space::Fault::Unsupported { .. })) => {
                    complete = false;
                    note(left_out, format!("a path was not followed: {fault}"));
                }
                Err(ExecutionFault::Symbolic(fault)) if fault.is_undecided() => {
                    complete = false;
                    note(left_out, fault.to_string());
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        complete &= !tree.limits_hit;
        if !tree.inputs.lock().bounded.is_empty() {
            note(left_out, format!("strings have at most {} characters of Latin-1 (--strings)", self.job.strings_max));
        }
        let records = tree.records.take().unwrap_or_default();
        let ended = records.paths.into_iter().filter(|path| path.outcome != Outcome::Unknown);
        let given = ended.map(|path| (path.inputs.into_iter().collect(), path.condition)).collect();
        Ok(Found { given, complete })
    }

    /// What each call comes to.
    fn results(&self, calls: &[String]) -> Result<Vec<String>, Fault> {
        if calls.is_empty() {
            return Ok(Vec::new());
        }
        let subject = self.compiled(sources::RESULTS, &sources::of_results(self.called, calls))?;
        let limits = Limits { time: Some(self.job.time), ..Limits::default() };
        let report = outcomes(&OutcomesJob { subject, limits, traces: None }, Watch::default())?;
        if let Some(sentence) = report.unsupported.first() {
            return Err(Fault::Unsupported(sentence.clone()));
        }
        match report.outcomes.as_slice() {
            [only] if only.result.lines().count() == calls.len() => {
                Ok(only.result.lines().map(str::to_owned).collect())
            }
            [] | [_] => {
                Err(Fault::Limit("the calls of the tests did not come to their end within the time".to_owned()))
            }
            _ => Err(Fault::Unsupported(format!(
                "{} does not always do the same: tests of it would not either",
                self.called.written()
            ))),
        }
    }
}

/// Each sentence once.
fn note(sentences: &mut Vec<String>, sentence: String) {
    if !sentences.contains(&sentence) {
        sentences.push(sentence);
    }
}
