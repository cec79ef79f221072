//! `brand`: the brands and media partners.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(brand::app).await
}
