//! Reconciliation: what a merchant may read again when its webhooks were lost.

use crate::provider::{Provider, START};
use provider_simulator::{Call, PaymentStatus};
use serde_json::{Value, json};
use time::Duration;
use time::format_description::well_known::Rfc3339;

fn request(limit: u64, cursor: &Value) -> Value {
    let date = |days| (START + Duration::days(days)).format(&Rfc3339).unwrap();
    json!({
        "pagination": { "limit": limit, "cursor": cursor },
        "filters": { "start_date": date(-1), "end_date": date(1) },
    })
}

async fn paid(provider: &Provider, order: &str) {
    provider.order(order).await;
    let method = provider_simulator::PaymentMethod::default();
    provider
        .simulator
        .attempt(order, PaymentStatus::Success, method)
        .unwrap();
}

#[tokio::test]
async fn payments_refunds_and_disputes_are_listed_in_the_order_of_their_time() {
    let provider = Provider::new();
    paid(&provider, "evt_1").await;
    provider.pass(Duration::minutes(1));
    provider.simulator.refund("evt_1").unwrap();
    provider.pass(Duration::minutes(1));
    provider.simulator.dispute("evt_1").unwrap();
    let session = provider.order("evt_2").await;
    let failed = provider.pay(&session).await;
    provider.decide(&failed, "FAILED").await;

    let answer = provider
        .call("POST", "/pg/recon", request(1000, &Value::Null))
        .await;
    assert!(answer.text.contains(r#""event_amount":1850.00"#));
    let page = answer.json();
    let rows = page["data"].as_array().unwrap();
    let found: Vec<_> = rows
        .iter()
        .map(|row| {
            assert_eq!(row["order_id"], "evt_1");
            [&row["event_type"], &row["event_status"]].map(|word| word.as_str().unwrap().to_owned())
        })
        .collect();
    assert_eq!(
        found,
        [
            ["PAYMENT", "SUCCESS"],
            ["REFUND", "SUCCESS"],
            ["DISPUTE", "DISPUTE_CREATED"]
        ]
        .map(|row| row.map(str::to_owned))
    );
    assert_eq!((&page["cursor"], &page["limit"]), (&Value::Null, &json!(3)));
    assert_eq!(provider.simulator.calls(Call::Recon), 1);

    let disputes = provider
        .call("GET", "/pg/orders/evt_1/disputes", Value::Null)
        .await
        .json();
    assert_eq!(disputes[0]["dispute_status"], "DISPUTE_CREATED");
    let listed = &rows[2]["event_id"];
    assert_eq!(&disputes[0]["dispute_id"], listed, "one id everywhere");
    let none = provider
        .call("GET", "/pg/orders/none/disputes", Value::Null)
        .await;
    assert_eq!(none.refusal(), (404, "order_not_found".to_owned()));
}

#[tokio::test]
async fn the_members_of_a_row_are_grouped_since_version_2026_01_01_alone() {
    let provider = Provider::new();
    paid(&provider, "evt_1").await;
    for (version, is_grouped) in [("2023-08-01", false), ("2025-01-01", false), ("2026-01-01", true)] {
        let headers = [("x-api-version", version)];
        let page = provider
            .call_as("POST", "/pg/recon", request(10, &Value::Null), &headers)
            .await
            .json();
        let row = &page["data"][0];
        let (event, order, payment) = if is_grouped {
            (
                &row["event_details"],
                &row["order_details"],
                &row["payment_details"],
            )
        } else {
            (row, row, row)
        };
        assert_eq!(row.get("event_details").is_some(), is_grouped, "{version}");
        assert_eq!(row.get("event_id").is_some(), !is_grouped, "{version}");
        assert_eq!(event["event_type"], "PAYMENT", "{version}");
        assert_eq!(order["order_id"], "evt_1", "{version}");
        assert_eq!(payment["cf_payment_id"], event["event_id"], "{version}");
    }
}

#[tokio::test]
async fn money_that_came_back_is_listed_under_the_id_and_status_of_what_took_it() {
    let provider = Provider::new();
    paid(&provider, "evt_1").await;
    provider.simulator.refund("evt_1").unwrap();
    provider.simulator.dispute("evt_1").unwrap();
    provider.pass(Duration::minutes(1));
    provider.simulator.give_back("evt_1").unwrap();
    let page = provider
        .call("POST", "/pg/recon", request(1000, &Value::Null))
        .await
        .json();
    let event = |word: &str| {
        let mut events = page["data"].as_array().unwrap().iter();
        let event = events.find(|event| event["event_type"] == word).unwrap();
        [&event["event_id"], &event["event_status"]]
    };
    assert_eq!(event("REFUND"), event("REFUND_REVERSAL"));
    assert_eq!(event("DISPUTE"), event("DISPUTE_REVERSAL"));
}

#[tokio::test]
async fn each_page_goes_on_where_the_cursor_of_the_one_before_points() {
    let provider = Provider::new();
    for number in 0..23 {
        paid(&provider, &format!("evt_{number}")).await;
    }
    let mut cursor = Value::Null;
    let mut sizes = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    loop {
        let page = provider
            .call("POST", "/pg/recon", request(10, &cursor))
            .await
            .json();
        let rows = page["data"].as_array().unwrap();
        sizes.push(rows.len());
        seen.extend(rows.iter().map(|row| row["order_id"].to_string()));
        cursor = page["cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!((sizes, seen.len()), (vec![10, 10, 3], 23));
}

#[tokio::test]
async fn only_the_range_that_was_asked_for_is_listed() {
    let provider = Provider::new();
    paid(&provider, "evt_1").await;
    provider.pass(Duration::days(2));
    provider.simulator.refund("evt_1").unwrap();
    let page = provider
        .call("POST", "/pg/recon", request(10, &Value::Null))
        .await
        .json();
    assert_eq!(page["data"].as_array().unwrap().len(), 1);
    assert_eq!(page["data"][0]["event_type"], "PAYMENT");
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_refused_by_name() {
    let provider = Provider::new();
    let good = request(10, &Value::Null);
    let with = |pointer: &str, value: Value| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).unwrap() = value;
        body
    };
    for (body, code) in [
        (with("/pagination/limit", json!(9)), "limit_invalid"),
        (with("/pagination/limit", json!(1001)), "limit_invalid"),
        (with("/pagination", Value::Null), "limit_invalid"),
        (with("/pagination/cursor", json!("never sent")), "cursor_invalid"),
        (with("/filters/start_date", Value::Null), "start_date_missing"),
        (with("/filters/end_date", json!("yesterday")), "end_date_invalid"),
        (
            with("/filters/end_date", json!("2020-01-01T00:00:00Z")),
            "end_date_invalid",
        ),
        (json!("text"), "limit_invalid"),
    ] {
        let answer = provider.call("POST", "/pg/recon", body.clone()).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
    }
}
