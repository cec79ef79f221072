//! The phones at the doors: how each is, as it reports itself, and what is said on it.
//!
//! `POST /api/check-in/report`, `GET /api/check-in/phones`, `POST /api/check-in/message`.

use crate::{
    State,
    scan::{a_nonce, device_name, moment},
};
use axum::extract;
use domain::field;
use futures::future::try_join_all;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn, RequireCounter, RequireLookup};
use serde::{Deserialize, Serialize};
use store::{
    StoreError,
    catalogue::Listed,
    check_in::{Phone, PhoneMessage},
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

const TEXT: usize = 200;

/// More than a phone can keep.
const MOST_UNSENT: u64 = 1_000_000;

/// What a phone says of itself.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportIn {
    /// What the device is called: `Gate 2`.
    #[schema(required = true, value_type = String)]
    device: Option<String>,
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// How many scans and undos it has not sent yet.
    unsent: Option<u64>,
    /// Of when its roster is, by the server's clock.
    #[schema(value_type = Option<String>, format = DateTime)]
    roster_at: Option<String>,
    /// The `id` of the last message that somebody has seen on it.
    seen: Option<String>,
}

/// What the phone has to show.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reported {
    /// Null when there is nothing, or it was seen.
    message: Option<PhoneMessageOut>,
}

/// Something that is said on a phone.
#[derive(Serialize, ToSchema)]
pub(crate) struct PhoneMessageOut {
    /// To be sent back as `seen` once somebody has seen it.
    id: String,
    text: String,
    by: String,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
}

/// A phone at a door.
#[derive(Serialize, ToSchema)]
pub(crate) struct PhoneOut {
    /// Its session.
    id: String,
    /// The identifier of the account that is signed in.
    account: String,
    username: String,
    device: String,
    list: String,
    /// The list for people.
    label: String,
    /// How many scans and undos it has not sent yet.
    unsent: u64,
    /// Of when its roster was; null while it has none.
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    roster_at: Option<OffsetDateTime>,
    /// When it was last heard of.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    last_contact: OffsetDateTime,
    /// Whether its session goes on.
    signed_in: bool,
    /// What was said on it last; null where nothing was.
    message: Option<PhoneMessageOut>,
    /// Whether somebody has seen that.
    seen: bool,
}

/// The phones.
#[derive(Serialize, ToSchema)]
pub(crate) struct Phones {
    /// By what they are called.
    phones: Vec<PhoneOut>,
    /// The server's clock.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    as_of: OffsetDateTime,
}

/// A message to a phone.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PhoneMessageIn {
    /// Its `id`.
    #[schema(required = true, value_type = String)]
    phone: Option<String>,
    /// What is said.
    #[schema(required = true, value_type = String)]
    text: Option<String>,
}

/// A phone reports itself, every ten seconds while its page is seen, and hears what is said on it.
#[utoipa::path(
    post,
    path = "/api/check-in/report",
    tag = "check-in",
    request_body = ReportIn,
    responses(
        (status = 200, description = "It is kept.", body = Reported),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
    )
)]
pub(crate) async fn report_phone(
    extract::State(state): extract::State<State>,
    RequireCheckIn(staff): RequireCheckIn,
    Json(body): Json<ReportIn>,
) -> ApiResult<Json<Reported>> {
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&body.list.unwrap_or_default(), &everything)?;
    let is_given = |text: &String| !text.trim().is_empty();
    let seen = body.seen.filter(is_given);
    let roster_at = body.roster_at.filter(is_given);
    let unsent = body.unsent.unwrap_or_default();
    if unsent > MOST_UNSENT {
        return Err(ApiError::invalid(
            "unsent",
            "This must be a number from 0 to 1,000,000",
        ));
    }
    let device = device_name(body.device)?;
    let seen = seen
        .map(|seen| a_nonce("seen", seen))
        .transpose()?
        .unwrap_or_default();
    let roster_at = roster_at.map(|at| moment("roster_at", &at)).transpose()?;
    let phone = Phone {
        session: staff.session,
        account: staff.id,
        username: staff.username,
        role: staff.role,
        device,
        list: listed.list.to_string(),
        unsent,
        roster_at,
        at: state.clock.now(),
        seen,
    };
    let message = state
        .check_ins
        .heard_of(&phone)
        .await
        .map_err(ApiError::internal)?;
    let message = message.filter(|message| message.id != phone.seen);
    Ok(Json(Reported {
        message: message.map(PhoneMessageOut::from),
    }))
}

