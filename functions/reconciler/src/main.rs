//! `reconciler`: every minute, whatever is due.

use reconciler::Reconciler;
use serde_json::Value;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |reconciler: Arc<Reconciler>, _: Value| async move {
        let summary = reconciler.run().await?;
        Ok::<_, http_api::Error>(serde_json::to_value(summary)?)
    };
    http_api::serve_events(env!("CARGO_PKG_NAME"), reconciler::handler, handle).await
}
