//! DRN, the explicit format of Storm: `@type`, `@reward_models`, then per state its exit rate (in continuous time), rewards and
//! labels, per choice its action and rewards, per branch a target and a probability or rate. Reads and writes Markov chains in
//! discrete and continuous time and decision processes, whose probabilities may be intervals; reads what states look like in processes
//! that are observed in part, and Markov automata. Parameters are refused.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use dashu::rational::RBig;

use super::source::LoadError;
use super::tra::action_of;
use crate::bits::Bits;
use crate::model::{Actions, Kind, Label, Model, Reward};
use crate::rational;

/// How Storm writes that a choice has no action.
const NO_ACTION: &str = "__NOLABEL__";

/// Whether the bytes look like this format.
pub fn is_drn(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    String::from_utf8_lossy(head).lines().any(|line| line.trim_start().starts_with("@type"))
}

struct Reader<'a> {
    file: &'a Path,
    line: u32,
    model: Model,
    continuous: bool,
    /// A Markov automaton: rates of states that wait, and probabilities.
    is_automaton: bool,
    states_said: usize,
    rates: Vec<f64>,
    label_places: HashMap<String, usize>,
    label_states: Vec<Vec<usize>>,
    deadlocks: Vec<usize>,
    action_places: HashMap<String, u32>,
    row_actions: Vec<u32>,
    /// What the states look like, if schedulers see no more.
    observations: Option<Vec<u32>>,
}

/// Reads a model from the bytes of such a file, and what its states look like to schedulers that see no more than that.
pub fn read(file: &Path, bytes: &[u8]) -> Result<(Model, Option<Vec<u32>>), LoadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| LoadError::new(file, "the file is not text (UTF-8)"))?;
    let mut reader = Reader {
        file,
        line: 0,
        model: Model {
            kind: Kind::Chain,
            choices: Vec::new(),
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            probabilities_most: None,
            exits: None,
            initial: Vec::new(),
            labels: Vec::new(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            deadlocks: Bits::default(),
            open: None,
            fractions: HashMap::new(),
        },
        continuous: false,
        is_automaton: false,
        states_said: 0,
        rates: Vec::new(),
        label_places: HashMap::new(),
        label_states: Vec::new(),
        deadlocks: Vec::new(),
        action_places: HashMap::from([(String::new(), 0)]),
        row_actions: Vec::new(),
        observations: None,
    };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        reader.line += 1;
        let content = line.trim();
        if content.is_empty() || content.starts_with("//") {
            continue;
        }
        if let Some(key) = content.strip_prefix('@') {
            // The value stands behind a colon or on the next line.
            let (key, mut value) = key.split_once(':').map_or((key, ""), |(key, value)| (key, value.trim()));
            if value.is_empty() && key != "model" {
                value = lines.next().unwrap_or_default();
                reader.line += 1;
            }
            reader.header(key.trim(), value)?;
        } else if let Some(rest) = content.strip_prefix("state ") {
            reader.state(rest)?;
        } else if let Some(rest) = content.strip_prefix("action ") {
            reader.action(rest)?;
        } else {
            reader.branch(content)?;
        }
    }
    reader.finish()
}

