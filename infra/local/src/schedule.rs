//! What happens by the clock: the reconciler every minute, and the deletion of what has expired.

use std::sync::Arc;
use std::time::Duration;

use aws_emulation::DynamoDb;
use futures::future::BoxFuture;
use serde_json::Value;
use tokio::time::MissedTickBehavior;

const EVERY: Duration = Duration::from_secs(60);

/// Runs the reconciler, one run at a time.
pub(crate) struct Reconcile {
    one_at_a_time: tokio::sync::Mutex<()>,
    function: Box<dyn Fn() -> BoxFuture<'static, Result<Value, String>> + Send + Sync>,
}

impl Reconcile {
    pub(crate) fn new(
        function: impl Fn() -> BoxFuture<'static, Result<Value, String>> + Send + Sync + 'static,
    ) -> Reconcile {
        Reconcile {
            one_at_a_time: tokio::sync::Mutex::new(()),
            function: Box::new(function),
        }
    }

    /// One run; answers what it did.
    pub(crate) async fn run(&self) -> Result<Value, String> {
        let _turn = self.one_at_a_time.lock().await;
        let outcome = (self.function)().await;
        if let Err(error) = &outcome {
            tracing::error!(error, "the reconciler failed");
        }
        outcome
    }
}

/// Every minute of the machine, whatever the system's clock says: a run asks that clock what is due.
pub(crate) async fn every_minute(reconcile: Arc<Reconcile>, dynamodb: Arc<DynamoDb>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // A failure is in the log already, and the next minute tries again.
        let _ = reconcile.run().await;
        match dynamodb.sweep_expired().await {
            Ok(0) => {}
            Ok(items) => tracing::debug!(items, "expired items are gone"),
            Err(error) => tracing::error!(%error, "expired items cannot be deleted"),
        }
    }
}
