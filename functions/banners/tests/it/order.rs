//! The order in which a group is shown.

use crate::{Banners, form, start, with};
use futures::future::join_all;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, App, Fault, Request};

const ORDER: &str = "/api/banners/order";

trait Ordered {
    async fn three(&self) -> [String; 3];
    async fn rearrange(&self, ids: &[&str], version: Option<u64>) -> Answer;
    async fn shown(&self) -> Vec<String>;
    async fn version(&self) -> Value;
}

impl Ordered for App {
    /// Three banners, the oldest first.
    async fn three(&self) -> [String; 3] {
        let mut ids = Vec::new();
        for name in ["First", "Second", "Third"] {
            self.test_env.clock.advance(time::Duration::milliseconds(1));
            let answer = self.add(&with(form(), "bannerName", name)).await;
            ids.push(answer.json["banner"]["_id"].as_str().unwrap().to_owned());
        }
        ids.try_into().unwrap()
    }

    async fn rearrange(&self, ids: &[&str], version: Option<u64>) -> Answer {
        let body = json!({ "ids": ids, "version": version });
        self.call_as_admin(Request::put(ORDER, &body)).await
    }

    /// What visitors see, which is what the portal is told of the order, too.
    async fn shown(&self) -> Vec<String> {
        let listed = self.listed().await;
        let ids: Vec<String> = listed
            .iter()
            .map(|banner| banner["_id"].as_str().unwrap().to_owned())
            .collect();
        let order = self.call_as_admin(Request::get(ORDER)).await;
        assert_eq!(order.json["ids"], json!(ids));
        ids
    }

    async fn version(&self) -> Value {
        self.call_as_admin(Request::get(ORDER)).await.json["version"].clone()
    }
}

#[tokio::test]
async fn visitors_see_the_order_that_was_saved_with_what_is_new_at_its_end_and_without_what_is_gone() {
    let app = start().await;
    let [first, second, third] = app.three().await;
    assert_eq!(
        (app.shown().await, app.version().await),
        (vec![first.clone(), second.clone(), third.clone()], json!(0))
    );

    let answer = app.rearrange(&[&third, &first, &second], Some(0)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        answer.json,
        json!({ "message": "Order saved successfully", "order": { "ids": [third, first, second], "version": 1 } })
    );
    assert_eq!(app.shown().await, [&*third, &*first, &*second]);

    app.remove(&json!(first)).await;
    let fourth = app.added().await["_id"].as_str().unwrap().to_owned();
    assert_eq!(app.shown().await, [&*third, &*second, &*fourth]);
    let answer = app.rearrange(&[&fourth, &third, &second], Some(1)).await;
    assert_eq!(answer.json["order"]["version"], 2);
    assert_eq!(app.shown().await, [&*fourth, &*third, &*second]);
}

#[tokio::test]
async fn an_order_that_is_sent_again_is_done_and_is_on_record_once() {
    let app = start().await;
    let [first, second, third] = app.three().await;
    let before = app.log().await.len();
    for _ in 0..3 {
        let answer = app.rearrange(&[&second, &first, &third], Some(0)).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json["order"]["version"]),
            (200, &json!(1))
        );
    }
    let log = app.log().await;
    assert_eq!(log.len(), before + 1);
    let entry = log
        .iter()
        .find(|entry| entry["action"] == "banners.rearranged")
        .unwrap();
    assert_eq!(entry["before"], json!({ "order": ["First", "Second", "Third"] }));
    assert_eq!(entry["after"], json!({ "order": ["Second", "First", "Third"] }));
}

#[tokio::test]
async fn an_order_names_everything_that_is_there_once_and_is_refused_with_words_otherwise() {
    let app = start().await;
    let [first, second, third] = app.three().await;
    for (ids, message) in [
        (
            json!([first, second]),
            "Something of the list is missing in the order. Reload the list",
        ),
        (
            json!([]),
            "Something of the list is missing in the order. Reload the list",
        ),
        (
            json!([first, second, third, "banner-none"]),
            "Something in the order is not there any more. Reload the list",
        ),
        (
            json!([first, second, "no id: /"]),
            "Something in the order is not there any more. Reload the list",
        ),
        (
            json!([first, second, third, first]),
            "Something is in the order twice",
        ),
    ] {
        let request = Request::put(ORDER, &json!({ "ids": ids, "version": 0 }));
        let answer = app.assert_refused(request, (422, "invalid_field", "ids")).await;
        assert_eq!(answer.message(), message, "{ids}");
    }
    let request = Request::put(ORDER, &json!({ "version": 0 }));
    let answer = app.assert_refused(request, (422, "invalid_field", "ids")).await;
    assert_eq!(answer.message(), "The order is missing");
}

#[tokio::test]
async fn who_decided_on_an_older_order_is_told_and_changes_nothing() {
    let app = start().await;
    let [first, second, third] = app.three().await;
    assert_eq!(
        app.rearrange(&[&second, &first, &third], Some(0)).await.status,
        200
    );
    let late = Request::put(ORDER, &json!({ "ids": [third, second, first], "version": 0 }));
    app.assert_refused(late, (409, "stale_version", "")).await;
    assert_eq!(app.shown().await, [&*second, &*first, &*third]);
    // Without a version the last one wins.
    assert_eq!(app.rearrange(&[&third, &second, &first], None).await.status, 200);
    assert_eq!(app.shown().await, [&*third, &*second, &*first]);
}

/// How many of these orders, all of them decided on the first one and sent at once, were saved.
async fn saved(app: &App, orders: &[[&str; 3]]) -> usize {
    let answers = join_all(orders.iter().map(|ids| app.rearrange(ids, Some(0)))).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!(count(200) + count(409), orders.len());
    count(200)
}

#[tokio::test]
async fn of_two_administrators_who_save_at_once_one_is_told_of_the_other() {
    let app = start().await;
    let [a, b, c] = app.three().await;
    let orders = [[&*b, &*a, &*c], [&*c, &*b, &*a]];
    assert_eq!(saved(&app, &orders).await, 1);
    let shown = app.shown().await;
    assert!(orders.iter().any(|order| shown == order), "{shown:?}");
    assert_eq!(app.version().await, 1);
}

/// The control: the same on a table that ignores versions.
#[tokio::test]
async fn without_conditions_each_believes_that_their_order_is_shown() {
    let app = start().await;
    let [a, b, c] = app.three().await;
    app.test_env.database.set(Fault::NoConditions);
    let made = saved(&app, &[[&*b, &*a, &*c], [&*c, &*b, &*a]]).await;
    app.test_env.database.set(Fault::None);
    assert_eq!(made, 2);
    assert_eq!(app.version().await, 1, "one of two that were saved");
}

#[tokio::test]
async fn the_order_is_no_banner_that_could_be_changed_or_deleted() {
    let app = start().await;
    let [a, b, c] = app.three().await;
    app.rearrange(&[&b, &a, &c], None).await;
    let item = app.test_env.dump(Table::Content).await;
    let order = item.iter().find(|item| item.get("ids").is_some()).unwrap();
    let id = order["sk"].as_str().unwrap().replace('#', "%23");
    let request = Request::delete(format!("/api/banners/deleteBanner/{id}"));
    app.assert_refused(request, (404, "not_found", "")).await;
}
