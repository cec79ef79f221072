//! `mail-events`: what became of the mails after SES took them.

use mail_events::MailEvents;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), http_api::Error> {
    let handle = |mail_events: Arc<MailEvents>, event| async move {
        let outcome = mail_events.handle(event).await?;
        Ok::<_, http_api::Error>(serde_json::to_value(outcome)?)
    };
    http_api::serve_events(env!("CARGO_PKG_NAME"), mail_events::handler, handle).await
}
