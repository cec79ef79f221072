//! What is to be looked at before anything is deleted.

use crate::State;
use domain::till::day_of;
use futures::future::try_join_all;
use serde::Serialize;
use store::StoreError;
use time::Duration;
use utoipa::ToSchema;

/// How many days back tills are looked at.
const TILL_DAYS: i64 = 14;

/// What was looked at.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[schema(as = ClosingCheckKind)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CheckKind {
    /// Orders that the provider is still asked about.
    OpenOrders,
    /// Refunds that have not ended.
    Refunds,
    /// Mails that have not gone out, those of messages aside.
    Mails,
    /// Messages and bulk actions that have not ended: under way, or stopped.
    Jobs,
    /// Payments that need attention.
    Attention,
    /// Tills of the last two weeks that nobody has closed.
    Tills,
}

impl CheckKind {
    /// Whether nothing is deleted while there is any: money may still move, and would have nowhere to go.
    const fn blocks(self) -> bool {
        matches!(self, Self::OpenOrders | Self::Refunds)
    }
}

/// How many of something are still to be dealt with.
#[derive(Serialize, ToSchema, Clone, Copy, Debug)]
#[schema(as = ClosingCheck)]
pub(crate) struct Check {
    pub(crate) kind: CheckKind,
    /// How many there are; of many a lower bound.
    pub(crate) count: u64,
    /// Whether nothing is deleted while there is any.
    pub(crate) blocks: bool,
}

impl State {
    pub(crate) async fn checks(&self) -> Result<Vec<Check>, StoreError> {
        let waiting = self.registrations.waiting().await?;
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let counts = [
            (CheckKind::OpenOrders, number(waiting.orders())),
            (CheckKind::Refunds, number(waiting.refunds())),
            (
                CheckKind::Mails,
                waiting.backlog(self.clock.now()).mails + self.closing.mails_queued().await?,
            ),
            (CheckKind::Jobs, self.closing.jobs_open().await?),
            (
                CheckKind::Attention,
                self.registrations.flags_waiting().await?.count,
            ),
            (CheckKind::Tills, number(self.open_tills().await?)),
        ];
        let check = |(kind, count): (CheckKind, u64)| Check {
            kind,
            count,
            blocks: kind.blocks(),
        };
        Ok(counts.into_iter().map(check).collect())
    }

    async fn open_tills(&self) -> Result<usize, StoreError> {
        let today = day_of(self.clock.now());
        let days = (0..TILL_DAYS).map(|back| today - Duration::days(back));
        let counts = days.map(async |day| {
            let clerks = self.tills.clerks(day).await?;
            let tills = clerks.iter().map(|clerk| self.tills.till(day, clerk));
            let tills = try_join_all(tills).await?;
            Ok::<usize, StoreError>(tills.iter().filter(|till| till.closings.is_empty()).count())
        });
        Ok(try_join_all(counts).await?.into_iter().sum())
    }
}
