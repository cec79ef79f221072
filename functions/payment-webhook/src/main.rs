//! `payment-webhook`: what the payment provider calls.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(env!("CARGO_PKG_NAME"), payment_webhook::app).await
}
