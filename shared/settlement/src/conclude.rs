//! What follows from the provider's answer, and writing it down.

use crate::{
    Occasion, SettleError, Settlement,
    claim::{self, claim_policy},
    evidence::Evidence,
    place::place_write,
};
use domain::{
    AttentionKind,
    money::CURRENCY,
    payment::{
        Asking, AttemptState, CREATION, Event, Known, Method, Order, PaymentVerdict, ProviderOrder,
        ProviderOrderStatus, Status, assess, next_ask, next_likely_ask,
    },
};
use store::{
    StoreError,
    registrations::{
        Write,
        attention::Flag,
        paid::{ClaimPolicy, Payment, Recorded},
        settle::UnpaidChange,
    },
};
use telemetry::Metric;

/// What the provider has otherwise than we do.
fn mismatch(order: &Order, at_provider: &ProviderOrder) -> String {
    if at_provider.order_id != order.order_id.as_str() {
        return "The provider answered with another order".to_owned();
    }
    match at_provider.amount {
        Some(amount) if at_provider.currency == CURRENCY => {
            format!("The provider has an amount of Rs {amount}")
        }
        Some(_) => "The provider has another currency".to_owned(),
        None => "The provider has an amount that is none in rupees and paise".to_owned(),
    }
}

/// What one look at an order led to.
pub(crate) enum Conclusion {
    /// The order as it is now, whether or not anything had to be written.
    Settled(Box<Order>),
    /// It changed under the decision: nothing was written.
    Changed,
}

impl Settlement {
    /// `again` says that another request has just written the order.
    pub(crate) async fn conclude(
        &self,
        order: &Order,
        evidence: &Evidence,
        occasion: &Occasion<'_>,
        again: bool,
    ) -> Result<Conclusion, SettleError> {
        let (provider_order, known) = match (evidence, occasion) {
            (Evidence::NoOrder, _) => return self.unknown_to_provider(order).await,
            (Evidence::Attempts(provider_order, attempts), _) => (provider_order, Known::Attempts(attempts)),
            (Evidence::Order(provider_order), Occasion::Webhook(reported)) => {
                (provider_order, Known::Webhook(reported))
            }
            (Evidence::Order(provider_order), Occasion::Page | Occasion::CrowdedPage | Occasion::Due(_)) => {
                (provider_order, Known::Nothing)
            }
        };
        if order.refused_at.is_some() {
            self.registrations.keep_candidate(&order.customer_id).await?;
        }
        match assess(order, provider_order, known) {
            PaymentVerdict::Paid(method) => self.paid(order, &method).await,
            // Of many who come at once, each would otherwise write the same once more and make the rest retry.
            PaymentVerdict::Unpaid(event, attempt) if again && is_unchanged(order, event, attempt) => {
                Ok(Conclusion::Settled(Box::new(order.clone())))
            }
            PaymentVerdict::Unpaid(event, attempt) => {
                let likely = occasion.hints_at_payment(attempt) && event != Event::Expired;
                self.unpaid(order, event, attempt, Some(provider_order), likely)
                    .await
            }
            PaymentVerdict::Mismatch => {
                let flag = Flag::new(order, AttentionKind::AmountMismatch, self.clock.now())
                    .with_note(mismatch(order, provider_order));
                self.registrations.flag(&flag).await?;
                self.unpaid(order, Event::Undetermined, AttemptState::Pending, None, true)
                    .await
            }
        }
    }

    /// The provider has no such order: its creation failed on the way, or is still under way.
    async fn unknown_to_provider(&self, order: &Order) -> Result<Conclusion, SettleError> {
        // As expected.
        if order.refused_at.is_some() {
            return Ok(Conclusion::Settled(Box::new(order.clone())));
        }
        let fresh = self.clock.now() - order.created_at < CREATION;
        match (order.status, &order.session) {
            (Status::Created, None) if fresh => Ok(Conclusion::Settled(Box::new(order.clone()))),
            (Status::Created | Status::Failed | Status::Unknown, None) => {
                self.unpaid(order, Event::AttemptFailed, AttemptState::Failed, None, false)
                    .await
            }
            // It had the order before. Whatever this is, it is not a failed payment.
            (Status::Created | Status::Failed | Status::Unknown, Some(_))
            | (Status::Active | Status::Expired | Status::Paid, _) => {
                self.unpaid(order, Event::Undetermined, order.attempt, None, true)
                    .await
            }
        }
    }

