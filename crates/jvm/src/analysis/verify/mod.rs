//! Bytecode verification (JVMS 4.10): by type checking against the `StackMapTable` from class version 50 on, by type
//! inference before, and for version 50 by inference where type checking fails, as HotSpot does.
//!
//! A class that passes never takes a number for a reference, never leaves its locals or its operand stack, never uses
//! an object before its constructor. Not checked here, but when a class or member is linked: access rights, final
//! classes, methods and fields.

mod check;
mod frame;
mod infer;
mod members;
mod method;
mod operands;
mod stack_map;
mod step;
mod types;

use classfile::{ClassFile, Method, Text, access};
use thiserror::Error;

use method::{Failure, MethodVerifier};
use types::Types;

/// What a verifier must know of other classes. Names are internal names of classes and interfaces, never of arrays.
/// `None` always means that the class cannot be loaded.
pub trait TypeEnvironment {
    fn is_interface(&self, name: &str) -> Option<bool>;

    /// Is the class `from` the same as the class `to` or one of its subclasses?
    fn is_assignable(&self, from: &str, to: &str) -> Option<bool>;

    /// The superclass; `Some(None)` for `java/lang/Object`.
    fn superclass(&self, name: &str) -> Option<Option<Text>>;

    /// The class that declares a field or (if the descriptor starts with a parenthesis) a method, looked for in
    /// `class` and then its superclasses, if the first one found is protected; `Some(None)` otherwise.
    fn protected_member(&self, class: &str, name: &str, descriptor: &str) -> Option<Option<Text>>;
}

#[derive(Clone, Debug, Error, PartialEq)]
pub enum VerifyError {
    /// A `java.lang.VerifyError`.
    #[error("{message} ({class}.{method} @{pc}: {instruction})")]
    Invalid { class: Text, method: String, pc: u16, instruction: &'static str, message: String },
    /// A `java.lang.ClassFormatError`: the stack map or the exception table is broken.
    #[error("{message} ({class}.{method})")]
    Malformed { class: Text, method: String, message: String },
    /// A `java.lang.NoClassDefFoundError`: a class that the verifier must know cannot be loaded.
    #[error("class {missing} is not found, which {class}.{method} needs for its verification")]
    Missing { class: Text, method: String, missing: Text },
}

/// Verifies all methods of a class.
pub fn verify_class(class: &ClassFile, environment: &dyn TypeEnvironment) -> Result<(), VerifyError> {
    let mut types = Types::new(class, environment);
    class.methods.iter().try_for_each(|method| verify_method(class, method, &mut types))
}

fn verify_method<'a>(class: &'a ClassFile, method: &'a Method, types: &mut Types<'a>) -> Result<(), VerifyError> {
    let Some(code) = &method.code else { return Ok(()) };
    let result = MethodVerifier::new(class, method, code, types).and_then(|mut verifier| {
        if class.major < 50 {
            return verifier.infer();
        }
        match verifier.check() {
            Err(Failure::Invalid { .. }) if class.major == 50 => verifier.infer(),
            result => result,
        }
    });
    result.map_err(|failure| {
        let name = format!("{}{}", method.name, method.descriptor);
        let class = class.name.clone();
        match failure {
            Failure::Invalid { pc, message } => {
                let number = code.bytes.get(pc).copied().unwrap_or(u8::MAX);
                let instruction = crate::analysis::opcodes::name(number);
                VerifyError::Invalid { class, method: name, pc: pc as u16, instruction, message }
            }
            Failure::Malformed { message } => VerifyError::Malformed { class, method: name, message },
            Failure::Missing(missing) => VerifyError::Missing { class, method: name, missing },
        }
    })
}

/// Is the method an instance method?
fn has_receiver(method: &Method) -> bool {
    method.access & access::STATIC == 0
}
