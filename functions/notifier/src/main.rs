//! `notifier`: the stream of registrations becomes e-mail.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve_events(notifier::handler, |notifier, event| async move {
        let outcome = notifier.handle(event).await?;
        Ok::<_, http_api::Error>(serde_json::to_value(outcome)?)
    })
    .await
}
