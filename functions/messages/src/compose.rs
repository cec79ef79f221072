//! The form: what is written, and to whom.

use audience::AudienceIn;
use domain::{
    Invalid,
    message::{Audience, MessageText},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// What is written, and to whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CandidateMessageIn {
    /// Everybody without it.
    audience: Option<AudienceIn>,
    /// One line, at most 150 characters, without placeholders.
    #[schema(required = true)]
    subject: Option<String>,
    /// Plain text, at most 5,000 characters, with `{name}`, `{pass_no}`, `{exams}`, `{pass_link}` and `{results_link}`. An
    /// `https://` or `http://` address in it becomes a link.
    #[schema(required = true)]
    body: Option<String>,
}

impl CandidateMessageIn {
    /// Reads the form.
    ///
    /// # Errors
    /// Names the field that is missing, malformed or too long.
    pub(crate) fn parse(self) -> Result<(MessageText, Audience), Invalid> {
        let Self {
            audience,
            subject,
            body,
        } = self;
        let text = MessageText::parse(subject, body)?;
        Ok((text, audience.unwrap_or_default().parse()?))
    }
}
