//! The analyses over whole libraries, over broken code rule by rule, and over damaged class files.

mod environment;
mod libraries;
