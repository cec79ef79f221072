//! The one error of configuration.

use std::borrow::Cow;
use std::fmt;

/// A variable that is missing or cannot be used.
///
/// It reads `TABLE_REGISTRATIONS: is not set`: the variable first, then what is wrong with it. It never holds
/// the value of a secret. `Debug` reads the same, because that is what a `main` that returns it prints.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigError {
    variable: Cow<'static, str>,
    problem: Cow<'static, str>,
}

impl ConfigError {
    /// An error about `variable`. `problem` continues the sentence the variable's name begins, and must not
    /// quote a secret.
    pub fn new(variable: impl Into<Cow<'static, str>>, problem: impl Into<Cow<'static, str>>) -> Self {
        Self {
            variable: variable.into(),
            problem: problem.into(),
        }
    }

    /// The name of the variable.
    #[must_use]
    pub fn variable(&self) -> &str {
        &self.variable
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.variable, self.problem)
    }
}

impl fmt::Debug for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ConfigError {}
