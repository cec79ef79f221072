//! Those who come after the publication, and those who go.

use crate::*;
use domain::payment::{Change, Withdrawal, WithdrawalCause};
use futures::future::join_all;
use test_support::ALL;
use time::Duration;

/// A hall with five seats, and three published.
async fn published() -> (App, Vec<Order>) {
    let (app, _, orders) = with_hall(1, 5, 3).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    keep_up(&app).await;
    (app, orders)
}

#[tokio::test]
async fn who_pays_later_gets_the_next_free_seat_or_the_flag() {
    let (app, orders) = published().await;
    let late = paid(&app, 3..6).await;
    let done = keep_up(&app).await;
    assert_eq!((done.seated, done.freed, done.unseated), (2, 0, 1));
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["Hall A A1"], orders[0].customer_id.to_string());
    assert_eq!(now.len(), 5);
    let flagged: Vec<_> = app
        .test_env
        .flags()
        .await
        .into_iter()
        .map(|flag| flag.customer_id)
        .collect();
    assert_eq!(flagged.len(), 1);
    assert!(
        late.iter().any(|order| order.customer_id == flagged[0])
            && !now.values().any(|id| *id == flagged[0].to_string())
    );
    assert_eq!(at_candidates(&app).await, now);
    // Again, and by another at the same time: nothing changes.
    join_all([keep_up(&app), keep_up(&app)]).await;
    assert_eq!(seated(&read(&app, COURSE).await), now);
    assert_eq!(app.test_env.flags().await.len(), 1);
}

/// A seat in a hall would stay empty all day.
#[tokio::test]
async fn who_takes_the_exam_on_the_web_gets_no_seat_and_no_flag() {
    let (app, _, orders) = with_hall(1, 3, 1).await;
    let early = app.test_env.paid_on_the_web("early@example.com").await;
    count(&app).await;
    let drafted = draft(&app, &plain()).await;
    assert_eq!(seated(&drafted), BTreeMap::from([place("Hall A A1", &orders[0])]));
    let published = publish(&app).await;
    assert_eq!(published["unseated"], json!([]));
    let late = app.test_env.paid_on_the_web("late@example.com").await;
    count(&app).await;
    let done = keep_up(&app).await;
    assert_eq!((done.seated, done.unseated), (0, 0));
    assert_eq!(app.test_env.flags().await, []);
    // By hand neither.
    for order in [&early, &late] {
        let version = read(&app, COURSE).await["version"].clone();
        let hall = published["halls"][0]["hall"].clone();
        let by_hand =
            json!({ "customer_id": order.customer_id, "hall": hall, "seat": "A2", "version": version });
        let answer = post(&app, &format!("{}/move", seating(COURSE)), &by_hand).await;
        assert_eq!(answer.status, 422, "{}", answer.json);
    }
    assert_eq!(seated(&read(&app, COURSE).await).len(), 1);
}

#[tokio::test]
async fn whose_pass_is_withdrawn_makes_room_for_who_waits() {
    let (app, orders) = published().await;
    let late = paid(&app, 3..6).await;
    keep_up(&app).await;
    let withdrawn = Change::Withdrawn(Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Registered twice".to_owned(),
        by: Some("meera".to_owned()),
        at: app.test_env.clock.now(),
    });
    app.test_env.change_paid(&orders[1], withdrawn).await;
    count(&app).await;
    assert_eq!(app.test_env.flags().await.len(), 1);
    let done = keep_up(&app).await;
    assert_eq!((done.freed, done.seated), (1, 1));
    let now = seated(&read(&app, COURSE).await);
    assert!(
        late.iter()
            .any(|order| now["Hall A A2"] == order.customer_id.to_string()),
        "{now:?}"
    );
    assert_eq!(app.test_env.flags().await, []);
    assert_eq!(at_candidates(&app).await, now);
}

/// The lists follow within seconds: one that pays while the plan is published is in none of them.
#[tokio::test]
async fn who_pays_while_the_seats_are_published_is_not_forgotten() {
    let (app, _, _) = with_hall(1, 5, 2).await;
    draft(&app, &plain()).await;
    let unseen = app.test_env.paid_order(SINGLE, "meanwhile@example.com").await;
    publish(&app).await;
    count(&app).await;
    app.test_env.clock.advance(Duration::minutes(1));
    assert_eq!(keep_up(&app).await.seated, 1);
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["Hall A A3"], unseen.customer_id.to_string());
}

/// A choice changes nothing but the candidate: the roster tells of it all the same.
#[tokio::test]
async fn who_chooses_the_exam_while_the_seats_are_published_is_seated_and_who_drops_it_is_not() {
    let (app, _, _) = with_hall(1, 5, 2).await;
    let all = app.test_env.paid_order(ALL, "all@example.com").await;
    count(&app).await;
    draft(&app, &plain()).await;
    // Their payment is no news any more.
    app.test_env.clock.advance(Duration::minutes(5));
    publish(&app).await;
    keep_up(&app).await;
    app.test_env.choose(&all, &[COURSE]).await;
    count(&app).await;
    app.test_env.clock.advance(Duration::minutes(1));
    assert_eq!(keep_up(&app).await.seated, 1);
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["Hall A A3"], all.customer_id.to_string());
    app.test_env.choose(&all, &[]).await;
    count(&app).await;
    app.test_env.clock.advance(Duration::minutes(1));
    assert_eq!(keep_up(&app).await.freed, 1);
    assert_eq!(seated(&read(&app, COURSE).await).len(), 2);
}

/// A worker that dies in between is followed by one that does the rest.
#[tokio::test]
async fn a_crash_behind_any_write_loses_no_seat_and_gives_none_twice() {
    let mut writes = 0;
    loop {
        let (app, _) = published().await;
        paid(&app, 3..6).await;
        app.test_env.database.set(test_support::Fault::CrashAfter(writes));
        let env = app.test_env.env();
        let plans =
            SeatingPlans::from_env(&env, app.test_env.clock.handle(), domain::Entropy::system()).unwrap();
        let ended = plans.keep_up(|| true).await;
        app.test_env.database.set(test_support::Fault::None);
        keep_up(&app).await;
        let now = seated(&read(&app, COURSE).await);
        assert_eq!((now.len(), app.test_env.flags().await.len()), (5, 1), "{writes}");
        assert_eq!(at_candidates(&app).await, now, "{writes}");
        if ended.is_ok() {
            break;
        }
        writes += 1;
    }
    // Two seats, a flag, how far it was read.
    assert!(writes >= 3, "{writes}");
}
