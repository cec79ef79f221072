//! Correcting a candidate, and noting something about one.

use crate::{CUSTOMERS, form, start};
use domain::{
    AttentionKind, Email,
    payment::{Change, Order, RefundEvent, RefundId, Status, Withdrawal, WithdrawalCause},
};
use futures::future::join_all;
use serde_json::{Value, json};
use store::{
    registrations::{attention::Flag, outbox::MailState},
    tables::Table,
};
use test_support::{ALL, Answer, App, COLLEGE, Fault, Request, SINGLE};
use time::Duration;

/// Another exam of [`COLLEGE`].
const OTHER: &str = "backwater-bsc";

async fn put(app: &App, id: &str, body: &Value) -> Answer {
    app.call_as_admin(Request::put(format!("{CUSTOMERS}/{id}"), body))
        .await
}

async fn note(app: &App, id: &str, request: impl FnOnce(Request) -> Request, text: &str) -> Answer {
    let body = json!({ "text": text });
    let sent = Request::post(format!("{CUSTOMERS}/{id}/notes"), &body);
    app.call_as_admin(request(sent)).await
}

async fn get(app: &App, id: &str) -> Value {
    let answer = app.call_as_admin(Request::get(format!("{CUSTOMERS}/{id}"))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

/// What is claimed: the address's and the thing's place, the state and the holder.
async fn claims(app: &App) -> Vec<(String, String, String, String)> {
    let items = app.test_env.dump(Table::Registrations).await.into_iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut claims: Vec<_> = items
        .filter(|item| item["kind"] == "CLAIM" || item["kind"] == "COURSES")
        .map(|item| {
            let holder = match item["kind"].as_str() {
                Some("COURSES") => item["orders"].to_string(),
                _ => text(&item["order_id"]),
            };
            (text(&item["pk"]), text(&item["sk"]), text(&item["state"]), holder)
        })
        .collect();
    claims.sort();
    claims
}

fn claim(email: &str, what: &str, state: &str, holder: &str) -> (String, String, String, String) {
    let owned = |text: &str| text.to_owned();
    (format!("CLAIM#{email}"), owned(what), owned(state), owned(holder))
}

fn events(file: &Value) -> Vec<(&str, &str)> {
    let timeline = file["timeline"].as_array().unwrap().iter();
    timeline
        .map(|happened| {
            (
                happened["event"].as_str().unwrap(),
                happened["text"].as_str().unwrap_or_default(),
            )
        })
        .collect()
}

async fn stored(app: &App, order: &Order) -> Order {
    app.test_env.stored(order.order_id.as_str()).await
}

#[tokio::test]
async fn a_correction_is_in_the_candidate_and_in_each_order_and_counts_the_version() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let before = get(&app, id).await;
    assert_eq!(
        (&before["version"], &before["validity"]),
        (&json!(0), &json!("valid"))
    );
    let correction = json!({
        "version": 0, "name": " Asha  Rao-Menon ", "phone": "+91 98765 43211", "phone2": "9876543212",
        "exam_preference": "Online",
    });
    let answer = put(&app, id, &correction).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json, get(&app, id).await);
    assert_eq!(answer.json["version"], 1);
    let customer = &answer.json["customer"];
    assert_eq!(customer["phone"], "9876543211");
    assert_eq!(customer["phone2"], "9876543212");
    assert_eq!(customer["exam_preference"], "Online");
    assert_eq!(customer["email"], "asha@example.com");
    let after = stored(&app, &order).await;
    assert_eq!(after.person.name.as_str(), customer["name"]);
    assert_eq!((after.version, after.status), (order.version + 1, Status::Paid));
    assert_eq!(after.selection, order.selection);

    app.test_env.clock.advance(Duration::MINUTE);
    // What is left out stays, and a blank second number takes it away.
    let answer = put(&app, id, &json!({ "version": 1, "phone2": "" })).await;
    assert_eq!(answer.json["customer"].get("phone2"), None, "{}", answer.json);
    assert_eq!(answer.json["customer"]["phone"], "9876543211");
    let told = events(&answer.json);
    assert_eq!(told[0], ("registered", "BCA Entrance at Backwater College"));
    assert_eq!(told[1], ("paid", "Rs 1000 online"));
    assert_eq!(told[2].0, "corrected");
    assert!(
        told[2].1.contains("Phone: 9876543210 → 9876543211"),
        "{}",
        told[2].1
    );
    assert_eq!(told[3], ("corrected", "Alternate phone: 9876543212 → none"));
    assert_eq!(answer.json["timeline"][3]["by"], "admin");
}

