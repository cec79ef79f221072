//! `sync`: the candidates in a Google Sheet. It answers the HTTP API and works on the job that this begins.

use std::sync::Arc;
use sync::SyncWorker;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |worker: Arc<SyncWorker>, event| async move { worker.handle(event).await };
    http_api::serve_both(env!("CARGO_PKG_NAME"), sync::app_and_worker, handle).await
}
