//! The formulas of a job: parsed early, checked against the names that will exist, answered at the end.

use std::collections::BTreeSet;
use std::path::Path;

use logic::{Constants, Property, parse_properties_file, parse_property};
use markov::{Answer, Builder, CheckError, Model, Options, check};

use crate::fault::Fault;
use crate::files;
use crate::job::Questions;
use crate::report::PropertyReport;

#[derive(Clone, Debug, Default)]
pub struct Formulas(Vec<Property>);

impl Formulas {
    /// Those given one by one first, then those of the files.
    pub fn parse(questions: &Questions) -> Result<Formulas, Fault> {
        let constants = match &questions.constants {
            Some(text) => Constants::parse(text).map_err(|error| Fault::Input(format!("--const {text}: {error}")))?,
            None => Constants::new(),
        };
        let mut all = Vec::new();
        let mut texts = String::new();
        for text in &questions.formulas {
            all.push(parse_property(text, &constants).map_err(|error| Fault::Input(error.to_string()))?);
            texts.push_str(text);
            texts.push('\n');
        }
        for path in &questions.files {
            let text = files::read_text(path)?;
            all.extend(read_file(path, &text, &constants)?);
            texts.push_str(&text);
            texts.push('\n');
        }
        if let Some(name) = constants.name_missing_in(&texts) {
            return Err(Fault::Input(format!("--const gives a value to {name}, which no property mentions")));
        }
        Ok(Formulas(all))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every label that a formula mentions.
    pub fn labels(&self) -> BTreeSet<String> {
        self.0.iter().flat_map(|property| property.formula.labels()).collect()
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
        for property in &self.0 {
            check(&model, &property.formula, &Options::default()).map_err(|error| wrong(property, &error))?;
        }
        Ok(())
    }

    /// The answers and, if one was asked for, the last optimal scheduler as text.
    pub fn answer(
        &self,
        model: &Model,
        questions: &Questions,
    ) -> Result<(Vec<PropertyReport>, Option<Vec<u8>>), Fault> {
        let options = Options {
            epsilon: questions.epsilon,
            exact: questions.exact,
            bisimulation: questions.bisimulation,
            scheduler: questions.scheduler.is_some(),
        };
        self.answer_with(model, |property| check(model, &property.formula, &options))
    }

    /// The answers that `solve` gives.
    pub fn answer_with(
        &self,
        _model: &Model,
        mut solve: impl FnMut(&Property) -> Result<Answer, CheckError>,
    ) -> Result<(Vec<PropertyReport>, Option<Vec<u8>>), Fault> {
        let mut answers = Vec::new();
        let mut scheduler = None;
        for property in &self.0 {
            let answer = solve(property).map_err(|error| wrong(property, &error))?;
            if let Some(found) = &answer.scheduler {
                let mut bytes = Vec::new();
                found.write(&mut bytes).expect("memory can be written");
                scheduler = Some(bytes);
            }
            answers.push(PropertyReport::new(property.name.clone(), property.text.clone(), &answer));
        }
        Ok((answers, scheduler))
    }
}

fn read_file(path: &Path, text: &str, constants: &Constants) -> Result<Vec<Property>, Fault> {
    let parsed =
        parse_properties_file(text, constants).map_err(|error| Fault::Input(format!("{}: {error}", path.display())))?;
    if parsed.properties.is_empty() {
        return Err(Fault::Input(format!("{}: the file has no properties", path.display())));
    }
    Ok(parsed.properties)
}

fn wrong(property: &Property, error: &CheckError) -> Fault {
    Fault::Input(format!("{}: {error}", property.text))
}