#[tokio::test]
async fn a_correction_on_an_old_version_is_refused_unless_it_is_so_already() {
    let app = start().await;
    let order = app.test_env.open_order(ALL, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let correction = json!({ "version": 0, "phone": "9876543211" });
    assert_eq!(put(&app, id, &correction).await.status, 200);
    // The answer was lost, and the form is sent again.
    let again = put(&app, id, &correction).await;
    assert_eq!((again.status.as_u16(), &again.json["version"]), (200, &json!(1)));
    let stale = put(&app, id, &json!({ "version": 0, "phone": "9876543213" })).await;
    assert_eq!(
        (stale.status.as_u16(), &stale.json["code"]),
        (409, &json!("stale_version"))
    );
    assert_eq!(get(&app, id).await["customer"]["phone"], "9876543211");
}

#[tokio::test]
async fn what_does_not_fit_is_refused_by_its_field_and_changes_nothing() {
    let app = start().await;
    let one = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let (one, all) = (one.customer_id.as_str(), all.customer_id.as_str());
    let before = app.test_env.dump(Table::Registrations).await;
    for (id, body, field) in [
        (one, json!({ "name": "Binu" }), "version"),
        (one, json!({ "version": 0, "name": "" }), "name"),
        (one, json!({ "version": 0, "email": "asha@" }), "email"),
        (one, json!({ "version": 0, "phone": "12345" }), "phone"),
        (one, json!({ "version": 0, "phone2": "12345" }), "phone2"),
        (
            one,
            json!({ "version": 0, "exam_preference": "Home" }),
            "exam_preference",
        ),
        (
            one,
            json!({ "version": 0, "collegeId": COLLEGE }),
            "course_category",
        ),
        (
            one,
            json!({ "version": 0, "course_category": OTHER }),
            "collegeId",
        ),
        (
            one,
            json!({ "version": 0, "collegeId": COLLEGE, "course_category": "gone" }),
            "course_category",
        ),
        (
            one,
            json!({ "version": 0, "collegeId": "gone", "course_category": OTHER }),
            "collegeId",
        ),
        (
            all,
            json!({ "version": 0, "collegeId": COLLEGE, "course_category": OTHER }),
            "course_category",
        ),
    ] {
        let answer = put(&app, id, &body).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["field"]),
            (422, &json!(field)),
            "{body}"
        );
    }
    assert_eq!(
        put(&app, "C0000000000", &json!({ "version": 0 })).await.status,
        404
    );
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}

#[tokio::test]
async fn another_address_takes_claims_and_pass_along_and_the_one_before_is_free() {
    let app = start().await;
    for (package, what, mark) in [
        (SINGLE, "COURSE#backwater#backwater-bca", "COURSES"),
        (ALL, "PACKAGE#all-inclusive", "ALL"),
    ] {
        let (wrong, right) = (format!("{package}@gmial.com"), format!("{package}@gmail.com"));
        let order = app.test_env.paid_order(package, &wrong).await;
        let registrations = app.test_env.registrations();
        let bounced = Flag::new(&order, AttentionKind::MailBounced, app.test_env.clock.now());
        registrations.flag(&bounced).await.unwrap();
        let first = registrations.mail(&order.order_id).await.unwrap().unwrap();
        app.test_env.clock.advance(Duration::HOUR);

        let id = order.customer_id.as_str();
        let answer = put(&app, id, &json!({ "version": 0, "email": right })).await;
        assert_eq!(answer.status, 200, "{}", answer.json);

        let mine: Vec<_> = claims(&app)
            .await
            .into_iter()
            .filter(|(of, ..)| of.contains(package))
            .collect();
        let holder = order.order_id.as_str();
        let list = json!([holder]).to_string();
        let of_mark = if mark == "ALL" {
            claim(&right, "ALL", "PAID", holder)
        } else {
            claim(&right, "COURSES", "", &list)
        };
        let mut expected = vec![claim(&right, what, "PAID", holder), of_mark];
        if mark == "COURSES" {
            expected.push(claim(&wrong, "COURSES", "", "[]"));
        }
        expected.sort();
        assert_eq!(mine, expected);
        let with_pass = async |email: &str| {
            let email = Email::parse(email).unwrap();
            registrations.orders_with_pass(&email).await.unwrap().len()
        };
        assert_eq!((with_pass(&wrong).await, with_pass(&right).await), (0, 1));
        // The pass goes out once more, to the right address, and what was wrong with the other is dealt with.
        let mail = registrations.mail(&order.order_id).await.unwrap().unwrap();
        assert_eq!((mail.state, mail.attempts), (MailState::Pending, 0));
        assert!(mail.created_at > first.created_at);
        assert!(app.test_env.flags().await.is_empty());
        // Whoever has the wrong address can register.
        app.test_env.paid_order(package, &wrong).await;
    }
}

