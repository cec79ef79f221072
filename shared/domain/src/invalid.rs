//! The one way a value of ours refuses what it was given.

/// A refused input: which field, and why, in the words of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct Invalid {
    /// The field's name. Values that several forms have are named as the site's form does; another form renames them with
    /// [`Invalid::on`].
    pub field: &'static str,
    /// The message for a person.
    pub message: &'static str,
}

impl Invalid {
    /// A refusal of `field` with a message for a person.
    #[must_use]
    pub const fn new(field: &'static str, message: &'static str) -> Self {
        Self { field, message }
    }

    /// The same refusal, in a form that calls the field `field`.
    #[must_use]
    pub const fn on(self, field: &'static str) -> Self {
        Self { field, ..self }
    }
}
