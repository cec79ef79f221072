//! What functions ask Lambda to do later: the events that are taken, and the functions that they are for.

use std::sync::Arc;

use aws_emulation::Invocation;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;

use crate::functions::Workers;

/// Runs the functions that events are for, side by side, as Lambda would. It ends with the last sender.
pub(crate) async fn run(mut events: UnboundedReceiver<Invocation>, workers: Workers) {
    let mut running = JoinSet::new();
    while let Some(Invocation { function, event, .. }) = events.recv().await {
        while running.try_join_next().is_some() {}
        match function.as_str() {
            "sync" => {
                let sync = Arc::clone(&workers.sync);
                running.spawn(async move { noted(sync.handle(event).await) });
            }
            "bulk" => {
                let bulk = Arc::clone(&workers.bulk);
                running.spawn(async move { noted(bulk.handle(event).await) });
            }
            "exports" => {
                let exports = Arc::clone(&workers.exports);
                running.spawn(async move { noted(exports.handle(event).await) });
            }
            "imports" => {
                let imports = Arc::clone(&workers.imports);
                running.spawn(async move { noted(imports.handle(event).await) });
            }
            "messages" => {
                let messages = Arc::clone(&workers.messages);
                running.spawn(async move { noted(messages.handle(event).await) });
            }
            function => tracing::error!(function, "no function takes events by this name"),
        }
    }
}

fn noted<T, E: std::fmt::Display>(handled: Result<T, E>) {
    if let Err(error) = handled {
        tracing::error!(%error, "an event failed");
    }
}
