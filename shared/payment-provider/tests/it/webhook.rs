//! Recorded events of every version, as files beside.

use domain::Paise;
use domain::payment::{AttemptStatus, ReportedAttempt};
use payment_provider::{NotAnEvent, RefundKind, Reversal, WebhookEvent, parse_webhook};
use time::macros::datetime;

macro_rules! event {
    ($name:literal) => {
        without_method(parse_webhook(include_bytes!(concat!("../events/", $name, ".json"))).unwrap())
    };
}

/// The same event; how the attempt was paid is checked separately.
fn without_method(mut event: WebhookEvent) -> WebhookEvent {
    if let WebhookEvent::Payment { reported, .. } = &mut event {
        reported.method = None;
    }
    event
}

fn payment(order_id: &str, paise: u64, status: AttemptStatus) -> WebhookEvent {
    WebhookEvent::Payment {
        order_id: order_id.to_owned(),
        amount: Some(Paise::new(paise)),
        currency: Some("INR".to_owned()),
        reported: ReportedAttempt { status, method: None },
    }
}

#[test]
fn a_success_reads_the_same_in_every_version() {
    let expected = payment("order_OFR_2", 200, AttemptStatus::Success);
    assert_eq!(event!("success_2025-01-01"), expected);
    assert_eq!(event!("success_2023-08-01"), expected);
    assert_eq!(event!("success_2022-09-01"), expected);
    assert_eq!(
        event!("success_2021-09-21"),
        payment("1633615918", 100, AttemptStatus::Success)
    );
    assert_eq!(
        event!("signed_v1"),
        payment("evt_2026_000123", 17_000, AttemptStatus::Success)
    );
}

#[test]
fn a_failure_and_a_drop_name_their_order_and_attempt() {
    assert_eq!(
        event!("failed_2025-01-01"),
        payment("evt_2026_000123", 180, AttemptStatus::Failed)
    );
    assert_eq!(
        event!("user_dropped"),
        payment("order_02", 200, AttemptStatus::UserDropped)
    );
}

#[test]
fn refunds_name_who_started_them() {
    assert_eq!(
        event!("refund"),
        WebhookEvent::Reversal {
            order_id: "sampleorder0413".to_owned(),
            reversal: Reversal::Refund {
                kind: RefundKind::Merchant,
                id: Some("refund_sampleorder0413".to_owned()),
                provider_id: Some("11325632".to_owned()),
                payment: Some("789727431".to_owned()),
                status: Some("SUCCESS".to_owned()),
                amount: Some(Paise::new(200))
            },
        }
    );
    assert_eq!(
        event!("auto_refund"),
        WebhookEvent::Reversal {
            order_id: "order_1944392T".to_owned(),
            reversal: Reversal::Refund {
                kind: RefundKind::Auto,
                id: Some("1243460973".to_owned()),
                provider_id: Some("1243460973".to_owned()),
                payment: Some("2148333968".to_owned()),
                status: Some("SUCCESS".to_owned()),
                amount: Some(Paise::new(3_900))
            },
        }
    );
}

#[test]
fn a_dispute_names_its_order() {
    assert_eq!(
        event!("dispute_created"),
        WebhookEvent::Reversal {
            order_id: "order_1944392DR1kMTFYdIf8bI2awAcC3i9FTa".to_owned(),
            reversal: Reversal::Dispute {
                is_counted: true,
                id: Some("433475258".to_owned()),
                payment: Some("885457437".to_owned()),
                status: Some("DISPUTE_CREATED".to_owned()),
                amount: Some(Paise::new(300)),
                updated_at: Some(datetime!(2023-06-15 21:49:48 +5:30)),
                is_resolved: false,
            },
        }
    );
}

