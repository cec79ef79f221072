//! `check-in`: who is let in at the door.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(env!("CARGO_PKG_NAME"), check_in::app).await
}
