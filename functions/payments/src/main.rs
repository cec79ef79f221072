//! `payments`: registering, paying and how a payment stands.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(env!("CARGO_PKG_NAME"), payments::app).await
}
