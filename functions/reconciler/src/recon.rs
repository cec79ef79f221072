//! Every hour: what the provider lists of the last 48 hours is compared with what is known here.
//!
//! The list is a hint and no evidence. An order that it calls paid is settled like any other, and for a refund or a
//! dispute the order's own are read, so that what is found becomes the same record that its webhook would have made.
//!
//! A run that is cut off leaves its window and cursor in table admin, and the next one goes on there. What was dealt
//! with is marked, so that the same refund is not read each hour for two days; what its order does not have yet is read
//! again at growing pauses.

mod page;

use crate::{Reconciler, RunError};
use payment_provider::{Limits, ProviderError};
use serde::Serialize;
use settlement::Settlement;
use store::{
    StoreError, Write,
    recon::{ReconState, Window},
};
use telemetry::{INVOCATION, Metric};
use time::{Duration, OffsetDateTime};

/// How far back each reconciliation looks. The provider lists an event late, and reports a refund for days.
const BACK: Duration = Duration::hours(48);

/// How far back it looks when it has not come to its end for longer than that.
const FURTHEST_BACK: Duration = Duration::days(30);

/// How long an event that was dealt with is remembered: longer than the provider lists it to us.
const REMEMBERED: Duration = Duration::days(35);

/// Longer than the function may run, so that no lease ends under a run at work.
const LEASE: Duration = Duration::seconds(70);

/// Until when a run begins something: what it then waits for must end before the function's time-out.
const WORK_UNTIL: Duration = Duration::seconds(35);

/// What of the provider's questions about refunds and about attempts a run may use, in percent: nobody else asks about
/// refunds in bulk, but the run of each minute and the payers' pages ask about attempts.
const SHARE_OF_REFUNDS: u32 = 90;
const SHARE_OF_PAYMENTS: u32 = 25;

/// A window that is older than this was left behind by a run that was cut off.
const LEFT_BEHIND: Duration = Duration::minutes(30);

/// What one run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReconSummary {
    /// Pages that were gone through.
    pub pages: usize,
    /// Events on them.
    pub events: usize,
    /// Those that say what happened to which order.
    pub understood: usize,
    /// Those in a shape that this release does not know.
    pub unread: usize,
    /// Events of a kind that this release does not know.
    pub unrecognised: usize,
    /// Orders that became paid.
    pub paid: usize,
    /// Refunds and disputes that were not known before.
    pub reversals: usize,
    /// Orders that could not be compared; the next run tries again.
    pub failed: usize,
    /// Whether everything until now has been seen, and nothing failed.
    pub finished: bool,
    /// Whether another run was at it, so that this one did nothing.
    pub busy: bool,
}

/// What a run may still do.
struct Allowance {
    until: OffsetDateTime,
    settles: u32,
    look_ups: u32,
}

impl Allowance {
    fn of(limits: &Limits, started: OffsetDateTime) -> Self {
        let share = |limit: u32, percent: u32| (limit * percent / 100).max(1);
        Self {
            until: started + WORK_UNTIL,
            settles: share(limits.payment_reads, SHARE_OF_PAYMENTS),
            look_ups: share(limits.refunds, SHARE_OF_REFUNDS),
        }
    }
}

