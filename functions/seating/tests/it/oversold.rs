//! Who is one more than the exam has places is seated by hand.

use crate::*;
use domain::PlaceNumber;
use store::{Write, tables::Table};
use time::Duration;

/// Makes a paid order one for which no place was left.
async fn oversell(app: &App, order: &Order) {
    app.test_env.limit_places(COURSE, 2).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let is_it = |item: &Value| item["kind"] == "ORDER" && item["order_id"] == order.order_id.as_str();
    let mut item = items.into_iter().find(is_it).unwrap();
    item["place"] = json!("without");
    app.test_env.put(Table::Registrations, &item).await;
    count(app).await;
}

#[tokio::test]
async fn they_get_no_seat_by_themselves_which_one_with_a_place_may_need() {
    let (app, hall, _) = with_hall(1, 5, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    keep_up(&app).await;
    let more = paid(&app, 2..3).await;
    oversell(&app, &more[0]).await;
    assert_eq!(keep_up(&app).await.seated, 0);
    assert_eq!(app.test_env.flags().await.len(), 1);
    let now = read(&app, COURSE).await;
    assert_eq!(now["unseated"][0]["reason"], "oversold");
    let late = paid(&app, 3..4).await;
    assert_eq!(keep_up(&app).await.seated, 1);
    let now = read(&app, COURSE).await;
    assert_eq!(seated(&now)["Hall A A3"], late[0].customer_id.to_string());

    let by_hand = json!({
        "customer_id": more[0].customer_id, "hall": hall, "seat": "A5", "version": now["version"],
    });
    done(&app, &format!("{}/move", seating(COURSE)), &by_hand).await;
    assert_eq!(app.test_env.flags().await, []);
    count(&app).await;
    assert_eq!(keep_up(&app).await.freed, 0);
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["Hall A A5"], more[0].customer_id.to_string());
}

/// Staff give the exam more places, as they are advised to. The lists do not say yet who has one.
#[tokio::test]
async fn who_is_given_a_place_gets_the_next_free_seat() {
    let (app, _, _) = with_hall(1, 3, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    let more = paid(&app, 2..4).await;
    for order in &more {
        oversell(&app, order).await;
    }
    // Their payments are no news any more.
    app.test_env.clock.advance(Duration::minutes(5));
    keep_up(&app).await;
    assert_eq!(keep_up(&app).await, LateSeats::default());
    assert_eq!(app.test_env.flags().await.len(), 2);

    let order = app.test_env.stored(more[1].order_id.as_str()).await;
    let registrations = app.test_env.registrations();
    let given = registrations.give_place(&order, PlaceNumber::new(3)).await;
    assert_eq!(given.unwrap(), Write::Done);
    assert_eq!(keep_up(&app).await.seated, 1);
    let now = seated(&read(&app, COURSE).await);
    assert_eq!(now["Hall A A3"], more[1].customer_id.to_string());
    let flags = app.test_env.flags().await.into_iter();
    let flagged: Vec<_> = flags.map(|flag| flag.order_id).collect();
    assert_eq!(flagged, [more[0].order_id.clone()]);
}

#[tokio::test]
async fn nobody_is_oversold_once_the_exam_has_any_number_of_places() {
    let (app, _, _) = with_hall(1, 5, 2).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    let more = paid(&app, 2..3).await;
    oversell(&app, &more[0]).await;
    assert_eq!(keep_up(&app).await.seated, 0);
    let catalogue = app.test_env.catalogue();
    let id = CourseId::parse(COURSE).unwrap();
    let mut exam = catalogue.exam(&id).await.unwrap().unwrap();
    exam.capacity = None;
    catalogue.put_exam(&exam).await.unwrap();
    assert_eq!(read(&app, COURSE).await["unseated"][0]["reason"], "later");
    assert_eq!(keep_up(&app).await.seated, 1);
    assert_eq!(app.test_env.flags().await, []);
}

#[tokio::test]
async fn a_draft_seats_them_behind_all_others() {
    let (app, _, orders) = with_hall(1, 2, 3).await;
    oversell(&app, &orders[0]).await;
    let made = draft(&app, &plain()).await;
    assert_eq!(
        seated(&made),
        BTreeMap::from([place("Hall A A1", &orders[1]), place("Hall A A2", &orders[2])])
    );
    assert_eq!(made["unseated"][0]["reason"], "full");
}
