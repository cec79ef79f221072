//! Every minute: whatever is due. Orders that nobody returned from are asked about, mail that did not go out is sent
//! again, and a sync of the sheet whose worker died gets another one. Every hour: what the provider lists of the last two
//! days is compared with what its webhooks told ([`Reconciler::recon`]).

mod job;
mod recon;

pub use job::{Job, NoSuchJob};
pub use recon::ReconSummary;

use config::{ConfigError, Env};
use domain::{Clock, Entropy, OrderId};
use pass_mail::{Delivery, PassMail};
use payment_provider::Limits;
use serde::Serialize;
use settlement::{SettleError, Settlement, SettlementOnDemand};
use sheet_sync::{Dispatcher, Resumed};
use store::{
    Reconciliations, Registrations, StoreError,
    registrations::{
        due::Task,
        waiting::{Backlog, Waiting},
    },
};
use telemetry::{INVOCATION, Metric};
use time::{Duration, OffsetDateTime};
use tokio::time::timeout;

/// Sixty calls a minute, within the provider's hundred for payments.
const CALLS_A_RUN: usize = 60;

/// The order and its attempts are asked for.
const CALLS_OF_AN_ORDER: usize = 2;

/// A call that failed was tried twice.
const CALLS_OF_A_FAILURE: usize = 2 * CALLS_OF_AN_ORDER;

/// What one run sends at most; the mail service takes more than this in a minute.
const MAILS_A_RUN: usize = 100;

/// After so many failures in a row the provider is down, and the rest is left for the next run.
const PATIENCE: u32 = 5;

/// Until when a run starts to settle orders, and until when to send mail: it must not be cut off by the
/// function's time-out in the middle of a mail, which would then be sent again.
const SETTLE_UNTIL: Duration = Duration::seconds(22);
const MAIL_UNTIL: Duration = Duration::seconds(38);

/// Until when a run begins to look at what is left, and how long each of its two looks may take: cut off there, it would
/// leave no line of what it did.
const LOOK_UNTIL: Duration = Duration::seconds(45);
const LOOK_FOR: std::time::Duration = std::time::Duration::from_secs(5);

/// SES takes about fourteen mails a second from a new account.
const MAILS_AT_ONCE: usize = 8;

/// When an order is due again that could not be asked about.
const PAUSE: Duration = Duration::minutes(3);

/// Does what is due.
#[derive(Clone)]
pub struct Reconciler {
    registrations: Registrations,
    settlement: SettlementOnDemand,
    pass_mail: PassMail,
    syncs: Dispatcher,
    reconciliations: Reconciliations,
    limits: Limits,
    clock: Clock,
    entropy: Entropy,
}

/// What one run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Orders that were asked about.
    pub settled: usize,
    /// Orders that could not be.
    pub unsettled: usize,
    /// Mails that were sent.
    pub mailed: usize,
    /// Mails that could not be.
    pub unmailed: usize,
    /// What is due but was left for the next run.
    pub left: usize,
    /// Whether a sync of the sheet was found dead and begun again.
    pub sync_resumed: bool,
}

/// Why a run did not do everything. What was not done is due at the next one.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The table did not tell what is due.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The credentials for the provider cannot be read. The mails went out all the same.
    #[error(transparent)]
    Settings(#[from] ConfigError),
}

/// The function as Lambda runs it.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn handler(env: Env) -> Result<Reconciler, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn handler_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Reconciler, ConfigError> {
    let registrations = Registrations::from_env(&env)?;
    Ok(Reconciler {
        settlement: SettlementOnDemand::from_env(&env, registrations.clone(), clock.clone())?,
        pass_mail: PassMail::from_env(&env, clock.clone(), entropy.clone())?,
        syncs: Dispatcher::from_env(&env, "SYNC_FUNCTION", clock.clone(), entropy.clone())?,
        reconciliations: Reconciliations::from_env(&env)?,
        limits: Limits::from_env(&env)?,
        registrations,
        clock,
        entropy,
    })
}

impl Reconciler {
    /// Does what is due, the longest overdue first.
    ///
    /// # Errors
    /// When the table does not tell what is due, or the secret what proves us to the provider.
    pub async fn run(&self) -> Result<Summary, RunError> {
        let started = self.clock.now();
        let mut summary = Summary {
            sync_resumed: self.resume_sync().await,
            ..Summary::default()
        };
        let waiting = self.registrations.waiting().await?;
        let orders = waiting.due(Task::Settle, started);
        let mails = waiting.due(Task::Mail, started);
        let nothing_to_do = orders.is_empty() && mails.is_empty();
        let outcome = self.settle(orders, started + SETTLE_UNTIL, &mut summary).await;
        self.mail(mails, started + MAIL_UNTIL, &mut summary).await;
        let until = started + LOOK_UNTIL;
        let still_waiting = if nothing_to_do {
            waiting
        } else {
            // A figure that is too high is better than none.
            let look = self.look("the backlog", until, self.registrations.waiting());
            look.await.unwrap_or(waiting)
        };
        self.measure_backlog(&still_waiting);
        let flags = self.look("the flags", until, self.registrations.flags_waiting());
        if let Some(flags) = flags.await {
            telemetry::gauge(Metric::NeedsAttention, flags);
        }
        let Summary {
            settled,
            unsettled,
            mailed,
            unmailed,
            left,
            sync_resumed,
        } = summary;
        if let Err(error) = outcome {
            tracing::warn!(mailed, unmailed, left, sync_resumed, "no order could be settled");
            return Err(error.into());
        }
        tracing::info!(
            name: INVOCATION, settled, unsettled, mailed, unmailed, left, sync_resumed, "reconciled"
        );
        Ok(summary)
    }

