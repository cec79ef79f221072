//! `POST /api/payments/{order_id}/refunds`: an administrator sends money of a paid order back.

use crate::{State, refusal::deletion_begun};
use axum::{extract, http::StatusCode};
use domain::{
    Invalid, OrderId, Paise, Stored, field,
    payment::{Change, Channel, NotApplicable, Order, Refund, RefundId, RefundState},
    registration::PaymentMode,
    till::{Entry, MODES},
};
use http_api::{ApiError, ApiResult, ErrorBody, IdempotencyKey, Json, Path, RequireAdmin, Staff};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{
    AuditEntry, Tries,
    registrations::{Write, afterwards::Act},
};
use utoipa::ToSchema;

/// What the provider takes as a note.
const SHORTEST_REASON: usize = 3;
const LONGEST_REASON: usize = 100;
const NO_REASON: &str = "Please give a reason of 3 to 100 characters";
const NO_MODE: &str = "Please choose cash, card or upi";
const THROUGH_PROVIDER: &str = "A payment through the site goes back through the payment provider";

/// What is to go back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RefundIn {
    /// In rupees, at most what is left of the payment.
    #[schema(required = true, value_type = f64)]
    amount: Option<serde_json::Number>,
    /// Why, 3 to 100 characters.
    #[schema(required = true)]
    reason: Option<String>,
    /// How the counter gives it back: `cash`, `card` or `upi`; without it as it was paid. For a payment that was made at the
    /// counter alone.
    mode: Option<String>,
}

/// A refund that was begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefundBegun {
    refund_id: String,
    #[schema(value_type = RefundStatus)]
    status: RefundState,
}

/// How far a refund is: `REQUESTED`, decided, and the provider is asked until it has confirmed it; `PENDING`, the money is on
/// its way; `SUCCESS`, it went back; `FAILED`, it will not: what needs attention has it as `REFUND_FAILED`, and the amount can
/// be refunded again.
#[derive(ToSchema)]
#[schema(rename_all = "UPPERCASE")]
#[expect(dead_code, reason = "describes the domain's type for the document alone")]
enum RefundStatus {
    /// Decided here; the payment provider has not confirmed it yet.
    Requested,
    /// The provider has it, and the money is on its way.
    Pending,
    /// The money went back.
    Success,
    /// It will not go back.
    Failed,
}

struct RefundRequest {
    refund_id: RefundId,
    amount: Paise,
    reason: String,
    mode: Option<PaymentMode>,
}