/// The phones that were heard of in the last days.
#[utoipa::path(
    get,
    path = "/api/check-in/phones",
    tag = "check-in",
    responses(
        (status = 200, description = "The phones.", body = Phones),
    )
)]
pub(crate) async fn list_phones(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<Phones>> {
    let everything = state.catalogue.everything().await?;
    let now = state.clock.now();
    let found = state.check_ins.phones(now).await.map_err(ApiError::internal)?;
    let signed_in = found.iter().map(|(phone, _)| state.is_signed_in(phone));
    let signed_in = try_join_all(signed_in).await.map_err(ApiError::internal)?;
    let phones = found.into_iter().zip(signed_in);
    let mut phones: Vec<PhoneOut> = phones
        .map(|((phone, message), signed_in)| {
            let listed = Listed::parse(&phone.list, &everything);
            let label = listed.map_or_else(|_| phone.list.clone(), |listed| listed.label());
            PhoneOut::of(phone, label, message, signed_in)
        })
        .collect();
    phones.sort_by(|one, other| (&one.device, &one.id).cmp(&(&other.device, &other.id)));
    Ok(Json(Phones { phones, as_of: now }))
}

/// Says something on a phone, in the place of what was said before. It is shown with its next contact.
#[utoipa::path(
    post,
    path = "/api/check-in/message",
    tag = "check-in",
    request_body = PhoneMessageIn,
    responses(
        (status = 200, description = "It is kept for the phone.", body = PhoneMessageOut),
        (status = 404, description = "There is no such phone.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
    )
)]
pub(crate) async fn message_phone(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Json(PhoneMessageIn { phone, text }): Json<PhoneMessageIn>,
) -> ApiResult<Json<PhoneMessageOut>> {
    let phone = field::required("phone", phone, 100, "Name the phone")?;
    let text = field::required("text", text, TEXT, "Write a message")?;
    let now = state.clock.now();
    let phones = state.check_ins.phones(now).await.map_err(ApiError::internal)?;
    if !phones.iter().any(|(known, _)| known.session == phone) {
        return Err(ApiError::not_found("There is no such phone."));
    }
    let message = PhoneMessage {
        id: state.entropy.symbols(16),
        text,
        by: staff.username,
        at: now,
    };
    let said = state.check_ins.say_on(&phone, &message).await;
    said.map_err(ApiError::internal)?;
    Ok(Json(message.into()))
}

impl State {
    async fn is_signed_in(&self, phone: &Phone) -> Result<bool, StoreError> {
        let record = self
            .access
            .token_record(&phone.account, Some(&phone.session))
            .await?;
        let version = record.version;
        // One that has run out is in the table until its items are swept, which may be days later.
        let now = self.clock.now();
        Ok(record.session.is_some_and(|session| {
            Some(session.ver) == version && !session.times().have_run_out(phone.role, now)
        }))
    }
}

impl PhoneOut {
    fn of(phone: Phone, label: String, message: Option<PhoneMessage>, signed_in: bool) -> Self {
        let seen = message.as_ref().is_some_and(|message| message.id == phone.seen);
        Self {
            id: phone.session,
            account: phone.account,
            username: phone.username,
            device: phone.device,
            list: phone.list,
            label,
            unsent: phone.unsent,
            roster_at: phone.roster_at,
            last_contact: phone.at,
            signed_in,
            message: message.map(PhoneMessageOut::from),
            seen,
        }
    }
}

impl From<PhoneMessage> for PhoneMessageOut {
    fn from(PhoneMessage { id, text, by, at }: PhoneMessage) -> Self {
        Self { id, text, by, at }
    }
}
