//! A candidate whose order the provider refused: in no list and no aggregate, whatever the stream brings, and when.

use crate::App;
use domain::{
    OrderId,
    payment::{Ask, Lane, Order},
};
use serde_json::{Value, json};
use store::{
    Write,
    registrations::{create::Created, idempotency::Idempotency, refused::WrittenOrder},
    tables::Table,
};
use test_support::{ALL, SINGLE, rebuild, record};
use time::{Duration, OffsetDateTime};

impl App {
    async fn refuse(&self, order: &Order) {
        let now = self.test_env.clock.now();
        let registrations = self.test_env.registrations();
        let written = WrittenOrder::default();
        let refused = registrations.record_refused(order, &written, now).await;
        assert_eq!(refused.unwrap(), Write::Done);
    }

    /// Tells that an order has changed; whether that could be followed.
    async fn tell(&self, order: &Order) -> bool {
        let record = record("MODIFY", "ORDER", order.customer_id.as_str());
        self.handle(&[record]).await.is_empty()
    }

    async fn items(&self, order: &Order) -> Vec<Value> {
        let mut items = self.test_env.dump(Table::Registrations).await;
        items.retain(|item| item["pk"] == format!("REG#{}", order.customer_id));
        items
    }

    async fn item(&self, order: &Order, kind: &str) -> Value {
        let mut items = self.items(order).await.into_iter();
        items.find(|item| item["kind"] == kind).unwrap()
    }

    async fn rebuild(&self, now: OffsetDateTime) {
        let registrations = self.test_env.registrations();
        rebuild(&registrations, now).await.unwrap();
    }

    async fn listed(&self) -> u64 {
        let aggregates = self.test_env.registrations().aggregates().await.unwrap();
        aggregates.candidates()
    }
}

#[tokio::test]
async fn a_refusal_takes_a_candidate_out_of_the_lists_and_aggregates_whether_it_was_projected_before_or_not()
{
    let app = App::start().await;
    let others = [
        app.test_env.paid_order(ALL, "ashok@example.com").await,
        app.test_env.open_order(SINGLE, "binu@example.com").await,
    ];
    let seen_before = app.test_env.written_order(SINGLE, "asha@example.com").await;
    app.run_stream().await;
    assert_eq!(app.listed().await, 3);
    let not_seen = app.test_env.written_order(ALL, "asha.rao@example.com").await;
    app.refuse(&seen_before).await;
    app.refuse(&not_seen).await;
    app.run_stream().await;
    assert_eq!(app.listed().await, others.len() as u64);
    app.assert_right().await;
    app.run_stream().await;
    app.assert_right().await;
}

#[tokio::test]
async fn a_rebuild_counts_no_refused_order_either() {
    let app = App::start().await;
    app.test_env.seed_candidates(5, 8).await;
    let refused = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let not_followed = app.test_env.written_order(SINGLE, "ashok@example.com").await;
    app.run_stream().await;
    app.refuse(&refused).await;
    app.run_stream().await;
    app.refuse(&not_followed).await;
    let now = app.test_env.clock.now();
    app.rebuild(now).await;
    app.assert_right().await;
    assert_eq!(app.listed().await, 8);
    app.run_stream().await;
    app.assert_right().await;
}

#[tokio::test]
async fn what_the_table_deletes_of_a_refused_order_is_counted_once_in_whatever_order_it_goes() {
    let kinds = ["CANDIDATE", "ORDER", "PROJECTION"];
    for (first, followed) in [(0, true), (1, true), (2, true), (0, false), (1, false)] {
        let app = App::start().await;
        app.test_env.open_order(SINGLE, "binu@example.com").await;
        let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
        app.run_stream().await;
        app.refuse(&order).await;
        if followed {
            app.run_stream().await;
        }
        for number in 0..kinds.len() {
            let kind = kinds[(first + number) % kinds.len()];
            if kind == "PROJECTION" && !followed {
                continue;
            }
            let item = app.item(&order, kind).await;
            app.test_env.delete(Table::Registrations, &item).await;
            if kind != "PROJECTION" {
                let record = record("REMOVE", kind, order.customer_id.as_str());
                assert!(app.handle(&[record]).await.is_empty());
            }
            assert_eq!(
                app.listed().await,
                1,
                "{kind} first: {first}, followed: {followed}"
            );
        }
        let left = app.items(&order).await;
        // What no rule deletes has gone with the rest.
        assert!(left.iter().all(|item| item.get("expires").is_some()), "{left:?}");
        let now = app.test_env.clock.now();
        app.rebuild(now).await;
        assert_eq!(app.listed().await, 1);
    }
}

