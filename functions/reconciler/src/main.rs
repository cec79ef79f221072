//! `reconciler`: every minute, whatever is due.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve_events(reconciler::handler, |reconciler, _| async move {
        let summary = reconciler.run().await?;
        Ok::<_, http_api::Error>(serde_json::to_value(summary)?)
    })
    .await
}
