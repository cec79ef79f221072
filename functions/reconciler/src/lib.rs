//! Every minute: whatever is due. Orders that nobody returned from are asked about, and mail that did not go
//! out is sent again.

use config::{ConfigError, Env};
use domain::{Clock, Entropy, OrderId};
use pass_mail::{Delivery, PassMail};
use payment_provider::{CashfreeClient, PaymentProvider};
use serde::Serialize;
use settlement::{SettleError, Settlement};
use std::sync::Arc;
use store::{Registrations, StoreError, registrations::due::Task};
use time::Duration;

/// Sixty calls a minute, within the provider's hundred for payments.
const CALLS_A_RUN: usize = 60;

/// The order and its attempts are asked for.
const CALLS_OF_AN_ORDER: usize = 2;
const ORDERS_A_RUN: usize = CALLS_A_RUN / CALLS_OF_AN_ORDER;

/// A call that failed was tried twice.
const CALLS_OF_A_FAILURE: usize = 2 * CALLS_OF_AN_ORDER;

/// What one run sends at most; the mail service takes more than this in a minute.
const MAILS_A_RUN: usize = 100;

/// What is read of each shard.
const READ: i32 = 100;

/// After so many failures in a row the provider is down, and the rest is left for the next run.
const PATIENCE: u32 = 5;

/// A run ends in time for the next one, however slow the provider is.
const LONGEST: Duration = Duration::seconds(45);

/// When an order is due again that could not be asked about.
const PAUSE: Duration = Duration::minutes(3);

/// Does what is due.
#[derive(Clone)]
pub struct Reconciler {
    registrations: Registrations,
    settlement: Settlement,
    pass_mail: PassMail,
    clock: Clock,
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
    let provider: Arc<dyn PaymentProvider> = Arc::new(CashfreeClient::from_env(&env).await?);
    Ok(Reconciler {
        settlement: Settlement::new(registrations.clone(), provider, clock.clone()),
        pass_mail: PassMail::from_env(&env, clock.clone(), entropy)?,
        registrations,
        clock,
    })
}

impl Reconciler {
    /// Does what is due, the longest overdue first.
    ///
    /// # Errors
    /// When the table does not answer. What was not done is due at the next run.
    pub async fn run(&self) -> Result<Summary, StoreError> {
        let due = self.registrations.due(self.clock.now(), READ).await?;
        let mut orders = Vec::new();
        let mut mails = Vec::new();
        for due in due {
            match due.task {
                Task::Settle(id) => orders.push(id),
                Task::Mail(id) => mails.push(id),
            }
        }
        let mut summary = Summary {
            left: orders.len().saturating_sub(ORDERS_A_RUN) + mails.len().saturating_sub(MAILS_A_RUN),
            ..Summary::default()
        };
        orders.truncate(ORDERS_A_RUN);
        mails.truncate(MAILS_A_RUN);
        self.settle(orders, &mut summary).await?;
        self.mail(mails, &mut summary).await?;
        tracing::info!(?summary, "reconciled");
        Ok(summary)
    }

    async fn settle(&self, orders: Vec<OrderId>, summary: &mut Summary) -> Result<(), StoreError> {
        let mut failures_in_a_row = 0;
        let mut calls = 0;
        let until = self.clock.now() + LONGEST;
        for id in orders {
            let exhausted = calls + CALLS_OF_AN_ORDER > CALLS_A_RUN || self.clock.now() > until;
            if failures_in_a_row == PATIENCE || exhausted {
                summary.left += 1;
                continue;
            }
            match self.settlement.settle(&id).await {
                Ok(_) => {
                    failures_in_a_row = 0;
                    calls += CALLS_OF_AN_ORDER;
                    summary.settled += 1;
                }
                Err(SettleError::Store(error)) => return Err(error),
                Err(error @ (SettleError::Provider(_) | SettleError::Contended)) => {
                    tracing::warn!(cause = %error, "an order could not be settled");
                    failures_in_a_row += 1;
                    calls += CALLS_OF_A_FAILURE;
                    summary.unsettled += 1;
                    self.settlement.postpone(&id, PAUSE).await?;
                }
            }
        }
        Ok(())
    }

    async fn mail(&self, mails: Vec<OrderId>, summary: &mut Summary) -> Result<(), StoreError> {
        for id in mails {
            match self.pass_mail.deliver(&id).await? {
                Delivery::Sent => summary.mailed += 1,
                Delivery::Postponed(_) | Delivery::GivenUp => summary.unmailed += 1,
                Delivery::AlreadySent | Delivery::InHand | Delivery::NotPaid => {}
            }
        }
        Ok(())
    }
}
