//! `reconciler`: every minute, whatever is due; every hour, the reconciliation with the provider, and unpaid
//! registrations that are old enough to be forgotten.

use reconciler::{Duty, Reconciler};
use serde_json::Value;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |reconciler: Arc<Reconciler>, event: Value| async move {
        let summary = match Duty::of(&event)? {
            Duty::Due => serde_json::to_value(reconciler.run().await?)?,
            Duty::Recon => serde_json::to_value(reconciler.recon().await?)?,
            Duty::Retention => serde_json::to_value(reconciler.forget_unpaid().await?)?,
        };
        Ok::<_, http_api::Error>(summary)
    };
    http_api::serve_events(env!("CARGO_PKG_NAME"), reconciler::handler, handle).await
}
