//! `closing`: the end of the event. It answers the HTTP API, and works on what that has begun once a minute.

use closing::EventCloser;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |closer: Arc<EventCloser>, event| async move { closer.handle(event).await };
    http_api::serve_both(env!("CARGO_PKG_NAME"), closing::app_and_closer, handle).await
}
