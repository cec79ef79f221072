//! `bulk`: the same for many candidates. It answers the HTTP API and works on the jobs that this begins.

use bulk::BulkWorker;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |worker: Arc<BulkWorker>, event| async move { worker.handle(event).await };
    http_api::serve_both(env!("CARGO_PKG_NAME"), bulk::app_and_worker, handle).await
}
