//! Those who hold an exam that is given a capacity get places, and the oversold when there are more.

use crate::App;
use domain::{
    CourseId, Entropy, PlaceNumber,
    payment::{AttemptState, Order, OrderPlace},
};
use provider_simulator::{Call, Fault, PaymentStatus};
use serde_json::json;
use std::collections::BTreeSet;
use store::{
    AuditEntry, AuditLog, Catalogue,
    catalogue::{ExamChange, Placed, PlacesChange},
    read_model::{Course, Cursor, RowFilter},
    registrations::{Write, places::Awaited},
    tables::Table,
};
use test_support::{ALL, COURSE, SINGLE, rebuild};
use time::Duration;

impl App {
    /// Gives the exam so many places, as its editor does.
    async fn give_capacity(&self, places: u32, awaited: u32) {
        self.change_capacity(Some(places), Some(awaited)).await;
    }

    async fn change_capacity(&self, places: Option<u32>, awaited: Option<u32>) {
        let env = self.test_env.env();
        let catalogue = Catalogue::from_env(&env).unwrap();
        let id = CourseId::parse(COURSE).unwrap();
        let before = catalogue.exam(&id).await.unwrap().unwrap();
        let mut exam = before.clone();
        exam.capacity = places.map(|places| places.try_into().unwrap());
        exam.version += 1;
        let now = self.test_env.clock.now();
        let entry = AuditEntry::new(
            now,
            &Entropy::system(),
            "meera",
            "exam_detail.updated",
            COURSE,
            json!({}),
            json!({}),
        );
        let log = AuditLog::from_env(&env).unwrap();
        let registrations = self.test_env.registrations();
        let beside = ExamChange {
            places: Some(PlacesChange {
                registrations: &registrations,
                awaited: awaited.map(|count| Awaited {
                    count,
                    due: now + Duration::minutes(1),
                }),
            }),
            ..ExamChange::default()
        };
        let placed = catalogue
            .update_exam(&exam, &before, log.table().audit(&entry), beside)
            .await;
        assert_eq!(placed.unwrap(), Placed::Done);
    }

    /// One who has paid, and for whom no place was left.
    async fn oversold(&self, email: &str) -> Order {
        let order = self.test_env.paid_order(SINGLE, email).await;
        let items = self.test_env.dump(Table::Registrations).await;
        let is_theirs = |item: &&serde_json::Value| item["sk"] == format!("ORDER#{}", order.order_id);
        let mut item = items.iter().find(is_theirs).unwrap().clone();
        item["place"] = json!("without");
        self.test_env.put(Table::Registrations, &item).await;
        rebuild(&self.test_env.registrations(), self.test_env.clock.now())
            .await
            .unwrap();
        order
    }

    async fn left(&self) -> u32 {
        let id = CourseId::parse(COURSE).unwrap();
        let places = self.test_env.registrations().exam_places(&id).await;
        places.unwrap().unwrap().left()
    }

    async fn holders(&self) -> BTreeSet<String> {
        self.test_env.places_of(COURSE).await.into_values().collect()
    }

    async fn is_awaited(&self) -> bool {
        let items = self.test_env.dump(Table::Registrations).await;
        items
            .iter()
            .any(|item| item["sk"] == "CAPACITY" && item.get("due_at").is_some())
    }
}

fn ids<'a>(orders: impl IntoIterator<Item = &'a Order>) -> BTreeSet<String> {
    orders
        .into_iter()
        .map(|order| order.order_id.to_string())
        .collect()
}

#[tokio::test]
async fn who_registered_before_has_a_place_within_minutes_and_is_counted_at_once() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for number in 0..3 {
        orders.push(
            app.test_env
                .paid_order(SINGLE, &format!("student{number}@example.com"))
                .await,
        );
    }
    let gone = app.test_env.paid_order(SINGLE, "gone@example.com").await;
    app.test_env.pay_back(&gone).await;
    let open = app.test_env.open_order(SINGLE, "open@example.com").await;
    app.test_env.paid_order(ALL, "all@example.com").await;
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    app.give_capacity(6, 3).await;
    // Nobody takes what is theirs meanwhile.
    assert_eq!(app.left().await, 3);
    app.run().await;
    assert!(app.holders().await.is_empty(), "it is not due yet");
    app.run_after(Duration::seconds(61)).await;
    assert_eq!(app.holders().await, ids(orders.iter().chain([&open])));
    assert_eq!(app.left().await, 2);
    assert!(!app.is_awaited().await);
}

