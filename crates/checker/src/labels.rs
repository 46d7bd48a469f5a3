//! The labels and rewards of a job: those every model has, and those the machine must watch for.

use crate::fault::Fault;
use crate::job::Subject;

/// What every explored model is labelled with, without being asked.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("init", "the initial state"),
    ("end", "the program has ended"),
    ("deadlock", "threads live, but none can ever move"),
    ("sink", "what was not explored, and what an assumption ruled out"),
];

/// A label that was asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    pub labels: Vec<jvm::labels::Spec>,
    pub rewards: Vec<jvm::labels::RewardSpec>,
    /// Built-in labels with the names they were given: `"done" = end`.
    pub renamed: Vec<(String, &'static str)>,
}

/// Everything that a subject says is to be watched.
pub fn of(subject: &Subject) -> Result<Asked, Fault> {
    let mut asked = parse(&subject.labels, &subject.rewards)?;
    for text in &subject.results {
        asked.labels.push(jvm::labels::Spec::result(text).map_err(|error| Fault::Input(error.to_string()))?);
    }
    Ok(asked)
}

pub fn parse(labels: &[String], rewards: &[String]) -> Result<Asked, Fault> {
    let mut asked = Asked { labels: Vec::new(), rewards: Vec::new(), renamed: Vec::new() };
    for text in labels {
        if let Some((name, built_in)) = built_in(text) {
            asked.renamed.push((name, built_in));
            continue;
        }
        asked.labels.push(jvm::labels::Spec::parse(text).map_err(|error| Fault::Input(error.to_string()))?);
    }
    let renamed = asked.renamed.iter().filter(|(name, built_in)| name != built_in).map(|(name, _)| name);
    let mut names: Vec<&String> = renamed.chain(asked.labels.iter().filter_map(|label| label.short.as_ref())).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Fault::Input(format!("--label: the name \"{}\" is given to two labels; choose another", pair[0])));
    }
    for text in rewards {
        let reward = jvm::labels::RewardSpec::parse(text).map_err(|error| Fault::Input(error.to_string()))?;
        if asked.rewards.iter().any(|known| known.name == reward.name) {
            let name = &reward.name;
            return Err(Fault::Input(format!("--reward: the name \"{name}\" is given to two rewards; choose another")));
        }
        asked.rewards.push(reward);
    }
    Ok(asked)
}

/// `end`, or `"done" = end`.
fn built_in(text: &str) -> Option<(String, &'static str)> {
    let (name, spec) = match text.trim().strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((name, rest)) => (Some(name), rest.trim().strip_prefix('=')?.trim()),
        None => (None, text.trim()),
    };
    let (found, _) = BUILT_IN.iter().find(|(known, _)| *known == spec)?;
    Some((name.unwrap_or(found).to_owned(), found))
}
