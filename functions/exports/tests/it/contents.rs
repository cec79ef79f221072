//! What is in the files.

use super::*;
use domain::{PersonName, pass::PassNo, registration::PaymentMode};
use std::collections::BTreeSet;
use test_support::{ALL, COURSE, OTHER_COURSE};

pub(crate) fn pass_no(id: &str) -> String {
    PassNo::of(&domain::CustomerId::parse(id).unwrap()).to_string()
}

#[tokio::test]
async fn every_candidate_is_in_the_file_once_the_oldest_first() {
    for count in [0, 1, 130] {
        let app = App::with_candidates(count).await;
        let mut known = app.test_env.everybody().await;
        known.reverse();
        let lines = app.lines("candidates", json!({})).await;
        let expected: Vec<String> = known.iter().map(|one| pass_no(&one.customer_id)).collect();
        assert_eq!(column(&lines, "Pass no."), expected);
        let workbook = app.file("candidates", "xlsx", json!({})).await;
        assert!(workbook.starts_with(b"PK"), "no workbook");
    }
}

#[tokio::test]
async fn filters_leave_out_exactly_what_they_say() {
    let app = App::with_candidates(130).await;
    let known = app.test_env.everybody().await;
    let ids = |wanted: &dyn Fn(&test_support::Known) -> bool| -> BTreeSet<String> {
        let wanted = known.iter().filter(|one| wanted(one));
        wanted.map(|one| pass_no(&one.customer_id)).collect()
    };
    for (filters, expected) in [
        (json!({ "status": "PAID" }), ids(&|one| one.status == "PAID")),
        (
            json!({ "status": "EXPIRED", "payment_mode": "cash" }),
            ids(&|one| one.status == "EXPIRED" && one.mode == "cash"),
        ),
        (
            json!({ "course_category": "allColleges" }),
            ids(&|one| one.course == "allColleges"),
        ),
        (
            json!({ "email": "ASH" }),
            ids(&|one| one.email.starts_with("ash")),
        ),
        (
            json!({ "customer_ids": [known[3].customer_id, known[70].customer_id, "3f6y0gb2mq1hspk9w4tz8aernc"] }),
            ids(&|one| [&known[3].customer_id, &known[70].customer_id].contains(&&one.customer_id)),
        ),
        (
            json!({ "email": "ash", "status": "PAID" }),
            ids(&|one| one.email.starts_with("ash") && one.status == "PAID"),
        ),
        (
            json!({ "package": "all-inclusive", "exam_preference": "Offline" }),
            ids(&|one| one.package == "all-inclusive"),
        ),
        (
            json!({ "from": known[20].day, "to": known[20].day, "status": "PAID" }),
            ids(&|one| one.day == known[20].day && one.status == "PAID"),
        ),
        // All of them have this name: more than a search shows at once.
        (json!({ "search": "asha rao" }), ids(&|_| true)),
        (
            json!({ "search": "rao", "payment_mode": "upi" }),
            ids(&|one| one.mode == "upi"),
        ),
    ] {
        assert!(!expected.is_empty(), "{filters}: nothing is tried");
        let lines = app.lines("candidates", filters.clone()).await;
        let got = column(&lines, "Pass no.");
        assert_eq!(got.len(), expected.len(), "{filters}");
        assert_eq!(got.into_iter().collect::<BTreeSet<_>>(), expected, "{filters}");
    }
}

#[tokio::test]
async fn candidates_have_the_exams_that_they_chose_of_all() {
    let app = App::start().await;
    let decided = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.choose(&decided, &[COURSE, OTHER_COURSE]).await;
    app.project().await;
    let lines = app.lines("candidates", json!({})).await;
    let chosen: BTreeSet<String> = column(&lines, "Chosen Exams").into_iter().collect();
    let both = "BCA Entrance; BBA Entrance".to_owned();
    assert_eq!(chosen, BTreeSet::from([String::new(), both]));
}

#[tokio::test]
async fn what_looks_like_a_formula_is_not_computed() {
    let app = App::start().await;
    let mut candidates = app.test_env.seed_candidates(7, 1).await;
    let mut candidate = candidates.remove(0);
    // Nobody can give such a name; a stored one may be older than that rule.
    candidate.person.name = serde_json::from_value::<PersonName>(json!("=HYPERLINK(\"x\")")).unwrap();
    let mut item = serde_json::to_value(&candidate).unwrap();
    item["pk"] = json!(format!("REG#{}", candidate.customer_id));
    item["sk"] = json!("CANDIDATE");
    item["kind"] = json!("CANDIDATE");
    app.test_env.put(Table::Registrations, &item).await;
    app.project().await;
    let lines = app.lines("candidates", json!({})).await;
    assert_eq!(column(&lines, "Name"), ["'=HYPERLINK(\"x\")"]);
}