/// Sends money back: through the payment provider, or at the counter for a payment that was made there.
///
/// Never more goes back than was paid, in however many parts. When all of it has gone back the pass is withdrawn.
/// Totals are net of refunds and of lost disputes, which count on the day of the payment. An open dispute forbids
/// no refund, and may still take the money as well.
#[utoipa::path(
    post,
    path = "/api/payments/{order_id}/refunds",
    tag = "payments",
    params(
        ("order_id" = String, Path, description = "The order, which must be paid."),
        ("Idempotency-Key" = String, Header,
            description = "A UUID of the form's own: the same key is the same refund, however often it is sent."),
    ),
    request_body = RefundIn,
    responses(
        (status = 202, description = "It is begun, and followed to its end.", body = RefundBegun),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "`not_paid`: the order is not paid. `exceeds_paid`: more than what is left of it, which is `refundable`. `dispute_lost`: the payer has the money from the bank. `deletion_begun`: the event is being deleted.",
            body = ErrorBody),
        (status = 422, description = "A field or the key is missing or does not fit. `idempotency_key_reused`: the key came with another refund before.",
            body = ErrorBody),
        (status = 500, description = "The order could not be read or written; the same key may be sent again.",
            body = ErrorBody),
        (status = 503, description = "The order is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn refund(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(order_id): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<RefundIn>,
) -> ApiResult<(StatusCode, Json<RefundBegun>)> {
    let id = OrderId::parse(&order_id)?;
    let key = key.ok_or_else(|| ApiError::invalid("Idempotency-Key", "A refund needs an idempotency key"))?;
    let asked = RefundRequest {
        refund_id: RefundId::of(&id, &key),
        amount: amount(body.amount)?,
        reason: reason(body.reason)?,
        mode: mode(body.mode)?,
    };
    let order = request(&state, &admin, &id, &asked).await?;
    let carried_out = state.settlement.carry_out(order, &asked.refund_id).await;
    // Requested means due: whatever went wrong, the refund is followed from the table.
    let status = match carried_out {
        Ok(order) => order.refund(&asked.refund_id).map(|refund| refund.state),
        Err(error) => {
            tracing::warn!(cause = %error, "a refund was not followed at once");
            None
        }
    };
    let answer = RefundBegun {
        refund_id: asked.refund_id.to_string(),
        status: status.unwrap_or(RefundState::Requested),
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

/// Writes the refund as requested, once, and returns the order with it.
async fn request(state: &State, admin: &Staff, id: &OrderId, asked: &RefundRequest) -> ApiResult<Order> {
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let order = state.order(id).await?;
        if let Some(earlier) = order.refund(&asked.refund_id) {
            same(earlier, asked)?;
            return Ok(order);
        }
        let is_deleting = state.registrations.deletion_has_begun().await;
        if is_deleting.map_err(ApiError::internal)? {
            return Err(deletion_begun());
        }
        let mode = given_back_by(state, &order, asked.mode).await?;
        let change = Change::RefundRequested {
            refund_id: asked.refund_id.clone(),
            amount: asked.amount,
            reason: asked.reason.clone(),
            by: admin.username.clone(),
            mode: mode.clone(),
        };
        let now = state.clock.now();
        let after = order.after(change, now).map_err(refused)?;
        let mut begun = json!({
            "refund_id": asked.refund_id,
            "amount": asked.amount.to_json(),
            "reason": asked.reason,
        });
        if let Some(mode) = &mode {
            begun["mode"] = json!(mode);
        }
        let entry = AuditEntry::new(
            now,
            &state.entropy,
            &admin.username,
            "payment.refund",
            id.as_str(),
            json!({ "refundable": order.refundable().to_json() }),
            begun,
        );
        let till = mode.map(|mode| {
            let RefundRequest {
                refund_id, amount, ..
            } = asked;
            Entry::paid_back(&order, refund_id, *amount, mode, &admin.username, now)
        });
        let act = Act {
            audit: state.audit_log.table().audit(&entry),
            till: till.as_ref().map(|entry| state.audit_log.table().till(entry)),
            bulk: None,
        };
        let written = state.settlement.record_change(&order, &after, act).await;
        match written.map_err(ApiError::internal)? {
            Write::Done => return Ok(after),
            Write::Stale => {}
        }
    }
    Err(ApiError::busy("a paid order"))
}

/// How the counter gives the money back; None where the payment provider does.
async fn given_back_by(
    state: &State,
    order: &Order,
    wanted: Option<PaymentMode>,
) -> ApiResult<Option<Stored<PaymentMode>>> {
    match (order.channel, wanted) {
        (Channel::Online, None) => Ok(None),
        (Channel::Online, Some(_)) => Err(Invalid::new("mode", THROUGH_PROVIDER).into()),
        (Channel::Counter, Some(mode)) => Ok(Some(mode.into())),
        (Channel::Counter, None) => Ok(Some(state.candidate_of(order).await?.payment_mode)),
    }
}

fn mode(given: Option<String>) -> Result<Option<PaymentMode>, Invalid> {
    given
        .filter(|word| !word.trim().is_empty())
        .map(|word| {
            let mode = PaymentMode::parse(&word).filter(|mode| MODES.contains(mode));
            mode.ok_or(Invalid::new("mode", NO_MODE))
        })
        .transpose()
}

fn amount(given: Option<serde_json::Number>) -> Result<Paise, Invalid> {
    let amount = given.as_ref().and_then(Paise::from_json);
    amount
        .filter(|amount| *amount > Paise::default())
        .ok_or(Invalid::new("amount", "Please enter an amount in rupees"))
}

fn reason(given: Option<String>) -> Result<String, Invalid> {
    let reason = field::required("reason", given, LONGEST_REASON, NO_REASON)?;
    if reason.chars().count() < SHORTEST_REASON {
        return Err(Invalid::new("reason", NO_REASON));
    }
    Ok(reason)
}

fn same(earlier: &Refund, asked: &RefundRequest) -> ApiResult<()> {
    let is_same_mode = match (asked.mode, &earlier.mode) {
        (Some(mode), Some(earlier)) => earlier.known() == Some(mode),
        (_, None) | (None, _) => true,
    };
    if earlier.amount == asked.amount && earlier.reason == asked.reason && is_same_mode {
        Ok(())
    } else {
        Err(
            ApiError::invalid("Idempotency-Key", "This key was used for another refund")
                .code("idempotency_key_reused"),
        )
    }
}

fn refused(why: NotApplicable) -> ApiError {
    match why {
        NotApplicable::NotPaid => {
            ApiError::conflict("not_paid", "Only a payment that is paid can be refunded")
        }
        NotApplicable::ExceedsPaid { left } => {
            let message = format!(
                "At most {} of this payment can still be refunded",
                left.in_words()
            );
            ApiError::conflict("exceeds_paid", message)
                .field("amount")
                .with("refundable", left.to_json())
        }
        NotApplicable::DisputeLost => ApiError::conflict(
            "dispute_lost",
            "A dispute of this payment was lost: the payer’s bank has given the money back already",
        ),
        NotApplicable::Unchanged => ApiError::internal("a new refund changed nothing"),
    }
}
