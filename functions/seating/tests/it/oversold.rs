//! Who is one more than the exam has places is seated by hand.

use crate::*;
use store::tables::Table;

/// Makes a paid order one for which no place was left.
async fn oversell(app: &App, order: &Order) {
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
