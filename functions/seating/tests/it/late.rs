//! Those who come after the publication, and those who go.

use crate::*;
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

async fn withdraw(app: &App, order: &Order) {
    app.test_env.withdraw(order).await;
    count(app).await;
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
async fn a_seat_that_the_hall_does_not_have_any_more_is_given_to_nobody() {
    let (app, hall, orders) = with_hall(1, 5, 3).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    let shorter = json!({ "name": "Hall A", "rows": 1, "columns": 4, "blocked": ["A2", "A4"] });
    let request = Request::put(format!("{HALLS}/{hall}"), &shorter);
    assert_eq!(app.call_as_admin(request).await.status, 200);
    let late = paid(&app, 3..4).await;
    assert_eq!(keep_up(&app).await.seated, 0);
    let flagged: Vec<_> = app
        .test_env
        .flags()
        .await
        .into_iter()
        .map(|flag| flag.order_id)
        .collect();
    assert_eq!(flagged, [late[0].order_id.clone()]);
    let now = read(&app, COURSE).await;
    assert_eq!(seated(&now).len(), 3, "who sits on such a seat stays");
    let shown = now["halls"][0]["seats"].as_array().unwrap();
    let shown: Vec<&str> = shown.iter().map(|seat| seat["seat"].as_str().unwrap()).collect();
    assert_eq!(shown, ["A1", "A2", "A3"]);
    for (order, seat) in [(&late[0], "A5"), (&orders[0], "A4"), (&orders[0], "A2")] {
        let by_hand = json!({
            "customer_id": order.customer_id, "hall": hall, "seat": seat, "version": now["version"], "swap": true,
        });
        let request = Request::post(format!("{}/move", seating(COURSE)), &by_hand);
        app.assert_changes_nothing(request, (422, "invalid_field", "seat"))
            .await;
    }
}

#[tokio::test]
async fn whose_pass_is_withdrawn_makes_room_for_who_waits() {
    let (app, orders) = published().await;
    let late = paid(&app, 3..6).await;
    keep_up(&app).await;
    withdraw(&app, &orders[1]).await;
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
        let ended = plans(&app).keep_up(|| true).await;
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

#[tokio::test]
async fn runs_that_are_cut_off_reach_everybody_in_the_end() {
    let (app, _, _) = with_hall(2, 10, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    keep_up(&app).await;
    for number in 2..18 {
        paid(&app, number..number + 1).await;
    }
    // All of them are news that no list may be behind with any more.
    app.test_env.clock.advance(Duration::minutes(5));
    let mut seated_by_now = 2;
    for _ in 0..4 {
        let done = keep_up_with(&app, 5).await;
        seated_by_now += done.seated;
    }
    assert_eq!(seated_by_now, 18);
    assert_eq!(seated(&read(&app, COURSE).await).len(), 18);
}

/// The run has time to take the seat back and for nothing else: that it is free is not forgotten.
#[tokio::test]
async fn a_seat_that_is_left_at_the_end_of_a_run_is_offered_by_the_next() {
    let (app, orders) = published().await;
    paid(&app, 3..6).await;
    keep_up(&app).await;
    app.test_env.clock.advance(Duration::minutes(5));
    keep_up(&app).await;
    assert_eq!(app.test_env.flags().await.len(), 1);
    withdraw(&app, &orders[1]).await;
    app.test_env.clock.advance(Duration::minutes(5));
    // Who else is news is not looked at before the one who leaves.
    let mut freed = 0;
    for most in 1..20 {
        freed += keep_up_with(&app, most).await.freed;
        if freed > 0 {
            break;
        }
    }
    assert_eq!((freed, seated(&read(&app, COURSE).await).len()), (1, 4));
    keep_up(&app).await;
    assert_eq!(seated(&read(&app, COURSE).await).len(), 5);
    assert_eq!(app.test_env.flags().await, []);
}

#[tokio::test]
async fn who_cannot_be_read_holds_up_nobody() {
    let (app, _, _) = with_hall(1, 9, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    keep_up(&app).await;
    let late = paid(&app, 2..5).await;
    let items = app.test_env.dump(store::tables::Table::Registrations).await;
    let mut broken = items
        .into_iter()
        .find(|item| item["pk"] == format!("REG#{}", late[0].customer_id) && item["kind"] == "CANDIDATE")
        .unwrap();
    broken["person"] = json!("Asha");
    app.test_env
        .put(store::tables::Table::Registrations, &broken)
        .await;
    assert_eq!(keep_up(&app).await.seated, 2);
    plans(&app).tell_seated(|| true).await.unwrap();
    let now = seated(&read(&app, COURSE).await);
    assert!(!now.values().any(|id| *id == late[0].customer_id.to_string()));
}

/// Others keep changing the first hall: its seats are not gone for that.
#[tokio::test]
async fn who_finds_a_hall_contended_waits_for_a_seat_in_it() {
    let app = start().await;
    let halls = [hall(&app, "One", 1, 2).await, hall(&app, "Two", 1, 2).await];
    put_into(&app, COURSE, &[&halls[0], &halls[1]]).await;
    paid(&app, 0..1).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    keep_up(&app).await;
    let late = paid(&app, 1..2).await;
    app.test_env.clock.advance(Duration::minutes(5));
    let first: &'static str = format!("HALL#{}", halls[0]).leak();
    app.test_env
        .database
        .set(test_support::Fault::ConflictAbout(first));
    let done = keep_up(&app).await;
    app.test_env.database.set(test_support::Fault::None);
    assert_eq!(done, LateSeats::default());
    assert_eq!(app.test_env.flags().await, []);
    assert_eq!(keep_up(&app).await.seated, 1);
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["One A2"], late[0].customer_id.to_string());
}
