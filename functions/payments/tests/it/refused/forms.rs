//! A form whose order was refused: what is left of it, and what sending it again does.

use super::{REFUSALS, form, key};
use crate::{App, order_of};
use domain::payment::Status;
use std::collections::BTreeSet;
use store::tables::Table;
use test_support::Fault as DatabaseFault;
use time::Duration;

#[tokio::test]
async fn twenty_refusals_leave_nothing_due_and_nothing_in_the_portal() {
    for fault in REFUSALS {
        let app = App::start().await;
        app.refuse(fault);
        for number in 0..20 {
            let answer = match number % 2 {
                0 => app.create(&form(number)).await,
                _ => app.create_with_key(&key(number), &form(number)).await,
            };
            assert!([502, 202].contains(&answer.status.as_u16()), "{}", answer.json);
            // A provider that is busy lets everybody wait, and the next one would not reach it.
            app.test_env.clock.advance(Duration::minutes(1));
        }
        assert_eq!(app.due().await, BTreeSet::new(), "{fault:?}");
        assert_eq!(app.shown().await, BTreeSet::new(), "{fault:?}");
        let orders = app.rows_of_kind("ORDER").await;
        assert_eq!(orders.len(), 20);
        let customer = serde_json::from_value(orders[0]["customer_id"].clone()).unwrap();
        let file = app.test_env.registrations().candidate(&customer).await.unwrap();
        assert!(file.is_none(), "the page of a candidate");
    }
}

#[tokio::test]
async fn a_refused_order_and_its_candidate_die_after_a_day_and_the_key_is_given_back() {
    let app = App::start().await;
    app.refuse(REFUSALS[0]);
    app.create_with_key(&key(1), &form(1)).await;
    let dies = (app.test_env.clock.now() + Duration::days(1)).unix_timestamp();
    app.shown().await;
    for kind in ["ORDER", "CANDIDATE", "PROJECTION"] {
        let rows = app.rows_of_kind(kind).await;
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0]["expires"], dies, "{kind}");
    }
    assert_eq!(app.count("IDEM").await, 0);
}

#[tokio::test]
async fn a_refused_registration_that_is_sent_again_ends_paid_and_is_shown() {
    for wait in [Duration::minutes(1), Duration::minutes(20), Duration::days(3)] {
        let app = App::start().await;
        app.refuse(REFUSALS[2]);
        for _ in 0..3 {
            assert_eq!(app.create_with_key(&key(1), &form(1)).await.status, 202);
        }
        app.shown().await;
        app.test_env.provider.clear_faults();
        app.test_env.clock.advance(wait);
        let order = order_of(&app.create_with_key(&key(1), &form(1)).await);
        app.pay(&order).await;
        let customer = app.stored(&order).await.customer_id;
        assert_eq!(app.shown().await, BTreeSet::from([customer.clone()]));
        let rows = app.rows_of_kind("CANDIDATE").await;
        let row = rows.iter().find(|row| row["customer_id"] == customer.as_str());
        assert_eq!(row.unwrap().get("expires"), None);
    }
}

#[tokio::test]
async fn a_refused_further_order_leaves_its_candidate_and_gives_the_key_back_to_the_earlier_one() {
    let app = App::start().await;
    let first = order_of(&app.create_with_key(&key(1), &form(1)).await);
    let customer = app.stored(&first).await.customer_id;
    let shown = BTreeSet::from([customer.clone()]);
    app.test_env.clock.advance(Duration::minutes(31));
    app.refuse(REFUSALS[0]);
    for _ in 0..3 {
        assert_eq!(app.create_with_key(&key(1), &form(1)).await.status, 502);
        assert_eq!(app.shown().await, shown);
    }
    let orders = app.rows_of_kind("ORDER").await;
    let (dying, living): (Vec<_>, Vec<_>) = orders.iter().partition(|order| order.get("expires").is_some());
    assert_eq!((dying.len(), living.len()), (3, 1));
    assert_eq!(app.rows_of_kind("CANDIDATE").await[0].get("expires"), None);

    // They are deleted, and the candidate's row follows anyway.
    app.test_env.clock.advance(Duration::days(2));
    for order in dying {
        app.test_env.delete(Table::Registrations, order).await;
    }
    app.test_env.provider.clear_faults();
    let further = order_of(&app.create_with_key(&key(1), &form(1)).await);
    assert_eq!(app.stored(&further).await.customer_id, customer);
    app.pay(&further).await;
    assert_eq!(app.shown().await, shown);
    let paid = app.test_env.registrations().aggregates().await.unwrap();
    assert_eq!(paid.with_status(Status::Paid), 1);
}

#[tokio::test]
async fn an_order_that_is_refused_and_asked_about_stays_as_it_is() {
    let app = App::start().await;
    app.refuse(REFUSALS[0]);
    app.create(&form(1)).await;
    app.test_env.provider.clear_faults();
    app.test_env.clock.advance(Duration::minutes(5));
    let before = app.rows_of_kind("ORDER").await;
    let id = before[0]["order_id"].as_str().unwrap();
    app.status(id).await;
    let mut after = app.rows_of_kind("ORDER").await;
    after[0]["asked_at"] = before[0]["asked_at"].clone();
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_refusal_that_cannot_be_written_leaves_the_order_due() {
    let app = App::start().await;
    app.refuse(REFUSALS[0]);
    // The throttle's counter is the first write, then come the line's and the gate's slot, the order, and the count of
    // the address.
    app.test_env.database.set(DatabaseFault::CrashBefore(5));
    assert_eq!(app.create(&form(1)).await.status, 502);
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(app.due().await.len(), 1);
    assert_eq!(app.shown().await.len(), 1);
}
