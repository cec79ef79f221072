//! The form: what is done, to whom, and why.

use audience::{AudienceIn, AudienceScope};
use domain::{BulkAction, Invalid, field, message::Audience};
use serde::Deserialize;
use utoipa::ToSchema;

const LONGEST_REASON: usize = 200;
const MOST_EXPECTED: u64 = 1_000_000;
const NO_REASON: &str = "Please give a reason";

/// What is done, to whom, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BulkIn {
    /// `resend`: the mail with the pass, once more; `withdraw` and `restore`: every pass of the candidate; `mark_paid`: the money of a
    /// registration at the counter, by the mode of the registration.
    #[schema(required = true)]
    action: Option<String>,
    /// Everybody without it.
    audience: Option<AudienceIn>,
    /// Why passes are withdrawn or given back, at most 200 characters; not needed for a preview. Nothing for the other actions.
    reason: Option<String>,
    /// To how many it is done, as the preview said and a person typed. Not needed for a preview.
    expected: Option<u64>,
}

/// What was asked for.
pub(crate) struct BulkRequest {
    pub(crate) action: BulkAction,
    pub(crate) audience: Audience,
    pub(crate) scope: AudienceScope,
    /// Empty where none was given.
    reason: String,
    pub(crate) expected: Option<u64>,
}

impl BulkIn {
    /// Reads the form.
    ///
    /// # Errors
    /// Names the field that is missing, malformed or too long.
    pub(crate) fn parse(self) -> Result<BulkRequest, Invalid> {
        let Self {
            action,
            audience,
            reason,
            expected,
        } = self;
        let action = action.as_deref().and_then(BulkAction::parse);
        let action = action.ok_or(Invalid::new(
            "action",
            "The action must be resend, withdraw, restore or mark_paid",
        ))?;
        let audience = audience.unwrap_or_default().parse()?;
        if expected.is_some_and(|expected| expected > MOST_EXPECTED) {
            return Err(Invalid::new("expected", "There are not so many candidates"));
        }
        Ok(BulkRequest {
            action,
            scope: AudienceScope::parse(&audience)?,
            audience,
            reason: field::optional("reason", reason, LONGEST_REASON)?,
            expected,
        })
    }
}

impl BulkRequest {
    /// The reason, where the action needs one; else empty.
    ///
    /// # Errors
    /// When it is missing, or the action has none.
    pub(crate) fn reason(&self) -> Result<String, Invalid> {
        match (self.action.needs_reason(), self.reason.is_empty()) {
            (true, true) => Err(Invalid::new("reason", NO_REASON)),
            (false, false) => Err(Invalid::new("reason", "This action has no reason")),
            (true, false) | (false, true) => Ok(self.reason.clone()),
        }
    }
}