    async fn paid(&self, order: &Order, method: &Method) -> Result<Conclusion, SettleError> {
        let at = self.clock.now();
        let mut paid = Order {
            status: Status::Paid,
            attempt: AttemptState::None,
            method: Some(method.clone()),
            paid_at: Some(at),
            refused_at: None,
            unread_at: None,
            version: order.version + 1,
            ..order.clone()
        };
        let place = place_write(&self.registrations, order, &paid, false, at).await?;
        paid.place = place.after(order);
        let record = async |claim: &ClaimPolicy| {
            let payment = Payment {
                order,
                method: Some(method),
                at,
                claim,
                place,
                counter: None,
            };
            self.registrations.record_paid(&payment).await
        };
        let untested = match claim::untested(order) {
            Some(policy) => Some(record(&policy).await?),
            None => None,
        };
        let recorded = match untested {
            Some(recorded @ (Recorded::Done | Recorded::Stale)) => recorded,
            Some(Recorded::ClaimTaken) | None => {
                record(&claim_policy(&self.registrations, order).await?).await?
            }
        };
        Ok(match recorded {
            Recorded::Done => {
                telemetry::count(Metric::PaymentsSettled);
                Conclusion::Settled(Box::new(paid))
            }
            Recorded::Stale | Recorded::ClaimTaken => Conclusion::Changed,
        })
    }

    async fn unpaid(
        &self,
        order: &Order,
        event: Event,
        attempt: AttemptState,
        provider: Option<&ProviderOrder>,
        likely: bool,
    ) -> Result<Conclusion, SettleError> {
        let now = self.clock.now();
        // An event that does not move the order still counts as asked: its next time is written.
        let status = order.status.next(event).unwrap_or(order.status);
        let closed = provider.is_some_and(|provider| provider.status == ProviderOrderStatus::Terminated);
        let closed_at = (closed && now < order.expires_at).then_some(now);
        let expires_at = closed_at.unwrap_or(order.expires_at);
        let next = if likely { next_likely_ask } else { next_ask };
        let due = match next(order.created_at, expires_at, now) {
            Asking::At(ask) => Some(ask),
            Asking::Over => None,
        };
        if due.is_none() && !has_ended(status, event, attempt) {
            self.flag_unresolved(order, status).await?;
        }
        let session = provider.and_then(|provider| provider.session.as_ref());
        let mut unpaid = Order {
            status,
            attempt,
            session: session.or(order.session.as_ref()).cloned(),
            expires_at,
            refused_at: None,
            version: order.version + 1,
            ..order.clone()
        };
        let place = place_write(&self.registrations, order, &unpaid, due.is_some(), now).await?;
        unpaid.place = place.after(order);
        let change = UnpaidChange {
            status,
            attempt,
            session,
            closed_at,
            due,
            place,
        };
        Ok(match self.registrations.record_unpaid(order, &change).await? {
            Write::Done => Conclusion::Settled(Box::new(unpaid)),
            Write::Stale => Conclusion::Changed,
        })
    }

    pub(crate) async fn flag_unresolved(&self, order: &Order, status: Status) -> Result<(), StoreError> {
        let flag = Flag::new(order, AttentionKind::Unresolved, self.clock.now())
            .with_note(format!("Not clear a day after its expiry; it stands as {status}"));
        self.registrations.flag(&flag).await
    }
}

/// Whether an order that is no longer asked about has ended without money: what says that it expired or failed may
/// be older than the provider's last word, and an attempt under way may still bring money.
fn has_ended(status: Status, event: Event, attempt: AttemptState) -> bool {
    matches!(status, Status::Expired | Status::Failed)
        && event != Event::Undetermined
        && attempt != AttemptState::Pending
}

/// Whether an order is already in the state that this event leads to. That write set its next due time, too.
fn is_unchanged(order: &Order, event: Event, attempt: AttemptState) -> bool {
    order.status.next(event).unwrap_or(order.status) == order.status
        && order.attempt == attempt
        && order.session.is_some()
}