#[tokio::test]
async fn who_cannot_be_read_keeps_no_other_from_a_place() {
    for (kind, pointer) in [("PROJECTION", "/row/status"), ("ORDER", "/amount")] {
        let app = App::start().await;
        let unreadable = app.test_env.paid_order(SINGLE, "unreadable@example.com").await;
        let other = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        rebuild(&app.test_env.registrations(), app.test_env.clock.now())
            .await
            .unwrap();
        app.test_env
            .spoil(kind, unreadable.customer_id.as_str(), pointer)
            .await;
        app.give_capacity(6, 2).await;
        app.run_after(Duration::seconds(61)).await;
        assert_eq!(app.holders().await, ids([&other]), "{kind}");
        assert!(!app.is_awaited().await, "{kind}");
    }
}

/// Else a place that was given would be counted twice, and buyers told that the exam is full.
#[tokio::test]
async fn a_place_that_was_given_is_no_longer_kept_free() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for number in 0..3 {
        let email = format!("student{number}@example.com");
        orders.push(app.test_env.paid_order(SINGLE, &email).await);
    }
    app.give_capacity(6, 3).await;
    app.test_env.clock.advance(Duration::seconds(61));
    let registrations = app.test_env.registrations();
    let exams = registrations.awaited_exams(app.test_env.clock.now(), 4).await;
    let awaited = exams.unwrap().pop().unwrap();
    assert_eq!(awaited.count, 3);
    let given = registrations.give_place(&orders[0], PlaceNumber::new(6)).await;
    assert_eq!(given.unwrap(), Write::Done);
    let behind = Cursor::parse(&format!("00000000000000#{}", orders[0].customer_id)).unwrap();
    let noted = registrations.places_given(&awaited, Some((&behind, 2))).await;
    assert_eq!(noted.unwrap(), Write::Done);
    assert_eq!(app.left().await, 3, "one is held, two are kept free");
    // Another run that has read the same does not count it back.
    let late = registrations.places_given(&awaited, Some((&behind, 3))).await;
    assert_eq!(late.unwrap(), Write::Stale);
    assert_eq!(app.left().await, 3);
}

#[tokio::test]
async fn who_registered_before_keeps_what_was_sold_also_beyond_the_capacity() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for number in 0..3 {
        orders.push(
            app.test_env
                .paid_order(SINGLE, &format!("student{number}@example.com"))
                .await,
        );
    }
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    app.give_capacity(2, 3).await;
    app.run_after(Duration::seconds(61)).await;
    assert_eq!(app.holders().await, ids(&orders));
    assert_eq!(app.left().await, 0);
}

#[tokio::test]
async fn more_places_are_those_of_the_oversold_first() {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let first = app.test_env.paid_place("asha@example.com").await;
    let oversold = app.oversold("binu@example.com").await;
    app.give_capacity(2, 1).await;
    assert_eq!(app.left().await, 0, "the new place is not sold to others");
    app.run_after(Duration::seconds(61)).await;
    assert_eq!(app.holders().await, ids([&first, &oversold]));
    let stored = app.test_env.stored(oversold.order_id.as_str()).await;
    assert!(matches!(stored.place, Some(OrderPlace::Held(_))));
}

/// An earlier run is on a later page, for there was no place for those of the first.
#[tokio::test]
async fn places_that_are_added_once_more_are_also_those_of_whom_the_run_before_has_passed() {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let first = app.test_env.paid_place("asha@example.com").await;
    let oversold = [
        app.oversold("binu@example.com").await,
        app.oversold("chandra@example.com").await,
    ];
    app.give_capacity(2, 1).await;
    app.test_env.clock.advance(Duration::seconds(61));
    let registrations = app.test_env.registrations();
    let exams = registrations.awaited_exams(app.test_env.clock.now(), 4).await;
    let awaited = exams.unwrap().pop().unwrap();
    let list = RowFilter {
        course: Some(Course::One(awaited.exam.clone())),
        ..RowFilter::default()
    };
    let page = registrations.every_row(&list, 2, None).await.unwrap();
    let behind = page.next.unwrap();
    let noted = registrations.places_given(&awaited, Some((&behind, 1))).await;
    assert_eq!(noted.unwrap(), Write::Done);
    app.give_capacity(3, 2).await;
    app.run_after(Duration::seconds(61)).await;
    assert_eq!(app.holders().await, ids(oversold.iter().chain([&first])));
    assert!(!app.is_awaited().await);
}

