//! What the function says of an event.

use crate::App;
use serde_json::Value;
use test_support::{Log, SINGLE};

/// Hands an event over as its start does, and returns its one line.
async fn line(app: &App, event: &Value) -> Value {
    let log = Log::start();
    let _ = log.event(app.tell(event)).await;
    let mut lines = log.invocations();
    assert_eq!(lines.len(), 1, "{}", log.text());
    for personal in ["simulator.amazonses.com", "Asha", "9876543210"] {
        assert!(!log.text().contains(personal), "{}", log.text());
    }
    lines.remove(0)
}

#[tokio::test]
async fn an_event_is_one_line_with_its_outcome_its_candidate_and_its_metrics() {
    for (name, index, event, metric) in [
        ("bounce", 0, "bounce", "MailsBounced"),
        ("complaint", 1, "complaint", "MailComplaints"),
        ("ooto", 1, "delay", "MailsDelayed"),
    ] {
        let app = App::start().await;
        let email = format!("{name}@simulator.amazonses.com");
        let (order, events) = app.sent(SINGLE, &email).await;
        let line = line(&app, &events[index]).await;
        assert_eq!(line[metric], 1, "{line}");
        let said = if metric == "MailsDelayed" {
            "noted"
        } else {
            "flagged"
        };
        assert_eq!((&line["event"], &line["outcome"]), (&event.into(), &said.into()));
        assert_eq!(line["candidate"], order.customer_id.as_str());
        let log = line.to_string();
        assert!(!log.contains(order.order_id.as_str()), "{log}");
    }
}

#[tokio::test]
async fn a_mail_that_is_no_pass_is_counted_and_is_no_error() {
    let app = App::start().await;
    let (_, mut events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    events[0]["detail"]["mail"]["tags"] = serde_json::json!({});
    for event in [&events[0], &Value::Null] {
        let line = line(&app, event).await;
        assert_eq!(
            (&line["MailEventsIgnored"], &line["Errors"]),
            (&1.into(), &0.into())
        );
    }
}
