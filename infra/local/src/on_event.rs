//! What handles the events of a function that is invoked with them: in process, or as the program that Lambda runs.

use std::sync::Arc;
use std::time::Duration;

use closing::EventCloser;
use exam_details::Collector;
use futures::FutureExt;
use futures::future::BoxFuture;
use mail_events::MailEvents;
use notifier::Notifier;
use reconciler::{Duty, Reconciler, RunError};
use serde_json::Value;

use crate::bootstrap::Bootstrap;

/// Handles the events of one function.
pub(crate) type OnEvent = Box<dyn Fn(Value) -> Ran + Send + Sync>;

/// The end of one run: what the function answered, or why it failed.
pub(crate) type Ran = BoxFuture<'static, Result<Value, String>>;

pub(crate) fn on_event<T: Send + Sync + 'static>(built: T, handle: fn(Arc<T>, Value) -> Ran) -> OnEvent {
    let built = Arc::new(built);
    Box::new(move |event| handle(Arc::clone(&built), event))
}

pub(crate) fn as_program(bootstrap: Bootstrap, timeout: Duration) -> OnEvent {
    let bootstrap = Arc::new(bootstrap);
    Box::new(move |event| {
        let bootstrap = Arc::clone(&bootstrap);
        async move {
            let answer = bootstrap.invoke(event.to_string(), timeout).await?;
            serde_json::from_str(&answer).map_err(|error| error.to_string())
        }
        .boxed()
    })
}

pub(crate) fn notified(notifier: Arc<Notifier>, event: Value) -> Ran {
    async move {
        let outcome = notifier.handle(event).await.map_err(|error| error.to_string())?;
        serde_json::to_value(outcome).map_err(|error| error.to_string())
    }
    .boxed()
}

pub(crate) fn flagged(mail_events: Arc<MailEvents>, event: Value) -> Ran {
    async move {
        let outcome = mail_events
            .handle(event)
            .await
            .map_err(|error| error.to_string())?;
        serde_json::to_value(outcome).map_err(|error| error.to_string())
    }
    .boxed()
}

pub(crate) fn collected(collector: Arc<Collector>, event: Value) -> Ran {
    async move { collector.handle(event).await.map_err(|error| error.to_string()) }.boxed()
}

pub(crate) fn closed(closer: Arc<EventCloser>, event: Value) -> Ran {
    async move { closer.handle(event).await.map_err(|error| error.to_string()) }.boxed()
}

pub(crate) fn reconciled(reconciler: Arc<Reconciler>, event: Value) -> Ran {
    async move {
        let failed = |error: RunError| error.to_string();
        let summary = match Duty::of(&event).map_err(|error| error.to_string())? {
            Duty::Due => serde_json::to_value(reconciler.run().await.map_err(failed)?),
            Duty::Recon => serde_json::to_value(reconciler.recon().await.map_err(failed)?),
            Duty::Retention => {
                let forgot = reconciler.forget_unpaid().await;
                serde_json::to_value(forgot.map_err(|error| error.to_string())?)
            }
        };
        summary.map_err(|error| error.to_string())
    }
    .boxed()
}
