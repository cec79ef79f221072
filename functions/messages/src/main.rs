//! `messages`: what organisers write to candidates. It answers the HTTP API and works on the jobs that this begins.

use messages::MessageWorker;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |worker: Arc<MessageWorker>, event| async move { worker.handle(event).await };
    http_api::serve_both(env!("CARGO_PKG_NAME"), messages::app_and_worker, handle).await
}