#[tokio::test]
async fn payments_and_refunds_add_up_to_the_revenue() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 60).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let paid: Vec<&Value> = items.iter().filter(|item| item["status"] == "PAID").collect();
    for (number, order) in paid.iter().take(3).enumerate() {
        let mut order = (*order).clone();
        let state = ["SUCCESS", "PENDING", "FAILED"][number];
        order["refunds"] = json!([{
            "refund_id": format!("refund-{number}"), "amount": 50_050, "state": state, "reason": "=Ill",
            "at": order["paid_at"],
        }]);
        if number == 1 {
            order["refunds"][0]["mode"] = json!("cash");
        }
        if number == 2 {
            // Both payments of an order went back, of which one was counted.
            let (amount, at) = (order["amount"].clone(), order["paid_at"].clone());
            for payment in 0..2 {
                order["refunds"].as_array_mut().unwrap().push(json!({
                    "refund_id": format!("whole-{payment}"), "amount": amount, "state": "SUCCESS", "reason": "Twice", "at": at,
                    "mode": "cash",
                }));
            }
        }
        if number == 0 {
            order["withdrawn"] = json!({ "cause": "organiser", "reason": "Ill", "at": order["paid_at"] });
        }
        app.test_env.put(Table::Registrations, &order).await;
    }
    for (number, order) in paid.iter().skip(3).take(3).enumerate() {
        let mut order = (*order).clone();
        let state = ["LOST", "OPEN", "WON"][number];
        order["disputes"] = json!([{
            "id": "433475258", "state": state, "word": "CHARGEBACK_MERCHANT_…", "amount": 30_000, "at": order["paid_at"],
        }]);
        app.test_env.put(Table::Registrations, &order).await;
    }
    app.project().await;
    let lines = app.lines("payments", json!({})).await;
    let disputes: Vec<&Value> = lines.iter().filter(|line| line["Line"] == "dispute").collect();
    let mut told: Vec<_> = disputes
        .iter()
        .map(|line| {
            [&line["Refund Status"], &line["Lost (Rs)"], &line["Net (Rs)"]].map(|cell| cell.as_str().unwrap())
        })
        .collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ["LOST", "300.00", "-300.00"],
            ["OPEN", "0.00", "0.00"],
            ["WON", "0.00", "0.00"]
        ]
    );
    let refunds: Vec<&Value> = lines.iter().filter(|line| line["Line"] == "refund").collect();
    assert_eq!((lines.len(), refunds.len()), (paid.len() + 8, 5));
    let twice: Vec<f64> = refunds
        .iter()
        .filter(|line| line["Reason"] == "Twice")
        .map(|line| line["Refunded (Rs)"].as_str().unwrap().parse().unwrap())
        .collect();
    assert!(matches!(twice[..], [whole, 0.0] if whole > 0.0), "{twice:?}");
    let net: f64 = column(&lines, "Net (Rs)")
        .iter()
        .map(|net| net.parse::<f64>().unwrap())
        .sum();
    let revenue = app.test_env.registrations().aggregates().await.unwrap().revenue();
    assert_eq!((net * 100.0).round() as i64, revenue.get());
    // By what it went back, where that is not how it was paid.
    let by = |state: &str| {
        let mut refunds = refunds.iter().filter(|line| line["Reason"] == "'=Ill");
        let refund = refunds.find(|line| line["Refund Status"] == state);
        refund.unwrap()["Payment Mode"].clone()
    };
    assert_eq!([by("PENDING"), by("SUCCESS")], ["cash", "card"]);
    // By mode it is what the dashboard says, and what a filter by the mode leaves.
    let modes = app.test_env.registrations().aggregates().await.unwrap().modes;
    assert!(
        modes
            .iter()
            .any(|mode| mode.mode == PaymentMode::Cash && mode.given_back.get() > 0)
    );
    for mode in modes {
        let of_mode = lines
            .iter()
            .filter(|line| line["Payment Mode"] == mode.mode.as_str());
        let of_mode: Vec<Value> = of_mode.cloned().collect();
        let sum = |name: &str| -> i64 {
            let amounts = column(&of_mode, name);
            let amounts = amounts.iter().map(|amount| amount.parse::<f64>().unwrap());
            (amounts.sum::<f64>() * 100.0).round() as i64
        };
        assert_eq!(
            [sum("Paid (Rs)"), sum("Refunded (Rs)"), sum("Lost (Rs)")],
            [mode.taken.get(), mode.given_back.get(), mode.lost.get()],
            "{:?}",
            mode.mode
        );
        let filters = json!({ "payment_mode": mode.mode.as_str() });
        assert_eq!(app.lines("payments", filters).await, of_mode);
    }
    let withdrawn = refunds.iter().find(|line| line["Pass"] == "withdrawn").unwrap();
    assert_eq!(withdrawn["Net (Rs)"], "-500.50");
    assert_eq!(withdrawn["Reason"], "'=Ill");

    let candidates = app.lines("candidates", json!({ "status": "PAID" })).await;
    let net: f64 = column(&candidates, "Net (Rs)")
        .iter()
        .map(|net| net.parse::<f64>().unwrap())
        .sum();
    assert_eq!((net * 100.0).round() as i64, revenue.get());
    let withdrawn = candidates
        .iter()
        .find(|line| line["Pass"] == "withdrawn")
        .unwrap();
    assert_eq!(
        (&withdrawn["Status"], &withdrawn["Refunded (Rs)"]),
        (&json!("PAID"), &json!("500.50"))
    );
}

