//! What functions ask Lambda to do later: the events that are taken, and the functions that they are for.

use std::sync::Arc;

use aws_emulation::Invocation;
use sync::JobWorker;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;

/// Runs the functions that events are for, side by side, as Lambda would. It ends with the last sender.
pub(crate) async fn run(mut events: UnboundedReceiver<Invocation>, sync: Arc<JobWorker>) {
    let mut running = JoinSet::new();
    while let Some(invocation) = events.recv().await {
        while running.try_join_next().is_some() {}
        if invocation.function == "sync" {
            let sync = Arc::clone(&sync);
            running.spawn(async move {
                if let Err(error) = sync.handle(invocation.event).await {
                    tracing::error!(%error, "an event failed");
                }
            });
        } else {
            tracing::error!(
                function = invocation.function,
                "no function takes events by this name"
            );
        }
    }
}