impl Reader<'_> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, LoadError> {
        Err(LoadError::at(self.file, Some((self.line, 1)), message))
    }

    fn unsupported(&self, message: String) -> Result<(), LoadError> {
        Err(LoadError { is_unsupported: true, ..LoadError::at(self.file, Some((self.line, 1)), message) })
    }

    fn header(&mut self, key: &str, value: &str) -> Result<(), LoadError> {
        match key {
            "type" => match value.to_ascii_lowercase().as_str() {
                "dtmc" => Ok(()),
                "ctmc" => {
                    self.continuous = true;
                    Ok(())
                }
                "mdp" => {
                    self.model.kind = Kind::Process;
                    Ok(())
                }
                "ma" | "markov automaton" => {
                    self.is_automaton = true;
                    self.model.kind = Kind::Process;
                    Ok(())
                }
                "pomdp" => {
                    self.model.kind = Kind::Process;
                    self.observations = Some(Vec::new());
                    Ok(())
                }
                other => self.unsupported(format!(
                    "models of the type \"{other}\" are not supported; dtmc, ctmc, mdp, pomdp and ma are"
                )),
            },
            "value_type" if value.trim() == "double-interval" => {
                self.model.probabilities_most = Some(Vec::new());
                Ok(())
            }
            "value_type" if value.contains("interval") || value.contains("parametric") => {
                self.unsupported(format!("values of the type {value} are not supported"))
            }
            "parameters" if !value.trim().is_empty() => {
                self.unsupported(format!("parameters ({}) are not supported", value.trim()))
            }
            "placeholders" if !value.trim().is_empty() => {
                self.unsupported("placeholders are not supported".to_string())
            }
            "reward_models" => {
                let mut names: Vec<&str> = value.split(' ').collect();
                if names.last() == Some(&"") {
                    names.pop();
                }
                let named =
                    |name: &&str| Reward { name: (!name.is_empty()).then(|| (*name).to_string()), ..Reward::default() };
                self.model.rewards = names.iter().map(named).collect();
                Ok(())
            }
            "nr_states" => match value.trim().parse() {
                Ok(count) => {
                    self.states_said = count;
                    Ok(())
                }
                Err(_) => self.error(format!("\"{}\" is no number of states", value.trim())),
            },
            _ => Ok(()),
        }
    }

    /// Rewards in brackets at the start of `text`, and what follows them.
    fn rewards<'t>(&self, text: &'t str) -> Result<(Vec<f64>, &'t str), LoadError> {
        let Some(inner) = text.trim_start().strip_prefix('[') else { return Ok((Vec::new(), text)) };
        let Some((list, rest)) = inner.split_once(']') else { return self.error("a bracket is never closed") };
        let values: Result<Vec<f64>, LoadError> = list
            .split(',')
            .filter(|part| !part.trim().is_empty())
            .map(|part| self.number(part.trim(), "a reward").map(|(value, _)| value))
            .collect();
        let values = values?;
        if values.len() > self.model.rewards.len() {
            return self.error(format!("there are {} rewards, but {} names", values.len(), self.model.rewards.len()));
        }
        Ok((values, rest))
    }

    /// A number, and the fraction if it was written as one.
    fn number(&self, text: &str, what: &str) -> Result<(f64, Option<RBig>), LoadError> {
        if let Some((above, below)) = text.split_once('/') {
            let (above, below) = (above.trim().parse::<RBig>(), below.trim().parse::<RBig>());
            return match (above, below) {
                (Ok(above), Ok(below)) if !below.is_zero() && text.matches('/').count() == 1 => {
                    let fraction = above / below;
                    Ok((fraction.to_f64().value(), Some(fraction)))
                }
                _ => self.error(format!("{what} was expected, but \"{text}\" was found")),
            };
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok((value, None)),
            _ => self.error(format!("{what} was expected, but \"{text}\" was found")),
        }
    }

    fn state(&mut self, text: &str) -> Result<(), LoadError> {
        let (number, mut rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let state = self.model.choices.len();
        if number.parse() != Ok(state) {
            return self.error(format!("state {state} was expected, but \"{number}\" was found"));
        }
        self.model.choices.push(self.model.branches.len() as u32 - 1);
        rest = rest.trim_start();
        if let Some(rated) = rest.strip_prefix('!') {
            let (rate, after) = rated.split_once(char::is_whitespace).unwrap_or((rated, ""));
            let (rate, _) = self.number(rate, "an exit rate")?;
            self.rates.resize(state, f64::NAN);
            self.rates.push(rate);
            rest = after;
        }
        if self.observations.is_some() {
            rest = self.observation(rest.trim_start())?;
        }
        let (values, rest) = self.rewards(rest)?;
        for (reward, value) in self.model.rewards.iter_mut().zip(values) {
            if value != 0.0 {
                reward.states.get_or_insert_default().resize(state + 1, 0.0);
                reward.states.as_mut().expect("it was just made")[state] = value;
            }
        }
        for label in rest.split_whitespace() {
            match label {
                "init" => self.model.initial.push(state as u32),
                "deadlock" => self.deadlocks.push(state),
                _ => {
                    let next = self.label_places.len();
                    let place = *self.label_places.entry(label.to_string()).or_insert(next);
                    self.label_states.resize(self.label_places.len(), Vec::new());
                    self.label_states[place].push(state);
                }
            }
        }
        Ok(())
    }

    /// The observation in braces at the start of `text`; returns what follows it.
    fn observation<'t>(&mut self, text: &'t str) -> Result<&'t str, LoadError> {
        let braced = text.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let Some((Ok(number), rest)) = braced.map(|(number, rest)| (number.trim().parse::<u32>(), rest)) else {
            let found = text.split_whitespace().next().unwrap_or("the end of the line");
            return self.error(format!("an observation such as \"{{3}}\" was expected, but \"{found}\" was found"));
        };
        self.observations.as_mut().expect("states have observations").push(number);
        Ok(rest)
    }

    fn action(&mut self, text: &str) -> Result<(), LoadError> {
        if self.model.choices.is_empty() {
            return self.error("an action before the first state");
        }
        let name = text.split_whitespace().next().unwrap_or_default();
        let (values, _) = self.rewards(&text[name.len()..])?;
        let row = self.model.branches.len() - 1;
        self.model.branches.push(self.model.targets.len() as u32);
        for (reward, value) in self.model.rewards.iter_mut().zip(values) {
            if value != 0.0 {
                reward.choices.get_or_insert_default().resize(row + 1, 0.0);
                reward.choices.as_mut().expect("it was just made")[row] = value;
            }
        }
        // Numbers are not names: Storm writes them where there are none.
        let name = if name == NO_ACTION || name.parse::<u64>().is_ok() { "" } else { name };
        let next = self.action_places.len() as u32;
        self.row_actions.push(*self.action_places.entry(name.to_string()).or_insert(next));
        Ok(())
    }

    fn branch(&mut self, text: &str) -> Result<(), LoadError> {
        let Some((target, probability)) = text.split_once(':') else {
            return self.error(format!("a branch such as \"3 : 0.5\" was expected, but \"{text}\" was found"));
        };
        if self.row_actions.is_empty() {
            return self.error("a branch before the first action");
        }
        let Ok(target) = target.trim().parse::<u32>() else {
            return self.error(format!("\"{}\" is no state", target.trim()));
        };
        if target as usize >= self.states_said {
            return self.error(format!("there is no state {target}: the file says that it has {}", self.states_said));
        }
        let (value, fraction, most) = self.probability(probability.trim())?;
        if value < 0.0 {
            return self.error(format!("{value} is negative"));
        }
        if let Some(ends) = &mut self.model.probabilities_most {
            if most == 0.0 {
                return Ok(());
            }
            if value == 0.0 || value > most {
                let message = "an interval of probabilities begins above 0 and ends no earlier than it begins";
                return self.error(format!("{message}, but \"{}\" was found", probability.trim()));
            }
            ends.push(most);
        }
        if let Some(fraction) = fraction.filter(|fraction| rational::meant(value) != *fraction) {
            self.model.fractions.insert(self.model.targets.len() as u32, fraction);
        }
        self.model.targets.push(target);
        self.model.probabilities.push(value);
        *self.model.branches.last_mut().expect("it has a first") = self.model.targets.len() as u32;
        Ok(())
    }

    /// A probability or rate, its fraction if it was written as one, and where its interval ends if it is one.
    fn probability(&self, text: &str) -> Result<(f64, Option<RBig>, f64), LoadError> {
        let interval = text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        match interval.and_then(|inner| inner.split_once(',')).filter(|_| self.model.probabilities_most.is_some()) {
            Some((least, most)) => {
                let (least, _) = self.number(least.trim(), "a probability")?;
                let (most, _) = self.number(most.trim(), "a probability")?;
                Ok((least, None, most))
            }
            None => self.number(text, "a probability").map(|(value, fraction)| (value, fraction, value)),
        }
    }

    /// In each row, some numbers in the intervals must sum to one. Which of them are meant is a choice, in a chain as well.
    fn check_intervals(&self) -> Result<(), LoadError> {
        let model = &self.model;
        let Some(most) = &model.probabilities_most else { return Ok(()) };
        if self.continuous {
            return Err(LoadError::new(self.file, "rates are numbers: intervals are for dtmc and mdp"));
        }
        for row in 0..model.rows() {
            let range = model.entries(row);
            let (least, most): (f64, f64) =
                (model.probabilities[range.clone()].iter().sum(), most[range.clone()].iter().sum());
            if !range.is_empty() && (least > 1.0 + 1e-9 || most < 1.0 - 1e-9) {
                let message = format!("the probabilities of choice {row} sum to {least} at least and {most} at most");
                return Err(LoadError::new(self.file, format!("{message}, so that no choice of them sums to 1")));
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Model, Option<Vec<u32>>), LoadError> {
        self.check_intervals()?;
        let mut model = self.model;
        let states = model.choices.len();
        if states == 0 || states != self.states_said {
            let message = format!("the file has {states} states, but says that it has {}", self.states_said);
            return Err(LoadError::new(self.file, message));
        }
        model.choices.push(model.branches.len() as u32 - 1);
        if model.initial.is_empty() {
            model.initial.push(0);
        }
        if model.kind == Kind::Chain
            && let Some(state) = (0..states).find(|state| model.rows_of(*state).len() > 1)
        {
            return Err(LoadError::new(
                self.file,
                format!("state {state} has several choices, but the model is a chain"),
            ));
        }
        if model.probabilities_most.is_some() {
            model.kind = Kind::Process;
        }
        let rows = model.rows();
        for reward in &mut model.rewards {
            reward.states.iter_mut().for_each(|values| values.resize(states, 0.0));
            reward.choices.iter_mut().for_each(|values| values.resize(rows, 0.0));
        }
        let mut names: Vec<(String, u32)> = self.action_places.into_iter().collect();
        names.sort_by_key(|(_, place)| *place);
        if names.len() > 1 {
            let names = names.into_iter().map(|(name, _)| name).collect();
            model.actions = Some(Actions { names, choices: Some(self.row_actions), branches: None });
        }
        let mut places: Vec<(String, usize)> = self.label_places.into_iter().collect();
        places.sort_by_key(|(_, place)| *place);
        for (name, place) in places {
            let members = std::mem::take(&mut self.label_states[place]);
            model.labels.push(Label { name, states: Bits::from_indices(states, members) });
        }
        model.deadlocks = Bits::new(states);
        model.drop_zeros();
        model.loop_deadlocks();
        for state in self.deadlocks {
            model.deadlocks.insert(state);
        }
        if self.is_automaton {
            model.exits = Some(waits(self.file, &model, &self.rates)?);
        }
        if self.continuous {
            let exits = model.divide_rates();
            for (state, sum) in exits.iter().enumerate() {
                let said = self.rates.get(state).copied().filter(|rate| rate.is_finite() && *rate > 0.0);
                // Storm writes it with six digits, and what it is the sum of with more.
                if let Some(said) = said.filter(|said| (said - sum).abs() > 1e-4 * sum) {
                    let message =
                        format!("the exit rate of state {state} is said to be {said}, but its rates sum to {sum}");
                    return Err(LoadError::new(self.file, message));
                }
            }
        } else if model.probabilities_most.is_none()
            && let Some(row) =
                (0..model.rows()).find(|row| (model.row(*row).map(|(_, p)| p).sum::<f64>() - 1.0).abs() > 1e-5)
        {
            let sum: f64 = model.row(row).map(|(_, p)| p).sum();
            return Err(LoadError::new(
                self.file,
                format!("the probabilities of choice {row} sum to {sum} instead of 1"),
            ));
        }
        Ok((model, self.observations))
    }
}

/// The rates at which the states of a Markov automaton are left: infinite where something happens at once, which is said as zero.
fn waits(file: &Path, model: &Model, said: &[f64]) -> Result<Vec<f64>, LoadError> {
    let rate = |state: usize| match said.get(state).copied().unwrap_or(f64::NAN) {
        // Whoever cannot do anything waits.
        _ if model.deadlocks.contains(state) => Ok(1.0),
        rate if rate > 0.0 && model.rows_of(state).len() > 1 => {
            let message =
                format!("state {state} has both a rate and several choices: what happens at once comes first");
            Err(LoadError::new(file, message))
        }
        rate if rate > 0.0 => Ok(rate),
        rate if rate < 0.0 => Err(LoadError::new(file, format!("the exit rate {rate} of state {state} is negative"))),
        _ => Ok(f64::INFINITY),
    };
    (0..model.states()).map(rate).collect()
}

/// Writes a model as such a file.
pub fn write(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    let kind = match (model.kind, &model.exits) {
        (Kind::Process, Some(_)) => "Markov Automaton",
        (Kind::Process, None) => "MDP",
        (Kind::Chain, Some(_)) => "CTMC",
        (Kind::Chain, None) => "DTMC",
    };
    let exact = !model.fractions.is_empty() && model.exits.is_none();
    let values = match (&model.probabilities_most, exact) {
        (Some(_), _) => "double-interval",
        (None, true) => "rational",
        (None, false) => "double",
    };
    writeln!(out, "@type: {kind}\n@value_type: {values}\n@parameters\n")?;
    writeln!(out, "@reward_models")?;
    model.rewards.iter().try_for_each(|reward| write!(out, "{} ", reward.name.as_deref().unwrap_or("")))?;
    writeln!(out, "\n@nr_states\n{}\n@nr_choices\n{}\n@model", model.states(), model.rows())?;
    let earned = |values: &Option<Vec<f64>>, at: usize| values.as_ref().map_or(0.0, |values| values[at]).to_string();
    for state in 0..model.states() {
        write!(out, "state {state}")?;
        if let Some(exits) = &model.exits {
            write!(out, " !{}", if exits[state].is_finite() { exits[state] } else { 0.0 })?;
        }
        if !model.rewards.is_empty() {
            let values: Vec<String> = model.rewards.iter().map(|reward| earned(&reward.states, state)).collect();
            write!(out, " [{}]", values.join(", "))?;
        }
        if model.initial.contains(&(state as u32)) {
            write!(out, " init")?;
        }
        if model.deadlocks.contains(state) {
            write!(out, " deadlock")?;
        }
        for label in model.labels.iter().filter(|label| label.states.contains(state)) {
            if label.name != "init" && label.name != "deadlock" {
                write!(out, " {}", label.name.replace(char::is_whitespace, "_"))?;
            }
        }
        writeln!(out)?;
        for row in model.rows_of(state) {
            let name = action_of(model, row, model.entries(row).start).unwrap_or(NO_ACTION);
            write!(out, "\taction {}", name.replace(char::is_whitespace, "_"))?;
            if !model.rewards.is_empty() {
                let by_choice = model.rewards.iter().map(|reward| row_reward(model, reward, row).to_string());
                write!(out, " [{}]", by_choice.collect::<Vec<_>>().join(", "))?;
            }
            writeln!(out)?;
            let fractions = exact.then(|| model.exact_row(row));
            let start = model.entries(row).start;
            for (index, (target, probability)) in model.row(row).enumerate() {
                if let Some(most) = &model.probabilities_most {
                    writeln!(out, "\t\t{target} : [{probability}, {}]", most[start + index])?;
                    continue;
                }
                match (&fractions, &model.exits) {
                    (Some(fractions), _) => writeln!(out, "\t\t{target} : {}", fractions[index])?,
                    (None, Some(exits)) if model.is_chain() => {
                        writeln!(out, "\t\t{target} : {}", probability * exits[state])?
                    }
                    (None, _) => writeln!(out, "\t\t{target} : {probability}")?,
                }
            }
        }
    }
    Ok(())
}

/// What a choice earns besides its state; rewards of branches count on average.
fn row_reward(model: &Model, reward: &Reward, row: usize) -> f64 {
    let by_branches = reward.branches.as_ref().map_or(0.0, |branches| {
        model.entries(row).map(|entry| model.probabilities[entry] * branches[entry]).sum::<f64>()
    });
    reward.choices.as_ref().map_or(0.0, |choices| choices[row]) + by_branches
}
