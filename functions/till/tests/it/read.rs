//! What the tills of a day hold, and who sees them.

use crate::{DAY, pay, start, take};
use domain::{
    Balance, Role,
    payment::Order,
    registration::PaymentMode,
    till::{Entry, Movement, ReceiptNo},
};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Answer, App, Request, SINGLE};
use time::Duration;

async fn read(app: &App, role: Role, query: &str) -> Answer {
    let token = app.test_env.token_of(role).await;
    app.call(Request::get(format!("/api/till?{query}")).bearer(&token))
        .await
}

fn mode<'a>(till: &'a Value, mode: &str) -> &'a Value {
    let modes = till["modes"].as_array().unwrap();
    modes.iter().find(|line| line["mode"] == mode).unwrap()
}

#[tokio::test]
async fn a_day_without_payments_has_no_tills_and_nothing_expected() {
    let app = start().await;
    let answer = read(&app, Role::Admin, "").await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["day"], DAY);
    assert_eq!(answer.json["tills"], json!([]));
    assert_eq!(
        (&answer.json["expected"], &answer.json["counted"]),
        (&json!(0), &Value::Null)
    );
}

#[tokio::test]
async fn totals_are_by_mode_and_clerk_and_an_entry_names_its_receipt() {
    let app = start().await;
    let first = pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    app.test_env.clock.advance(Duration::minutes(1));
    pay(&app, "admin", PaymentMode::Upi, "binu@example.com").await;
    pay(&app, "Devi", PaymentMode::Cash, "chandra@example.com").await;

    let all = read(&app, Role::Accountant, "").await.json;
    assert_eq!((&all["expected"], &all["entries"]), (&json!(3000), &json!(3)));
    assert_eq!(mode(&all, "cash")["expected"], 2000);
    let clerks: Vec<&Value> = all["tills"].as_array().unwrap().iter().collect();
    assert_eq!(clerks.len(), 2);
    assert_eq!(
        (&clerks[1]["clerk"], &clerks[1]["expected"]),
        (&json!("Devi"), &json!(1000))
    );
    assert_eq!(
        (&clerks[0]["clerk"], &clerks[0]["expected"]),
        (&json!("admin"), &json!(2000))
    );
    assert_eq!(clerks[0].get("payments"), None);
    assert_eq!(mode(clerks[0], "upi")["paid"], 1000);
    assert_eq!(mode(clerks[0], "card")["entries"], 0);

    let one = read(&app, Role::Admin, "clerk=ADMIN").await.json;
    let entries = one["tills"][0]["payments"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        entries[0]["receipt_no"],
        ReceiptNo::of(&first.customer_id).to_string()
    );
    assert_eq!(
        (&entries[0]["kind"], &entries[0]["mode"], &entries[0]["amount"]),
        (&json!("paid"), &json!("cash"), &json!(1000))
    );
    assert_eq!(entries[0]["customer_id"], first.customer_id.as_str());
}

/// Money that went back: as a refund at the counter writes it.
async fn pay_back(app: &App, order: &Order, amount: i64) {
    let entry = Entry {
        movement: Movement::PaidBack.into(),
        amount: Balance::new(-amount),
        reference: "refund-1".to_owned(),
        ..Entry::paid(order, PaymentMode::Cash.into(), "admin", app.test_env.clock.now())
    };
    // Its entry is written with some payment here.
    let carrier = app.test_env.counter_order(ALL, "carrier@example.com").await;
    take(app, &carrier, &entry).await;
}

#[tokio::test]
async fn money_that_was_paid_back_is_taken_off_and_listed() {
    let app = start().await;
    let order = pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    pay_back(&app, &order, 40_050).await;
    let till = read(&app, Role::Admin, "clerk=admin").await.json;
    let cash = mode(&till, "cash");
    assert_eq!((&cash["paid"], &cash["paid_back"]), (&json!(1000), &json!(400.5)));
    assert_eq!(cash["expected"], 599.5);
    let entries = till["tills"][0]["payments"].as_array().unwrap();
    assert!(
        entries
            .iter()
            .any(|entry| entry["kind"] == "paid_back" && entry["amount"] == -400.5)
    );
}

#[tokio::test]
async fn a_payment_belongs_to_the_day_in_kolkata() {
    let app = start().await;
    let now = app.test_env.clock.now();
    let midnight = now.replace_time(time::Time::from_hms(18, 30, 0).unwrap());
    app.test_env.clock.set_to(midnight - Duration::SECOND);
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    app.test_env.clock.set_to(midnight);
    pay(&app, "admin", PaymentMode::Cash, "binu@example.com").await;
    for day in [DAY, "2025-05-21"] {
        let till = read(&app, Role::Admin, &format!("day={day}")).await.json;
        assert_eq!((&till["entries"], &till["day"]), (&json!(1), &json!(day)));
    }
    assert_eq!(read(&app, Role::Admin, "").await.json["day"], "2025-05-21");
}

#[tokio::test]
async fn a_clerk_sees_the_own_till_alone_and_administrators_and_accountants_see_all() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    pay(&app, "devi", PaymentMode::Cash, "binu@example.com").await;
    for (role, query, status, expected) in [
        (Role::Counter, "", 200, json!(1000)),
        (Role::Counter, "clerk=Admin", 200, json!(1000)),
        (Role::Counter, "clerk=devi", 403, Value::Null),
        (Role::Admin, "", 200, json!(2000)),
        (Role::Accountant, "", 200, json!(2000)),
        (Role::Accountant, "clerk=devi", 200, json!(1000)),
        (Role::Door, "", 403, Value::Null),
    ] {
        let answer = read(&app, role, query).await;
        assert_eq!(answer.status, status, "{role:?} {query}");
        assert_eq!(answer.json["expected"], expected, "{role:?} {query}");
    }
    let anybody = app.call(Request::get("/api/till")).await;
    assert_eq!(anybody.status, 401);
}

#[tokio::test]
async fn a_day_that_is_none_is_refused() {
    let app = start().await;
    for day in [
        "2025-5-20",
        "2025-02-30",
        "today",
        "2025-05-20T00:00",
        "0000-01-01",
        "2024-12-31",
        "2025-05-21",
    ] {
        let answer = read(&app, Role::Admin, &format!("day={day}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, "day"), "{day}");
    }
}

#[tokio::test]
async fn reading_needs_the_tables_of_the_tills_and_of_the_tokens() {
    let app = start().await;
    app.test_env.counter_order(SINGLE, "asha@example.com").await;
    app.assert_needs(&[Table::Admin, Table::Access], |_| Request::get("/api/till"))
        .await;
}