#[tokio::test]
async fn a_withdrawn_pass_is_not_mailed_to_another_address() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "wrong@example.com").await;
    let withdrawn = Change::Withdrawn(Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Twice".to_owned(),
        by: None,
        at: app.test_env.clock.now(),
    });
    app.test_env.change_paid(&order, withdrawn).await;
    let mail = || async { app.test_env.registrations().mail(&order.order_id).await.unwrap() };
    let before = mail().await;
    app.test_env.clock.advance(Duration::HOUR);
    let id = order.customer_id.as_str();
    let answer = put(&app, id, &json!({ "version": 0, "email": "right@example.com" })).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.json["validity"]),
        (200, &json!("withdrawn"))
    );
    assert_eq!(mail().await, before);
}

#[tokio::test]
async fn an_address_that_has_it_by_another_registration_is_refused() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.paid_order(SINGLE, "paid@example.com").await;
    app.test_env.paid_order(ALL, "covered@example.com").await;
    app.test_env.counter_order(SINGLE, "counter@example.com").await;
    let package = app.test_env.paid_order(ALL, "package@example.com").await;
    let before = app.test_env.dump(Table::Registrations).await;
    for (order, email) in [
        (&order, "paid@example.com"),
        (&order, "covered@example.com"),
        (&order, "counter@example.com"),
        (&package, "paid@example.com"),
        (&package, "covered@example.com"),
    ] {
        let id = order.customer_id.as_str();
        let answer = put(&app, id, &json!({ "version": 0, "email": email })).await;
        assert_eq!(
            (
                answer.status.as_u16(),
                &answer.json["code"],
                &answer.json["field"]
            ),
            (409, &json!("already_registered"), &json!("email")),
            "{email}"
        );
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}

#[tokio::test]
async fn another_exam_of_the_package_moves_the_claim_and_keeps_the_price() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let other = json!({ "version": 0, "collegeId": COLLEGE, "course_category": OTHER });
    let answer = put(&app, id, &other).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["customer"]["course_category"], OTHER);
    assert_eq!(answer.json["customer"]["order_amount"], 1000);
    let after = stored(&app, &order).await;
    assert_eq!(after.selection.course_id().unwrap().as_str(), OTHER);
    let holder = order.order_id.as_str();
    assert_eq!(
        claims(&app).await,
        [
            claim(
                "asha@example.com",
                &format!("COURSE#{COLLEGE}#{OTHER}"),
                "PAID",
                holder
            ),
            claim("asha@example.com", "COURSES", "", &json!([holder]).to_string()),
        ]
    );
    // The first exam can be paid for, and then there is no way back to it.
    app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let back = json!({ "version": 1, "collegeId": COLLEGE, "course_category": "backwater-bca" });
    let answer = put(&app, id, &back).await;
    assert_eq!(
        (
            answer.status.as_u16(),
            &answer.json["code"],
            &answer.json["field"]
        ),
        (409, &json!("already_registered"), &json!("course_category"))
    );
}

#[tokio::test]
async fn a_registration_at_the_counter_keeps_its_open_claim_at_another_address_and_is_paid_there() {
    let app = start().await;
    let registered = app
        .call_as_admin(Request::post(CUSTOMERS, &form("wrong@example.com")))
        .await;
    let id = registered.json["customer_id"].as_str().unwrap();
    let holder = registered.json["order_id"].as_str().unwrap();
    let both = json!({
        "version": 0, "email": "right@example.com", "collegeId": COLLEGE, "course_category": OTHER,
    });
    let answer = put(&app, id, &both).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let course = format!("COURSE#{COLLEGE}#{OTHER}");
    let mut expected = vec![claim("right@example.com", &course, "OPEN", holder)];
    assert_eq!(claims(&app).await, expected);
    let order = app.test_env.stored(holder).await;
    app.test_env.record_paid(&order).await;
    expected[0].2 = "PAID".to_owned();
    expected.push(claim(
        "right@example.com",
        "COURSES",
        "",
        &json!([holder]).to_string(),
    ));
    assert_eq!(claims(&app).await, expected);
}

