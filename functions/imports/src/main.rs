//! `imports`: the people on a school's list. It answers the HTTP API and registers those on the lists that this takes.

use imports::ImportWorker;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |worker: Arc<ImportWorker>, event| async move { worker.handle(event).await };
    http_api::serve_both(env!("CARGO_PKG_NAME"), imports::app_and_worker, handle).await
}
