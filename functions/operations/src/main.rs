//! `operations`: what the people on call do to a running system.

use operations::Operations;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |operations: Arc<Operations>, event| async move { operations.handle(event).await };
    http_api::serve_events(env!("CARGO_PKG_NAME"), operations::handler, handle).await
}
