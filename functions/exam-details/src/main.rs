//! `exam-details`: when and where each exam is held; and, once a day, the collection of pictures that nothing shows.

use exam_details::Collector;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |collector: Arc<Collector>, event| async move { collector.handle(event).await };
    http_api::serve_both(env!("CARGO_PKG_NAME"), exam_details::app_and_collector, handle).await
}
