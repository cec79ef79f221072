//! Settling an order: ask the provider for its status, conclude, and write that down, once.
//!
//! The webhook, the return page and the reconciler all come through [`Settlement::settle`], or through
//! [`Settlement::settle_order`] with the order that they have just read. Either may be called any number of times, at any
//! moment, by any number of callers at once: PAID is written by one transaction, and every other write names the state
//! it was decided on.

#![warn(clippy::wildcard_enum_match_arm)]

mod claim;
mod occasion;
mod on_demand;
mod reversals;

pub use claim::claim_policy;
pub use occasion::{Occasion, PaymentReads};
pub use on_demand::SettlementOnDemand;
pub use reversals::Found;

use config::{ConfigError, Env};
use domain::{
    AttentionKind, Backoff, Clock, Entropy, OrderId,
    payment::{
        Ask, Asking, Attempt, AttemptState, CREATION, Channel, Event, Known, Lane, Method, Order,
        ProviderOrder, ProviderOrderStatus, Status, Verdict, assess, next_ask, next_likely_ask,
    },
};
use payment_provider::{CashfreeClient, ClientConfig, Credentials, PaymentProvider, ProviderError};
use std::sync::Arc;
use store::{
    Registrations, StoreError,
    registrations::{
        Write,
        attention::Flag,
        paid::{ClaimPolicy, Payment, Recorded},
        settle::Unpaid,
    },
};
use telemetry::Metric;
use time::Duration;

/// How often a decision is retried because the order changed under it. Each conflict means that another request
/// made progress, so a handful is enough even under contention.
const TRIES: u32 = 10;
const FIRST_PAUSE: std::time::Duration = std::time::Duration::from_millis(10);
const LONGEST_PAUSE: std::time::Duration = std::time::Duration::from_millis(320);

/// Settles orders.
#[derive(Clone)]
pub struct Settlement {
    registrations: Registrations,
    provider: Arc<dyn PaymentProvider>,
    clock: Clock,
}

/// Why an order could not be settled. It is unchanged, and is due again.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The provider did not answer usably.
    #[error("the payment provider: {0}")]
    Provider(#[from] ProviderError),
    /// The order changed each time it was to be written.
    #[error("the order kept changing")]
    Contended,
    /// Its attempts must be read, and the caller may read no more of them now. Nothing was asked.
    #[error("no more attempts may be read in this minute")]
    PaymentReadsExhausted,
}

/// The provider's answer: its order, if it has one, and the attempts to pay it, if they were read.
type Evidence = Option<(ProviderOrder, Option<Vec<Attempt>>)>;

/// What one look at an order led to: the order as it is now, or None when it changed under the decision.
type Step = Option<Order>;