#[tokio::test]
async fn a_read_from_before_the_refusal_does_not_restore_the_candidate() {
    for followed in [false, true] {
        let app = App::start().await;
        let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
        if followed {
            assert!(app.tell(&order).await);
        }
        let before = app.item(&order, "ORDER").await;
        app.refuse(&order).await;
        assert!(app.tell(&order).await);
        let after = app.item(&order, "ORDER").await;
        app.test_env.put(Table::Registrations, &before).await;
        assert!(!app.tell(&order).await, "it sees that it looks at what is past");
        assert_eq!(app.listed().await, 0);
        app.test_env.put(Table::Registrations, &after).await;
        assert!(app.tell(&order).await);
        app.assert_right().await;
    }
}

#[tokio::test]
async fn a_refused_further_order_shows_the_one_before_again_and_its_deletion_holds_nothing_up() {
    let app = App::start().await;
    let first = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let (registrations, now) = (app.test_env.registrations(), app.test_env.clock.now());
    let key = Idempotency {
        key: "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10".to_owned(),
        fingerprint: String::new(),
        order_id: first.order_id.clone(),
        expires: now.unix_timestamp() + 1,
    };
    let item = json!({
        "pk": format!("IDEM#{}", key.key), "sk": "IDEM", "kind": "IDEM", "key": key.key,
        "fingerprint": "", "order_id": first.order_id, "expires": key.expires,
    });
    app.test_env.put(Table::Registrations, &item).await;
    let mut further = app.test_env.draft_order(SINGLE, "asha@example.com");
    further.order_id = OrderId::parse(&format!("{}-FURTHER", first.customer_id)).unwrap();
    further.customer_id = first.customer_id.clone();
    further.created_at += Duration::minutes(31);
    let due = Ask {
        at: further.created_at,
        lane: Lane::First,
    };
    let again = Idempotency {
        order_id: further.order_id.clone(),
        ..key.clone()
    };
    let created = registrations.create_further(&further, due, &again, &first);
    assert_eq!(created.await.unwrap(), Created::Done);
    assert!(app.tell(&first).await);
    app.assert_right().await;

    let written = WrittenOrder {
        key: Some(key.key.clone()),
        after: Some(first.order_id.clone()),
    };
    let refused = registrations.record_refused(&further, &written, now).await;
    assert_eq!(refused.unwrap(), Write::Done);
    let named = registrations.idempotency(&key.key).await.unwrap().unwrap();
    assert_eq!(named.order_id, first.order_id);
    assert!(app.tell(&first).await);
    app.assert_right().await;

    let items = app.items(&first).await;
    let dead = items.iter().find(|item| item.get("refused_at").is_some());
    app.test_env.delete(Table::Registrations, dead.unwrap()).await;
    let stored = app.test_env.stored(first.order_id.as_str()).await;
    app.test_env.record_paid(&stored).await;
    assert!(app.tell(&first).await);
    app.assert_right().await;
}

#[tokio::test]
async fn a_read_of_the_refusal_does_not_remove_a_paid_candidate() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    app.refuse(&order).await;
    assert!(app.tell(&order).await);
    let refused = app.item(&order, "ORDER").await;
    // The provider had the order anyway.
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    app.test_env.record_paid(&stored).await;
    assert!(app.tell(&order).await);
    assert_eq!(app.listed().await, 1);
    app.assert_right().await;
    assert_eq!(app.item(&order, "PROJECTION").await.get("expires"), None);

    let paid = app.item(&order, "ORDER").await;
    app.test_env.put(Table::Registrations, &refused).await;
    assert!(!app.tell(&order).await);
    assert_eq!(app.listed().await, 1);
    app.test_env.put(Table::Registrations, &paid).await;
    assert!(app.tell(&order).await);
    app.assert_right().await;
}
