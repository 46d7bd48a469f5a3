//! The formulas of a job: parsed early, checked against the names that will exist, answered at the end.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use logic::{Constants, Formula, ParseError, Property, parse_properties_file, parse_property};
use markov::{Answer, Builder, CheckError, Model, Options, Scheduler, check};
use models::ModelError;
use space::suggest;

use crate::fault::Fault;
use crate::files;
use crate::job::Questions;
use crate::report::PropertyReport;

#[derive(Clone, Debug, Default)]
pub struct Formulas(Vec<Property>, Vec<Source>);

/// Where a property was written.
#[derive(Clone, Debug, Default)]
struct Source {
    file: Option<Arc<Path>>,
    text: Arc<str>,
}

/// A scheduler that attains the answer of a formula.
pub struct Optimal {
    formula: String,
    value: String,
    pub scheduler: Scheduler,
}

impl Optimal {
    /// Appends the scheduler as text: what it attains and how, in lines of comment, and its table.
    pub fn append_to(&self, text: &mut Vec<u8>, schedule: &[String]) {
        text.extend(format!("# {} = {}\n", self.formula, self.value).bytes());
        for line in schedule {
            text.extend(format!("# {line}").trim_end().bytes());
            text.push(b'\n');
        }
        self.scheduler.write(text).expect("memory can be written");
    }
}

/// What formulas may use by name because the model has it.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Those of the model and those given.
    pub constants: Constants,
    pub formulas: Vec<(String, Formula)>,
    /// Constants whose values were given for the model.
    pub taken: BTreeSet<String>,
    /// Questions that come with the model: all are asked if there are no others, and each can be asked by its name.
    pub properties: Vec<Property>,
    /// In a timed automaton its clocks: bounds are on time.
    pub clocks: Option<Vec<String>>,
}

/// The values that `--const` gives.
pub fn given_constants(questions: &Questions) -> Result<Constants, Fault> {
    match &questions.constants {
        Some(text) => Constants::parse(text).map_err(|error| Fault::Input(format!("--const {text}: {error}"))),
        None => Ok(Constants::new()),
    }
}

impl Formulas {
    /// Those given one by one first, then those of the files, unless one of the former says which of the files is meant.
    pub fn parse(questions: &Questions) -> Result<Formulas, Fault> {
        let surroundings = Surroundings { constants: given_constants(questions)?, ..Surroundings::default() };
        Formulas::parse_within(questions, &surroundings)
    }

    /// As [`Formulas::parse`], with names that the model gives a meaning.
    pub fn parse_within(questions: &Questions, surroundings: &Surroundings) -> Result<Formulas, Fault> {
        let constants = &surroundings.constants;
        let mut all = Vec::new();
        let mut sources = Vec::new();
        let mut texts = String::new();
        // Storm's --prop takes a file as well.
        let (named_files, formulas): (Vec<&String>, Vec<&String>) = questions
            .formulas
            .iter()
            .partition(|text| Path::new(text).extension().is_some() && Path::new(text).is_file());
        let (mut listed, mut listed_sources) = (Vec::new(), Vec::new());
        for path in questions.files.iter().map(|path| path.as_path()).chain(named_files.into_iter().map(Path::new)) {
            let text = files::read_text(path)?;
            listed.extend(read_file(path, &text, constants)?);
            listed_sources.resize(listed.len(), Source { file: Some(path.into()), text: text.as_str().into() });
            texts.push_str(&text);
            texts.push('\n');
        }
        if formulas.is_empty() && listed.is_empty() {
            all.extend(surroundings.properties.iter().cloned());
            sources.resize(all.len(), Source::default());
        }
        let mut picks = false;
        for text in formulas {
            if let Some(index) = picked(text, &listed) {
                all.push(listed[index].clone());
                sources.push(listed_sources[index].clone());
                picks = true;
                continue;
            }
            let is_called = |property: &&Property| property.name.as_deref() == Some(text.trim().trim_matches('"'));
            if let Some(known) = surroundings.properties.iter().find(is_called) {
                sources.push(Source::default());
                all.push(known.clone());
                continue;
            }
            sources.push(Source { file: None, text: text.as_str().into() });
            all.push(parse_property(text, constants).map_err(|error| Fault::Input(error.to_string()))?);
            texts.push_str(text);
            texts.push('\n');
        }
        if !picks {
            all.extend(listed);
            sources.extend(listed_sources);
        }
        let mut only_given = Constants::new();
        for (name, value) in constants.iter().filter(|(name, _)| !surroundings.taken.contains(*name)) {
            only_given.set(name, value.clone());
        }
        if let Some(name) = only_given.name_missing_in(&texts) {
            return Err(Fault::Input(format!("--const gives a value to {name}, which no property mentions")));
        }
        for property in &mut all {
            property.formula.replace_variables(&mut |name| {
                surroundings.formulas.iter().find(|(known, _)| known == name).map(|(_, meaning)| meaning.clone())
            });
        }
        if let Some(clocks) = &surroundings.clocks {
            for property in &mut all {
                models::ask_in_time(&mut property.formula, clocks).map_err(|error| match error {
                    ModelError::Unsupported(what) => Fault::Unsupported(format!("{}: {what}", property.text)),
                    other => Fault::Input(other.to_string()),
                })?;
            }
        }
        Ok(Formulas(all, sources))
    }