#[test]
fn the_dashboards_test_and_unknown_types_are_distinguished() {
    assert_eq!(event!("signed_v2_test_ping"), WebhookEvent::TestPing);
    for (body, name) in [
        (
            r#"{"type":"SETTLEMENT_SUCCESS","data":{"settlement":{}}}"#,
            "SETTLEMENT_SUCCESS",
        ),
        (
            r#"{"type":"PAYMENT_LINK_EVENT","data":{"order":{"order_id":"a_link"}}}"#,
            "PAYMENT_LINK_EVENT",
        ),
        (
            r#"{"type":"INSTRUMENT_ACTIVE_WEBHOOK"}"#,
            "INSTRUMENT_ACTIVE_WEBHOOK",
        ),
        (r#"{"type":null,"data":7}"#, ""),
        ("{}", ""),
    ] {
        assert_eq!(
            parse_webhook(body.as_bytes()),
            Ok(WebhookEvent::Other(name.to_owned())),
            "{body}"
        );
    }
}

#[test]
fn an_event_that_names_no_order_is_no_payment() {
    for body in [
        r#"{"type":"PAYMENT_SUCCESS_WEBHOOK","data":{"order":{"order_id":null}}}"#,
        r#"{"type":"PAYMENT_SUCCESS_WEBHOOK","data":{"order":"none"}}"#,
        r#"{"type":"PAYMENT_SUCCESS_WEBHOOK"}"#,
    ] {
        let event = parse_webhook(body.as_bytes()).unwrap();
        assert_eq!(
            event,
            WebhookEvent::Other("PAYMENT_SUCCESS_WEBHOOK".to_owned()),
            "{body}"
        );
    }
}

#[test]
fn unknown_words_and_shapes_are_no_failure() {
    let body = r#"{"type":"PAYMENT_CHARGES_WEBHOOK","more":[1],"data":{
        "order":{"order_id":"order_1","order_amount":"170.00","order_currency":"NA"},
        "payment":{"cf_payment_id":{},"payment_status":"FLAGGED"}}}"#;
    assert_eq!(
        parse_webhook(body.as_bytes()).unwrap(),
        WebhookEvent::Payment {
            order_id: "order_1".to_owned(),
            amount: Some(Paise::new(17_000)),
            currency: None,
            reported: ReportedAttempt {
                status: AttemptStatus::Unrecognised,
                method: None,
            },
        }
    );
}

#[test]
fn a_body_that_is_no_json_object_is_no_event() {
    for body in ["", "null", "[]", "7", "\"text\"", "{\"type\":", "<html>"] {
        assert_eq!(parse_webhook(body.as_bytes()), Err(NotAnEvent), "{body}");
    }
    assert_eq!(parse_webhook(&[0xff, 0xfe]), Err(NotAnEvent));
}

#[test]
fn a_success_brings_how_it_was_paid_and_nothing_else_of_the_payer() {
    let method = |event: &[u8]| match parse_webhook(event).unwrap() {
        WebhookEvent::Payment { reported, .. } => serde_json::to_value(reported.paid_by().unwrap()).unwrap(),
        event => panic!("{event:?}"),
    };
    assert_eq!(
        method(include_bytes!("../events/success_2025-01-01.json")),
        serde_json::json!({ "group": "upi", "upi": { "upi_id": "user@ybl" }, "reference": "1453002795" })
    );
    assert_eq!(
        method(include_bytes!("../events/success_2021-09-21.json")),
        serde_json::json!({
            "group": "credit_card",
            "card": { "card_type": "credit_card", "card_bank_name": "TEST Bank", "card_network": "visa" },
            "reference": "1107253",
        })
    );
}

#[test]
fn a_number_alone_does_not_say_how_was_paid() {
    let event =
        br#"{"type":"PAYMENT_SUCCESS_WEBHOOK","data":{"order":{"order_id":"evt_1","order_amount":1.00,
        "order_currency":"INR"},"payment":{"cf_payment_id":"7","payment_status":"SUCCESS"}}}"#;
    let WebhookEvent::Payment { reported, .. } = parse_webhook(event).unwrap() else {
        panic!("it is about a payment");
    };
    assert_eq!(reported.method, None);
}

#[test]
fn an_attempt_that_did_not_succeed_has_no_method() {
    let WebhookEvent::Payment { reported, .. } =
        parse_webhook(include_bytes!("../events/failed_2025-01-01.json")).unwrap()
    else {
        panic!("it is about a payment");
    };
    assert_eq!(reported.paid_by(), None);
}
