//! The analyses over whole libraries, over broken code rule by rule, and over damaged class files.

mod assembly;
mod environment;
mod libraries;
mod mutants;
mod rules;
mod slots;
