//! `locked:pkg.C.m()`: a synchronized method just got its lock; unnamed, the label comes with `unlocked__…`, which holds
//! after the method's return (jpf-label's `SynchronizedStaticMethod`; here methods of objects count as well).

use classfile::access;
use space::Fault;

use super::Kind;
use super::plan::{Found, Subject, mangled, methods};
use super::sources::Sources;
use super::spec::MethodPattern;
use crate::class::Kind as ValueKind;

pub const KIND: Kind =
    Kind { name: "locked", synopsis: "locked:pkg.C.m()", meaning: "the synchronized method just got its lock" };

pub(super) fn find(sources: &Sources, pattern: &MethodPattern, spec: &str) -> Result<Found, Fault> {
    let mut subjects = Vec::new();
    for (method, file) in methods(sources, pattern, spec)? {
        if file.access & access::SYNCHRONIZED == 0 {
            return Err(Fault::Input(format!(
                "label '{spec}': {pattern} is not synchronized and takes no lock; use invoked: instead"
            )));
        }
        let name = mangled(&method);
        subjects.push((Subject::Locked(method.clone()), ValueKind::Void, format!("locked__{name}")));
        subjects.push((Subject::Unlocked(method), ValueKind::Void, format!("unlocked__{name}")));
    }
    Ok(Found { subjects, value: None })
}
