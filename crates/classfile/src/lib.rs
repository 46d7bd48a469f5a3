//! Bytes to classes: `.class` files, jars, folders and the JDK's `lib/modules` image. Nothing here executes.

pub mod model;

pub use model::*;
