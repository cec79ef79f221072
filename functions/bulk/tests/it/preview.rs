//! What a bulk action would come to.

use super::*;

impl App {
    /// Two with a pass, one whose pass is withdrawn, one at the counter who has not paid, and one of the site who has not.
    async fn one_of_each(&self) {
        let paid = self.paid(3).await;
        self.test_env.withdraw(&paid[0]).await;
        self.unpaid(1).await;
        self.test_env.open_order(SINGLE, "open@example.com").await;
        self.listed().await;
    }
}

#[tokio::test]
async fn a_preview_counts_to_whom_each_action_applies_and_why_not_to_the_others() {
    let app = App::start().await;
    app.one_of_each().await;
    let before = app.test_env.dump(Table::Registrations).await;
    for (action, changes, skipped) in [
        (
            "resend",
            2,
            json!([{ "reason": "not_paid", "count": 2 }, { "reason": "pass_withdrawn", "count": 1 }]),
        ),
        (
            "withdraw",
            2,
            json!([{ "reason": "not_paid", "count": 2 }, { "reason": "unchanged", "count": 1 }]),
        ),
        (
            "restore",
            1,
            json!([{ "reason": "not_paid", "count": 2 }, { "reason": "unchanged", "count": 2 }]),
        ),
        (
            "mark_paid",
            1,
            json!([{ "reason": "already_paid", "count": 3 }, { "reason": "not_markable", "count": 1 }]),
        ),
    ] {
        let preview = app.preview(&json!({ "action": action })).await;
        assert_eq!(
            (&preview["changes"], &preview["skipped"]),
            (&json!(changes), &skipped),
            "{action}: {preview}"
        );
        assert_eq!(preview["sample"].as_array().unwrap().len(), changes, "{action}");
        assert_eq!(
            preview.get("amount").is_some(),
            action == "mark_paid",
            "{preview}"
        );
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
    assert!(app.events().is_empty());
}

#[tokio::test]
async fn a_filter_and_a_selection_narrow_it_down() {
    let app = App::start().await;
    app.one_of_each().await;
    let paid = json!({ "action": "withdraw", "audience": { "status": "PAID" } });
    assert_eq!(
        app.preview(&paid).await["skipped"],
        json!([{ "reason": "unchanged", "count": 1 }])
    );
    let mut of_any_mode = 0;
    for mode in ["cash", "card", "upi", "online"] {
        let of_mode = json!({ "action": "mark_paid", "audience": { "payment_mode": mode } });
        of_any_mode += app.preview(&of_mode).await["changes"].as_u64().unwrap();
    }
    assert_eq!(of_any_mode, 1);
    let everybody = app.preview(&json!({ "action": "mark_paid" })).await;
    let one = everybody["sample"][0]["customer_id"].clone();
    let picked = json!({ "action": "mark_paid", "audience": { "customer_ids": [one] } });
    let preview = app.preview(&picked).await;
    assert_eq!(
        (&preview["changes"], &preview["skipped"]),
        (&json!(1), &json!([]))
    );
    assert_eq!(preview["sample"][0]["customer_id"], one);
}

#[tokio::test]
async fn what_is_wrong_with_a_form_is_named_by_its_field() {
    let app = App::start().await;
    for (form, field) in [
        (json!({}), "action"),
        (json!({ "action": "delete" }), "action"),
        (
            json!({ "action": "resend", "audience": { "status": "paid" } }),
            "audience.status",
        ),
        (
            json!({ "action": "resend", "audience": { "payment_mode": "coins" } }),
            "audience.payment_mode",
        ),
        (
            json!({ "action": "resend", "audience": { "customer_ids": ["x"] } }),
            "audience.customer_ids",
        ),
    ] {
        let answer = app.ask(Request::post(format!("{BULK}/preview"), &form)).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{form}");
    }
}
