//! Settling an order: ask the provider for its status, conclude, and write that down, once.
//!
//! The webhook, the return page and the reconciler all come through [`Settlement::settle`], or through
//! [`Settlement::settle_order`] with the order that they have just read. Either may be called any number of times, at any
//! moment, by any number of callers at once: PAID is written by one transaction, and every other write names the state
//! it was decided on.

#![warn(clippy::wildcard_enum_match_arm)]

mod afterwards;
mod claim;
mod conclude;
mod counted;
mod evidence;
mod forgotten;
mod method;
mod occasion;
mod on_demand;
mod place;
mod refunds;
mod reversals;
mod validity;

pub use claim::{claim_policy, forbidden_by, held_open_by};
pub use occasion::{Occasion, PaymentReads};
pub use on_demand::SettlementOnDemand;
pub use place::place_write;
pub use reversals::FoundReversal;
pub use validity::{ValidityAnswer, ValidityRequest, change_validity};

use conclude::Conclusion;
use config::{ConfigError, Env};
use domain::{
    Backoff, Clock, Contended, Entropy, OrderId,
    payment::{Ask, Asking, AttemptState, Channel, Lane, Order, Status, next_ask},
};
use evidence::{Reading, reading};
use payment_provider::{CashfreeClient, ClientConfig, PaymentProvider, ProviderCredentials, ProviderError};
use std::sync::Arc;
use store::{
    Registrations, StoreError,
    registrations::{Write, places::PlaceAction, settle::UnpaidChange},
};
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

/// The order changed each time it was to be written.
fn contended() -> SettleError {
    StoreError::Contended(Contended("an order")).into()
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
    /// Its attempts must be read, and the caller may read no more of them now. Nothing was written.
    #[error("no more attempts may be read in this minute")]
    PaymentReadsExhausted,
}

impl Settlement {
    /// Settles with the provider of `PROVIDER_URL` and the credentials behind `PROVIDER_SECRET`.
    pub async fn from_env(
        env: &Env,
        registrations: Registrations,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        let credentials = ProviderCredentials::from_env(env).await?;
        Self::with_credentials(env, credentials, registrations, clock)
    }

    /// The same with credentials that the caller has read, for more than this.
    pub fn with_credentials(
        env: &Env,
        credentials: ProviderCredentials,
        registrations: Registrations,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        let config = ClientConfig::from_env(env)?;
        Ok(Self::new(config, credentials, registrations, clock))
    }

    fn new(
        config: ClientConfig,
        credentials: ProviderCredentials,
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
    /// then stands. A paid order and a counter payment are answered without asking, and a webhook may say of a paid one how it was
    /// paid.
    ///
    /// # Errors
    /// When the table or the provider does not answer. Nothing is lost: the order is due again.
    pub async fn settle_order(
        &self,
        mut order: Order,
        occasion: &Occasion<'_>,
    ) -> Result<Order, SettleError> {
        if order.channel == Channel::Counter {
            return Ok(order);
        }
        if order.status == Status::Paid {
            return self.with_method_of(order, occasion).await;
        }
        let asked = self.ask(&order, occasion).await;
        let reading = reading(&order, &asked, occasion);
        let now = self.clock.now();
        if reading == Reading::Unread && matches!(occasion, Occasion::Page | Occasion::CrowdedPage) {
            // Whatever becomes of this page, those after it are to know.
            let noted = self.registrations.note_attempts_unread(&order.order_id, now);
            noted.await?;
        }
        let evidence = asked?;
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        for tries in 0..TRIES {
            let was_unread = order.attempts_are_unread();
            order = reading.noted(order, now);
            let again = tries > 0 && order.attempts_are_unread() == was_unread;
            match self.conclude(&order, &evidence, occasion, again).await? {
                Conclusion::Settled(settled) => return Ok(*settled),
                Conclusion::Changed => {}
            }
            // A transaction of another order may hold the claim: give it the moment it needs. What the provider
            // said is still true; only our row is read again.
            tokio::time::sleep(backoff.next_pause()).await;
            let again = self.registrations.order(&order.order_id).await?;
            order = again.ok_or_else(contended)?;
            if order.status == Status::Paid {
                return self.with_method_of(order, occasion).await;
            }
        }
        Err(contended())
    }

    /// Reschedules an order that could not be settled because the provider did not answer: it is due again after
    /// a while, and flagged when that has gone on until a day after its expiry.
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
        let change = UnpaidChange {
            place: PlaceAction::Keep,
            status: order.status,
            attempt: order.attempt,
            session: None,
            closed_at: None,
            due: Some(Ask {
                at: now + pause,
                lane: match order.attempt {
                    AttemptState::Pending => Lane::Likely,
                    AttemptState::None
                    | AttemptState::Failed
                    | AttemptState::Left
                    | AttemptState::Reversed => Lane::Repeat,
                },
            }),
        };
        // Stale means that another request has just settled it.
        let (Write::Done | Write::Stale) = self.registrations.record_unpaid(&order, &change).await?;
        Ok(())
    }
}
