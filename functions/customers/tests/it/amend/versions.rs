//! Two people correct one candidate: none undoes unseen what the other has written.

use super::{events, get, put, stored};
use crate::start;
use futures::future::join_all;
use serde_json::json;
use test_support::{ALL, App, Fault, SINGLE};

#[tokio::test]
async fn a_correction_on_an_old_version_is_refused_unless_it_is_so_already() {
    let app = start().await;
    let order = app.test_env.open_order(ALL, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let correction = json!({ "version": 0, "phone": "9876543211" });
    assert_eq!(put(&app, id, &correction).await.status, 200);
    // The answer was lost, and the form is sent again.
    let again = put(&app, id, &correction).await;
    assert_eq!((again.status.as_u16(), &again.json["version"]), (200, &json!(1)));
    let stale = put(&app, id, &json!({ "version": 0, "phone": "9876543213" })).await;
    assert_eq!(
        (stale.status.as_u16(), &stale.json["code"]),
        (409, &json!("stale_version"))
    );
    assert_eq!(get(&app, id).await["customer"]["phone"], "9876543211");
}

/// Corrects one candidate forty times at once, and returns how many were written.
async fn at_once(app: &App, id: &str) -> usize {
    let calls = (0..40).map(|number| async move {
        let phone = format!("91234567{number:02}");
        put(app, id, &json!({ "version": 0, "phone": phone })).await
    });
    let answers = join_all(calls).await;
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_forty_corrections_at_once_on_one_version_one_is_written() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    assert_eq!(at_once(&app, id).await, 1);
    let file = get(&app, id).await;
    assert_eq!(file["version"], 1);
    let corrected = events(&file)
        .iter()
        .filter(|(event, _)| *event == "corrected")
        .count();
    assert_eq!(corrected, 1);
    assert_eq!(stored(&app, &order).await.version, order.version + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_corrections_at_once_overwrite_each_other() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    for round in 0..100 {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("asha{round}@example.com"))
            .await;
        if at_once(&app, order.customer_id.as_str()).await > 1 {
            return;
        }
    }
    panic!("no two corrections met in a hundred rounds");
}