    /// The questions, as they were written.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(|property| property.text.clone())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every label that a formula mentions.
    pub fn labels(&self) -> BTreeSet<String> {
        self.0.iter().flat_map(|property| property.formula.labels()).collect()
    }

    pub fn properties_mut(&mut self) -> &mut [Property] {
        &mut self.0
    }

    pub fn properties(&self) -> &[Property] {
        &self.0
    }

    /// Says before a long search what could not be answered after it: a label or reward that will not exist.
    pub fn check_names(
        &self,
        labels: &[String],
        renamed: &[(String, &'static str)],
        rewards: &[String],
    ) -> Result<(), Fault> {
        let mut names: Vec<String> = labels.to_vec();
        names.extend(crate::labels::BUILT_IN.iter().map(|(name, _)| (*name).to_owned()));
        names.extend(renamed.iter().map(|(name, _)| name.clone()));
        names.sort();
        names.dedup();
        let mut builder = Builder::new(&names, rewards);
        builder.states_at_least(1);
        let model = builder.build(true);
        for (property, source) in self.0.iter().zip(&self.1) {
            if let Some(label) = property.formula.labels().iter().find(|label| !names.contains(label)) {
                let error = CheckError::about(format!("\"{label}\""), no_label(label, &names));
                return Err(wrong(property, source, &error));
            }
            check(&model, &property.formula, &Options::default())
                .map_err(|error| wrong(property, source, &for_programs(error)))?;
        }
        Ok(())
    }

    /// The answers and, if they were asked for, optimal schedulers.
    pub fn answer(&self, model: &Model, questions: &Questions) -> Result<(Vec<PropertyReport>, Vec<Optimal>), Fault> {
        let options = Options {
            epsilon: questions.epsilon,
            exact: questions.exact,
            bisimulation: questions.bisimulation,
            scheduler: questions.scheduler.is_some(),
            // Several questions are shared among the workers; a single one has them all.
            threads: if self.0.len() > 1 { 1 } else { questions.threads },
        };
        let solve = |property: &Property| check(model, &property.formula, &options);
        if questions.threads < 2 || self.0.len() < 2 {
            return self.answer_with(solve);
        }
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<Result<Answer, CheckError>>>> = Mutex::new(self.0.iter().map(|_| None).collect());
        std::thread::scope(|scope| {
            for _ in 0..questions.threads.min(self.0.len()) {
                scope.spawn(|| {
                    while let Some((index, property)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        self.0.get(index).map(|property| (index, property))
                    } {
                        let answer = solve(property);
                        done.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(answer);
                    }
                });
            }
        });
        let mut answers = done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter();
        self.answer_with(|_| answers.next().flatten().expect("every question was answered"))
    }

    /// What `solve` answers; where it does not support one question of several, that is said in the place of its answer.
    pub fn answer_supported(
        &self,
        solve: impl Fn(&Formulas) -> Result<(Vec<PropertyReport>, Vec<Optimal>), Fault>,
    ) -> Result<(Vec<PropertyReport>, Vec<Optimal>), Fault> {
        let whole = solve(self);
        if self.0.len() < 2 || !matches!(whole, Err(Fault::Unsupported(_))) {
            return whole;
        }
        let (mut answers, mut schedulers) = (Vec::new(), Vec::new());
        for (property, source) in self.0.iter().zip(&self.1) {
            match solve(&Formulas(vec![property.clone()], vec![source.clone()])) {
                Ok((one, optimal)) => {
                    answers.extend(one);
                    schedulers.extend(optimal);
                }
                Err(Fault::Unsupported(what)) => {
                    let why =
                        what.strip_prefix(&property.text).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&what);
                    answers.push(PropertyReport {
                        name: property.name.clone(),
                        unsupported: Some(why.to_owned()),
                        text: format!("no answer: {why}"),
                        ..PropertyReport::unanswered(property.text.clone())
                    });
                }
                Err(other) => return Err(other),
            }
        }
        if answers.iter().all(|answer| answer.unsupported.is_some()) { whole } else { Ok((answers, schedulers)) }
    }

    /// The answers that `solve` gives.
    pub fn answer_with(
        &self,
        mut solve: impl FnMut(&Property) -> Result<Answer, CheckError>,
    ) -> Result<(Vec<PropertyReport>, Vec<Optimal>), Fault> {
        let mut answers = Vec::new();
        let mut schedulers = Vec::new();
        for (property, source) in self.0.iter().zip(&self.1) {
            let mut answer = solve(property).map_err(|error| wrong(property, source, &error))?;
            if let Some(scheduler) = answer.scheduler.take() {
                schedulers.push(Optimal { formula: property.text.clone(), value: answer.describe(), scheduler });
            }
            answers.push(PropertyReport::new(property.name.clone(), property.text.clone(), &answer));
        }
        Ok((answers, schedulers))
    }
}

/// The property of the files that a question names, in quotation marks or not, or by its number, as PRISM's -prop does.
fn picked(text: &str, listed: &[Property]) -> Option<usize> {
    let name = text.trim().trim_matches('"');
    let number = text.trim().parse::<usize>().ok();
    let named = listed.iter().position(|property| property.name.as_deref() == Some(name));
    named.or_else(|| number?.checked_sub(1).filter(|index| *index < listed.len()))
}

fn read_file(path: &Path, text: &str, constants: &Constants) -> Result<Vec<Property>, Fault> {
    let parsed =
        parse_properties_file(text, constants).map_err(|error| Fault::Input(format!("{}: {error}", path.display())))?;
    if parsed.properties.is_empty() {
        return Err(Fault::Input(format!("{}: the file has no properties", path.display())));
    }
    Ok(parsed.properties)
}

fn no_label(label: &str, names: &[String]) -> String {
    let near = suggest(label, names.iter().map(String::as_str));
    let near = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    format!(
        "there is no label \"{label}\"{near}; say what it means with --label '\"{label}\" = …' (`hazard list labels`)"
    )
}

/// The same complaint with the advice that fits a program: models come with files, programs with options.
fn for_programs(error: CheckError) -> CheckError {
    let what = error.message.split("; ").next().unwrap_or_default().to_owned();
    let advice = if what.starts_with("there is no reward structure") && error.message.contains("--srew") {
        "count something with --reward '\"name\" = flips' (or invoked:C.m(int), instructions, …)"
    } else if what.starts_with("there is no variable") && error.message.contains("--sta") {
        "labels are written in quotes, as in F \"end\", and fields become labels with --label field:C.f"
    } else {
        return error;
    };
    CheckError { message: format!("{what}; {advice}"), ..error }
}

/// Points at the culprit where it can be found in what the user wrote.
fn wrong(property: &Property, source: &Source, error: &CheckError) -> Fault {
    if error.is_unsupported {
        return Fault::Unsupported(format!("{}: {error}", property.text));
    }
    let Some(offset) = error.culprit.as_deref().and_then(|culprit| find(&source.text, culprit)) else {
        return Fault::Input(format!("{}: {error}", property.text));
    };
    let pointed = ParseError::at(&source.text, offset, error.message.clone());
    Fault::Input(match &source.file {
        Some(file) => format!("{}: {pointed}", file.display()),
        None => pointed.to_string(),
    })
}

/// The first place where `word` stands by itself.
fn find(text: &str, word: &str) -> Option<usize> {
    let part_of_name = |character: char| character.is_alphanumeric() || character == '_';
    let bare = word.starts_with(part_of_name);
    text.match_indices(word).map(|(offset, _)| offset).find(|offset| {
        let before = text[..*offset].chars().next_back();
        let after = text[offset + word.len()..].chars().next();
        !bare || (!before.is_some_and(|c| part_of_name(c) || c == '"') && !after.is_some_and(part_of_name))
    })
}
