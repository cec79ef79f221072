//! `GET /api/messages/left-out` and `PUT …`: the addresses that messages do not go to, and whose reader asked for that.

use crate::State;
use axum::extract;
use domain::{Email, Word};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin, RequireLookup};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{
    AuditEntry, Write,
    messages::{LeftOut, UnreachableCause},
};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Addresses that messages do not go to, by address.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeftOutList {
    addresses: Vec<LeftOutAddress>,
}

/// An address that messages do not go to.
#[derive(Serialize, ToSchema)]
struct LeftOutAddress {
    email: String,
    /// `asked` where its reader wants none, `bounced` where mail came back, `complained` where it was called spam.
    cause: &'static str,
    /// Absent where it cannot be read.
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    since: Option<OffsetDateTime>,
}

impl From<LeftOut> for LeftOutAddress {
    fn from(LeftOut { email, cause, since }: LeftOut) -> Self {
        Self {
            email: email.into(),
            cause: cause.as_str(),
            since,
        }
    }
}

/// Whether messages go to an address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeftOutIn {
    email: String,
    /// `true` leaves it out, `false` lets messages go there again.
    left_out: bool,
}

/// The addresses that messages do not go to.
#[utoipa::path(
    get,
    path = "/api/messages/left-out",
    tag = "messages",
    responses(
        (status = 200, description = "All of them.", body = LeftOutList),
    )
)]
pub(crate) async fn list_left_out(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<LeftOutList>> {
    state.left_out().await
}

/// Leaves an address out of messages, or lets them go there again.
///
/// For who asks for no more of them. It gets passes, receipts and reminders all the same, and what is about its own order.
#[utoipa::path(
    put,
    path = "/api/messages/left-out",
    tag = "messages",
    request_body = LeftOutIn,
    responses(
        (status = 200, description = "It is so, by this request or an earlier one: all addresses that are left out.", body = LeftOutList),
        (status = 409, description = "`deletion_begun`: everything about anybody is being deleted, or is, so nobody is left out. `unreachable`: mail came back from there, or was called spam, so it cannot be let in.", body = ErrorBody),
        (status = 422, description = "A field is missing, or the address is none.", body = ErrorBody),
        (status = 503, description = "Others change it at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn leave_out(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(LeftOutIn { email, left_out }): Json<LeftOutIn>,
) -> ApiResult<Json<LeftOutList>> {
    let email = Email::parse(&email).map_err(|invalid| invalid.on("email"))?;
    if left_out {
        state.refuse_once_deleting().await?;
    }
    let now = state.clock.now();
    let action = if left_out {
        "message.left_out"
    } else {
        "message.let_in"
    };
    // Without the address: what is said of it goes with the list, when its person is to be forgotten.
    let (before, after) = (Value::Null, Value::Null);
    let entry = AuditEntry::new(
        now,
        &state.entropy,
        &admin.username,
        action,
        "left-out",
        before,
        after,
    );
    let audit = state.audit_log.table().audit(&entry);
    let written = if left_out {
        state.recipients.leave_out(&email, now, audit).await
    } else {
        state.recipients.let_in(&email, audit).await
    };
    if written.map_err(ApiError::internal)? == Write::Stale {
        state.expect(&email, left_out).await?;
    }
    state.left_out().await
}

impl State {
    async fn left_out(&self) -> ApiResult<Json<LeftOutList>> {
        let mut left_out = self.recipients.left_out().await.map_err(ApiError::internal)?;
        left_out.sort_unstable_by(|one, other| one.email.as_str().cmp(other.email.as_str()));
        let addresses = left_out.into_iter().map(LeftOutAddress::from).collect();
        Ok(Json(LeftOutList { addresses }))
    }

    /// What is written once the deletion has begun would outlast it.
    async fn refuse_once_deleting(&self) -> ApiResult<()> {
        let is_deleting = self.sources.registrations.deletion_has_begun().await;
        if is_deleting.map_err(ApiError::internal)? {
            return Err(ApiError::conflict(
                "deletion_begun",
                "The personal data of this event are deleted, so no address is kept any more.",
            ));
        }
        Ok(())
    }

    /// Nothing was written, which is well where it is so already.
    async fn expect(&self, email: &Email, is_left_out: bool) -> ApiResult<()> {
        let cause = self.recipients.unreachable_at(email).await;
        match (is_left_out, cause.map_err(ApiError::internal)?) {
            (true, Some(_)) | (false, None) => Ok(()),
            (true, None) | (false, Some(UnreachableCause::Asked)) => {
                Err(ApiError::busy("an address that messages do not go to"))
            }
            (false, Some(UnreachableCause::Bounced)) => Err(ApiError::conflict(
                "unreachable",
                "Mail came back from this address. Messages go there again as soon as another mail has arrived.",
            )),
            (false, Some(UnreachableCause::Complained)) => Err(ApiError::conflict(
                "unreachable",
                "A mail to this address was called spam, so the mail service takes none for it.",
            )),
        }
    }
}
