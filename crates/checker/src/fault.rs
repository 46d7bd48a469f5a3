//! Why a job has no report. What the checked program does wrong is in the report, never here.

/// Each is one sentence: what, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Bad usage or bad input.
    #[error("{0}")]
    Input(String),
    /// What the Java compiler says, passed through.
    #[error("{0}")]
    Compilation(String),
    /// The program uses something that is not supported.
    #[error("{0}")]
    Unsupported(String),
    /// A file cannot be written: what was found out is so all the same.
    #[error("{0}")]
    Output(String),
    /// A limit ended a single run.
    #[error("{0}")]
    Limit(String),
}

impl Fault {
    pub fn input(sentence: impl Into<String>) -> Self {
        Fault::Input(sentence.into())
    }

    pub fn exit_status(&self) -> i32 {
        match self {
            Fault::Input(_) | Fault::Compilation(_) | Fault::Output(_) => 2,
            Fault::Limit(_) => 3,
            Fault::Unsupported(_) => 4,
        }
    }
}

impl From<space::Fault> for Fault {
    fn from(fault: space::Fault) -> Self {
        match fault {
            space::Fault::Unsupported { .. } => Fault::Unsupported(fault.to_string()),
            space::Fault::Limit { sentence, .. } => Fault::Limit(sentence),
            space::Fault::Input(sentence) => Fault::Input(sentence),
        }
    }
}

impl From<classfile::ClassError> for Fault {
    fn from(error: classfile::ClassError) -> Self {
        match error {
            classfile::ClassError::Memory(_) => Fault::Limit(error.to_string()),
            other => Fault::Input(other.to_string()),
        }
    }
}

impl From<markov::LoadError> for Fault {
    fn from(error: markov::LoadError) -> Self {
        match error.is_unsupported {
            true => Fault::Unsupported(error.to_string()),
            false => Fault::Input(error.to_string()),
        }
    }
}

impl From<search::SpecError> for Fault {
    fn from(error: search::SpecError) -> Self {
        Fault::Input(error.to_string())
    }
}