    /// What a look at `what` is left finds, unless it is too late for it or there is no answer in time.
    async fn look<T>(
        &self,
        what: &'static str,
        until: OffsetDateTime,
        look: impl Future<Output = Result<T, StoreError>>,
    ) -> Option<T> {
        if self.clock.now() > until {
            return None;
        }
        match timeout(LOOK_FOR, look).await {
            Ok(Ok(found)) => return Some(found),
            Ok(Err(error)) => tracing::warn!(what, cause = %error, "it could not be seen how much is left"),
            Err(_) => tracing::warn!(what, "it could not be seen in time how much is left"),
        }
        None
    }

    fn measure_backlog(&self, waiting: &Waiting) {
        let now = self.clock.now();
        let age = |since: Option<OffsetDateTime>| {
            let age = since.map_or(0, |since| (now - since).whole_seconds());
            u64::try_from(age).unwrap_or_default()
        };
        let Backlog {
            oldest_open_order,
            mails,
            oldest_mail,
        } = waiting.backlog(now);
        telemetry::gauge(Metric::OldestOpenOrderAge, age(oldest_open_order));
        telemetry::gauge(Metric::MailsWaiting, mails);
        telemetry::gauge(Metric::OldestMailWaitingAge, age(oldest_mail));
    }

    /// Money comes before the sheet: whatever goes wrong here only waits for the next run.
    async fn resume_sync(&self) -> bool {
        match self.syncs.resume_dead().await {
            Ok(Resumed::NoneDead) => false,
            Ok(Resumed::Resumed) => true,
            Ok(Resumed::GivenUp) => {
                tracing::error!("a sync of the sheet kept dying and was given up");
                false
            }
            Err(error) => {
                tracing::warn!(cause = %error, "a sync of the sheet could not be seen to");
                false
            }
        }
    }

    /// Settles the orders until a limit is reached. The secret is read for the first that there ever is.
    async fn settle(
        &self,
        orders: Vec<OrderId>,
        until: OffsetDateTime,
        summary: &mut Summary,
    ) -> Result<(), ConfigError> {
        if orders.is_empty() {
            return Ok(());
        }
        let settlement = match self.settlement.get().await {
            Ok(settlement) => settlement,
            Err(error) => {
                summary.left += orders.len();
                return Err(error);
            }
        };
        let mut failures_in_a_row = 0;
        let mut calls = 0;
        for id in orders {
            let exhausted = calls + CALLS_OF_AN_ORDER > CALLS_A_RUN || self.clock.now() > until;
            if failures_in_a_row == PATIENCE || exhausted {
                summary.left += 1;
                continue;
            }
            match settlement.settle(&id).await {
                Ok(_) => {
                    failures_in_a_row = 0;
                    calls += CALLS_OF_AN_ORDER;
                    summary.settled += 1;
                }
                Err(error) => {
                    tracing::warn!(cause = %error, "an order could not be settled");
                    failures_in_a_row += 1;
                    calls += CALLS_OF_A_FAILURE;
                    summary.unsettled += 1;
                    self.make_way(settlement, &id, &error).await;
                }
            }
        }
        Ok(())
    }

    /// An order that cannot be settled now must not stand before the others at every run.
    async fn make_way(&self, settlement: &Settlement, id: &OrderId, error: &SettleError) {
        let moved = match error {
            SettleError::Store(StoreError::Corrupt { .. }) => {
                self.registrations.set_aside(id, self.clock.now()).await
            }
            SettleError::Store(StoreError::Unavailable(_)) => Ok(()),
            SettleError::Provider(_) | SettleError::Contended => settlement.postpone(id, PAUSE).await,
        };
        if let Err(error) = moved {
            tracing::warn!(cause = %error, "an order could not be postponed");
        }
    }

    async fn mail(&self, mails: Vec<OrderId>, until: OffsetDateTime, summary: &mut Summary) {
        let mut failures_in_a_row = 0;
        let mut left = mails.len();
        for batch in mails[..left.min(MAILS_A_RUN)].chunks(MAILS_AT_ONCE) {
            if failures_in_a_row >= PATIENCE || self.clock.now() > until {
                break;
            }
            left -= batch.len();
            for delivery in futures::future::join_all(batch.iter().map(|id| self.pass_mail.deliver(id))).await
            {
                match delivery {
                    Ok(Delivery::Sent) => {
                        failures_in_a_row = 0;
                        summary.mailed += 1;
                    }
                    Ok(Delivery::AlreadySent | Delivery::InHand | Delivery::NotPaid) => {}
                    Ok(Delivery::Postponed(_) | Delivery::GivenUp) => {
                        failures_in_a_row += 1;
                        summary.unmailed += 1;
                    }
                    Err(error) => {
                        tracing::warn!(cause = %error, "a mail could not be seen to");
                        failures_in_a_row += 1;
                        summary.unmailed += 1;
                    }
                }
            }
        }
        summary.left += left;
    }
}
