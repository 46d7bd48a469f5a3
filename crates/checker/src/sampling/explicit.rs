//! A model in files as a system: a state is its number.

use markov::{Kind, Model};
use space::{Choice, Encoding, Fault, Pick, Standing, StepDescription, System};

pub struct ExplicitSystem {
    model: Model,
    labels: Vec<String>,
}

pub struct ExplicitWorld {
    state: u32,
    /// The row that was chosen, while the coin is still in the air.
    row: Option<u32>,
}

impl ExplicitSystem {
    pub fn new(model: Model) -> Result<ExplicitSystem, crate::fault::Fault> {
        let (model, unknown) = model.closed();
        if unknown.is_some() {
            return Err(crate::fault::Fault::input("the model is only partly explored, so its runs cannot be sampled"));
        }
        let labels = model.labels.iter().map(|label| label.name.clone()).collect();
        Ok(ExplicitSystem { model, labels })
    }

    /// Variables with their values.
    pub fn values(&self, world: &ExplicitWorld) -> Vec<(String, String)> {
        let variables = self.model.variables.iter();
        variables.map(|variable| (variable.name.clone(), variable.at(world.state as usize).to_string())).collect()
    }

    fn rows(&self, state: u32) -> std::ops::Range<u32> {
        self.model.choices[state as usize]..self.model.choices[state as usize + 1]
    }

    /// The row whose coin is to be thrown.
    fn row(&self, world: &ExplicitWorld) -> Option<u32> {
        let rows = self.rows(world.state);
        match (self.model.kind, rows.len()) {
            (Kind::Chain, _) | (_, 1) => Some(rows.start),
            _ => world.row,
        }
    }

    fn branches(&self, row: u32) -> std::ops::Range<usize> {
        self.model.branches[row as usize] as usize..self.model.branches[row as usize + 1] as usize
    }
}

impl System for ExplicitSystem {
    type World = ExplicitWorld;

    fn initial(&self) -> Result<ExplicitWorld, Fault> {
        match self.model.initial[..] {
            [state] => Ok(ExplicitWorld { state, row: None }),
            _ => Err(Fault::Input("the model has several initial states; sampling needs a single one".into())),
        }
    }

    fn choice<'a>(&'a self, world: &'a ExplicitWorld) -> Option<Choice<'a>> {
        match self.row(world) {
            Some(row) if self.branches(row).is_empty() => None,
            Some(row) => Some(Choice::Random { weights: &self.model.probabilities[self.branches(row)] }),
            None if self.rows(world.state).is_empty() => None,
            None => Some(Choice::Data { alternatives: self.rows(world.state).len() as u32 }),
        }
    }

    fn standing(&self, world: &ExplicitWorld) -> Standing {
        if self.choice(world).is_some() { Standing::Open } else { Standing::Ended }
    }

    fn step(&self, world: &mut ExplicitWorld, pick: Pick) -> Result<(), Fault> {
        match self.row(world) {
            Some(row) => {
                world.state = self.model.targets[self.branches(row).start + pick.0 as usize];
                world.row = None;
            }
            None => world.row = Some(self.rows(world.state).start + pick.0),
        }
        Ok(())
    }

    fn encode(&self, world: &mut ExplicitWorld, out: &mut Encoding) {
        out.push_u32(world.state);
        out.push_u32(world.row.map_or(0, |row| row + 1));
    }

    fn decode(&self, encoding: &Encoding, world: &mut ExplicitWorld) {
        let number = |at: usize| u32::from_le_bytes(encoding.bytes()[at..at + 4].try_into().expect("four bytes"));
        world.state = number(0);
        world.row = number(4).checked_sub(1);
    }

    fn labels(&self) -> &[String] {
        &self.labels
    }

    fn holds(&self, world: &ExplicitWorld, label: usize) -> bool {
        self.model.labels[label].states.contains(world.state as usize)
    }

    fn describe(&self, world: &ExplicitWorld, pick: Pick) -> StepDescription {
        let shown = |state: u32| {
            let values: Vec<String> = (self.model.variables.iter())
                .map(|variable| format!("{}={}", variable.name, variable.at(state as usize)))
                .collect();
            if values.is_empty() { format!("state {state}") } else { format!("state {state} ({})", values.join(", ")) }
        };
        let text = match self.row(world) {
            Some(row) => shown(self.model.targets[self.branches(row).start + pick.0 as usize]),
            None => format!("choice {}", pick.0),
        };
        StepDescription { text, ..StepDescription::default() }
    }
}