#[tokio::test]
async fn a_till_has_its_movements_and_what_was_counted() {
    let app = App::start().await;
    let entry = json!({
        "pk": "TILL#2025-05-20#asha", "sk": "ENTRY#paid#one", "at": "2025-05-20T06:00:00Z", "clerk": "Asha",
        "movement": "paid", "mode": "cash", "amount": 100_000, "reference": "one",
        "order_id": "CZ6S4932KF26-0123456789ABCDEFGHJK", "customer_id": "CZ6S4932KF26",
        "receipt_no": "R-CZ6S-4932-KF26",
    });
    let closing = json!({
        "pk": "TILL#2025-05-20#asha", "sk": "CLOSING#0001", "number": 1, "clerk": "Asha", "closed_by": "Asha",
        "closed_at": "2025-05-20T06:10:00Z",
        "counts": { "cash": { "opening": 5_000, "expected": 105_000, "counted": 104_950 } },
    });
    let listed = json!({ "pk": "TILLS#2025-05-20", "sk": "asha", "clerk": "Asha" });
    app.test_env.put_all(Table::Admin, [entry, closing, listed]).await;
    let lines = app.lines("till", json!({})).await;
    assert_eq!(column(&lines, "Line"), ["paid", "closing"]);
    assert_eq!(column(&lines, "Amount (Rs)"), ["1000.00", ""]);
    assert_eq!(column(&lines, "Difference (Rs)"), ["", "-0.50"]);
    assert_eq!(
        column(&lines, "At"),
        ["2025-05-20 11:30:00", "2025-05-20 11:40:00"]
    );
    let nobody = app.lines("till", json!({ "person": "binu" })).await;
    let another_day = app.lines("till", json!({ "to": "2025-05-19" })).await;
    assert_eq!((nobody.len(), another_day.len()), (0, 0));
    assert_eq!(app.lines("till", json!({ "person": "ASHA" })).await.len(), 2);
}

#[tokio::test]
async fn the_audit_log_is_what_it_was_when_it_was_asked_for() {
    let app = App::start().await;
    let entry = |number: u32, month: &str| {
        json!({
            "pk": format!("AUDIT#{month}"), "sk": format!("{:014}#{number:08}", 1_740_000_000_000_u64 + u64::from(number)),
            "at": "2025-02-19T21:20:00Z", "id": format!("{number:08}"), "username": if number.is_multiple_of(2) { "Asha" } else { "binu" },
            "action": "package.updated", "subject": "one", "before": null, "after": { "name": "+A" },
        })
    };
    app.test_env
        .put_all(Table::Admin, (0..7).map(|number| entry(number, "2025-02")))
        .await;
    let lines = app.lines("audit", json!({})).await;
    // Not the export's own entry.
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0]["After"], r#"{"name":"+A"}"#);
    assert_eq!(lines[0]["Before"], "");
    assert_eq!(app.lines("audit", json!({ "person": "asha" })).await.len(), 4);
    // The entries of the two exports before this one.
    app.test_env.clock.advance(time::Duration::seconds(1));
    assert_eq!(app.lines("audit", json!({ "from": "2025-02-21" })).await.len(), 2);
}

#[tokio::test]
async fn the_key_to_a_pass_is_not_in_an_export_of_the_audit_log() {
    let app = App::start().await;
    let order = "CZ6S4932KF26-KQAKWGQT91BP5E009TE6";
    let entry = json!({
        "pk": "AUDIT#2025-02", "sk": "01740000000000#00000001", "at": "2025-02-19T21:20:00Z", "id": "00000001",
        "username": "Asha", "action": "payment.refund", "subject": order, "before": { "order_id": order },
        "after": { "refunds": [{ "of": order }] },
    });
    app.test_env.put(Table::Admin, &entry).await;
    let lines = app.lines("audit", json!({})).await;
    assert_eq!(lines[0]["What"], "CZ6S4932KF26-…");
    assert_eq!(lines[0]["Before"], r#"{"order_id":"CZ6S4932KF26-…"}"#);
    assert_eq!(lines[0]["After"], r#"{"refunds":[{"of":"CZ6S4932KF26-…"}]}"#);
}