#[tokio::test]
async fn an_order_that_expires_keeps_its_place_for_an_attempt_that_nobody_has_read() {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let order = app.test_env.open_place("asha@example.com").await;
    app.test_env
        .clock
        .set_to(order.created_at + Duration::minutes(28));
    let attempt = app
        .test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Pending);
    app.run_at(&order, 31).await;
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!(
        (stored.status.as_str(), stored.attempt),
        ("EXPIRED", AttemptState::Pending)
    );
    assert_eq!(app.holders().await, ids([&order]));

    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::Failed)
        .unwrap();
    app.run_at(&order, 90).await;
    assert!(app.holders().await.is_empty());
}

#[tokio::test]
async fn an_order_that_expires_keeps_its_place_until_its_attempts_can_be_read() {
    for (fault, when) in [
        (Fault::RateLimited { retry_after: 60 }, 31),
        (Fault::Status { status: 500 }, 32),
    ] {
        let app = App::start().await;
        app.test_env.limit_places(COURSE, 1).await;
        let order = app.test_env.open_place("asha@example.com").await;
        app.test_env.provider.fail_always(Some(Call::GetPayments), fault);
        let summary = app.run_at(&order, 31).await;
        assert_eq!(summary.settled, 0, "{fault:?}");
        assert_eq!(app.holders().await, ids([&order]));
        app.test_env.provider.clear_faults();
        assert_eq!(app.run_at(&order, when).await.settled, 1, "{fault:?}");
        assert_eq!(app.status(&order).await, "EXPIRED");
        assert!(app.holders().await.is_empty());
    }
}

/// A page is answered although the attempts are not, and the place waits for the run that reads them.
#[tokio::test]
async fn a_place_that_a_page_has_kept_because_it_could_read_no_attempts_is_given_back_by_a_run() {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let order = app.test_env.open_place("asha@example.com").await;
    app.test_env
        .clock
        .set_to(order.created_at + Duration::minutes(31));
    let env = app.test_env.env();
    let settlement =
        settlement::Settlement::from_env(&env, app.test_env.registrations(), app.test_env.clock.handle());
    let seen = settlement
        .await
        .unwrap()
        .settle(&order.order_id, &settlement::Occasion::CrowdedPage)
        .await;
    assert_eq!(seen.unwrap().unwrap().status.as_str(), "EXPIRED");
    assert_eq!(app.holders().await, ids([&order]));
    app.run_at(&order, 90).await;
    assert!(app.holders().await.is_empty());
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!(
        (stored.place, stored.unread_at),
        (Some(OrderPlace::Without), None)
    );
}

/// So that payments and attempts that are known are still read while many orders expire.
#[tokio::test]
async fn orders_that_expire_leave_reads_of_attempts_to_payments() {
    let app = App::with_payment_reads("10").await;
    app.test_env.limit_places(COURSE, 20).await;
    let mut orders = Vec::new();
    for number in 0..12 {
        let email = format!("student{number}@example.com");
        orders.push(app.test_env.open_place(&email).await);
    }
    app.run_at(&orders[0], 32).await;
    // Seven of ten are a run's, and two of these are kept.
    assert_eq!(app.test_env.provider.calls(Call::GetPayments), 5);
    assert_eq!(app.holders().await.len(), 7);
    for minutes in 33..36 {
        app.run_at(&orders[0], minutes).await;
    }
    assert!(app.holders().await.is_empty());
}

/// It gave its place back while the exam had a capacity, and was paid when it had none.
#[tokio::test]
async fn money_that_came_while_there_was_no_capacity_has_a_place_once_there_is_one_again() {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 2).await;
    let holder = app.test_env.paid_place("asha@example.com").await;
    let late = app.test_env.open_place("binu@example.com").await;
    app.run_at(&late, 31).await;
    let stored = app.test_env.stored(late.order_id.as_str()).await;
    assert_eq!(stored.place, Some(OrderPlace::Without));
    app.change_capacity(None, None).await;
    app.test_env
        .attempt(late.order_id.as_str(), PaymentStatus::Success);
    app.run_at(&late, 90).await;
    let stored = app.test_env.stored(late.order_id.as_str()).await;
    assert_eq!((stored.status.as_str(), stored.place), ("PAID", None));
    assert!(app.flags().await.is_empty());

    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    app.give_capacity(1, 1).await;
    app.run_after(Duration::seconds(61)).await;
    assert_eq!(app.holders().await, ids([&holder, &late]));
}
