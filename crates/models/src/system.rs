//! A network behind the `System` trait, so that every search works on it. In a decision process a state with several choices
//! is left in two steps: the environment chooses, then a coin is thrown; the state in between looks like the one before it.

use dashu::rational::RBig;
use space::{Choice, Encoding, Fault, Pick, Standing, StepDescription, System};

use crate::build::{STATES_MAX, initial_states};
use crate::error::ModelError;
use crate::machine::{Machine, Scratch, Sink, Words};
use crate::network::Network;

pub struct NetworkSystem<const W: usize> {
    machine: Machine<W>,
    labels: Vec<String>,
    start: Words<W>,
}

/// The live state with its choices.
pub struct NetworkWorld<const W: usize> {
    state: Words<W>,
    /// The choice that the environment has made, while the coin is still in the air.
    chosen: Option<u32>,
    offers: Vec<Offer<W>>,
    holding: Vec<bool>,
    scratch: Scratch,
}

#[derive(Default)]
struct Offer<const W: usize> {
    action: u32,
    weights: Vec<f64>,
    targets: Vec<Words<W>>,
}

impl<const W: usize> NetworkSystem<W> {
    pub fn new(network: Network) -> Result<NetworkSystem<W>, ModelError> {
        if network.has_intervals() {
            let message = "intervals of probabilities are supported where the whole model is built";
            return Err(ModelError::Unsupported(message.to_string()));
        }
        let initial = initial_states(&network, STATES_MAX)?;
        let [values] = &initial[..] else {
            let message =
                format!("the model has {} initial states; exploring part of it needs a single one", initial.len());
            return Err(ModelError::Unsupported(message));
        };
        let labels = network.labels.iter().map(|(name, _)| name.clone()).collect();
        let machine = Machine::new(network);
        let start = machine.pack(values);
        Ok(NetworkSystem { machine, labels, start })
    }

    /// The variables and their values.
    pub fn values(&self, world: &NetworkWorld<W>) -> Vec<(String, String)> {
        let values = self.machine.values(&world.state);
        let names = self.machine.network.variables.iter().map(|variable| variable.name.clone());
        names.zip(values.iter().map(|value| value.to_string())).collect()
    }

    fn enter(&self, world: &mut NetworkWorld<W>, state: Words<W>) -> Result<(), ModelError> {
        world.state = state;
        world.chosen = None;
        self.machine.enter(&state, &mut world.scratch);
        for (label, holds) in world.holding.iter_mut().enumerate() {
            *holds = self.machine.label(label, &mut world.scratch)?;
        }
        let mut offers = Offers { merged: !self.machine.network.kind.has_choices(), offers: Vec::new() };
        self.machine.successors(&state, &mut world.scratch, &mut offers)?;
        world.offers = offers.offers;
        for offer in &mut world.offers {
            let sum: f64 = offer.weights.iter().sum();
            offer.weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        Ok(())
    }

    fn offer<'a>(&self, world: &'a NetworkWorld<W>) -> Option<&'a Offer<W>> {
        match (world.chosen, &world.offers[..]) {
            (Some(chosen), offers) => offers.get(chosen as usize),
            (None, [only]) => Some(only),
            _ => None,
        }
    }
}

struct Offers<const W: usize> {
    /// Whether all choices are one, chance alone deciding.
    merged: bool,
    offers: Vec<Offer<W>>,
}

impl<const W: usize> Sink<W> for Offers<W> {
    fn choice(&mut self, action: u32, is_timed: bool, _: &Machine<W>, _: &mut Scratch) -> Result<(), ModelError> {
        if !(self.merged || is_timed) || self.offers.is_empty() {
            self.offers.push(Offer { action, weights: Vec::new(), targets: Vec::new() });
        }
        Ok(())
    }

    fn earns(&mut self, _: usize, _: f64) {}

    fn branch(&mut self, state: &Words<W>, probability: f64, _: Option<RBig>) {
        let offer = self.offers.last_mut().expect("a choice comes before its branches");
        match offer.targets.iter().position(|known| known == state) {
            Some(known) => offer.weights[known] += probability,
            None => {
                offer.targets.push(*state);
                offer.weights.push(probability);
            }
        }
    }

    fn branch_between(&mut self, _: &Words<W>, _: f64, _: f64) {
        unreachable!("models with intervals are refused");
    }

    fn wants_exact(&self) -> bool {
        false
    }
}

fn fault(error: ModelError) -> Fault {
    match error {
        ModelError::Unsupported(what) => Fault::Unsupported { what, location: None },
        other => Fault::Input(other.to_string()),
    }
}

impl<const W: usize> System for NetworkSystem<W> {
    type World = NetworkWorld<W>;

    fn initial(&self) -> Result<NetworkWorld<W>, Fault> {
        let mut world = NetworkWorld {
            state: self.start,
            chosen: None,
            offers: Vec::new(),
            holding: vec![false; self.labels.len()],
            scratch: self.machine.scratch(),
        };
        self.enter(&mut world, self.start).map_err(fault)?;
        Ok(world)
    }

    fn choice<'a>(&'a self, world: &'a NetworkWorld<W>) -> Option<Choice<'a>> {
        match self.offer(world) {
            Some(offer) => Some(Choice::Random { weights: &offer.weights }),
            None if world.offers.is_empty() => None,
            None => Some(Choice::Data { alternatives: world.offers.len() as u32 }),
        }
    }

    fn standing(&self, world: &NetworkWorld<W>) -> Standing {
        if world.offers.is_empty() { Standing::Ended } else { Standing::Open }
    }

    fn step(&self, world: &mut NetworkWorld<W>, pick: Pick) -> Result<(), Fault> {
        let target = match self.offer(world) {
            Some(offer) => offer.targets[pick.0 as usize],
            None => {
                world.chosen = Some(pick.0);
                return Ok(());
            }
        };
        self.enter(world, target).map_err(fault)
    }

    fn encode(&self, world: &mut NetworkWorld<W>, out: &mut Encoding) {
        for word in world.state {
            out.push_u64(word);
        }
        out.push_u32(world.chosen.map_or(0, |chosen| chosen + 1));
    }

    fn decode(&self, encoding: &Encoding, world: &mut NetworkWorld<W>) {
        let bytes = encoding.bytes();
        let mut state = [0; W];
        for (word, bytes) in state.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().expect("chunks have eight bytes"));
        }
        let chosen = u32::from_le_bytes(bytes[W * 8..].try_into().expect("four bytes follow the words"));
        if state != world.state {
            self.enter(world, state).expect("the state was entered before");
        }
        world.chosen = chosen.checked_sub(1);
    }

    fn labels(&self) -> &[String] {
        &self.labels
    }

    fn holds(&self, world: &NetworkWorld<W>, label: usize) -> bool {
        world.holding[label]
    }

    fn describe(&self, world: &NetworkWorld<W>, pick: Pick) -> StepDescription {
        let network = &self.machine.network;
        let text = match self.offer(world) {
            Some(offer) => {
                let before = self.machine.values(&world.state);
                let after = self.machine.values(&offer.targets[pick.0 as usize]);
                let name = |index: usize| &network.variables[index].name;
                let changed = (0..before.len()).filter(|index| before[*index] != after[*index]);
                let changes: Vec<String> = changed.map(|index| format!("{}={}", name(index), after[index])).collect();
                let action = &network.actions[offer.action as usize];
                format!("[{action}] {}", if changes.is_empty() { "no change".to_string() } else { changes.join(", ") })
            }
            None => format!("[{}]", network.actions[world.offers[pick.0 as usize].action as usize]),
        };
        StepDescription { text, ..StepDescription::default() }
    }
}
