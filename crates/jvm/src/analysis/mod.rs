//! What can be known of bytecode without running it: which slots hold references and which locals live (`maps`), and
//! whether it keeps the rules of the virtual machine (`verify`).

pub mod instructions;
pub mod maps;
pub mod opcodes;
pub mod verify;

mod liveness;
mod reference_flow;
mod subroutines;

pub use maps::{AnalysisError, Point, SlotMaps, slot_maps};
pub use verify::{TypeEnvironment, VerifyError, verify_class};

#[cfg(test)]
mod tests;