/// Why a run stops.
enum Stop {
    /// The provider did not answer usably.
    Provider(ProviderError),
    /// Of all that it lists no event can be read.
    Unread,
    /// Its time, or what it may ask, is used up.
    Late,
    /// Another run has the lease.
    Overtaken,
    /// The table did not answer.
    Store(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Reconciler {
    /// Compares what the provider lists with what is known here, as far as it comes; the next run goes on from there.
    ///
    /// # Errors
    /// When a table does not answer, or the secret cannot be read. A provider that does not answer is no error: the
    /// next run covers the same time.
    pub async fn recon(&self) -> Result<ReconSummary, RunError> {
        let started = self.clock.now();
        let mut summary = ReconSummary::default();
        let seen = self.reconciliations.state().await?;
        let lease = self.entropy.symbols(20);
        let mut state = ReconState {
            lease: lease.clone(),
            lease_until: (started + LEASE).unix_timestamp(),
            ..seen.clone()
        };
        if seen.lease_until > started.unix_timestamp()
            || self.reconciliations.replace(&seen.lease, &state).await? == Write::Stale
        {
            tracing::info!("another reconciliation is at work");
            return Ok(ReconSummary {
                busy: true,
                ..summary
            });
        }
        let outcome = match self.settlement.get().await {
            Ok(settlement) => Ok(self.work(settlement, &mut state, started, &mut summary).await),
            Err(error) => Err(error),
        };
        if !matches!(outcome, Ok(Err(Stop::Overtaken))) {
            state.lease_until = 0;
            // Stale means that the lease ran out and another run has it: then it is theirs.
            let (Write::Done | Write::Stale) = self.reconciliations.replace(&lease, &state).await?;
        }
        match outcome? {
            Ok(()) if summary.failed > 0 => tracing::warn!("a reconciliation is incomplete"),
            Ok(()) => {
                telemetry::count(Metric::ReconciliationsFinished);
                summary.finished = true;
            }
            Err(Stop::Store(error)) => return Err(error.into()),
            Err(Stop::Provider(error)) => {
                tracing::warn!(cause = %error, "a reconciliation was left to the next run");
            }
            Err(Stop::Unread) => tracing::warn!("nothing that the provider lists can be read"),
            Err(Stop::Late | Stop::Overtaken) => tracing::info!("a reconciliation goes on with the next run"),
        }
        let ReconSummary {
            pages,
            events,
            understood,
            unread,
            unrecognised,
            paid,
            reversals,
            failed,
            finished,
            busy: _,
        } = summary;
        tracing::info!(
            name: INVOCATION, pages, events, understood, unread, unrecognised, paid, reversals, failed, finished,
            "compared with the provider"
        );
        Ok(summary)
    }

    /// Goes through the window that was left, if one was, and through one that ends now.
    async fn work(
        &self,
        settlement: &Settlement,
        state: &mut ReconState,
        started: OffsetDateTime,
        summary: &mut ReconSummary,
    ) -> Result<(), Stop> {
        let mut allowance = Allowance::of(&self.limits, started);
        loop {
            let mut window = match state.window.clone() {
                Some(window) => window,
                None => Window {
                    from: (started - BACK)
                        .min(state.covered_until.unwrap_or(started))
                        .max(started - FURTHEST_BACK),
                    to: started,
                    cursor: None,
                    has_understood: false,
                    has_unread: false,
                },
            };
            loop {
                let before = *summary;
                let next = self.page(settlement, &window, &mut allowance, summary).await?;
                window.has_understood |= summary.understood > before.understood;
                window.has_unread |= summary.unread > before.unread;
                let Some(next) = next else { break };
                window.cursor = Some(next);
                state.window = Some(window.clone());
                self.keep(state).await?;
            }
            let left_behind = started > window.to + LEFT_BEHIND;
            // A shape that is not known must not look like a time in which nothing happened: the time stays to be covered. One odd
            // row among others holds nothing up.
            let is_unread = window.has_unread && !window.has_understood;
            if !is_unread {
                state.covered_until = Some(window.to);
            }
            state.window = None;
            self.keep(state).await?;
            if is_unread {
                return Err(Stop::Unread);
            }
            if !left_behind {
                return Ok(());
            }
        }
    }

    async fn keep(&self, state: &mut ReconState) -> Result<(), Stop> {
        state.lease_until = (self.clock.now() + LEASE).unix_timestamp();
        match self.reconciliations.replace(&state.lease, state).await? {
            Write::Done => Ok(()),
            Write::Stale => Err(Stop::Overtaken),
        }
    }
}
