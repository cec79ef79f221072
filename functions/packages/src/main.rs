//! `packages`: what a student can buy.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(packages::app).await
}
