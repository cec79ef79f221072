//! The order in which the packages are shown.

use crate::{PACKAGES, Packages, form, start};
use futures::future::join_all;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Answer, App, Fault, Request, SINGLE};

const ORDER: &str = "/api/packages/order";

async fn rearrange(app: &App, ids: &[&str], version: u64) -> Answer {
    let body = json!({ "ids": ids, "version": version });
    app.call_as_admin(Request::put(ORDER, &body)).await
}

/// What the portal lists; what visitors are shown of it is in the same order.
async fn shown(app: &App) -> Vec<String> {
    let ids = |list: &Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|package| package["_id"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = ids(&app.call_as_admin(Request::get(PACKAGES)).await.json);
    let on_sale = ids(&app.list().await.json);
    assert!(all.iter().filter(|id| on_sale.contains(id)).eq(&on_sale));
    assert_eq!(
        app.call_as_admin(Request::get(ORDER)).await.json["ids"],
        json!(all)
    );
    all
}

#[tokio::test]
async fn site_and_portal_follow_the_order_that_was_saved_and_a_new_package_comes_last() {
    let app = start().await;
    assert_eq!(shown(&app).await, [ALL, SINGLE]);
    let answer = rearrange(&app, &[SINGLE, ALL], 0).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.json),
        (
            200,
            &json!({ "message": "Order saved successfully", "order": { "ids": [SINGLE, ALL], "version": 1 } })
        )
    );
    assert_eq!(shown(&app).await, [SINGLE, ALL]);

    let made = app.save(&form()).await.json["package"]["_id"].clone();
    let made = made.as_str().unwrap();
    assert_eq!(shown(&app).await, [SINGLE, ALL, made]);
    assert_eq!(rearrange(&app, &[made, ALL, SINGLE], 1).await.status, 200);
    app.delete(ALL).await;
    assert_eq!(shown(&app).await, [made, SINGLE]);
}

#[tokio::test]
async fn an_order_is_saved_once_however_often_it_is_sent() {
    let app = start().await;
    for _ in 0..2 {
        assert_eq!(
            rearrange(&app, &[SINGLE, ALL], 0).await.json["order"]["version"],
            1
        );
    }
    let log = app.test_env.dump(Table::Admin).await;
    let [entry] = &log[..] else {
        panic!("one entry: {log:?}")
    };
    assert_eq!(entry["action"], "packages.rearranged");
    assert_eq!(
        (&entry["before"], &entry["after"]),
        (
            &json!({ "order": ["All-Inclusive Exam Access", "Single Exam Access"] }),
            &json!({ "order": ["Single Exam Access", "All-Inclusive Exam Access"] })
        )
    );
}

#[tokio::test]
async fn what_is_not_the_whole_list_or_was_decided_on_an_older_order_changes_nothing() {
    let app = start().await;
    for ids in [
        json!([SINGLE]),
        json!([SINGLE, ALL, "package-none"]),
        json!([SINGLE, SINGLE, ALL]),
        Value::Null,
    ] {
        let request = Request::put(ORDER, &json!({ "ids": ids, "version": 0 }));
        app.assert_changes_nothing(request, (422, "invalid_field", "ids"))
            .await;
    }
    rearrange(&app, &[SINGLE, ALL], 0).await;
    let late = Request::put(ORDER, &json!({ "ids": [ALL, SINGLE], "version": 0 }));
    app.assert_changes_nothing(late, (409, "stale_version", "")).await;
}

/// How many of two orders that are sent at once are saved.
async fn saved(app: &App) -> usize {
    let made = app.save(&form()).await.json["package"]["_id"].clone();
    let made = made.as_str().unwrap();
    let orders = [[SINGLE, ALL, made], [made, SINGLE, ALL]];
    let answers = join_all(orders.iter().map(|ids| rearrange(app, ids, 0))).await;
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn of_two_who_save_at_once_one_is_told_of_the_other() {
    assert_eq!(saved(&start().await).await, 1);
}

/// The control: the same on a table that ignores versions.
#[tokio::test]
async fn without_conditions_both_believe_that_their_order_is_shown() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert_eq!(saved(&app).await, 2);
}
