//! The Java virtual machine whose whole state is a value: it runs ordinary class files on the user's own JDK, stops at
//! every choice, and can encode, compare and restore its state there.
//!
//! What it models: sequentially consistent threads, the JDK's own library bytecode, reading files, a virtual clock.
//! What it does not: networking, processes, weak memory; references are cleared by `System.gc()` in a single run only.

mod access;
pub mod analysis;
mod asks;
mod assembler;
pub mod boot;
pub mod choice;
pub mod class;
mod compiled;
pub mod config;
mod deadlock;
mod decode;
pub mod domain;
pub mod draws;
pub mod exec;
mod fork;
mod fuse;
pub mod heap;
pub mod heuristics;
mod holding;
mod indy;
pub mod instr;
mod intention;
mod known;
pub mod labels;
mod link;
pub mod looking;
mod maps;
mod naming;
pub mod natives;
pub mod network;
mod noticed;
mod npe;
pub mod operations;
mod ordering;
mod own;
mod races;
pub mod readings;
mod redefine;
pub mod regular;
pub mod scene;
mod schedule;
mod state;
pub mod stdin;
pub mod steps;
mod strings;
mod stubs;
pub mod system;
pub mod thread;
mod time;
mod timeline;
mod treadmill;
mod verification;
mod visible;
pub mod vm;

pub use config::Config;
pub use noticed::Noticed;
pub use state::Stuck;
pub use system::{Bounds, LoadLog, Loaded, Program, Round, World};
