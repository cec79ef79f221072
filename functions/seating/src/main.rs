//! `seating`: halls, and who sits where in an exam.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    http_api::serve(env!("CARGO_PKG_NAME"), seating::app).await
}
