//! `sync`: the candidates in a Google Sheet. It answers the HTTP API and works on the job that this begins.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve_both(sync::app_and_worker, |worker, event| async move {
        worker.handle(event).await
    })
    .await
}