#[tokio::test]
async fn one_whose_money_went_back_has_no_claim_to_move() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "wrong@example.com").await;
    let requested = Change::RefundRequested {
        refund_id: RefundId::parse("RF1").unwrap(),
        amount: order.amount,
        reason: "Cannot come".to_owned(),
        by: "admin".to_owned(),
        mode: None,
    };
    let order = app.test_env.change_paid(&order, requested).await;
    let ended = Change::RefundReported {
        refund_id: RefundId::parse("RF1").unwrap(),
        amount: None,
        event: RefundEvent::Succeeded,
    };
    app.test_env.change_paid(&order, ended).await;
    let id = order.customer_id.as_str();
    let answer = put(&app, id, &json!({ "version": 0, "email": "right@example.com" })).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let held = claims(&app).await;
    assert!(held.iter().all(|(_, place, ..)| place == "COURSES"), "{held:?}");
}

#[tokio::test]
async fn one_that_is_not_paid_has_no_claim_to_move() {
    let app = start().await;
    let order = app.test_env.open_order(SINGLE, "wrong@example.com").await;
    let id = order.customer_id.as_str();
    let answer = put(&app, id, &json!({ "version": 0, "email": "right@example.com" })).await;
    assert_eq!((answer.status.as_u16(), answer.json.get("validity")), (200, None));
    assert!(claims(&app).await.is_empty());
    let after = stored(&app, &order).await;
    assert_eq!(after.person.email.as_str(), "right@example.com");
    app.test_env.record_paid(&after).await;
    assert_eq!(claims(&app).await[0].0, "CLAIM#right@example.com");
}

/// Corrects one candidate forty times at once, and returns how many were written.
async fn at_once(app: &App, id: &str) -> usize {
    let calls = (0..40).map(|number| async move {
        let phone = format!("91234567{number:02}");
        put(app, id, &json!({ "version": 0, "phone": phone })).await
    });
    let answers = join_all(calls).await;
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_forty_corrections_at_once_on_one_version_one_is_written() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    assert_eq!(at_once(&app, id).await, 1);
    let file = get(&app, id).await;
    assert_eq!(file["version"], 1);
    let corrected = events(&file)
        .iter()
        .filter(|(event, _)| *event == "corrected")
        .count();
    assert_eq!(corrected, 1);
    assert_eq!(stored(&app, &order).await.version, order.version + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_corrections_at_once_overwrite_each_other() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    for round in 0..100 {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("asha{round}@example.com"))
            .await;
        if at_once(&app, order.customer_id.as_str()).await > 1 {
            return;
        }
    }
    panic!("no two corrections met in a hundred rounds");
}

#[tokio::test]
async fn a_note_is_on_the_candidates_page_with_who_wrote_it_once_for_each_key() {
    let app = start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let key = "0b8f4ab2-34a1-4f0e-9d5c-1f1f6c1d2e3f";
    let with_key = |request: Request| request.header("idempotency-key", key);
    for _ in 0..2 {
        let answer = note(&app, id, with_key, " Comes back with the card \nat noon ").await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        assert_eq!(answer.json["text"], "Comes back with the card \nat noon");
    }
    app.test_env.clock.advance(Duration::MINUTE);
    assert_eq!(note(&app, id, |request| request, "Came").await.status, 201);
    let file = get(&app, id).await;
    let notes = file["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 2);
    assert_eq!(
        (&notes[0]["by"], &notes[1]["text"]),
        (&json!("admin"), &json!("Came"))
    );
    assert_eq!(events(&file)[2], ("noted", "Came"));

    for text in ["", "  ", &"a".repeat(2001)] {
        let answer = note(&app, id, |request| request, text).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["field"]),
            (422, &json!("text"))
        );
    }
    assert_eq!(
        note(&app, "C0000000000", |request| request, "Came").await.status,
        404
    );
}
