//! `passes`: a visitor asks for the passes of an address.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(env!("CARGO_PKG_NAME"), passes::app).await
}