impl Settlement {
    /// Settles with the provider of `PROVIDER_URL` and the credentials behind `PROVIDER_SECRET`.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub async fn from_env(
        env: &Env,
        registrations: Registrations,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        let credentials = Credentials::from_env(env).await?;
        Self::with_credentials(env, credentials, registrations, clock)
    }

    /// The same with credentials that the caller has read, for more than this.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn with_credentials(
        env: &Env,
        credentials: Credentials,
        registrations: Registrations,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        let config = ClientConfig::from_env(env)?;
        Ok(Self::new(config, credentials, registrations, clock))
    }

    fn new(
        config: ClientConfig,
        credentials: Credentials,
        registrations: Registrations,
        clock: Clock,
    ) -> Self {
        Self {
            registrations,
            provider: Arc::new(CashfreeClient::new(config, credentials)),
            clock,
        }
    }

    /// The provider that is asked, for who opens orders there.
    #[must_use]
    pub fn provider(&self) -> Arc<dyn PaymentProvider> {
        Arc::clone(&self.provider)
    }

    /// Settles an order by its id; None when there is no such order.
    ///
    /// # Errors
    /// As [`Settlement::settle_order`].
    pub async fn settle(&self, id: &OrderId, occasion: &Occasion<'_>) -> Result<Option<Order>, SettleError> {
        match self.registrations.order(id).await? {
            Some(order) => self.settle_order(order, occasion).await.map(Some),
            None => Ok(None),
        }
    }

    /// Asks the provider about an order that was just read, writes what follows, and returns the order as it
    /// then stands. A paid order and a counter payment are answered without asking.
    ///
    /// # Errors
    /// When the table or the provider does not answer. Nothing is lost: the order is due again.
    pub async fn settle_order(
        &self,
        mut order: Order,
        occasion: &Occasion<'_>,
    ) -> Result<Order, SettleError> {
        if order.channel == Channel::Counter || order.status == Status::Paid {
            return Ok(order);
        }
        let evidence = self.ask(&order, occasion).await?;
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        for tries in 0..TRIES {
            if let Some(settled) = self.conclude(&order, &evidence, occasion, tries > 0).await? {
                return Ok(settled);
            }
            // A transaction of another order may hold the claim: give it the moment it needs. What the provider
            // said is still true; only our row is read again.
            tokio::time::sleep(backoff.next_pause()).await;
            let again = self.registrations.order(&order.order_id).await?;
            order = again.ok_or(SettleError::Contended)?;
            if order.status == Status::Paid {
                return Ok(order);
            }
        }
        Err(SettleError::Contended)
    }

    /// Reschedules an order that could not be settled because the provider did not answer: it is due again after
    /// a while, and flagged when that has gone on until a day after its expiry.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn postpone(&self, id: &OrderId, pause: Duration) -> Result<(), StoreError> {
        let Some(order) = self.registrations.order(id).await? else {
            return Ok(());
        };
        if order.channel == Channel::Counter || order.status == Status::Paid || order.refused_at.is_some() {
            return Ok(());
        }
        let now = self.clock.now();
        if next_ask(order.created_at, order.expires_at, now) == Asking::Over {
            self.flag_unresolved(&order, order.status).await?;
        }
        let change = Unpaid {
            status: order.status,
            attempt: order.attempt,
            session: None,
            closed_at: None,
            due: Some(Ask {
                at: now + pause,
                lane: match order.attempt {
                    AttemptState::Pending => Lane::Likely,
                    AttemptState::None | AttemptState::Failed => Lane::Repeat,
                },
            }),
        };
        // Stale means that another request has just settled it.
        let (Write::Done | Write::Stale) = self.registrations.record_unpaid(&order, &change).await?;
        Ok(())
    }

    /// Asks the provider. It allows far fewer questions about attempts than about orders, so these are asked only
    /// where something depends on the answer, and an answer about the order is valid without one about its attempts.
    async fn ask(&self, order: &Order, occasion: &Occasion<'_>) -> Result<Evidence, SettleError> {
        let now = self.clock.now();
        let last = next_ask(order.created_at, order.expires_at, now) == Asking::Over;
        // Money that is under way at the last ask must be seen, or nobody ever hears of it.
        let allowed = match occasion {
            Occasion::Due(reads) if last => Some(reads.take()),
            Occasion::Due(_) | Occasion::Page | Occasion::Webhook(_) => None,
        };
        if allowed == Some(false) {
            return Err(SettleError::PaymentReadsExhausted);
        }
        let Some(provider_order) = self.provider.order(&order.order_id).await? else {
            return Ok(None);
        };
        let paid = provider_order.status == ProviderOrderStatus::Paid;
        let wanted = match occasion {
            Occasion::Page => true,
            Occasion::Webhook(reported) => paid && reported.paid_by().is_none(),
            Occasion::Due(reads) => {
                last || ((paid || order.attempt == AttemptState::Pending) && reads.take())
            }
        };
        if !wanted {
            return Ok(Some((provider_order, None)));
        }
        let attempts = match self.provider.payments(&order.order_id).await {
            Ok(attempts) => Some(attempts),
            Err(error) => {
                tracing::warn!(cause = %error, "the attempts of an order are not known");
                None
            }
        };
        Ok(Some((provider_order, attempts)))
    }

    /// `again` says that another request has just written the order.
    async fn conclude(
        &self,
        order: &Order,
        evidence: &Evidence,
        occasion: &Occasion<'_>,
        again: bool,
    ) -> Result<Step, SettleError> {
        let Some((provider_order, attempts)) = evidence else {
            return self.unknown_to_provider(order).await;
        };
        if order.refused_at.is_some() {
            self.registrations.keep_candidate(&order.customer_id).await?;
        }
        let known = match (attempts, occasion) {
            (Some(attempts), _) => Known::Attempts(attempts),
            (None, Occasion::Webhook(reported)) => Known::Webhook(reported),
            (None, Occasion::Page | Occasion::Due(_)) => Known::Nothing,
        };
        match assess(order, provider_order, known) {
            Verdict::Paid(method) => self.paid(order, &method).await,
            // Of many who come at once, each would otherwise write the same once more and make the rest retry.
            Verdict::Unpaid(event, attempt) if again && is_unchanged(order, event, attempt) => {
                Ok(Some(order.clone()))
            }
            Verdict::Unpaid(event, attempt) => {
                let likely = occasion.hints_at_payment(attempt) && event != Event::Expired;
                self.unpaid(order, event, attempt, Some(provider_order), likely)
                    .await
            }
            Verdict::Mismatch => {
                let flag = Flag::new(order, AttentionKind::AmountMismatch, self.clock.now())
                    .with_note("The provider has another amount, currency or order id".to_owned());
                self.registrations.flag(&flag).await?;
                self.unpaid(order, Event::Undetermined, AttemptState::Pending, None, true)
                    .await
            }
        }
    }

    /// The provider has no such order: its creation failed on the way, or is still under way.
    async fn unknown_to_provider(&self, order: &Order) -> Result<Step, SettleError> {
        // As expected.
        if order.refused_at.is_some() {
            return Ok(Some(order.clone()));
        }
        let fresh = self.clock.now() - order.created_at < CREATION;
        match (order.status, &order.session) {
            (Status::Created, None) if fresh => Ok(Some(order.clone())),
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

    async fn paid(&self, order: &Order, method: &Method) -> Result<Step, SettleError> {
        let at = self.clock.now();
        let record = async |claim: &ClaimPolicy| {
            let payment = Payment {
                order,
                method: Some(method),
                at,
                claim,
                audit: None,
            };
            self.registrations.record_paid(&payment).await
        };
        let mut recorded = Recorded::ClaimTaken;
        if let Some(untested) = claim::untested(order) {
            recorded = record(&untested).await?;
        }
        if recorded == Recorded::ClaimTaken {
            recorded = record(&claim_policy(&self.registrations, order).await?).await?;
        }
        Ok(match recorded {
            Recorded::Done => {
                telemetry::count(Metric::PaymentsSettled);
                Some(Order {
                    status: Status::Paid,
                    attempt: AttemptState::None,
                    method: Some(method.clone()),
                    paid_at: Some(at),
                    refused_at: None,
                    version: order.version + 1,
                    ..order.clone()
                })
            }
            Recorded::Stale | Recorded::ClaimTaken => None,
        })
    }

    async fn unpaid(
        &self,
        order: &Order,
        event: Event,
        attempt: AttemptState,
        provider: Option<&ProviderOrder>,
        likely: bool,
    ) -> Result<Step, SettleError> {
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
        let change = Unpaid {
            status,
            attempt,
            session,
            closed_at,
            due,
        };
        Ok(match self.registrations.record_unpaid(order, &change).await? {
            Write::Done => Some(Order {
                status,
                attempt,
                session: session.or(order.session.as_ref()).cloned(),
                expires_at,
                refused_at: None,
                version: order.version + 1,
                ..order.clone()
            }),
            Write::Stale => None,
        })
    }

    async fn flag_unresolved(&self, order: &Order, status: Status) -> Result<(), StoreError> {
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
