//! Another address or another exam takes along what the candidate has paid for, or claims.

use super::{OTHER, claim, claims, corrected_mails, put, stored};
use crate::{CUSTOMERS, form, start};
use domain::{
    AttentionKind, Email, Entropy, OrderId,
    payment::{Ask, Lane, Order},
};
use serde_json::json;
use store::{
    registrations::{
        PassAddress,
        attention::Flag,
        create::Created,
        idempotency::Idempotency,
        outbox::MailState,
        paid::{Payment, Recorded},
        places::PlaceAction,
    },
    tables::Table,
};
use test_support::{ALL, App, COLLEGE, Request, SINGLE};
use time::Duration;

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
        assert_eq!(corrected_mails(&app).await, 0, "the pass says it");
        // What was sent to the wrong one opens nothing any more.
        let pass_id = stored(&app, &order).await.pass_id().clone();
        assert_eq!(
            registrations.pass(&order.order_id).await.unwrap(),
            PassAddress::Replaced
        );
        assert_eq!(pass_id.customer_part(), id);
        assert!(matches!(
            registrations.pass(&pass_id).await.unwrap(),
            PassAddress::Leads(led_to) if led_to.order_id == order.order_id
        ));
        // It stays what it is where something else is corrected.
        let answer = put(&app, id, &json!({ "version": 1, "name": "Asha R Rao" })).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(stored(&app, &order).await.pass_id(), &pass_id);
        assert!(app.test_env.flags().await.is_empty());
        // The mistyped address is free for the person whose it is.
        app.test_env.paid_order(package, &wrong).await;
    }
}

/// A candidate with two orders, of which none is paid.
async fn ordered_twice(app: &App, package: &str, email: &str) -> [Order; 2] {
    let registrations = app.test_env.registrations();
    let (candidate, first) = app.test_env.registration_of(package, email);
    let key = Idempotency {
        key: "a form".to_owned(),
        fingerprint: String::new(),
        order_id: first.order_id.clone(),
        expires: i64::MAX,
    };
    let due = |order: &Order| Ask {
        at: order.created_at,
        lane: Lane::First,
    };
    let created = registrations
        .create(&candidate, &first, due(&first), Some(&key), None)
        .await;
    assert_eq!(created.unwrap(), Created::Done);
    let second = Order {
        order_id: OrderId::generate(&first.customer_id, &Entropy::system()),
        ..first.clone()
    };
    let created = registrations
        .create_further(&second, due(&second), &key, &first)
        .await;
    assert_eq!(created.unwrap(), Created::Done);
    [first, second]
}

#[tokio::test]
async fn the_order_that_was_paid_moves_its_claim_whatever_was_tried_before_it() {
    let app = start().await;
    let [first, second] = ordered_twice(&app, SINGLE, "asha@gmial.com").await;
    app.test_env.record_paid(&second).await;

    let right = json!({ "version": 0, "email": "asha@gmail.com" });
    let answer = put(&app, first.customer_id.as_str(), &right).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let holder = second.order_id.as_str();
    let course = format!("COURSE#{COLLEGE}#backwater-bca");
    assert_eq!(
        claims(&app).await,
        [
            claim("asha@gmail.com", &course, "PAID", holder),
            claim("asha@gmail.com", "COURSES", "", &json!([holder]).to_string()),
            claim("asha@gmial.com", "COURSES", "", "[]"),
        ]
    );
}

#[tokio::test]
async fn a_withdrawn_pass_is_not_mailed_to_another_address() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "wrong@example.com").await;
    app.test_env.withdraw(&order).await;
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
    let answer = put(&app, id, &json!({ "version": 1, "exam_preference": "Online" })).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(corrected_mails(&app).await, 0);
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
    assert_eq!(corrected_mails(&app).await, 1);
    // So it is already: nothing is told twice.
    assert_eq!(put(&app, id, &other).await.status, 200);
    assert_eq!(corrected_mails(&app).await, 1);
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
    assert_eq!(order.pass_id().as_str(), holder, "nobody had its address");
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
    app.test_env.pay_back(&order).await;
    let id = order.customer_id.as_str();
    let answer = put(&app, id, &json!({ "version": 0, "email": "right@example.com" })).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let held = claims(&app).await;
    assert!(held.iter().all(|(_, place, ..)| place == "COURSES"), "{held:?}");
}

#[tokio::test]
async fn one_at_the_counter_whose_money_went_back_has_no_claim_to_move() {
    let app = start().await;
    let order = app.test_env.counter_order(SINGLE, "wrong@example.com").await;
    app.test_env.record_paid(&order).await;
    app.test_env.pay_back(&order).await;
    let id = order.customer_id.as_str();
    let answer = put(&app, id, &json!({ "version": 0, "email": "right@example.com" })).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let held = claims(&app).await;
    assert!(held.iter().all(|(_, place, ..)| place == "COURSES"), "{held:?}");
}

