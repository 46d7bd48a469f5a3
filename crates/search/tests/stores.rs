//! The laws of a store: equal encodings are one state, different ones are two, what is filed comes back unchanged, and
//! a forgotten state is new again.

use std::collections::HashMap;

use proptest::prelude::*;
use search::stores::{PlainStore, TreeStore};
use space::{Encoding, Filed, StateId, StateStore};

/// Components and whether the last one is ended by a cut.
fn encoding(components: &[Vec<u8>], cut_last: bool) -> Encoding {
    let mut encoding = Encoding::new();
    for (index, component) in components.iter().enumerate() {
        encoding.bytes_mut().extend_from_slice(component);
        if cut_last || index + 1 < components.len() {
            encoding.cut();
        }
    }
    encoding
}

fn states() -> impl Strategy<Value = Vec<Encoding>> {
    let component = prop::collection::vec(0u8..3, 0..4);
    let state = (prop::collection::vec(component, 0..40), any::<bool>());
    let state = state.prop_map(|(components, cut_last)| encoding(&components, cut_last));
    prop::collection::vec(state, 1..60)
}

fn obeys_the_laws(store: &mut dyn StateStore, states: &[Encoding]) {
    let mut model: Vec<(Encoding, StateId)> = Vec::new();
    for state in states {
        let known = model.iter().find(|(other, _)| other == state).map(|(_, id)| *id);
        match (store.insert(state), known) {
            (Filed::Seen(id), Some(expected)) => assert_eq!(id, expected),
            (Filed::Fresh(id), None) => model.push((state.clone(), id)),
            (filed, known) => panic!("{filed:?}, but the model says {known:?}"),
        }
    }
    for (state, id) in &model {
        assert_eq!(store.fetch(*id), state);
    }
    for (state, id) in model.iter().step_by(2) {
        store.forget(*id);
        assert!(matches!(store.insert(state), Filed::Fresh(new) if new != *id));
    }
    for (state, id) in model.iter().skip(1).step_by(2) {
        assert_eq!(store.insert(state), Filed::Seen(*id));
    }
    assert!(store.is_exact());
    assert!(store.bytes() > 0);
}

proptest! {
    #[test]
    fn a_tree_store_is_a_set(states in states()) {
        obeys_the_laws(&mut TreeStore::default(), &states);
    }

    #[test]
    fn a_plain_store_is_a_set(states in states()) {
        obeys_the_laws(&mut PlainStore::default(), &states);
    }
}

#[test]
fn many_states_that_differ_little_are_kept_apart_and_small() {
    let mut store = TreeStore::default();
    let mut model: HashMap<Vec<Vec<u8>>, StateId> = HashMap::new();
    let mut rng = space::Rng::new(7);
    let mut components: Vec<Vec<u8>> = (0..60).map(|index| vec![index; 20]).collect();
    for _ in 0..20_000 {
        for _ in 0..1 + rng.below(3) {
            let place = rng.below(components.len());
            components[place][3] = rng.below(6) as u8;
        }
        let filed = store.insert(&encoding(&components, true));
        match model.get(&components) {
            Some(&id) => assert_eq!(filed, Filed::Seen(id)),
            None => {
                let Filed::Fresh(id) = filed else { panic!("the state is new") };
                model.insert(components.clone(), id);
            }
        }
    }
    for (components, id) in &model {
        assert_eq!(store.fetch(*id), &encoding(components, true));
    }
    assert!(store.bytes() / model.len() < 200, "{} bytes per state", store.bytes() / model.len());
}
