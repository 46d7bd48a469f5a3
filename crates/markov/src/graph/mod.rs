//! Algorithms on a model's graph: predecessors, components, qualitative reachability.

pub mod components;
pub mod end_components;
pub mod qualitative;

pub use components::{Components, components};
pub use end_components::{EndComponent, end_components};
pub use qualitative::Graph;