/// Pays an order as it is paid for whatever its address has paid before.
async fn pay(app: &App, order: &Order) {
    let order = app.test_env.stored(order.order_id.as_str()).await;
    let registrations = app.test_env.registrations();
    let claim = settlement::claim_policy(&registrations, &order).await.unwrap();
    let payment = Payment {
        order: &order,
        method: None,
        at: app.test_env.clock.now(),
        claim: &claim,
        place: PlaceAction::Keep,
        counter: None,
    };
    let recorded = registrations.record_paid(&payment).await;
    assert_eq!(recorded.unwrap(), Recorded::Done);
}

/// Two people who have paid for the same by one address, the second of them flagged.
async fn paid_twice(app: &App, package: &str, email: &str) -> [Order; 2] {
    let first = app.test_env.paid_order(package, email).await;
    let second = app.test_env.written_order(package, email).await;
    pay(app, &second).await;
    [first, second]
}

#[tokio::test]
async fn of_two_that_were_paid_by_one_address_each_has_its_own_claim_once_one_is_corrected() {
    for (package, what) in [
        (SINGLE, "COURSE#backwater#backwater-bca"),
        (ALL, "PACKAGE#all-inclusive"),
    ] {
        for leaves in [0, 1] {
            let app = start().await;
            let orders = paid_twice(&app, package, "one@example.com").await;
            let (stays, leaves) = (&orders[1 - leaves], &orders[leaves]);
            let id = leaves.customer_id.as_str();
            let answer = put(&app, id, &json!({ "version": 0, "email": "own@example.com" })).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            let held = claims(&app).await;
            for (email, order) in [("one@example.com", stays), ("own@example.com", leaves)] {
                let holder = order.order_id.as_str();
                let mark = match package {
                    SINGLE => claim(email, "COURSES", "", &json!([holder]).to_string()),
                    _ => claim(email, "ALL", "PAID", holder),
                };
                for expected in [claim(email, what, "PAID", holder), mark] {
                    assert!(held.contains(&expected), "{expected:?} in {held:?}");
                }
            }
            assert_eq!(held.len(), 4, "{held:?}");
        }
    }
}

#[tokio::test]
async fn of_two_that_were_paid_for_one_exam_each_has_its_own_once_one_is_corrected() {
    for leaves in [0, 1] {
        let app = start().await;
        let orders = paid_twice(&app, SINGLE, "one@example.com").await;
        let (stays, leaves) = (&orders[1 - leaves], &orders[leaves]);
        let other = json!({ "version": 0, "collegeId": COLLEGE, "course_category": OTHER });
        let answer = put(&app, leaves.customer_id.as_str(), &other).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let both = json!([orders[0].order_id.as_str(), orders[1].order_id.as_str()]);
        let course = |course: &str, order: &Order| {
            let what = format!("COURSE#{COLLEGE}#{course}");
            claim("one@example.com", &what, "PAID", order.order_id.as_str())
        };
        let mut expected = vec![
            course("backwater-bca", stays),
            course(OTHER, leaves),
            claim("one@example.com", "COURSES", "", &both.to_string()),
        ];
        expected.sort();
        assert_eq!(claims(&app).await, expected);
    }
}

#[tokio::test]
async fn who_has_paid_twice_takes_both_payments_along() {
    for package in [SINGLE, ALL] {
        let app = start().await;
        let registrations = app.test_env.registrations();
        let [first, second] = ordered_twice(&app, package, "wrong@example.com").await;
        pay(&app, &first).await;
        app.test_env.clock.advance(Duration::MINUTE);
        pay(&app, &second).await;
        let id = first.customer_id.as_str();
        let answer = put(&app, id, &json!({ "version": 0, "email": "right@example.com" })).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        // The first of them is paid back: the second has it then.
        app.test_env.pay_back(&first).await;
        let right = Email::parse("right@example.com").unwrap();
        let found = registrations.orders_with_pass(&right).await.unwrap();
        assert_eq!(
            found.iter().map(|order| &order.order_id).collect::<Vec<_>>(),
            [&second.order_id]
        );
        let held = registrations.claims(&found[0].claim_key()).await.unwrap();
        assert!(held.paid(), "{package}");
        assert!(
            claims(&app)
                .await
                .iter()
                .all(|(of, place, ..)| !of.contains("wrong") || place == "COURSES")
        );
    }
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
