//! One candidate with its payments.

use crate::{CUSTOMERS, start};
use domain::{
    Paise,
    payment::{Card, Change, DisputeReport, DisputeState, Method, RefundEvent, RefundId, Upi},
};
use serde_json::{Value, json};
use store::registrations::{
    Write,
    attention::Flag,
    claims::CoursesMark,
    outbox::{Feedback, Leased, MailHappening, MailTaken, Receipt, SeatsSaid, Take, feedback::FeedbackKind},
    paid::{ClaimPolicy, Payment, Recorded},
    places::PlaceAction,
};
use store::{AuditEntry, AuditLog, OrderMails, tables::Table};
use test_support::{ALL, App, Request, SINGLE, withdrawn_by_organiser};
use time::{Duration, format_description::well_known::Rfc3339};

pub(crate) async fn get(app: &App, id: &str) -> Value {
    let answer = app.call_as_admin(Request::get(format!("{CUSTOMERS}/{id}"))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

#[tokio::test]
async fn a_candidate_has_the_names_of_its_day_and_its_payment() {
    let app = start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let file = get(&app, order.customer_id.as_str()).await;
    assert_eq!(
        file["customer"],
        json!({
            "customer_id": order.customer_id.as_str(),
            "name": "Asha Rao",
            "email": "asha@example.com",
            "phone": "9876543210",
            "exam_preference": "Offline",
            "payment_mode": "online",
            "order_amount": 1000,
            "type": "specificCollege",
            "packageId": "single-exam",
            "packageName": "Single Exam Access",
            "collegeId": "backwater",
            "collegeName": "Backwater College",
            "course_category": "backwater-bca",
            "examName": "BCA Entrance",
            "created_at": "2025-05-20T04:30:00Z",
            "metadata": { "channel": "online" },
        })
    );
    assert_eq!(
        file["payments"],
        json!([{
            "order_id": order.order_id.as_str(),
            "order_amount": 1000,
            "order_currency": "INR",
            "status": "ACTIVE",
            "payment_method": "",
            "refundable": 0,
            "refunds": [],
            "lost": 0,
            "disputes": [],
            "created_at": "2025-05-20T04:30:00Z",
            "mail": "none",
        }])
    );
}

#[tokio::test]
async fn a_payment_has_its_method_and_the_state_of_its_mail() {
    let app = start().await;
    let methods = [
        Method {
            group: Some("credit_card".to_owned()),
            card: Some(Card {
                card_type: Some("credit_card".to_owned()),
                card_bank_name: Some("HDFC Bank".to_owned()),
                card_network: Some("visa".to_owned()),
            }),
            ..Method::default()
        },
        Method {
            group: Some("upi".to_owned()),
            upi: Some(Upi {
                upi_id: Some("asha@okbank".to_owned()),
            }),
            ..Method::default()
        },
    ];
    let shown = [
        json!({ "card": { "card_type": "credit_card", "card_bank_name": "HDFC Bank", "card_network": "visa" } }),
        json!({ "upi": { "upi_id": "asha@okbank" } }),
    ];
    for (number, (method, shown)) in methods.iter().zip(shown).enumerate() {
        let order = app
            .test_env
            .written_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        let at = app.test_env.clock.now();
        let payment = Payment {
            order: &order,
            method: Some(method),
            at,
            claim: &ClaimPolicy::Take(CoursesMark::default()),
            place: PlaceAction::Keep,
            counter: None,
        };
        let recorded = app.test_env.registrations().record_paid(&payment).await.unwrap();
        assert_eq!(recorded, Recorded::Done);
        let file = get(&app, order.customer_id.as_str()).await;
        let payment = &file["payments"][0];
        assert_eq!(
            (&payment["status"], &payment["mail"]),
            (&json!("PAID"), &json!("waiting"))
        );
        assert_eq!(payment["paid_at"], "2025-05-20T04:30:00Z");
        assert_eq!(
            payment["payment_details"],
            json!({
                "order": { "order_id": order.order_id.as_str(), "order_amount": 1000, "order_currency": "INR" },
                "payment": { "payment_group": method.group, "payment_method": shown },
            })
        );
    }
}

#[tokio::test]
async fn a_mail_under_way_is_waiting_and_one_that_went_out_is_sent() {
    let app = start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let now = app.test_env.clock.now();
    let leased = app
        .test_env
        .registrations()
        .lease_mail(&order.order_id, Take::Waiting, "me", now, Duration::MINUTE)
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
    let file = get(&app, order.customer_id.as_str()).await;
    assert_eq!(file["payments"][0]["mail"], "waiting");
    assert_eq!(file["customer"]["type"], "allColleges");
    assert!(file["customer"].get("collegeId").is_none() && file["customer"].get("examName").is_none());

    let receipt = store::registrations::outbox::Receipt {
        message_id: "1",
        at: now + Duration::MINUTE,
        calendar: None,
        audit: None,
        bulk: None,
    };
    let _ = app
        .test_env
        .registrations()
        .mail_sent(&order.order_id, "me", &receipt)
        .await
        .unwrap();
    let file = get(&app, order.customer_id.as_str()).await;
    assert_eq!(file["payments"][0]["mail"], "sent");
    assert_eq!(file["payments"][0]["mail_sent_at"], "2025-05-20T04:31:00Z");
}

#[tokio::test]
async fn the_timeline_keeps_every_mail_and_what_became_of_it() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let (id, registrations) = (&order.order_id, app.test_env.registrations());
    let minute = || {
        app.test_env.clock.advance(Duration::MINUTE);
        app.test_env.clock.now()
    };
    let receipt = |message_id, at| Receipt {
        message_id,
        at,
        calendar: None,
        audit: None,
        bulk: None,
    };
    let leased = registrations.lease_mail(id, Take::Waiting, "first", minute(), Duration::MINUTE);
    assert!(matches!(leased.await.unwrap(), Leased::Yours(_)));
    let mut written = vec![
        registrations
            .mail_sent(id, "first", &receipt("1", minute()))
            .await,
    ];
    let (kind, at) = (FeedbackKind::Bounced, minute());
    let feedback = Feedback {
        attempt: "first".to_owned(),
        message_id: "1".to_owned(),
        reason: "Permanent".to_owned(),
        at,
    };
    let flag = Flag::new(&order, kind.flag(), at);
    written.push(registrations.record_feedback(kind, &feedback, &flag).await);
    let leased = registrations.lease_sent_mail(id, "again", minute(), Duration::MINUTE);
    assert!(leased.await.unwrap().is_some());
    let again = receipt("2", minute());
    written.push(registrations.mail_sent_again(id, "again", &again).await);
    let entry = registrations.mail(id).await.unwrap().unwrap();
    written.push(registrations.mail_delivered(&entry, "again", "2", minute()).await);
    written.push(registrations.mail_asked_for(id, "3", minute(), None).await);
    let withdrawn = withdrawn_by_organiser(minute());
    app.test_env.change_paid(&order, withdrawn).await;
    let mails = OrderMails::from_env(&app.test_env.env()).unwrap();
    let news = mails.due(minute(), 1).await.unwrap().remove(0);
    let leased = mails.lease(&news, "told", minute(), Duration::HOUR);
    assert!(leased.await.unwrap().is_some());
    let taken = |message_id| MailTaken {
        order_id: id,
        what: MailHappening::PassWithdrawn,
        message_id,
        at: minute(),
        calendar: None,
        seats: &SeatsSaid::AsBefore,
    };
    let stale = registrations
        .news_sent(&mails, &news, "another", &taken("4"))
        .await;
    assert_eq!(stale.unwrap(), Write::Stale, "another lease ends nothing");
    written.push(registrations.news_sent(&mails, &news, "told", &taken("5")).await);
    assert!(
        written.iter().all(|write| matches!(write, Ok(Write::Done))),
        "{written:?}"
    );

    let file = get(&app, order.customer_id.as_str()).await;
    let told: Vec<_> = file["timeline"].as_array().unwrap()[2..]
        .iter()
        .map(|happened| (happened["event"].as_str().unwrap(), happened["text"].as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("mail_sent", None),
            ("mail_bounced", None),
            ("mail_sent", None),
            ("mail_delivered", None),
            ("mail_sent", Some("Asked for on the site")),
            // What was sent when its lease had run out was sent all the same.
            ("told", Some("The pass is withdrawn")),
            ("told", Some("The pass is withdrawn")),
        ]
    );
}

#[tokio::test]
async fn the_timeline_says_what_became_of_each_message() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    for (at, outcome) in ["sent", "bounced", "skipped", "failed", "another"]
        .iter()
        .enumerate()
    {
        let item = json!({
            "pk": format!("REG#{}", order.customer_id), "sk": format!("MESSAGED#{at}"), "kind": "MESSAGED",
            "message": "01747735200000-0123456789ABCDEF", "subject": at.to_string(), "outcome": outcome,
            "at": format!("2025-05-21T1{at}:00:00Z"),
        });
        app.test_env.put(Table::Registrations, &item).await;
    }
    let file = get(&app, order.customer_id.as_str()).await;
    let told: Vec<_> = file["timeline"].as_array().unwrap()[2..]
        .iter()
        .map(|happened| {
            (
                happened["event"].as_str().unwrap(),
                happened["text"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("message_sent", "0"),
            ("message_bounced", "1"),
            ("message_skipped", "2"),
            ("message_failed", "3"),
            ("message_sent", "4"),
        ]
    );
}

/// A bounce that an administrator took off the list is still told as it was on it.
#[tokio::test]
async fn the_timeline_keeps_what_needed_attention_when_it_is_dealt_with() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let minute = || {
        app.test_env.clock.advance(Duration::MINUTE);
        app.test_env.clock.now()
    };
    let flag =
        Flag::new(&order, FeedbackKind::Bounced.flag(), minute()).with_note("Permanent, General".to_owned());
    let registrations = app.test_env.registrations();
    registrations.flag(&flag).await.unwrap();
    let told = async || {
        let file = get(&app, order.customer_id.as_str()).await;
        let timeline = file["timeline"].as_array().unwrap().clone();
        let told = timeline.into_iter().filter(|happened| {
            ["needs_attention", "dealt_with"].contains(&happened["event"].as_str().unwrap())
        });
        told.collect::<Vec<_>>()
    };
    let raised = told().await;
    assert_eq!(raised.len(), 1);
    assert_eq!(raised[0]["text"], "Pass came back: Permanent, General");
    let before = json!({ "flag": flag.flag, "note": flag.note, "at": flag.at.format(&Rfc3339).unwrap() });
    let entropy = domain::Entropy::system();
    let (id, at) = (order.order_id.as_str(), minute());
    let entry = AuditEntry::new(
        at,
        &entropy,
        "meera",
        "attention.cleared",
        id,
        before,
        Value::Null,
    );
    let log = AuditLog::from_env(&app.test_env.env()).unwrap();
    let cleared = registrations.clear(&flag, log.table().audit(&entry)).await;
    assert_eq!(cleared.unwrap(), Write::Done);
    let told = told().await;
    assert_eq!(told[0], raised[0]);
    assert_eq!(
        (&told[1]["event"], &told[1]["by"]),
        (&json!("dealt_with"), &json!("meera"))
    );
    assert_eq!(told.len(), 2);
}

#[tokio::test]
async fn a_counter_payment_is_a_spot_payment_and_the_paid_ones_come_first() {
    let app = start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let mut newer = app.test_env.stored(order.order_id.as_str()).await;
    newer.order_id = domain::OrderId::parse(&format!("{}-NEWER", order.customer_id)).unwrap();
    newer.created_at += Duration::HOUR;
    let mut item = serde_json::to_value(&newer).unwrap();
    item["pk"] = json!(format!("REG#{}", order.customer_id));
    item["sk"] = json!(format!("ORDER#{}", newer.order_id));
    item["kind"] = json!("ORDER");
    app.test_env.put(store::tables::Table::Registrations, &item).await;
    let shown = async || {
        let file = get(&app, order.customer_id.as_str()).await;
        let payments = file["payments"].as_array().unwrap().clone();
        assert!(
            payments
                .iter()
                .all(|payment| payment["payment_method"] == "SPOT PAYMENT")
        );
        payments
            .iter()
            .map(|payment| payment["order_id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let (older, newer) = (order.order_id.to_string(), newer.order_id.to_string());
    assert_eq!(shown().await, [newer.clone(), older.clone()]);
    app.test_env.record_paid(&order).await;
    assert_eq!(shown().await, [older, newer]);
}

#[tokio::test]
async fn refunds_and_a_withdrawn_pass_are_told_with_who_why_and_when() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let payment = async || get(&app, order.customer_id.as_str()).await["payments"][0].clone();
    let before = payment().await;
    assert_eq!(before["validity"], "valid");
    assert_eq!(
        (&before["refundable"], &before["refunds"]),
        (&json!(1000), &json!([]))
    );
    let refund = |id: &str, paise| Change::RefundRequested {
        refund_id: RefundId::parse(id).unwrap(),
        amount: Paise::new(paise),
        reason: "Cannot come".to_owned(),
        by: "meera".to_owned(),
        mode: None,
    };
    app.test_env.change_paid(&order, refund("RF1", 25_050)).await;
    let part = payment().await;
    assert_eq!(
        (&part["validity"], &part["refundable"]),
        (&json!("valid"), &json!(749.5))
    );
    assert_eq!(
        part["refunds"],
        json!([{
            "refund_id": "RF1",
            "amount": 250.5,
            "status": "REQUESTED",
            "reason": "Cannot come",
            "by": "meera",
            "at": "2025-05-20T04:30:00Z",
        }])
    );
    let whole = Change::RefundReported {
        refund_id: RefundId::parse("dashboard").unwrap(),
        amount: Some(Paise::new(100_000)),
        event: RefundEvent::Succeeded,
    };
    app.test_env.change_paid(&order, whole).await;
    let gone = payment().await;
    assert_eq!(
        (&gone["status"], &gone["validity"]),
        (&json!("PAID"), &json!("withdrawn"))
    );
    assert_eq!(
        gone["withdrawal"],
        json!({ "cause": "refund", "reason": "", "at": "2025-05-20T04:30:00Z" })
    );
    assert_eq!(gone["refunds"][1]["ended_at"], "2025-05-20T04:30:00Z");
    assert_eq!(gone["refunds"][1].get("by"), None);
}

#[tokio::test]
async fn a_dispute_is_told_with_how_it_stands_and_a_lost_one_leaves_nothing_to_refund() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let reported = |state, word: &str| {
        Change::DisputeReported(DisputeReport {
            id: "433475258".to_owned(),
            state,
            word: word.to_owned(),
            amount: None,
            updated_at: None,
        })
    };
    let open = reported(DisputeState::Open, "CHARGEBACK_CREATED");
    app.test_env.change_paid(&order, open).await;
    let file = get(&app, order.customer_id.as_str()).await;
    let payment = &file["payments"][0];
    let mut dispute = json!({
        "dispute_id": "433475258",
        "state": "open",
        "status": "CHARGEBACK_CREATED",
        "amount": 1000,
        "at": "2025-05-20T04:30:00Z",
    });
    assert_eq!(payment["disputes"], json!([dispute]));
    assert_eq!(
        [&payment["refundable"], &payment["lost"], &payment["validity"]],
        [&json!(1000), &json!(0), &json!("valid")]
    );

    app.test_env.clock.advance(Duration::DAY);
    let lost = reported(DisputeState::Lost, "CHARGEBACK_MERCHANT_LOST");
    app.test_env.change_paid(&order, lost).await;
    let file = get(&app, order.customer_id.as_str()).await;
    let payment = &file["payments"][0];
    dispute["state"] = json!("lost");
    dispute["status"] = json!("CHARGEBACK_MERCHANT_LOST");
    dispute["ended_at"] = json!("2025-05-21T04:30:00Z");
    assert_eq!(payment["disputes"], json!([dispute]));
    assert_eq!(
        [
            &payment["refundable"],
            &payment["lost"],
            &payment["withdrawal"]["cause"]
        ],
        [&json!(0), &json!(1000), &json!("dispute")]
    );
    let timeline = file["timeline"].as_array().unwrap().iter();
    let events: Vec<_> = timeline
        .map(|happened| ["event", "text"].map(|member| happened[member].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(events[0][0], "registered");
    assert_eq!(events[1][0], "paid");
    assert_eq!(
        events[2..4],
        [
            ["disputed", "Rs\u{a0}1,000"],
            ["dispute_lost", "Rs\u{a0}1,000: CHARGEBACK_MERCHANT_LOST"]
        ]
    );
    assert_eq!(events[4][0], "pass_withdrawn");
    assert_eq!(events.len(), 5);
}

#[tokio::test]
async fn an_unknown_candidate_is_404_and_an_invalid_id_422() {
    let app = start().await;
    let unknown = app
        .call_as_admin(Request::get(format!("{CUSTOMERS}/C0123456789A")))
        .await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "not_found"));
    assert_eq!(unknown.json["error"], "There is no such customer.");
    for id in ["x", "a%20b%20c", "C%23123"] {
        let refused = app.call_as_admin(Request::get(format!("{CUSTOMERS}/{id}"))).await;
        assert_eq!(
            (refused.status.as_u16(), refused.field()),
            (422, "customerId"),
            "{id}"
        );
    }
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let answer = app
        .call(Request::get(format!("{CUSTOMERS}/{}", order.customer_id)))
        .await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn a_paid_candidate_is_two_reads_and_two_for_what_the_address_has_paid_for() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let request = Request::get(format!("{CUSTOMERS}/{}", order.customer_id));
    let request = request.bearer(&app.test_env.admin_token().await);
    app.test_env.database.set(test_support::Fault::None);
    assert_eq!(app.call(request).await.status, 200);
    assert_eq!(
        app.test_env.database.requests(),
        5,
        "the token's version, the candidate, the doors, the claims of its address and the order that they name"
    );
}

#[tokio::test]
async fn words_of_another_release_are_shown_as_unknown_and_stay_as_they_are() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let mut candidate = rows.into_iter().find(|row| row["kind"] == "CANDIDATE").unwrap();
    for member in ["exam_preference", "payment_mode", "channel"] {
        candidate[member] = "another-word".into();
    }
    app.test_env.put(Table::Registrations, &candidate).await;
    app.test_env.project(&order).await;

    let file = get(&app, order.customer_id.as_str()).await;
    let customer = &file["customer"];
    assert_eq!(
        (
            &customer["exam_preference"],
            &customer["payment_mode"],
            &customer["metadata"]["channel"]
        ),
        (&json!("unknown"), &json!("unknown"), &json!("unknown"))
    );
    let list = async |query: &str| {
        let answer = app
            .call_as_admin(Request::get(format!("{CUSTOMERS}{query}")))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    };
    let everybody = list("").await;
    assert_eq!(everybody["data"][0]["payment_mode"], "unknown");
    assert_eq!(everybody["pagination"]["total"], 1, "{everybody}");
    let online = list("?payment_mode=online").await;
    assert_eq!(online["data"], json!([]), "{online}");
    let rows = app.test_env.dump(Table::Registrations).await;
    let projected = rows.iter().find(|row| row["kind"] == "PROJECTION").unwrap();
    assert_eq!(projected["row"]["payment_mode"], "another-word");
}

#[tokio::test]
async fn who_was_registered_by_a_schools_list_has_its_name() {
    let app = start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let candidates = app.test_env.of_kind(Table::Registrations, "CANDIDATE").await;
    let [mut candidate] = <[Value; 1]>::try_from(candidates).unwrap();
    candidate["group"] = json!({ "list": "01748574000000-abcdefgh12345678", "name": "St. Mary's" });
    app.test_env.put(Table::Registrations, &candidate).await;
    let file = get(&app, order.customer_id.as_str()).await;
    assert_eq!(
        file["customer"]["metadata"],
        json!({
            "channel": "counter",
            "group": { "import_id": "01748574000000-abcdefgh12345678", "name": "St. Mary's" },
        })
    );
}
