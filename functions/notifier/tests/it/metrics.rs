//! What the function says of a batch.

use crate::{App, new_mail};
use aws_emulation::Fault;
use serde_json::{Value, json};
use test_support::{Log, SINGLE};

/// Hands a batch over as its start does, and returns its one line.
async fn line(app: &App, records: &[Value]) -> Value {
    let log = Log::start();
    log.event(app.handle(records)).await;
    let mut lines = log.invocations();
    assert_eq!(lines.len(), 1, "{}", log.text());
    for personal in ["asha", "binu", "9876543210", "example.com"] {
        assert!(!log.text().contains(personal), "{}", log.text());
    }
    lines.remove(0)
}

#[tokio::test]
async fn a_batch_is_one_line_with_what_was_in_it_and_the_mails_that_went_out() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let record = new_mail("1", order.order_id.as_str());
    let of_another_kind = json!({ "eventName": "MODIFY", "dynamodb": { "SequenceNumber": "2" } });
    let first = line(&app, &[record.clone(), of_another_kind]).await;
    assert_eq!((&first["records"], &first["new_mails"]), (&2.into(), &1.into()));
    assert_eq!((&first["MailsSent"], &first["Errors"]), (&1.into(), &0.into()));
    let again = line(&app, &[record]).await;
    assert_eq!((again.get("MailsSent"), again.get("MailsFailed")), (None, None));
}

#[tokio::test]
async fn a_mail_that_was_not_taken_is_counted_and_is_no_error_of_the_function() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.mailbox.fail(Fault::Rejected);
    let line = line(&app, &[new_mail("1", order.order_id.as_str())]).await;
    assert_eq!((&line["MailsFailed"], &line["Errors"]), (&1.into(), &0.into()));
    assert_eq!(line.get("MailsSent"), None);
}

#[tokio::test]
async fn a_batch_with_a_record_to_retry_counts_as_an_error() {
    let app = App::start().await;
    let line = line(&app, &[new_mail("1", "not an order")]).await;
    assert_eq!((&line["failed"], &line["Errors"]), (&1.into(), &1.into()));
    assert_eq!(line["level"], "ERROR");
}
