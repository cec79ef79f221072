//! `notifier`: the stream of registrations becomes e-mail.

use notifier::Notifier;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |notifier: Arc<Notifier>, event| async move {
        let outcome = notifier.handle(event).await?;
        Ok::<_, http_api::Error>(serde_json::to_value(outcome)?)
    };
    http_api::serve_events(env!("CARGO_PKG_NAME"), notifier::handler, handle).await
}
