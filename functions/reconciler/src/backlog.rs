//! What is left after a run, measured.

use crate::{LOOK_FOR, Reconciler};
use store::{
    StoreError,
    registrations::waiting::{Backlog, Waiting},
};
use telemetry::Metric;
use time::OffsetDateTime;
use tokio::time::timeout;

impl Reconciler {
    /// What a look at `what` is left finds, unless it is too late for it or there is no answer in time.
    pub(crate) async fn inspect<T>(
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

    pub(crate) fn measure_backlog(&self, waiting: &Waiting) {
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
}
