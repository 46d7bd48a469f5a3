//! Bytes to classes: `.class` files, jars, folders and the JDK's `lib/modules` image. Nothing here executes.

mod bytes;
mod compressed;
mod mapped;
mod modified_utf8;
mod parse;

pub mod classpath;
pub mod descriptor;
pub mod error;
pub mod jar;
pub mod jdk;
pub mod jimage;
pub mod model;
pub mod pool;

pub use bytes::TRUNCATED;
pub use classpath::ClassPath;
pub use descriptor::{FieldType, MethodType};
pub use error::ClassError;
pub use jdk::Jdk;
pub use jimage::Jimage;
pub use model::*;
pub use pool::Literal;
